"""Float operations that must give the same bits everywhere: powers and rounding as the C library does them."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

Floats = npt.NDArray[np.float64]

_LARGEST_ROUNDED_FAST = 1e8
_TIE_WIDTH = 1e-6


def power(values: npt.NDArray[np.number], exponent: float) -> Floats:
    """Return each value to that power, as the C library computes it.

    NumPy's own vector code may differ in the last bit from one processor to the next.
    """
    return np.array([_power(value, exponent) for value in values.tolist()], np.float64)


def _power(value: float, exponent: float) -> float:
    try:
        return float(value) ** exponent
    except OverflowError:
        return float("inf")


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
