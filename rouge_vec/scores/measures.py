"""From counts to precision, recall and F, in the operation order of the scorer that is reproduced."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from rouge_vec.batch import Counts
from rouge_vec.counting.powers import power
from rouge_vec.kernels import ratios
from rouge_vec.options.rouge_options import RougeOptions
from rouge_vec.options.rouge_types import RougeType
from rouge_vec.scores.rounding import round_as_printed

Floats = npt.NDArray[np.float64]

_EPSILON = 1e-8
"""What pltrdy's rouge adds to the denominator of F, so that a perfect match falls short of 1."""


@dataclass(frozen=True, slots=True)
class Measures:
    """Precision, recall and F of one rouge type, float64, shape (rows,) each."""

    precision: Floats
    recall: Floats
    fmeasure: Floats


def measure(
    counts: Counts, rouge_type: RougeType, options: RougeOptions, out: Floats | None = None
) -> Measures:
    """Return the scores of one rouge type for each pair.

    Parameters
    ----------
    counts : Counts
        Totals as :func:`totals` returns them.
    rouge_type : RougeType
        What was counted.
    options : RougeOptions
        Names the formula of F and the rounding.
    out : ndarray of float64, shape (3, pairs), optional
        Where precision, recall and F are written; new memory by default.

    Notes
    -----
    Lin (2004), equations 1 to 4 and, for ROUGE-W, 13 to 15; a total of zero gives a score of zero.
    ROUGE-1.5.5 rounds precision and recall before it makes F of them, and rounds F again.
    """
    precision, recall, fmeasure = np.empty((3, len(counts.matches))) if out is None else out
    if options.plan.measures_by_kernel and rouge_type.weight == 1.0:
        totals_of_pairs = counts.prediction_total, counts.reference_total
        ratios.measure_counts(counts.matches, *totals_of_pairs, precision, recall, fmeasure)
    else:
        precision[:], recall[:], fmeasure[:] = _measured(counts, rouge_type, options)
    return Measures(precision, recall, fmeasure)


def _measured(counts: Counts, rouge_type: RougeType, options: RougeOptions) -> tuple[Floats, Floats, Floats]:
    """Return what :func:`measure` does, by any formula."""
    precision = ratio(counts.matches, counts.prediction_total, rouge_type.weight)
    recall = ratio(counts.matches, counts.reference_total, rouge_type.weight)
    if options.single_precision:
        fmeasure = _fmeasure(precision, recall, options)
        return in_single(precision), in_single(recall), in_single(fmeasure)
    if options.decimals is None:
        return precision, recall, _fmeasure(precision, recall, options)
    precision = round_as_printed(precision, options.decimals)
    recall = round_as_printed(recall, options.decimals)
    return precision, recall, round_as_printed(_fmeasure(precision, recall, options), options.decimals)


def totals(counts: Counts, rouge_type: RougeType, options: RougeOptions) -> Counts:
    """Return the totals that matches are divided by.

    Notes
    -----
    They are the counts themselves, except for ROUGE-W as the script normalizes it: the weight of the number
    of predicted tokens, and the weight of the reference's weight, which applies the exponent twice.
    """
    if not rouge_type.family.is_weighted or options.weight_normalization == "paper":
        return counts
    return Counts(
        counts.matches,
        power(counts.prediction_total, rouge_type.weight),
        power(counts.reference_total, rouge_type.weight),
    )


def ratio(matches: npt.NDArray[np.number], total: npt.NDArray[np.number], weight: float) -> Floats:
    """Return matches over total with the weight of ROUGE-W taken back; 0 where the total is 0."""
    shares = _divide(matches.astype(np.float64), total.astype(np.float64))
    return shares if weight == 1.0 else power(shares, 1 / weight)


def _divide(above: Floats, below: Floats) -> Floats:
    """Divide in place, by 0 as by infinity: under a mask NumPy takes twice as long."""
    below[below == 0] = np.inf
    above /= below
    return above


def in_single(values: Floats) -> Floats:
    """Return the values that survive as 32-bit floats, still as float64."""
    return values.astype(np.float32).astype(np.float64)


def _fmeasure(precision: Floats, recall: Floats, options: RougeOptions) -> Floats:
    """Return F; zero where precision or recall is zero."""
    if options.alpha is not None:
        above, below = precision * recall, (1 - options.alpha) * precision + options.alpha * recall
    elif options.fmeasure == "js":
        return scaled_fmeasure(precision, recall, 1.0 if options.beta is None else options.beta)
    elif options.beta is not None and np.isinf(options.beta * options.beta):
        return recall.copy()
    elif options.beta is not None:
        square = options.beta * options.beta
        above, below = (1 + square) * precision * recall, recall + square * precision
    elif options.fmeasure == "epsilon":
        return 2.0 * (precision * recall / (precision + recall + _EPSILON))
    else:
        above, below = 2 * precision, precision + recall
        above *= recall
    quotients = _divide(above, below)
    # A total below 0 makes a share of -0.0, which F is not to show.
    return quotients + 0.0 if options.negative_totals else quotients


def scaled_fmeasure(precision: Floats, recall: Floats, beta: float) -> Floats:
    """Return F as js-rouge makes it: the smaller share is scaled up, never beyond the larger."""
    if np.isinf(beta):
        return recall.copy()
    if beta == 0:
        return np.where(recall == 0, 0.0, precision)
    if beta < 1:
        return scaled_fmeasure(recall, precision, 1 / beta)
    result = np.where(precision == recall, precision, 0.0)
    inverse, square = 1 / beta, beta * beta
    rows = np.flatnonzero((precision > recall) & (recall > 0))
    result[rows] = _scaled_up(recall[rows], precision[rows], inverse * inverse)
    rows = np.flatnonzero((recall > precision) & (precision > 0))
    if np.isfinite(square):
        result[rows] = _scaled_up(precision[rows], recall[rows], square)
    else:
        with np.errstate(over="ignore", invalid="ignore"):
            growth = precision[rows] * beta / recall[rows] * beta
            result[rows] = recall[rows] * np.where(np.isinf(growth), 1.0, growth / (1 + growth))
    return result


def _scaled_up(smaller: Floats, larger: Floats, weight: float) -> Floats:
    return np.minimum(larger, smaller * ((1 + weight) / (1 + weight * (smaller / larger))))
