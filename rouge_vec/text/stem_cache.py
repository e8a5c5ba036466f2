"""Stems of tokens that have no ids yet: each word of a chunk is stemmed once, frequent ones less often."""

from __future__ import annotations

import numpy as np

from rouge_vec.kernels import intern, stems
from rouge_vec.text.stemmers import find_stemmer, stemmed_words
from rouge_vec.text.token_keys import Bytes, Keys, word_keys

_SLOTS = 1 << 16
"""Words whose stems are remembered: two megabytes, the size of a second-level cache."""


class StemCache:
    """Replaces keys of tokens by those of their stems.

    Parameters
    ----------
    stemmer : str
        Name of a stemmer, as :func:`find_stemmer` takes it.
    """

    def __init__(self, stemmer: str) -> None:
        self._stem = find_stemmer(stemmer)
        self._stemmed = stemmed_words(stemmer)
        self._cache = np.zeros((_SLOTS, 4), np.uint64)
        self._make_room(0)

    def _make_room(self, tokens: int) -> None:
        self._pending = np.empty((tokens, 2), np.uint64)
        self._candidates = np.empty(tokens + 1, np.int64)
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
            keys.view(np.uint8).reshape(-1),
            count,
            *self._stemmed,
            self._cache,
            self._candidates,
            self._pending,
            self._places,
        )
        if words == 0:
            return long_bytes
        try:
            stem_keys, stem_bytes = self._stems_of(self._pending[:words], long_bytes)
        except BaseException:
            # Words that still wait would never be stemmed.
            self._cache[:] = 0
            raise
        stems.store_stems(keys, self._pending, stem_keys, words, self._cache, self._places, waiting)
        return stem_bytes

    def _stems_of(self, keys: Keys, long_bytes: Bytes) -> tuple[Keys, Bytes]:
        """Return the keys and the long bytes of the stems of words."""
        words = len(keys)
        text = np.empty(16 * words + len(long_bytes), np.uint8)
        offsets = np.zeros(words + 1, np.int64)
        intern.spell_words(keys, long_bytes, text, offsets)
        return word_keys(*self._stem(text, offsets, 0, words))
