"""From counts to precision, recall and F, in the operation order of the scorer that is reproduced."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from rouge_vec.batch import Counts
from rouge_vec.options import RougeOptions

Floats = npt.NDArray[np.float64]


@dataclass(frozen=True, slots=True)
class Measures:
    """Precision, recall and F of one rouge type, float64, shape (rows,) each."""

    precision: Floats
    recall: Floats
    fmeasure: Floats


def measure(counts: Counts, options: RougeOptions) -> Measures:
    """Return the scores of one rouge type for each pair.

    Notes
    -----
    Lin (2004), equations 1 to 4; a total of zero gives a score of zero.
    """
    precision = counts.matches / np.maximum(counts.prediction_total, 1)
    recall = counts.matches / np.maximum(counts.reference_total, 1)
    return Measures(precision, recall, _fmeasure(precision, recall, options))


def _fmeasure(precision: Floats, recall: Floats, options: RougeOptions) -> Floats:
    """Return F; zero where precision and recall are both zero."""
    if options.alpha is not None:
        above, below = precision * recall, (1 - options.alpha) * precision + options.alpha * recall
    elif options.beta is not None and np.isinf(options.beta):
        return recall
    elif options.beta is not None:
        square = options.beta * options.beta
        above, below = (1 + square) * precision * recall, recall + square * precision
    else:
        above, below = 2 * precision * recall, precision + recall
    return np.divide(above, below, out=np.zeros_like(precision), where=below > 0)
