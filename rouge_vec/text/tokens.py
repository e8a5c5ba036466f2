"""What a tokenizer is to the engine: chunks of columns go in, batches of token ids come out."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Hashable

import numpy as np
import numpy.typing as npt

from rouge_vec.batch import TokenBatch, Tokens
from rouge_vec.columns.places import note_row, note_side_of_pair
from rouge_vec.columns.text_columns import ListColumn, References, TextColumn


class Tokenizer(ABC):
    """Turns chunks of columns into ids; equal tokens of one chunk have equal ids on both sides."""

    @abstractmethod
    def start_chunk(self, rows: int) -> None:
        """Tell that ids of earlier chunks are no longer needed and that so many rows of pairs come."""

    @abstractmethod
    def tokenize(self, column: TextColumn, lo: int, hi: int, sentences: bool) -> Tokens:
        """Tokenize the texts ``lo..hi``; find sentences only if they are wanted."""

    @abstractmethod
    def spell(self, ids: npt.NDArray[np.int32]) -> list[Hashable]:
        """Return the tokens that ids of this chunk stand for, given by :meth:`tokenize`."""

    def tokenize_pairs(
        self, predictions: TextColumn, lo: int, hi: int, references: References, sentences: bool
    ) -> tuple[Tokens, Tokens]:
        """Tokenize predictions ``lo..hi`` and their references; equal tokens of one row have equal ids."""
        first, last = references.range_of(lo, hi)
        try:
            prediction = self.tokenize(predictions, lo, hi, sentences)
        except Exception as error:
            note_row(error, "predictions", predictions, lo, hi)
            raise
        try:
            return prediction, self.tokenize(references.texts, first, last, sentences)
        except Exception as error:
            note_row(error, "references", references.texts, first, last, references)
            raise

    def tokenize_pair(self, prediction: str, reference: str, sentences: bool) -> TokenBatch | None:
        """Return a batch of the two texts; None if whole texts and sentences have different tokens."""
        column = ListColumn([prediction, reference])
        try:
            tokens = self.tokenize(column, 0, 2, sentences)
        except Exception as error:
            note_side_of_pair(error, column)
            raise
        one_batch = tokens.summary is tokens.whole and tokens.budget is tokens.whole
        return tokens.whole if one_batch else None
