"""Lists of strings: located where Python holds them, or turned into UTF-8."""

from __future__ import annotations

from typing import Any

import numpy as np

from rouge_vec.batch import LocatedTexts, TextBatch
from rouge_vec.kernels import jit

if jit.COMPILED:
    from rouge_vec.kernels import python_strings


def locate(texts: list[str]) -> LocatedTexts:
    """Return strings where they are, see :func:`locate_cells`; those of a subclass as UTF-8."""
    located = locate_cells(texts)
    return encode(texts).located() if located is None else located


def locate_cells(cells: list[Any]) -> LocatedTexts | None:
    """Return the strings of a list where they are, or None if a cell is not exactly a ``str``.

    Parameters
    ----------
    cells : list
        Nobody changes it while the result is in use.

    Notes
    -----
    To encode the strings of a list took a fifth of the time of scoring them, all of it under the GIL. Where kernels
    are not compiled, no address can be had, and strings are encoded.
    """
    rows = len(cells)
    addresses, sizes, kinds = np.empty(rows, np.uint64), np.empty(rows, np.int64), np.empty(rows, np.uint8)
    strings = 0
    if jit.COMPILED:
        strings = python_strings.locate_strings(python_strings.PythonList(cells), addresses, sizes, kinds)
    # Asked again, because the first kernel that Numba cannot compile ends compilation.
    if not jit.COMPILED:
        return encode(cells).located() if set(map(type, cells)) <= {str} else None
    return None if strings < rows else LocatedTexts((cells,), addresses, sizes, kinds)


def encode(texts: list[str]) -> TextBatch:
    """Return strings as UTF-8; lone surrogates become three bytes each."""
    try:
        encoded = list(map(str.encode, texts))
    except UnicodeEncodeError:
        encoded = [text.encode("utf-8", "surrogatepass") for text in texts]
    offsets = np.zeros(len(texts) + 1, np.int64)
    np.cumsum(np.fromiter(map(len, encoded), np.int64, len(texts)), out=offsets[1:])
    return TextBatch(np.frombuffer(b"".join(encoded), np.uint8), offsets)
