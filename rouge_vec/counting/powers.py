"""Weights of ROUGE-W: powers as the C library computes them, and the error for those that cannot be computed."""

from __future__ import annotations

import math
import sys
from typing import NoReturn

import numpy as np
import numpy.typing as npt

from rouge_vec.errors import WeightOverflowError

Floats = npt.NDArray[np.float64]


def power(values: npt.NDArray[np.number], exponent: float) -> Floats:
    """Return each value to that power, as the C library computes it.

    NumPy's own vector code may differ in the last bit from one processor to the next.
    """
    return np.array([_power(value, exponent) for value in values.tolist()], np.float64)


def _power(value: float, exponent: float) -> float:
    try:
        return math.pow(value, exponent)
    except OverflowError:
        return float("inf")


def refuse_weight(weight: float, tokens: int) -> NoReturn:
    """Raise an error for a weight of ROUGE-W that is too large for texts of so many tokens.

    Raises
    ------
    WeightOverflowError
        Always; names the highest weight that works.
    """
    highest = math.floor(10 * math.log(sys.float_info.max) / math.log(max(tokens, 2))) / 10
    raise WeightOverflowError(
        f"the weight {weight!r} of rougeW is too large for texts of {tokens} tokens: {tokens} ** {weight!r} is beyond "
        f"the largest number, {sys.float_info.max:.1e}.",
        f"up to {highest!r} it can be computed; 1.2 is the usual weight.",
    )
