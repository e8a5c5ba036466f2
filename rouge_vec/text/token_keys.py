"""Keys of tokens: what the scanner makes of texts and of word lists, and what vocabularies turn into ids."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from rouge_vec.batch import IdScope, LocatedTexts, TokenBatch
from rouge_vec.errors import InputError
from rouge_vec.kernels import scan
from rouge_vec.kernels.salt import SALT

NO_SENTENCES = np.zeros(1, np.int64)
_LOWER, _KEEP = np.uint8(32), np.uint8(0)
_SHORT_TEXT = 4096

Keys = npt.NDArray[np.uint64]
Bytes = npt.NDArray[np.uint8]


class TokenBounds(NamedTuple):
    """Where the tokens of a batch are, before they have ids; see ``TokenBatch``.

    Attributes
    ----------
    offsets, sentence_offsets, sentence_rows : ndarray of int64
        As in ``TokenBatch``.
    """

    offsets: npt.NDArray[np.int64]
    sentence_offsets: npt.NDArray[np.int64]
    sentence_rows: npt.NDArray[np.int64]

    def batch(self, ids: npt.NDArray[np.int32], vocabulary_size: int, scope: IdScope) -> TokenBatch:
        """Return the batch, given the ids of its tokens."""
        return TokenBatch(
            ids, self.offsets, self.sentence_offsets, self.sentence_rows, vocabulary_size, scope
        )

    def split(self, texts: int) -> tuple[TokenBounds, TokenBounds]:
        """Return the bounds of the first so many texts, and those of the other texts, counted from their own start."""
        offsets, sentence_offsets, sentence_rows = self
        tokens = offsets[texts]
        if len(sentence_rows) == 1:
            return (
                TokenBounds(offsets[: texts + 1], *self[1:]),
                TokenBounds(offsets[texts:] - tokens, *self[1:]),
            )
        sentences = sentence_rows[texts]
        return (
            TokenBounds(offsets[: texts + 1], sentence_offsets[: sentences + 1], sentence_rows[: texts + 1]),
            TokenBounds(
                offsets[texts:] - tokens,
                sentence_offsets[sentences:] - tokens,
                sentence_rows[texts:] - sentences,
            ),
        )


class TokenScanner:
    """Finds tokens that are runs of ASCII letters and digits.

    Parameters
    ----------
    lowercase : bool
        Whether A-Z are lower-cased.
    fold_unicode : bool
        Whether U+212A and U+0130, whose lower case is in ASCII, are lower-cased too, if others are.

    Attributes
    ----------
    keys : ndarray of uint64, shape (room, 2)
        Keys of the tokens of the last call, as ``kernels/scan.py`` defines them; overwritten by the next.
    long_bytes : ndarray of uint8
        Bytes of the long ones.
    """

    def __init__(self, *, lowercase: bool, fold_unicode: bool) -> None:
        self._case_bit = _LOWER if lowercase else _KEEP
        self._fold_unicode = fold_unicode and lowercase
        self._make_row(_SHORT_TEXT)
        self._make_room(_SHORT_TEXT)

    def _make_row(self, longest: int) -> None:
        """Make scratch memory for texts of so many bytes."""
        self._longest = longest
        self._row = np.zeros(longest + scan.PADDING, np.uint8)
        self._places = np.empty(longest + scan.PADDING, np.uint32)

    def _make_room(self, size: int) -> None:
        """Make room for the tokens of texts of so many bytes altogether, one added for each text."""
        self._room = size
        self.keys = np.empty((size // 2 + 1, 2), np.uint64)
        self.long_bytes = np.empty(long_room(size), np.uint8)

    def scan(self, texts: LocatedTexts, *, sentences: bool) -> TokenBounds:
        """Write the keys of the tokens of all texts to `keys`.

        Parameters
        ----------
        texts : LocatedTexts
            Texts.
        sentences : bool
            Whether newlines end sentences that are to be recorded.
        """
        most_bytes = texts.most_bytes()
        size = int(most_bytes.sum()) + len(texts)
        self._reserve(size)
        if size > self._longest:
            self._reserve_row(int(most_bytes.max(initial=0)))
        return self._scan(texts, size, sentences)

    def scan_pair(self, texts: LocatedTexts, characters: int, *, sentences: bool) -> TokenBounds:
        """Do as :meth:`scan` does to two texts of so many characters together, for which NumPy takes too long."""
        size = 4 * characters + len(texts)  # as many bytes as UTF-8 has at most
        self._reserve(size)
        self._reserve_row(size)
        return self._scan(texts, size, sentences)

    def _reserve(self, size: int) -> None:
        if size > self._room:
            self._make_room(size)

    def _reserve_row(self, longest: int) -> None:
        if longest > scan.LONGEST_TEXT:
            raise InputError(
                f"a text takes {longest} bytes; the longest that can be scored takes {scan.LONGEST_TEXT}.",
                "cut it into parts and score each.",
            )
        if longest > self._longest:
            self._make_row(min(2 * longest, scan.LONGEST_TEXT))

    def _scan(self, texts: LocatedTexts, size: int, sentences: bool) -> TokenBounds:
        rows = len(texts)
        token_offsets = np.zeros(rows + 1, np.int64)
        sentence_offsets = sentence_rows = NO_SENTENCES
        if sentences:
            sentence_offsets, sentence_rows = np.empty(size // 2 + 2, np.int64), np.zeros(rows + 1, np.int64)
            sentence_offsets[0] = 0
        scan.find_tokens(
            texts.addresses,
            texts.sizes,
            texts.kinds,
            self._case_bit,
            self._fold_unicode,
            sentences,
            SALT,
            self._row,
            self._places,
            self.keys,
            self.long_bytes,
            token_offsets,
            sentence_offsets,
            sentence_rows,
        )
        if sentences:
            sentence_offsets = sentence_offsets[: int(sentence_rows[-1]) + 1]
        return TokenBounds(token_offsets, sentence_offsets, sentence_rows)


def word_keys(word_bytes: Bytes, word_offsets: npt.NDArray[np.int64]) -> tuple[Keys, Bytes]:
    """Return the keys of words and the bytes of the long ones.

    Parameters
    ----------
    word_bytes : ndarray of uint8
        Words one after the other, without NUL bytes.
    word_offsets : ndarray of int64, shape (words + 1,)
        Where each word begins.
    """
    size = int(word_offsets[-1])
    text = np.zeros(size + scan.PADDING, np.uint8)
    text[:size] = word_bytes[:size]
    keys = np.empty((len(word_offsets) - 1, 2), np.uint64)
    long_bytes = np.empty(long_room(size), np.uint8)
    scan.pack_words(text, word_offsets, SALT, keys, long_bytes)
    return keys, long_bytes


def long_room(size: int) -> int:
    """Return how many bytes the long tokens of so many bytes of text take at most, with the zeros that end them."""
    return size + size // 16 + 1
