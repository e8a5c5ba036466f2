"""Several references of a row become one score."""

from __future__ import annotations

from typing import Any

import numpy as np
import numpy.typing as npt

from rouge_vec.batch import Counts
from rouge_vec.counting.powers import power
from rouge_vec.options.rouge_options import RougeOptions
from rouge_vec.options.rouge_types import RougeType
from rouge_vec.scores.measures import Floats, Measures, measure, ratio, totals
from rouge_vec.scores.rounding import mean_in_single, round_as_printed

Offsets = npt.NDArray[np.int64]


def combine(
    counts: Counts,
    row_offsets: Offsets | None,
    rouge_type: RougeType,
    options: RougeOptions,
    out: Floats | None = None,
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
    out : ndarray of float64, shape (3, rows), optional
        Where precision, recall and F are written; new memory by default.

    Returns
    -------
    Counts, Measures
        One entry for each row; for each pair if `multi_reference` is ``"each"``.

    Notes
    -----
    ``"best"`` is Google's ``score_multi``: the first reference with the highest F. ``"best_recall"`` and
    ``"average"`` are the formulas B and A of ROUGE-1.5.5: the first reference with the highest recall, or
    counts added up over references. ``"macro"`` is the mean of each measure over references, as torchmetrics
    takes it; ``"jackknife"`` is section 2.1 of Lin (2004): the mean, over the sets that lack one reference,
    of the best of each measure. Each rouge type chooses on its own. ``"each"`` leaves pairs as they are.
    """
    divided = totals(counts, rouge_type, options)
    if row_offsets is None or options.multi_reference == "each":
        return divided, measure(divided, rouge_type, options, out)
    if options.multi_reference == "average":
        pooled = Counts(
            _sums(divided.matches, row_offsets),
            _sums(divided.prediction_total, row_offsets),
            _sums(divided.reference_total, row_offsets),
        )
        return pooled, measure(pooled, rouge_type, options, out)
    measures = measure(divided, rouge_type, options)
    if out is None:
        out = np.empty((3, len(row_offsets) - 1))
    if options.multi_reference in ("macro", "jackknife"):
        return _mean_counts(divided, row_offsets), _over_references(measures, row_offsets, options, out)
    values = measures.fmeasure
    if options.multi_reference == "best_recall":
        values = _recall_key(counts, divided, rouge_type, options)
    chosen = first_best(values, row_offsets)
    for line, values in zip(out, (measures.precision, measures.recall, measures.fmeasure), strict=True):
        line[:] = values[chosen]
    return _take_counts(divided, chosen), Measures(*out)


def _recall_key(
    counts: Counts, divided: Counts, rouge_type: RougeType, options: RougeOptions
) -> npt.NDArray[np.float64]:
    """Return what is compared to find the best recall; for ROUGE-1.5.5 rounded, except for ROUGE-L and W."""
    choice = options.weighted_choice
    if rouge_type.family.is_weighted and choice != "recall":
        if choice == "once":
            return ratio(counts.matches, counts.reference_total, rouge_type.weight)
        if choice == "twice":
            return ratio(divided.matches, divided.reference_total, 1.0)
        root = power(divided.reference_total, 1 / rouge_type.weight)
        return ratio(divided.matches, root, rouge_type.weight)
    recall = ratio(divided.matches, divided.reference_total, rouge_type.weight)
    if options.decimals is None or rouge_type.family.is_lcs:
        return recall
    return round_as_printed(recall, options.decimals)


def _over_references(
    measures: Measures, row_offsets: Offsets, options: RougeOptions, out: Floats
) -> Measures:
    """Write each measure over the references of a row to `out`: its mean, or its jackknife."""
    for line, values in zip(out, (measures.precision, measures.recall, measures.fmeasure), strict=True):
        if options.multi_reference == "jackknife":
            result = _jackknife(values, row_offsets)
        elif options.single_precision:
            result = _means_in_single(values.astype(np.float32), row_offsets)
        else:
            result = _sums(values, row_offsets) / np.diff(row_offsets)
        if options.decimals is not None:
            result = round_as_printed(result, options.decimals)
        line[:] = result
    return Measures(*out)


def _means_in_single(values: npt.NDArray[np.float32], row_offsets: Offsets) -> npt.NDArray[np.float64]:
    """Return the mean of each row as torch makes it, rows of one size together."""
    starts, sizes = row_offsets[:-1], np.diff(row_offsets)
    means = np.zeros(len(sizes))
    for size in np.unique(sizes).tolist():
        rows = np.flatnonzero(sizes == size)
        means[rows] = mean_in_single(values[starts[rows] + np.arange(size)[:, np.newaxis]])
    return means


def _jackknife(values: npt.NDArray[np.float64], row_offsets: Offsets) -> npt.NDArray[np.float64]:
    """Return for each row the mean of the best values that remain when each value is left out once.

    All sets but one hold the best value; that one holds the second best. A single value stays as it is.
    """
    best = values[first_best(values, row_offsets)]
    others = values.copy()
    others[first_best(values, row_offsets)] = -np.inf
    second = others[first_best(others, row_offsets)]
    sizes = np.diff(row_offsets)
    return best - np.where(sizes > 1, best - np.where(sizes > 1, second, best), 0.0) / sizes


def _mean_counts(counts: Counts, row_offsets: Offsets) -> Counts:
    """Return the mean counts over the references of a row, where measures belong to no single reference."""
    sizes = np.diff(row_offsets)
    return Counts(
        _sums(counts.matches, row_offsets) / sizes,
        _sums(counts.prediction_total, row_offsets) / sizes,
        _sums(counts.reference_total, row_offsets) / sizes,
    )


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
    if (sizes == sizes[0]).all():
        places: Offsets = values.reshape(len(sizes), -1).argmax(axis=1)
        return starts + places
    best = np.flatnonzero(values == np.repeat(np.maximum.reduceat(values, starts), sizes))
    return best[np.searchsorted(best, starts)]


def _take_counts(counts: Counts, chosen: Offsets) -> Counts:
    return Counts(counts.matches[chosen], counts.prediction_total[chosen], counts.reference_total[chosen])
