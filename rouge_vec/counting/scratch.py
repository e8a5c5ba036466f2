"""Memory that workers lend to the counting kernels and keep from chunk to chunk."""

from __future__ import annotations

from typing import Any

import numpy as np
import numpy.typing as npt

from rouge_vec.kernels import union_lcs

LONGEST_BY_MASKS = 512
"""Pairs whose shorter text has more tokens take the general path: counted bags of n-grams and the four-block LCS."""

NO_REACH = np.zeros((0, union_lcs.REACH_BLOCKS), np.uint64)
"""What the union LCS gets where no prediction has many sentences."""

NO_MARKS = np.zeros(0, np.int64), np.zeros(0, np.uint8)
"""Starts and marks that the union LCS gets where no sentence of a reference is long."""


class Scratch:
    """Memory that one worker lends to kernels, kept from chunk to chunk.

    Arrays from :meth:`zeros` are zero whenever no kernel runs: kernels clean up after themselves.
    """

    def __init__(self) -> None:
        self._arrays: dict[tuple[str, bool], npt.NDArray[Any]] = {}

    def zeros(self, name: str, shape: tuple[int, ...], dtype: npt.DTypeLike) -> npt.NDArray[Any]:
        """Return an array of zeros of at least that shape."""
        return self._get(name, shape, dtype, zero=True)

    def empty(self, name: str, shape: tuple[int, ...], dtype: npt.DTypeLike) -> npt.NDArray[Any]:
        """Return an array of at least that shape whose values mean nothing."""
        return self._get(name, shape, dtype, zero=False)

    def _get(
        self, name: str, shape: tuple[int, ...], dtype: npt.DTypeLike, *, zero: bool
    ) -> npt.NDArray[Any]:
        held = self._arrays.get((name, zero))
        if held is not None and held.shape[0] >= shape[0] and held.shape[1:] >= shape[1:]:
            return held
        if held is not None:
            sizes = zip(held.shape, shape, strict=True)
            shape = tuple(max(want, 2 * have) if want > have else have for have, want in sizes)
        held = np.zeros(shape, dtype) if zero else np.empty(shape, dtype)
        self._arrays[name, zero] = held
        return held
