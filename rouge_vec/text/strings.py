"""Lists of strings: measured, read where they are, or turned into UTF-8."""

from __future__ import annotations

import itertools
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from rouge_vec.batch import LocatedTexts, TextBatch
from rouge_vec.kernels.jit import COMPILED

if COMPILED:
    from rouge_vec.kernels import strings


def measure(cells: list[Any]) -> npt.NDArray[np.int64] | None:
    """Return the characters of each string of a list, or None if a cell is not exactly a ``str``."""
    if not COMPILED:
        return _characters(cells) if set(map(type, cells)) <= {str} else None
    sizes = np.empty(len(cells), np.int64)
    return sizes if strings.measure_strings(strings.PythonList(cells), sizes) == len(cells) else None


def _characters(texts: list[str]) -> npt.NDArray[np.int64]:
    return np.fromiter(map(len, texts), np.int64, len(texts))


class Part(NamedTuple):
    """The strings ``texts[lo:hi]``."""

    texts: list[str]
    lo: int
    hi: int


class StringReader:
    """Reads strings where Python holds them, in memory that is kept from call to call.

    Notes
    -----
    To encode the strings of a list took a fifth of the time of scoring them, all of it under the GIL. Where kernels
    are not compiled, no address can be had, and strings are encoded.
    """

    def __init__(self) -> None:
        self._make_room(0)

    def _make_room(self, rows: int) -> None:
        self._addresses = np.empty(rows, np.uint64)
        self._sizes = np.empty(rows, np.int64)
        self._kinds = np.empty(rows, np.uint8)

    def read(self, *parts: Part) -> LocatedTexts:
        """Return the strings of all parts as one batch, which the next call overwrites.

        Parameters
        ----------
        *parts : Part
            Parts of lists that nobody changes while the batch is in use.
        """
        rows = 0
        for part in parts:
            rows += part.hi - part.lo
        if rows > len(self._sizes):
            self._make_room(2 * rows)
        addresses, sizes, kinds = self._addresses[:rows], self._sizes[:rows], self._kinds[:rows]
        if not COMPILED or not _locate(parts, addresses, sizes, kinds):
            texts = itertools.chain.from_iterable(texts[lo:hi] for texts, lo, hi in parts)
            return encode(list(texts)).located()
        return LocatedTexts(parts, addresses, sizes, kinds)


def _locate(
    parts: tuple[Part, ...],
    addresses: npt.NDArray[np.uint64],
    sizes: npt.NDArray[np.int64],
    kinds: npt.NDArray[np.uint8],
) -> bool:
    """Write where the strings of all parts are; tell whether all were found."""
    start = 0
    for texts, lo, hi in parts:
        end = start + hi - lo
        memory = addresses[start:end], sizes[start:end], kinds[start:end]
        if strings.locate_strings(strings.PythonList(texts), lo, *memory) < hi - lo:
            return False
        start = end
    return True


def encode(texts: list[str]) -> TextBatch:
    """Return strings as UTF-8; lone surrogates become three bytes each."""
    try:
        encoded = list(map(str.encode, texts))
    except UnicodeEncodeError:
        encoded = [text.encode("utf-8", "surrogatepass") for text in texts]
    offsets = np.zeros(len(texts) + 1, np.int64)
    np.cumsum(np.fromiter(map(len, encoded), np.int64, len(texts)), out=offsets[1:])
    return TextBatch(np.frombuffer(b"".join(encoded), np.uint8), offsets)
