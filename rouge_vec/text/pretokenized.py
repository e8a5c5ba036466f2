"""Texts that are tokens already, of any hashable kind or integers, and the tokenizer that takes them."""

from __future__ import annotations

import itertools
from collections.abc import Hashable

import numpy as np
import numpy.typing as npt

from rouge_vec.batch import TextBatch, TokenBatch
from rouge_vec.errors import InputTypeError
from rouge_vec.options import PRETOKENIZED, RougeOptions
from rouge_vec.text.columns import TextColumn
from rouge_vec.text.python_tokenizer import TokenIds
from rouge_vec.text.tokens import Tokenizer, Tokens

Ids = npt.NDArray[np.int64]
Offsets = npt.NDArray[np.int64]

_BYTES_OF_TOKEN = 6
MOST_DIRECT_IDS = 1 << 18
"""Ids below this are used as they are; others are numbered first, because scratch memory grows with them."""


class TokenColumn(TextColumn):
    """Texts of one side as tokens.

    Parameters
    ----------
    values : ndarray of int64, shape (tokens,), or list of hashable
        Tokens of all texts, end to end, none of them missing.
    sentence_offsets : ndarray of int64, shape (sentences + 1,)
        Where each sentence begins and ends; sentences may be empty.
    sentence_rows : ndarray of int64, shape (rows + 1,)
        Sentences of text ``r`` are those in ``[sentence_rows[r], sentence_rows[r + 1])``.
    missing : ndarray of bool, shape (rows,), or None
        Which rows had no tokens given.

    Attributes
    ----------
    direct_size : int
        One more than the largest integer of both sides, if all are small enough to be ids as they are; else 0.
    """

    def __init__(
        self,
        values: Ids | list[Hashable],
        sentence_offsets: Offsets,
        sentence_rows: Offsets,
        missing: npt.NDArray[np.bool_] | None = None,
    ) -> None:
        self.values = values
        self.missing = missing
        self.direct_size = 0
        self._sentence_offsets = sentence_offsets
        self._sentence_rows = sentence_rows

    def __len__(self) -> int:
        return len(self._sentence_rows) - 1

    def sizes(self, lo: int, hi: int) -> npt.NDArray[np.int64]:
        """Return about the bytes that each of the texts ``lo..hi`` would have, int64, shape (hi - lo,)."""
        return _BYTES_OF_TOKEN * np.diff(self._sentence_offsets[self._sentence_rows[lo : hi + 1]])

    def batch(self, lo: int, hi: int) -> TextBatch:
        """Refuse: there is no text."""
        raise InputTypeError(
            "this rouge type reads texts, but lists of tokens were given.",
            f'leave out tokenizer="{PRETOKENIZED}" and give strings.',
        )

    def strings(self, lo: int, hi: int) -> list[str]:
        """Return nothing for each of the texts ``lo..hi``."""
        return [""] * (hi - lo)

    def part(self, lo: int, hi: int) -> tuple[Ids | list[Hashable], Offsets, Offsets]:
        """Return the tokens of the texts ``lo..hi``, the offsets of their sentences, and the rows of those."""
        rows = self._sentence_rows[lo : hi + 1]
        bounds = self._sentence_offsets[rows[0] : rows[-1] + 1]
        return self.values[bounds[0] : bounds[-1]], bounds - bounds[0], rows - rows[0]

    def as_objects(self) -> TokenColumn:
        """Return the column with its integers as Python objects, to be compared with tokens of any kind."""
        if isinstance(self.values, list):
            return self
        return TokenColumn(self.values.tolist(), self._sentence_offsets, self._sentence_rows, self.missing)

    def bound(self) -> int:
        """Return one more than the largest integer, or more than any id may be if one is negative."""
        values = self.values
        if isinstance(values, list) or not len(values):
            return 1
        return int(values.max()) + 1 if values.min() >= 0 else MOST_DIRECT_IDS + 1


class IdTokenizer(Tokenizer):
    """Gives ids to tokens that are given as such; one worker owns one of these."""

    def __init__(self, options: RougeOptions) -> None:
        self._objects = TokenIds(options)
        self._integers = _IntegerIds()

    def start_chunk(self, rows: int) -> None:
        """Keep the ids, which later chunks may share."""

    def tokenize(self, column: TextColumn, lo: int, hi: int, sentences: bool) -> Tokens:
        """Return the texts ``lo..hi``; sentences cost nothing."""
        if not isinstance(column, TokenColumn):
            raise text_instead_of_tokens("a text", "")
        values, sentence_offsets, sentence_rows = column.part(lo, hi)
        if isinstance(values, list):
            ids, offsets = self._of_objects(values, sentence_offsets)
            return self._tokens(ids, offsets, sentence_rows, len(self._objects))
        if column.direct_size:
            ids, size = values.astype(np.int32), column.direct_size
        else:
            ids, size = self._integers.of(values)
        return self._tokens(ids, sentence_offsets, sentence_rows, size)

    def _tokens(
        self, ids: npt.NDArray[np.int32], sentence_offsets: Offsets, sentence_rows: Offsets, size: int
    ) -> Tokens:
        """Return tokens with sentences that stop words may have emptied; those are left out."""
        filled = sentence_offsets[1:] > sentence_offsets[:-1]
        if not filled.all():
            sentence_rows = np.concatenate([[0], np.cumsum(filled)])[sentence_rows]
            sentence_offsets = np.append(sentence_offsets[:-1][filled], sentence_offsets[-1])
        batch = TokenBatch(ids, sentence_offsets[sentence_rows], sentence_offsets, sentence_rows, size)
        return Tokens(batch, batch, batch)

    def _of_objects(self, values: list[Hashable], offsets: Offsets) -> tuple[npt.NDArray[np.int32], Offsets]:
        """Return ids and where sentences begin and end, once stop words are gone."""
        sentences = [values[start:stop] for start, stop in itertools.pairwise(offsets.tolist())]
        kept = self._objects.of(sentences)
        ends = np.zeros(len(kept) + 1, np.int64)
        np.cumsum([len(ids) for ids in kept], out=ends[1:])
        return np.concatenate(kept) if kept else np.zeros(0, np.int32), ends


class _IntegerIds:
    """Ids of integers: themselves while they are small, else in the order in which they are met."""

    def __init__(self) -> None:
        self._known = np.zeros(0, np.int64)
        self._ids = np.zeros(0, np.int32)

    def of(self, values: Ids) -> tuple[npt.NDArray[np.int32], int]:
        """Return ids, int32, and one more than the largest that may occur."""
        different, inverse = np.unique(values, return_inverse=True)
        places = np.searchsorted(self._known, different)
        inside = np.minimum(places, max(len(self._known) - 1, 0))
        is_new = np.ones(len(different), np.bool_)
        if len(self._known):
            is_new = self._known[inside] != different
        count = len(self._known)
        fresh = np.arange(count, count + int(is_new.sum()), dtype=np.int32)
        self._known = np.insert(self._known, places[is_new], different[is_new])
        self._ids = np.insert(self._ids, places[is_new], fresh)
        ids = self._ids[np.searchsorted(self._known, different)]
        return ids[inverse], len(self._known)


def text_instead_of_tokens(shown: str, where: str) -> InputTypeError:
    """Return the error for a text where a list of tokens is expected."""
    place = f"{where} holds {shown}" if where else f"{shown} was given"
    return InputTypeError(
        f'{place}, but tokenizer="{PRETOKENIZED}" reads lists of tokens.',
        "split the texts first, or name another tokenizer.",
    )
