"""Several references of a row become one score."""

from __future__ import annotations

from typing import Any

import numpy as np
import numpy.typing as npt

from rouge_vec.batch import Counts
from rouge_vec.measures import Measures, measure
from rouge_vec.options import RougeOptions


def combine(
    counts: Counts, row_offsets: npt.NDArray[np.int64], options: RougeOptions
) -> tuple[Counts, Measures]:
    """Choose, for each row and one rouge type, the reference with the highest F; the first of equals.

    Parameters
    ----------
    counts : Counts
        One entry for each pair of a prediction and one of its references.
    row_offsets : ndarray of int64, shape (rows + 1,)
        Pairs of row ``r`` are ``row_offsets[r]:row_offsets[r + 1]``, at least one.
    options : RougeOptions
        Names the rule and the measures.

    Returns
    -------
    Counts, Measures
        One entry for each row.

    Notes
    -----
    Google's ``score_multi`` chooses by F for each rouge type on its own.
    """
    measures = measure(counts, options)
    chosen = first_best(measures.fmeasure, row_offsets)
    return _take_counts(counts, chosen), Measures(
        measures.precision[chosen], measures.recall[chosen], measures.fmeasure[chosen]
    )


def first_best(values: npt.NDArray[Any], row_offsets: npt.NDArray[np.int64]) -> npt.NDArray[np.int64]:
    """Return for each row the position of its first largest value, int64, shape (rows,)."""
    if len(row_offsets) == 1:
        return np.zeros(0, np.int64)
    starts, sizes = row_offsets[:-1], np.diff(row_offsets)
    best = np.flatnonzero(values == np.repeat(np.maximum.reduceat(values, starts), sizes))
    return best[np.searchsorted(best, starts)]


def _take_counts(counts: Counts, chosen: npt.NDArray[np.int64]) -> Counts:
    return Counts(
        counts.matches[chosen], counts.prediction_total[chosen], counts.reference_total[chosen]
    )
