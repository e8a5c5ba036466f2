"""Units that count once a text however often they occur: the n-gram sets of pltrdy's rouge."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt
from numpy import int64

from rouge_vec.kernels.jit import kernel

Int64 = npt.NDArray[np.int64]


@kernel
def count_distinct(
    prediction_units: Int64,
    prediction_offsets: Int64,
    reference_units: Int64,
    reference_offsets: Int64,
    prediction_rows: Int64,
    reference_rows: Int64,
    lo: int,
    hi: int,
    seen: Int64,
    out: Int64,
) -> None:
    """Count distinct units of both texts of each pair, and those that are in both.

    Parameters
    ----------
    prediction_units, reference_units : ndarray of int64, shape (units,)
        Numbers of the units of all texts, end to end; equal units have equal numbers on both sides.
    prediction_offsets, reference_offsets : ndarray of int64, shape (rows + 1,)
        Where each text begins and ends.
    prediction_rows, reference_rows : ndarray of int64, shape (pairs,)
        Pair ``p`` scores row ``prediction_rows[p]`` against row ``reference_rows[p]``.
    lo, hi : int
        Half-open range of the pairs to count.
    seen : ndarray of int64, shape (different units,)
        Scratch; -1 everywhere on entry, anything on return.
    out : ndarray of int64, shape (pairs, 3)
        Common, predicted and reference units; rows ``lo`` to ``hi`` are written.

    Notes
    -----
    Linear in the units: `seen` holds by which text of which pair a unit was met last.
    """
    for pair in range(lo, hi):
        by_prediction = int64(2) * pair
        by_reference = by_prediction + 1
        row = prediction_rows[pair]
        predicted = 0
        for place in range(prediction_offsets[row], prediction_offsets[row + 1]):
            unit = prediction_units[place]
            if seen[unit] != by_prediction:
                seen[unit] = by_prediction
                predicted += 1
        row = reference_rows[pair]
        common = 0
        referenced = 0
        for place in range(reference_offsets[row], reference_offsets[row + 1]):
            unit = reference_units[place]
            if seen[unit] == by_prediction:
                common += 1
            if seen[unit] != by_reference:
                seen[unit] = by_reference
                referenced += 1
        out[pair, 0] = common
        out[pair, 1] = predicted
        out[pair, 2] = referenced
