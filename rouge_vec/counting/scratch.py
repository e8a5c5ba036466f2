"""Memory that workers lend to the counting kernels and keep from chunk to chunk."""

from __future__ import annotations

from typing import Any

import numpy as np
import numpy.typing as npt

from rouge_vec.kernels import overlap, union_lcs

LONGEST_BY_MASKS = 512
"""Pairs whose shorter text has more tokens take the general path: counted bags of n-grams and the four-block LCS."""

NO_REACH = np.zeros((0, union_lcs.REACH_BLOCKS), np.uint64)
"""What the union LCS gets where no prediction has many sentences."""

NO_MARKS = np.zeros(0, np.int64), np.zeros(0, np.uint8)
"""Starts and marks that the union LCS gets where no sentence of a reference is long."""


class PairMemory:
    """Scratch memory for one pair of short texts, kept at hand: to look it up by name takes longer than to count."""

    def __init__(self, vocabulary_size: int) -> None:
        longest = LONGEST_BY_MASKS
        self.masks = np.zeros(vocabulary_size, np.uint64)
        self.state = np.empty(longest, np.uint8)
        self.overlap = np.empty((overlap.ROWS, 1), np.int64)
        self.union_matches = np.empty(1, np.int64)
        # In the order of the arguments of the union LCS. The empty ones are for texts that do not come here: of many
        # sentences or of long ones, or with budgets that are not their own tokens.
        self.union = (
            self.masks,
            NO_REACH,
            NO_REACH,
            np.zeros(vocabulary_size, np.int32),
            np.zeros(0, np.int32),
            np.zeros(longest, np.uint8),
            np.empty(longest + union_lcs.BETWEEN, np.uint64),
            np.empty(longest + union_lcs.BETWEEN, np.uint64),
            np.empty(longest + union_lcs.BETWEEN, np.uint64),
            *NO_MARKS,
            self.union_matches,
        )


class Scratch:
    """Memory that one worker lends to kernels, kept from chunk to chunk.

    Arrays from :meth:`zeros` are zero whenever no kernel runs: kernels clean up after themselves.
    """

    def __init__(self) -> None:
        self._arrays: dict[tuple[str, bool], npt.NDArray[Any]] = {}
        self._pair_memory = PairMemory(0)

    def pair_memory(self, vocabulary_size: int) -> PairMemory:
        """Return memory for one pair with ids below `vocabulary_size`."""
        if len(self._pair_memory.masks) < vocabulary_size:
            self._pair_memory = PairMemory(2 * vocabulary_size)
        return self._pair_memory

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
