"""Float operations that must give the same bits everywhere: rounding as C prints, means as torch takes them."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

Floats = npt.NDArray[np.float64]
Singles = npt.NDArray[np.float32]

_LARGEST_ROUNDED_FAST = 1e8
_TIE_WIDTH = 1e-6
_LANES, _COLUMNS, _LEVELS = 8, 4, 4
"""How torch cuts a sum: values in a vector, vectors added up side by side, levels of partial sums."""


def round_as_printed(values: Floats, decimals: int) -> Floats:
    """Return the numbers that ``%.5f`` prints: each exact binary value rounded once, halves to even.

    Parameters
    ----------
    values : ndarray of float64
        Not negative.
    decimals : int
        Decimal places.
    """
    scaled = values * 10.0**decimals
    rounded: Floats = np.rint(scaled) / 10.0**decimals
    # Where scaling may have moved a value across a half, only its decimal expansion can tell.
    near_half = np.abs(scaled - np.floor(scaled) - 0.5) < _TIE_WIDTH
    doubtful = np.flatnonzero(near_half | ~(scaled < _LARGEST_ROUNDED_FAST))
    rounded[doubtful] = [float(f"{value:.{decimals}f}") for value in values[doubtful].tolist()]
    return rounded


def mean_in_single(values: Singles) -> Singles:
    """Return the mean over the first axis, added up in 32 bits in the order in which torch adds up a tensor.

    Parameters
    ----------
    values : ndarray of float32, shape (n, ...)
        At least one line.

    Notes
    -----
    Vectors of eight lanes, four of them side by side, level by level in blocks. From 32768 values on torch
    gives each of its threads a part, so that its result depends on their number; this is what one gives.
    """
    size = len(values)
    if size < _LANES:
        return _sum_in_columns(values) / np.float32(size)
    blocks = size // _LANES
    lanes = _sum_in_columns(values[: _LANES * blocks].reshape(blocks, _LANES, *values.shape[1:]))
    total = _sum_in_order(values[_LANES * blocks :], np.zeros(values.shape[1:], np.float32))
    return _sum_in_order(lanes, total) / np.float32(size)


def _sum_in_columns(values: Singles) -> Singles:
    blocks = len(values) // _COLUMNS
    sums = _sum_in_levels(values[: _COLUMNS * blocks].reshape(blocks, _COLUMNS, *values.shape[1:]))
    return _sum_in_order(sums[1:], _sum_in_order(values[_COLUMNS * blocks :], sums[0]))


def _sum_in_levels(values: Singles) -> Singles:
    size = len(values)
    power_of_two = max(4, (max(size, 1) - 1).bit_length() // _LEVELS)
    step = 1 << power_of_two
    sums = np.zeros((_LEVELS, *values.shape[1:]), np.float32)
    full = size - size % step
    for stop in range(step, full + 1, step):
        sums[0] = _sum_in_order(values[stop - step : stop], sums[0])
        for level in range(1, _LEVELS):
            sums[level] += sums[level - 1]
            sums[level - 1] = 0
            if stop & ((step - 1) << (level * power_of_two)):
                break
    sums[0] = _sum_in_order(values[full:], sums[0])
    return _sum_in_order(sums[1:], sums[0])


def _sum_in_order(values: Singles, total: Singles) -> Singles:
    """Add lines to a total one after the other."""
    for line in values:
        total = total + line
    return total
