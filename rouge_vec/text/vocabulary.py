"""Vocabularies: each distinct token is one integer id, for as long as one worker scores one call."""

from __future__ import annotations

from collections.abc import Hashable, Iterable

import numpy as np
import numpy.typing as npt

from rouge_vec.batch import TextBatch, TokenBatch
from rouge_vec.kernels import scan

_FEWEST_SLOTS = 512
_GROWTH = 4
_SHORT_TEXTS = 2048
NO_SENTENCES = np.zeros(1, np.int64)
LOWER, KEEP = np.uint8(32), np.uint8(0)
LOW_MASKS = np.array([(1 << 8 * min(length, 8)) - 1 for length in range(17)], np.uint64)
HIGH_MASKS = np.array([(1 << 8 * max(length - 8, 0)) - 1 for length in range(17)], np.uint64)


class ByteVocabulary:
    """Distinct byte strings and their ids, in a hash table that the scan kernels fill.

    Parameters
    ----------
    word_count : int
        Expected number of distinct words; the table grows by itself.
    """

    def __init__(self, word_count: int = 0) -> None:
        slots = max(_FEWEST_SLOTS, 1 << (2 * word_count).bit_length())
        self._table = np.zeros(scan.SLOT_WORDS * slots, np.uint64)
        self._word_keys = np.zeros((slots // 2 + 1, 2), np.uint64)
        self._long_bytes = np.empty(slots, np.uint8)
        self._long_offsets = np.zeros(slots // 2 + 1, np.int64)
        self._counters = np.zeros(3, np.int64)
        self._scratch_for(_SHORT_TEXTS)

    def _scratch_for(self, longest: int) -> None:
        """Make scratch memory for texts of so many bytes."""
        self._longest = longest
        self._row_words = np.empty((longest + scan.PADDING) // 8 + 1, np.uint64)
        self._row = self._row_words.view(np.uint8)
        self._edges = np.empty(longest + 72, np.int64)
        self._keys = np.empty(2 * longest + 4, np.uint64)

    def __len__(self) -> int:
        return int(self._counters[0])

    def words(self, lo: int, hi: int) -> tuple[npt.NDArray[np.uint8], npt.NDArray[np.int64]]:
        """Return the bytes of the words ``lo..hi``, uint8, and where each begins, int64, shape (hi - lo + 1,)."""
        long = int(self._long_offsets[hi] - self._long_offsets[lo])
        text = np.empty(16 * (hi - lo) + long, np.uint8)
        offsets = np.empty(hi - lo + 1, np.int64)
        scan.spell_words(self._word_keys, self._long_bytes, self._long_offsets, lo, hi, text, offsets)
        return text, offsets

    def word(self, word_id: int) -> bytes:
        """Return one word."""
        text, offsets = self.words(word_id, word_id + 1)
        return text[: offsets[1]].tobytes()

    def add(
        self, word_bytes: npt.NDArray[np.uint8], word_offsets: npt.NDArray[np.int64]
    ) -> npt.NDArray[np.int32]:
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
            return np.zeros(0, np.int32)
        text_words = np.empty((int(word_offsets[-1]) + scan.PADDING) // 8, np.uint64)
        text = text_words.view(np.uint8)
        text[: word_offsets[-1]] = word_bytes[: word_offsets[-1]]
        self._reserve(len(self) + count, int(word_offsets[-1]))
        ids = np.empty(count, np.int32)
        scan.intern_words(
            text_words,
            text,
            word_offsets,
            0,
            count,
            LOW_MASKS,
            HIGH_MASKS,
            self._table,
            self._word_keys,
            self._long_bytes,
            self._long_offsets,
            self._counters,
            ids,
        )
        return ids

    def tokenize(
        self, texts: TextBatch, *, lowercase: bool, fold_unicode: bool, sentences: bool
    ) -> TokenBatch:
        """Cut texts into runs of ASCII letters and digits.

        Parameters
        ----------
        texts : TextBatch
            UTF-8 text.
        lowercase : bool
            Whether A-Z are lower-cased.
        fold_unicode : bool
            Whether U+212A and U+0130, whose lower case is in ASCII, are lower-cased too.
        sentences : bool
            Whether newlines end sentences that are to be recorded.
        """
        rows = len(texts)
        start, stop = int(texts.offsets[0]), int(texts.offsets[-1])
        if stop - start > self._longest:
            longest = int((texts.offsets[1:] - texts.offsets[:-1]).max(initial=0))
            if longest > self._longest:
                self._scratch_for(longest)
        most_tokens = (stop - start + rows) // 2 + 1
        ids = np.empty(most_tokens, np.int32)
        token_offsets = np.zeros(rows + 1, np.int64)
        sentence_offsets = np.zeros(most_tokens + 1, np.int64) if sentences else NO_SENTENCES
        sentence_rows = np.zeros(rows + 1, np.int64) if sentences else NO_SENTENCES
        self._counters[1:] = 0
        done = 0
        while True:
            done = scan.tokenize_rows(
                texts.data,
                texts.offsets,
                done,
                rows,
                LOWER if lowercase else KEEP,
                fold_unicode,
                sentences,
                LOW_MASKS,
                HIGH_MASKS,
                self._row_words,
                self._row,
                self._edges,
                self._keys,
                self._table,
                self._word_keys,
                self._long_bytes,
                self._long_offsets,
                self._counters,
                ids,
                token_offsets,
                sentence_offsets,
                sentence_rows,
            )
            if done == rows:
                break
            size = int(texts.offsets[done + 1] - texts.offsets[done])
            self._reserve(len(self) + size // 2 + 1, size)
        _, token_count, sentence_count = self._counters.tolist()
        return TokenBatch(
            ids[:token_count],
            token_offsets,
            sentence_offsets[: sentence_count + 1],
            sentence_rows,
            len(self),
        )

    def _reserve(self, word_count: int, new_bytes: int) -> None:
        """Make room for so many words altogether and for so many more bytes of long words."""
        count = len(self)
        used = int(self._long_offsets[count])
        if used + new_bytes > len(self._long_bytes):
            self._long_bytes = _grown(self._long_bytes, 2 * (used + new_bytes))
        capacity = len(self._long_offsets) - 1
        if word_count <= capacity:
            return
        larger = ByteVocabulary(max(word_count, _GROWTH * capacity))
        larger._word_keys[: count + 1] = self._word_keys[: count + 1]
        larger._long_offsets[: count + 1] = self._long_offsets[: count + 1]
        scan.rebuild_table(larger._word_keys, count, larger._table)
        self._table, self._word_keys = larger._table, larger._word_keys
        self._long_offsets = larger._long_offsets


def _grown(values: npt.NDArray[np.uint8], size: int) -> npt.NDArray[np.uint8]:
    grown = np.empty(size, values.dtype)
    grown[: len(values)] = values
    return grown


class HashableVocabulary:
    """Distinct hashable tokens and their ids: for tokenizers that return Python objects."""

    def __init__(self) -> None:
        self._ids: dict[Hashable, int] = {}

    def __len__(self) -> int:
        return len(self._ids)

    def add(self, tokens: Iterable[Hashable]) -> list[int]:
        """Return the ids of the tokens; new tokens get new ids.

        Raises
        ------
        TypeError
            If a token is not hashable.
        """
        ids = self._ids
        return [ids.setdefault(token, len(ids)) for token in tokens]
