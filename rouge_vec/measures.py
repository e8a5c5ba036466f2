"""From counts to precision, recall and F, in the operation order of the scorer that is reproduced."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from rouge_vec.batch import Counts
from rouge_vec.exact import power, round_as_printed
from rouge_vec.options import RougeOptions, RougeType

Floats = npt.NDArray[np.float64]


@dataclass(frozen=True, slots=True)
class Measures:
    """Precision, recall and F of one rouge type, float64, shape (rows,) each."""

    precision: Floats
    recall: Floats
    fmeasure: Floats


def measure(counts: Counts, rouge_type: RougeType, options: RougeOptions) -> Measures:
    """Return the scores of one rouge type for each pair.

    Parameters
    ----------
    counts : Counts
        Totals as :func:`totals` returns them.
    rouge_type : RougeType
        What was counted.
    options : RougeOptions
        Names the formula of F and the rounding.

    Notes
    -----
    Lin (2004), equations 1 to 4 and, for ROUGE-W, 13 to 15; a total of zero gives a score of zero.
    ROUGE-1.5.5 rounds precision and recall before it makes F of them, and rounds F again.
    """
    precision = ratio(counts.matches, counts.prediction_total, rouge_type.weight)
    recall = ratio(counts.matches, counts.reference_total, rouge_type.weight)
    if options.decimals is None:
        return Measures(precision, recall, _fmeasure(precision, recall, options))
    precision = round_as_printed(precision, options.decimals)
    recall = round_as_printed(recall, options.decimals)
    fmeasure = round_as_printed(_fmeasure(precision, recall, options), options.decimals)
    return Measures(precision, recall, fmeasure)


def totals(counts: Counts, rouge_type: RougeType, options: RougeOptions) -> Counts:
    """Return the totals that matches are divided by.

    Notes
    -----
    They are the counts themselves, except for ROUGE-W as the script normalizes it: the weight of the number
    of predicted tokens, and the weight of the reference's weight, which applies the exponent twice.
    """
    if rouge_type.family != "W" or options.weight_normalization == "paper":
        return counts
    return Counts(
        counts.matches,
        power(counts.prediction_total, rouge_type.weight),
        power(counts.reference_total, rouge_type.weight),
    )


def ratio(matches: npt.NDArray[np.number], total: npt.NDArray[np.number], weight: float) -> Floats:
    """Return matches over total with the weight of ROUGE-W taken back; 0 where the total is 0."""
    # Totals are zero or at least one: one token has the weight 1.
    shares: Floats = matches / np.maximum(total, 1)
    return shares if weight == 1.0 else power(shares, 1 / weight)


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
