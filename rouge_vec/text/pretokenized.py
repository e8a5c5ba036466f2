"""The tokenizer of texts that are tokens already, of any hashable kind or integers."""

from __future__ import annotations

import itertools
from collections.abc import Hashable

import numpy as np
import numpy.typing as npt

from rouge_vec.batch import IdScope, TokenBatch, Tokens
from rouge_vec.columns.text_columns import TextColumn
from rouge_vec.columns.token_columns import TokenColumn, text_instead_of_tokens
from rouge_vec.errors import InputTypeError
from rouge_vec.text.python_tokenizer import MOST_TOKENS_KEPT, TokenIds
from rouge_vec.text.stopwords import keep_tokens
from rouge_vec.text.tokens import Tokenizer
from rouge_vec.text.word_rules import WordRules

Ids = npt.NDArray[np.int64]
Offsets = npt.NDArray[np.int64]


class IdTokenizer(Tokenizer):
    """Gives ids to tokens that are given as such; one worker owns one of these."""

    def __init__(self, rules: WordRules) -> None:
        self._rules = rules
        self._objects = TokenIds(rules)
        self._integers = _IntegerIds()
        self._stop_ids = [word for word in rules.stopwords if not isinstance(word, str)]

    def start_chunk(self, rows: int) -> None:
        """Keep the ids, which later chunks may share, until many tokens are known."""
        if self._objects.known > MOST_TOKENS_KEPT:
            self._objects = TokenIds(self._rules)
        if len(self._integers) > MOST_TOKENS_KEPT:
            self._integers = _IntegerIds()

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
        tokens = self._tokens(ids, sentence_offsets, sentence_rows, size)
        if not self._rules.stopwords or not len(values):
            return tokens
        if not self._stop_ids:
            raise InputTypeError(
                f"the stop words are words, but the tokens are integers, such as {int(values[0])}.",
                "give token ids as stop words, for example stopwords=[0].",
            )
        batch = keep_tokens(tokens.whole, ~np.isin(values, self._stop_ids))
        return Tokens(batch, batch, batch)

    def spell(self, ids: npt.NDArray[np.int32]) -> list[Hashable]:
        return self._objects.spell(ids)

    def _tokens(
        self, ids: npt.NDArray[np.int32], sentence_offsets: Offsets, sentence_rows: Offsets, size: int
    ) -> Tokens:
        """Return tokens with sentences that stop words may have emptied; those are left out."""
        filled = sentence_offsets[1:] > sentence_offsets[:-1]
        if not filled.all():
            sentence_rows = np.concatenate([[0], np.cumsum(filled)])[sentence_rows]
            sentence_offsets = np.append(sentence_offsets[:-1][filled], sentence_offsets[-1])
        batch = TokenBatch(
            ids, sentence_offsets[sentence_rows], sentence_offsets, sentence_rows, size, IdScope.CHUNK
        )
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

    def __len__(self) -> int:
        return len(self._known)

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
