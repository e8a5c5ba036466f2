"""Plain containers that travel down the pipe: texts as bytes, tokens as integer ids, integer counts.

Nobody changes one once it is made. Those that every pair needs are not frozen, which would double the time to make one.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from enum import Enum
from typing import Any

import numpy as np
import numpy.typing as npt


@dataclass(slots=True, eq=False)
class TextBatch:
    """Texts as one run of UTF-8 bytes.

    Attributes
    ----------
    data : ndarray of uint8, shape (bytes,)
        Read-only; may hold more than the texts (a slice of a larger Arrow buffer).
    offsets : ndarray of int64, shape (rows + 1,)
        Text ``r`` is ``data[offsets[r]:offsets[r + 1]]``.
    """

    data: npt.NDArray[np.uint8]
    offsets: npt.NDArray[np.int64]

    def __len__(self) -> int:
        return len(self.offsets) - 1

    def located(self) -> LocatedTexts:
        """Return the same texts by their addresses."""
        address = self.data.__array_interface__["data"][0]
        return LocatedTexts(
            (self.data,),
            np.uint64(address) + self.offsets[:-1].astype(np.uint64),
            self.offsets[1:] - self.offsets[:-1],
            np.zeros(len(self), np.uint8),
        )

    def text_bytes(self, row: int) -> bytes:
        """Return the bytes of one text."""
        return self.data[self.offsets[row] : self.offsets[row + 1]].tobytes()


@dataclass(slots=True, eq=False)
class LocatedTexts:
    """Texts read where they stand in memory, as the scanner takes them.

    Attributes
    ----------
    owners : tuple
        Lists of strings, or arrays, that keep the texts; nobody changes them while this is in use.
    addresses : ndarray of uint64, shape (rows,)
        Where the units of each text begin.
    sizes : ndarray of int64, shape (rows,)
        Units of each text.
    kinds : ndarray of uint8, shape (rows,)
        0 for UTF-8, of which a unit is one byte; else the bytes of a unit, which is a character: 1, 2 or 4.
    """

    owners: tuple[Any, ...]
    addresses: npt.NDArray[np.uint64]
    sizes: npt.NDArray[np.int64]
    kinds: npt.NDArray[np.uint8]

    def __len__(self) -> int:
        return len(self.sizes)

    def rows(self, lo: int, hi: int) -> LocatedTexts:
        """Return the texts ``lo..hi``."""
        return LocatedTexts(self.owners, self.addresses[lo:hi], self.sizes[lo:hi], self.kinds[lo:hi])

    def followed_by(self, other: LocatedTexts) -> LocatedTexts:
        """Return these texts and then the others, as one batch."""
        return LocatedTexts(
            self.owners + other.owners,
            np.concatenate([self.addresses, other.addresses]),
            np.concatenate([self.sizes, other.sizes]),
            np.concatenate([self.kinds, other.kinds]),
        )

    def most_bytes(self) -> npt.NDArray[np.int64]:
        """Return how many bytes the scanner makes of each text at most, int64, shape (rows,).

        One of a unit of one byte; two of others, because U+0130 becomes a letter and a break.
        """
        return self.sizes << (self.kinds >= 2)


class IdScope(Enum):
    """Among which texts equal ids mean equal tokens."""

    ROW = "a prediction and its own references"
    CHUNK = "all texts that one tokenizer read since its chunk began"
    VOCABULARY = "all texts that were numbered together, for as long as they are kept"


@dataclass(slots=True, eq=False)
class TokenBatch:
    """Tokenized texts; which of their ids may be compared is said by their scope.

    Attributes
    ----------
    ids : ndarray of int32, shape (tokens,)
        Token ids in ``[0, vocabulary_size)``.
    offsets : ndarray of int64, shape (rows + 1,)
        Tokens of text ``r`` are ``ids[offsets[r]:offsets[r + 1]]``.
    sentence_offsets : ndarray of int64, shape (sentences + 1,)
        Tokens of sentence ``s`` are ``ids[sentence_offsets[s]:sentence_offsets[s + 1]]``. Sentences without tokens
        are left out. Empty unless sentences were asked for.
    sentence_rows : ndarray of int64, shape (rows + 1,)
        Sentences of text ``r`` are those in ``[sentence_rows[r], sentence_rows[r + 1])``.
    vocabulary_size : int
        One more than the largest id that may occur.
    scope : IdScope
        Where ids are comparable; within a row unless it is said that it is more.
    """

    ids: npt.NDArray[np.int32]
    offsets: npt.NDArray[np.int64]
    sentence_offsets: npt.NDArray[np.int64]
    sentence_rows: npt.NDArray[np.int64]
    vocabulary_size: int
    scope: IdScope = IdScope.ROW

    def __len__(self) -> int:
        return len(self.offsets) - 1

    def lengths(self) -> npt.NDArray[np.int64]:
        """Return the number of tokens of each text, int64, shape (rows,)."""
        return self.offsets[1:] - self.offsets[:-1]

    def sentence_counts(self) -> npt.NDArray[np.int64]:
        """Return the number of sentences of each text, int64, shape (rows,)."""
        return self.sentence_rows[1:] - self.sentence_rows[:-1]


@dataclass(frozen=True, slots=True)
class Tokens:
    """A chunk of one side, tokenized.

    Attributes
    ----------
    whole : TokenBatch
        Each text as one sequence: what n-grams, skip-bigrams and ROUGE-L see.
    summary : TokenBatch
        Each text as sentences: what ROUGE-Lsum and W align. The same object where the tokens are the same.
    budget : TokenBatch
        What ROUGE-Lsum and W may match, as often as it occurs here: the tokens of `summary`, except under the
        byte limit of ROUGE-1.5.5.
    """

    whole: TokenBatch
    summary: TokenBatch
    budget: TokenBatch

    def batches(self) -> list[TokenBatch]:
        """Return the three without repetition; mostly they are one and the same."""
        return list({id(batch): batch for batch in (self.whole, self.summary, self.budget)}.values())

    def in_scope(self, scope: IdScope) -> Tokens:
        """Return the same tokens with ids that are comparable there."""
        scoped = {id(batch): replace(batch, scope=scope) for batch in self.batches()}
        return Tokens(*(scoped[id(batch)] for batch in (self.whole, self.summary, self.budget)))


@dataclass(frozen=True, slots=True)
class Counts:
    """What every score is made of, one entry for each pair of texts.

    Attributes
    ----------
    matches, prediction_total, reference_total : ndarray, shape (pairs,)
        int64; float64 for ROUGE-W, whose counts are weighted.
    """

    matches: npt.NDArray[np.int64] | npt.NDArray[np.float64]
    prediction_total: npt.NDArray[np.int64] | npt.NDArray[np.float64]
    reference_total: npt.NDArray[np.int64] | npt.NDArray[np.float64]

    def put(self, pairs: slice, counts: Counts) -> None:
        """Write the counts of some of the pairs where they belong."""
        self.matches[pairs] = counts.matches
        self.prediction_total[pairs] = counts.prediction_total
        self.reference_total[pairs] = counts.reference_total
