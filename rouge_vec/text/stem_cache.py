"""Stems of tokens that have no ids yet: each word of a chunk is stemmed once, frequent ones less often."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from rouge_vec.kernels import intern, stems
from rouge_vec.text.stemmers import StemFunction
from rouge_vec.text.token_keys import Bytes, Keys, word_keys

_FEWEST_SLOTS = 1 << 12
_MOST_SLOTS = 1 << 18
"""Words whose stems are remembered at most, in eight megabytes: words of a corpus and their misspellings."""
_GROWTH = 4


class StemCache:
    """Replaces keys of tokens by those of their stems.

    Parameters
    ----------
    stem : StemFunction
        The stemmer.
    shortest : ndarray of uint8, shape (8192,)
        Which words it may change, as :func:`rouge_vec.text.stemmers.shortest_stemmed` says.

    Notes
    -----
    Like all that a worker holds, it is of no use after an error: words may wait for stems that never come.
    """

    def __init__(self, stem: StemFunction, shortest: npt.NDArray[np.uint8]) -> None:
        self._stem = stem
        self._shortest = shortest
        self._candidates = np.empty(stems.TOGETHER + 1, np.uint64)
        self._lines = np.empty(stems.TOGETHER + 1, np.uint64)
        self._make_cache(_FEWEST_SLOTS)
        self._make_room(0)

    def _make_cache(self, slots: int) -> None:
        words = slots * stems.SLOT_WORDS
        memory = np.zeros(words + stems.LINE_WORDS, np.uint64)
        before_line = -memory.ctypes.data // memory.itemsize % stems.LINE_WORDS
        self._cache = memory[before_line : before_line + words]
        self._words_met = 0

    def _make_room(self, tokens: int) -> None:
        self._pending = np.empty((tokens, 2), np.uint64)
        self._places = np.empty(tokens + 1, np.int64)

    def apply(self, keys: Keys, long_bytes: Bytes, count: int) -> Bytes:
        """Replace the first `count` keys; return the bytes of stems that are long.

        Parameters
        ----------
        keys : ndarray of uint64, shape (room, 2)
            In and out: keys of tokens, of their stems afterwards.
        long_bytes : ndarray of uint8
            Bytes of the tokens that are long.
        count : int
            Tokens.
        """
        if count > len(self._pending):
            self._make_room(2 * count)
        words, waiting = stems.look_up_stems(
            keys,
            count,
            self._shortest,
            self._cache,
            self._candidates,
            self._lines,
            self._pending,
            self._places,
        )
        if words == 0:
            return long_bytes
        stem_keys, stem_bytes = self._stems_of(self._pending[:words], long_bytes)
        stems.store_stems(keys, self._pending, stem_keys, words, self._cache, self._places, waiting)
        self._words_met += words
        slots = len(self._cache) // stems.SLOT_WORDS
        if self._words_met > slots // 2 and slots < _MOST_SLOTS:
            # To stem the words again takes less code, and hardly more time, than to move them.
            self._make_cache(_GROWTH * slots)
        return stem_bytes

    def _stems_of(self, keys: Keys, long_bytes: Bytes) -> tuple[Keys, Bytes]:
        """Return the keys and the long bytes of the stems of words."""
        words = len(keys)
        text = np.empty(16 * words + len(long_bytes), np.uint8)
        offsets = np.zeros(words + 1, np.int64)
        intern.spell_words(keys, long_bytes, text, offsets)
        return word_keys(*self._stem(text, offsets, 0, words))
