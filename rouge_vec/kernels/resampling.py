"""Resampled sums of scores, drawn as ROUGE-1.5.5 draws them."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt
from numpy import float64, int64, uint64

from rouge_vec.kernels.jit import kernel


@kernel
def sum_resamples(
    values: npt.NDArray[np.float64],
    lo: int,
    hi: int,
    draws: npt.NDArray[np.int64],
    out_sums: npt.NDArray[np.float64],
) -> None:
    """Draw as many rows as there are, with replacement, and add up their three values in the order drawn.

    Parameters
    ----------
    values : ndarray of float64, shape (types, rows, 3)
        Three values of each row for each rouge type; all types share the draws.
    lo, hi : int
        Half-open range of resamples; the number of a resample is its seed.
    draws : ndarray of int64, shape (rows,)
        Scratch.
    out_sums : ndarray of float64, shape (samples, types, 3)
        Entries ``lo`` to ``hi`` are written.

    Notes
    -----
    The generator is drand48, as in Perl since 5.20 on every platform: 48-bit state, multiplier 0x5DEECE66D,
    increment 0xB, start ``seed * 2 ** 16 + 0x330E``. The index is the integer part of
    ``rows * state / 2 ** 48`` in float64. The order of the additions is part of the result: the printed
    digits depend on it.
    """
    rows = values.shape[1]
    scale = 1.0 / 281474976710656.0
    for sample in range(lo, hi):
        state = (uint64(sample) << uint64(16)) + uint64(0x330E)
        for draw in range(rows):
            state = (state * uint64(0x5DEECE66D) + uint64(0xB)) & uint64(0xFFFFFFFFFFFF)
            draws[draw] = int64(rows * (float64(int64(state)) * scale))
        for kind in range(values.shape[0]):
            first = 0.0
            second = 0.0
            third = 0.0
            for draw in range(rows):
                row = draws[draw]
                first += values[kind, row, 0]
                second += values[kind, row, 1]
                third += values[kind, row, 2]
            out_sums[sample, kind, 0] = first
            out_sums[sample, kind, 1] = second
            out_sums[sample, kind, 2] = third
