"""Several references of a row become one score."""

from __future__ import annotations

from typing import Any

import numpy as np
import numpy.typing as npt

from rouge_vec.batch import Counts
from rouge_vec.exact import round_as_printed
from rouge_vec.measures import Measures, measure, ratio, totals
from rouge_vec.options import RougeOptions, RougeType

Offsets = npt.NDArray[np.int64]


def combine(
    counts: Counts, row_offsets: Offsets | None, rouge_type: RougeType, options: RougeOptions
) -> tuple[Counts, Measures]:
    """Make one score for each row out of the counts with each of its references.

    Parameters
    ----------
    counts : Counts
        One entry for each pair of a prediction and one of its references.
    row_offsets : ndarray of int64, shape (rows + 1,), or None
        Pairs of row ``r`` are ``row_offsets[r]:row_offsets[r + 1]``, at least one; None: one for each row.
    rouge_type : RougeType
        What was counted.
    options : RougeOptions
        Names the rule and the measures.

    Returns
    -------
    Counts, Measures
        One entry for each row.

    Notes
    -----
    ``"best"`` is Google's ``score_multi``: the first reference with the highest F. ``"best_recall"`` and
    ``"average"`` are the formulas B and A of ROUGE-1.5.5: the first reference with the highest recall, or
    counts added up over references. Each rouge type chooses on its own.
    """
    divided = totals(counts, rouge_type, options)
    if row_offsets is None:
        return divided, measure(divided, rouge_type, options)
    if options.multi_reference == "average":
        pooled = Counts(
            _sums(divided.matches, row_offsets),
            _sums(divided.prediction_total, row_offsets),
            _sums(divided.reference_total, row_offsets),
        )
        return pooled, measure(pooled, rouge_type, options)
    measures = measure(divided, rouge_type, options)
    values = measures.fmeasure
    if options.multi_reference == "best_recall":
        values = _recall_key(counts, divided, rouge_type, options)
    chosen = first_best(values, row_offsets)
    return _take_counts(divided, chosen), Measures(
        measures.precision[chosen], measures.recall[chosen], measures.fmeasure[chosen]
    )


def _recall_key(
    counts: Counts, divided: Counts, rouge_type: RougeType, options: RougeOptions
) -> npt.NDArray[np.float64]:
    """Return what ROUGE-1.5.5 compares: recall, rounded for ROUGE-N and S, weighted once for ROUGE-W."""
    if options.decimals is not None and rouge_type.family == "W":
        return ratio(counts.matches, counts.reference_total, rouge_type.weight)
    recall = ratio(divided.matches, divided.reference_total, rouge_type.weight)
    if options.decimals is None or rouge_type.family in ("L", "Lsum"):
        return recall
    return round_as_printed(recall, options.decimals)


def _sums(values: npt.NDArray[Any], row_offsets: Offsets) -> npt.NDArray[Any]:
    """Add up the values of each row, one after the other: float sums depend on the order."""
    starts, sizes = row_offsets[:-1], np.diff(row_offsets)
    result = values[starts].copy()
    for place in range(1, int(sizes.max(initial=0))):
        longer = np.flatnonzero(sizes > place)
        result[longer] += values[starts[longer] + place]
    return result


def first_best(values: npt.NDArray[Any], row_offsets: Offsets) -> Offsets:
    """Return for each row the position of its first largest value, int64, shape (rows,)."""
    if len(row_offsets) == 1:
        return np.zeros(0, np.int64)
    starts, sizes = row_offsets[:-1], np.diff(row_offsets)
    best = np.flatnonzero(values == np.repeat(np.maximum.reduceat(values, starts), sizes))
    return best[np.searchsorted(best, starts)]


def _take_counts(counts: Counts, chosen: Offsets) -> Counts:
    return Counts(counts.matches[chosen], counts.prediction_total[chosen], counts.reference_total[chosen])
