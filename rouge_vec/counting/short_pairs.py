"""Single pairs of short texts: the counts and shares that most calls ask for, with little around the kernels.

What is counted here is what :class:`rouge_vec.counting.counter.PairCounter` counts; for one pair of thirty words its
general way takes ten times as long as the kernels.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from rouge_vec.batch import TokenBatch, Tokens
from rouge_vec.counting.counter import sentence_arguments, union_lcs_matches
from rouge_vec.counting.scratch import LONGEST_BY_MASKS, NO_MARKS, NO_REACH, Scratch
from rouge_vec.kernels import overlap, union_lcs
from rouge_vec.kernels.union_lcs import WORD_TOKENS
from rouge_vec.options.rouge_types import RougeType

_FIRST_ROW = np.zeros(1, np.int64)
_SECOND_ROW = np.ones(1, np.int64)
"""Rows of a batch that holds one prediction and one reference."""


class PairCounts(NamedTuple):
    """Counts of one pair of texts, plain integers."""

    prediction_length: int
    reference_length: int
    unigrams: int
    bigrams: int
    lcs: int
    union_lcs: int

    def of(self, rouge_type: RougeType) -> tuple[int, int, int]:
        """Return matches, prediction total and reference total of ROUGE-1, 2, L or Lsum."""
        if rouge_type.family.is_lcs:
            matches = self.union_lcs if rouge_type.by_sentence else self.lcs
            return matches, self.prediction_length, self.reference_length
        lost = rouge_type.order - 1
        matches = self.bigrams if lost else self.unigrams
        return matches, max(self.prediction_length - lost, 0), max(self.reference_length - lost, 0)


class _PairMemory:
    """Scratch memory for one pair, kept at hand: to look it up by name takes longer than to count."""

    def __init__(self, vocabulary_size: int) -> None:
        longest = LONGEST_BY_MASKS
        self.masks = np.zeros(vocabulary_size, np.uint64)
        self.state = np.empty(longest, np.uint8)
        self.overlap = np.empty((overlap.ROWS, 1), np.int64)
        self.union_matches = np.empty(1, np.int64)
        # In the order of the arguments of the union LCS. The empty ones are for texts that do not come here: of many
        # sentences or of long ones, or with budgets that are not their own tokens.
        self.union = (
            self.masks,
            NO_REACH,
            NO_REACH,
            np.zeros(vocabulary_size, np.int32),
            np.zeros(0, np.int32),
            np.zeros(longest, np.uint8),
            np.empty(longest + union_lcs.BETWEEN, np.uint64),
            np.empty(longest + union_lcs.BETWEEN, np.uint64),
            np.empty(longest + union_lcs.BETWEEN, np.uint64),
            *NO_MARKS,
            self.union_matches,
        )


class ShortPairCounter:
    """Counts pairs one by one, for one thread.

    Parameters
    ----------
    scratch : Scratch
        The thread's memory, for texts of many sentences.
    sentences : bool
        Whether the union LCS is wanted.
    """

    def __init__(self, scratch: Scratch, *, sentences: bool) -> None:
        self._scratch = scratch
        self._sentences = sentences
        self._memory = _PairMemory(0)

    def count(self, tokens: TokenBatch) -> PairCounts | None:
        """Count the two texts of a batch against each other; None if they are too long for position masks."""
        _, middle, end = tokens.offsets.tolist()
        longest = max(middle, end - middle)
        if longest > LONGEST_BY_MASKS:
            return None
        if len(self._memory.masks) < tokens.vocabulary_size:
            self._memory = _PairMemory(2 * tokens.vocabulary_size)
        memory = self._memory
        whole = (tokens.ids, tokens.offsets)
        overlap.count_overlap(
            *whole, *whole, _FIRST_ROW, _SECOND_ROW, 0, 1, longest, memory.masks, memory.state, memory.overlap
        )
        unigrams, bigrams, length = memory.overlap[: overlap.PREDICTION_TOKENS, 0].tolist()
        union = length
        if self._sentences and len(tokens.sentence_offsets) > 3:
            union = self._union_lcs(tokens, end - middle)
        return PairCounts(middle, end - middle, unigrams, bigrams, length, union)

    def _union_lcs(self, tokens: TokenBatch, reference_length: int) -> int:
        if reference_length <= WORD_TOKENS and len(tokens.sentence_offsets) <= union_lcs.MANY_SENTENCES:
            memory, whole, split = self._memory, (tokens.ids, tokens.offsets), sentence_arguments(tokens)
            union_lcs.count_union_lcs(
                *split, *split, *whole, *whole, False, _FIRST_ROW, _SECOND_ROW, 0, 1, False, *memory.union
            )
            return int(memory.union_matches.item())
        both = Tokens(tokens, tokens, tokens)
        rows = _FIRST_ROW, _SECOND_ROW
        size = tokens.vocabulary_size
        return int(union_lcs_matches(both, both, *rows, size, LONGEST_BY_MASKS, self._scratch)[0])


def shares(matches: int, prediction_total: int, reference_total: int) -> tuple[float, float, float]:
    """Return precision, recall and the usual F of one pair, equal to what ``rouge_vec.scores.measures`` makes."""
    precision = matches / max(prediction_total, 1)
    recall = matches / max(reference_total, 1)
    both = precision + recall
    return precision, recall, 2 * precision * recall / both if both > 0 else 0.0
