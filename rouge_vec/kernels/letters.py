"""How many letters of a text are in ASCII, and how many characters are not, without a look at what they are."""

from __future__ import annotations

import numpy as np
from numpy import uint8, uint64

from rouge_vec.kernels.intrinsics import ZERO, units_at
from rouge_vec.kernels.jit import helper, kernel

_TOGETHER = 128
"""Units whose counts fit into a byte, so that they are added up in lanes of a byte."""


@helper
def _count(text, first_beyond):  # type: ignore[no-untyped-def]
    """Return the ASCII letters, and the units from `first_beyond` on."""
    letters, beyond = ZERO, ZERO
    for start in range(0, text.size, _TOGETHER):
        part = text[start : start + _TOGETHER]
        few_letters, few_beyond = uint8(0), uint8(0)
        for i in range(part.size):
            unit = part[i]
            lower = uint8(uint8(unit) | uint8(32)) - uint8(97)
            few_letters += uint8((unit < 128) & (uint8(lower) < uint8(26)))
            few_beyond += uint8(unit >= first_beyond)
        letters += uint64(few_letters)
        beyond += uint64(few_beyond)
    return letters, beyond


@kernel
def count_letters(addresses, sizes, kinds, letters, beyond):  # type: ignore[no-untyped-def]
    """Count ASCII letters and characters beyond ASCII.

    Parameters
    ----------
    addresses : ndarray of uint64, shape (texts,)
        Where each text begins.
    sizes : ndarray of int64, shape (texts,)
        Units of each text.
    kinds : ndarray of uint8, shape (texts,)
        0 for UTF-8, else the bytes of a character: 1, 2 or 4.
    letters : ndarray of int64, shape (texts,)
        Out: letters of ASCII.
    beyond : ndarray of int64, shape (texts,)
        Out: characters that are not ASCII.
    """
    for row in range(sizes.size):
        address, size, kind = addresses[row], sizes[row], kinds[row]
        if kind == 2:
            found = _count(units_at(address, size, np.uint16), 0x80)
        elif kind == 4:
            found = _count(units_at(address, size, np.uint32), 0x80)
        else:
            # The first byte of a character in UTF-8 is 0xC0 at least, those behind it are less.
            found = _count(units_at(address, size, np.uint8), 0xC0 if kind == 0 else 0x80)
        letters[row], beyond[row] = found
