"""Vocabularies: each distinct token is one integer id, for as long as one worker scores one call."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from rouge_vec.batch import IdScope, LocatedTexts, TokenBatch
from rouge_vec.kernels import intern
from rouge_vec.kernels.salt import SALT
from rouge_vec.text.token_keys import Bytes, Keys, TokenScanner, word_keys

_FEWEST_SLOTS = 512
_GROWTH = 4
_NO_WORDS = np.zeros(0, np.int32)


class ByteVocabulary:
    """Distinct byte strings and their ids, in a hash table that the kernels of ``kernels/intern.py`` fill.

    Parameters
    ----------
    word_count : int
        Expected number of distinct words; the table grows by itself.
    """

    def __init__(self, word_count: int = 0) -> None:
        slots = max(_FEWEST_SLOTS, 1 << (2 * word_count).bit_length())
        self._table = np.zeros(intern.SLOT_WORDS * slots, np.uint64)
        self._word_keys = np.zeros((slots // 2 + 1, 2), np.uint64)
        self._long_bytes = np.empty(slots, np.uint8)
        self._counters = np.zeros(2, np.int64)

    def __len__(self) -> int:
        return int(self._counters[0])

    def words(self, lo: int, hi: int) -> tuple[Bytes, npt.NDArray[np.int64]]:
        """Return the bytes of the words ``lo..hi``, uint8, and where each begins, int64, shape (hi - lo + 1,)."""
        text = np.empty(16 * (hi - lo) + int(self._counters[1]), np.uint8)
        offsets = np.zeros(hi - lo + 1, np.int64)
        intern.spell_words(self._word_keys[lo + 1 : hi + 1], self._long_bytes, text, offsets)
        return text, offsets

    def word(self, word_id: int) -> bytes:
        """Return one word."""
        text, offsets = self.words(word_id, word_id + 1)
        return text[: offsets[1]].tobytes()

    def add(self, word_bytes: Bytes, word_offsets: npt.NDArray[np.int64]) -> npt.NDArray[np.int32]:
        """Return the ids of words that stand one after the other, int32; new words get new ids.

        Parameters
        ----------
        word_bytes : ndarray of uint8
            Words without NUL bytes.
        word_offsets : ndarray of int64, shape (words + 1,)
            Where each word begins.
        """
        count = len(word_offsets) - 1
        if count == 0:
            return _NO_WORDS
        self._reserve(len(self) + count)
        return self._intern(*word_keys(word_bytes, word_offsets), count)

    def tokenize(self, scanner: TokenScanner, texts: LocatedTexts, *, sentences: bool) -> TokenBatch:
        """Cut texts into tokens and give them ids.

        Parameters
        ----------
        scanner : TokenScanner
            Finds the tokens.
        texts : LocatedTexts
            Texts.
        sentences : bool
            Whether newlines end sentences that are to be recorded.
        """
        bounds = scanner.scan(texts, sentences=sentences)
        ids = self._intern(scanner.keys, scanner.long_bytes, int(bounds.offsets[-1]))
        return bounds.batch(ids, len(self), IdScope.CHUNK)

    def _intern(self, keys: Keys, key_bytes: Bytes, count: int) -> npt.NDArray[np.int32]:
        """Return the ids of the first tokens of `keys`; new ones are added."""
        ids = np.empty(count, np.int32)
        done = 0
        while True:
            done = intern.intern_tokens(
                keys,
                key_bytes,
                done,
                count,
                SALT,
                self._table,
                self._word_keys,
                self._long_bytes,
                self._counters,
                ids,
            )
            if done == count:
                return ids
            self._reserve(len(self) + 1)
            used = int(self._counters[1])
            if used + len(key_bytes) > len(self._long_bytes):
                self._long_bytes = _grown(self._long_bytes, 2 * (used + len(key_bytes)))

    def _reserve(self, word_count: int) -> None:
        """Make room for so many words altogether."""
        count, capacity = len(self), len(self._word_keys) - 1
        if word_count <= capacity:
            return
        larger = ByteVocabulary(max(word_count, _GROWTH * capacity))
        larger._word_keys[: count + 1] = self._word_keys[: count + 1]
        intern.rebuild_table(larger._word_keys, count, SALT, larger._table)
        self._table, self._word_keys = larger._table, larger._word_keys


def _grown(values: Bytes, size: int) -> Bytes:
    grown = np.empty(size, values.dtype)
    grown[: len(values)] = values
    return grown
