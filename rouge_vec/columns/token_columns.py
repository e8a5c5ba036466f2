"""Texts that are tokens already, of any hashable kind or integers, as a column."""

from __future__ import annotations

from collections.abc import Hashable

import numpy as np
import numpy.typing as npt

from rouge_vec.batch import TextBatch
from rouge_vec.columns.text_columns import TextColumn
from rouge_vec.errors import InputTypeError
from rouge_vec.options.stages import PRETOKENIZED

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


def text_instead_of_tokens(shown: str, where: str) -> InputTypeError:
    """Return the error for a text where a list of tokens is expected."""
    place = f"{where} holds {shown}" if where else f"{shown} was given"
    return InputTypeError(
        f'{place}, but tokenizer="{PRETOKENIZED}" reads lists of tokens.',
        "split the texts first, or name another tokenizer.",
    )
