"""From two token batches and pairs of their rows to integer counts: the only caller of the counting kernels."""

from __future__ import annotations

import functools
from typing import Any

import numpy as np
import numpy.typing as npt

from rouge_vec.batch import Counts, TokenBatch, Tokens
from rouge_vec.counting.computed_once import computed_once
from rouge_vec.counting.powers import power, refuse_weight
from rouge_vec.counting.scratch import LONGEST_BY_MASKS, NO_MARKS, NO_REACH, Scratch
from rouge_vec.kernels import bags, lcs, ngrams, overlap, skipgrams, union_lcs, wlcs
from rouge_vec.kernels.salt import SALT
from rouge_vec.kernels.union_lcs import WORD_TOKENS
from rouge_vec.options.rouge_types import RougeType

Rows = npt.NDArray[np.int64]

_OVERLAP_OF_ORDER = {
    1: (overlap.UNIGRAMS, overlap.PREDICTION_TOKENS),
    2: (overlap.BIGRAMS, overlap.PREDICTION_BIGRAMS),
}
"""Where the matches of unigrams and bigrams are, and the first of their totals."""
_NO_ROWS = np.zeros(0, np.int64)
_MOST_ROW_WORDS = 1 << 19
"""uint64 words kept to walk back through the LCS of two long sentences; beyond it rows are computed twice."""


class PairCounter:
    """Counts of one chunk of pairs, each kind computed when a rouge type first needs it.

    Parameters
    ----------
    prediction, reference : Tokens
        Both sides of the chunk, with ids from one vocabulary.
    prediction_rows, reference_rows : ndarray of int64, shape (pairs,)
        Pair ``i`` is text ``prediction_rows[i]`` against text ``reference_rows[i]``.
    scratch : Scratch
        The worker's memory.
    weigh_predictions : bool
        Whether the total of a prediction is the weight of its sentences, for the paper's ROUGE-W.
    negative_totals : bool
        Whether texts that are shorter than an n-gram have less than none of them, as in py-rouge.
    """

    def __init__(
        self,
        prediction: Tokens,
        reference: Tokens,
        prediction_rows: Rows,
        reference_rows: Rows,
        scratch: Scratch,
        weigh_predictions: bool = False,
        negative_totals: bool = False,
    ) -> None:
        self._weigh_predictions = weigh_predictions
        self._negative_totals = negative_totals
        self._prediction = prediction
        self._reference = reference
        self._prediction_rows = prediction_rows
        self._reference_rows = reference_rows
        self._scratch = scratch
        # Pairs that take the general path, for which each count is made when it is asked for.
        self._long_pairs = _NO_ROWS
        self._long_matches: set[int] = set()
        self._batches = prediction.batches() + reference.batches()
        self._has_one_sequence = len(self._batches) == 2
        self._vocabulary_size = max([batch.vocabulary_size for batch in self._batches])
        # At least the tokens of the longest text and those of a block; memory beyond them stays untouched.
        self._longest = max(WORD_TOKENS, *[len(batch.ids) for batch in self._batches])

    def count(self, rouge_type: RougeType) -> Counts:
        """Return the counts of one rouge type."""
        counts: Counts = getattr(self, rouge_type.family.counter)(rouge_type)
        return counts

    def count_lcs(self, rouge_type: RougeType) -> Counts:
        """Return LCS lengths and the tokens of both texts."""
        return self._overlap(overlap.LCS, overlap.PREDICTION_TOKENS)

    def count_union_lcs(self, rouge_type: RougeType) -> Counts:
        """Return union-LCS matches and the tokens of both texts."""
        return Counts(
            self._union_lcs_matches,
            self._prediction.budget.lengths()[self._prediction_rows],
            self._reference.summary.lengths()[self._reference_rows],
        )

    @computed_once
    def _prediction_lengths(self) -> Rows:
        return self._prediction.whole.lengths()[self._prediction_rows]

    @computed_once
    def _reference_lengths(self) -> Rows:
        return self._reference.whole.lengths()[self._reference_rows]

    def count_ngrams(self, rouge_type: RougeType) -> Counts:
        """Return clipped n-gram matches and the n-grams of both texts."""
        order = rouge_type.order
        if order <= 2 and not self._negative_totals:
            return self._overlap(*_OVERLAP_OF_ORDER[order])
        if order <= 2:
            matches = self._overlap_matches(_OVERLAP_OF_ORDER[order][0])
        else:
            matches = self._sorted_ngram_matches(order, self._prediction_rows, self._reference_rows)
        totals = self._prediction_lengths - (order - 1), self._reference_lengths - (order - 1)
        if self._negative_totals:
            return Counts(matches, *totals)
        return Counts(matches, np.maximum(totals[0], 0), np.maximum(totals[1], 0))

    def _overlap(self, matches: int, totals: int) -> Counts:
        """Return one row of matches of `count_overlap`, with the totals of the row `totals` and of that after it."""
        table = self._overlap_table
        return Counts(self._overlap_matches(matches), table[totals], table[totals + 1])

    def _overlap_matches(self, matches: int) -> Rows:
        """Return one row of matches of `count_overlap`, int64, shape (pairs,)."""
        table = self._overlap_table
        if len(self._long_pairs) and matches not in self._long_matches:
            long = self._long_pairs
            prediction_rows, reference_rows = self._prediction_rows[long], self._reference_rows[long]
            if matches == overlap.LCS:
                table[matches, long] = self._long_lcs(prediction_rows, reference_rows)
            else:
                order = 1 + (matches == overlap.BIGRAMS)
                table[matches, long] = self._bag_matches(order, prediction_rows, reference_rows)
            self._long_matches.add(matches)
        chosen: Rows = table[matches]
        return chosen

    @computed_once
    def _overlap_table(self) -> npt.NDArray[np.int64]:
        """What `count_overlap` writes, int64, shape (overlap.ROWS, pairs); matches of `_long_pairs` are open."""
        pairs = len(self._prediction_rows)
        table = np.empty((overlap.ROWS, pairs), np.int64)
        left_out = overlap.count_overlap(
            *self._sequences(self._prediction_rows, self._reference_rows),
            LONGEST_BY_MASKS,
            self._scratch.zeros("masks", (self._vocabulary_size,), np.uint64),
            self._scratch.empty("state", (self._longest,), np.uint8),
            table,
        )
        if left_out:
            shorter = np.minimum(table[overlap.PREDICTION_TOKENS], table[overlap.REFERENCE_TOKENS])
            self._long_pairs = np.flatnonzero(shorter > LONGEST_BY_MASKS)
        return table

    def _sequences(self, prediction_rows: Rows, reference_rows: Rows) -> tuple[Any, ...]:
        """Return the leading arguments that all kernels over whole texts share."""
        prediction, reference = self._prediction.whole, self._reference.whole
        return (
            prediction.ids,
            prediction.offsets,
            reference.ids,
            reference.offsets,
            prediction_rows,
            reference_rows,
            0,
            len(prediction_rows),
        )

    def _sorted_ngram_matches(self, order: int, prediction_rows: Rows, reference_rows: Rows) -> Rows:
        matches = np.empty(len(prediction_rows), np.int64)
        ngrams.count_ngrams(
            *self._sequences(prediction_rows, reference_rows),
            order,
            max(self._vocabulary_size, 1),
            self._scratch.empty("prediction_keys", (self._longest,), np.int64),
            self._scratch.empty("reference_keys", (self._longest,), np.int64),
            self._scratch.empty("sorted_keys", (self._longest,), np.int64),
            matches,
        )
        return matches

    def _bag_matches(self, order: int, prediction_rows: Rows, reference_rows: Rows) -> Rows:
        """Return unigram or bigram matches of pairs of long texts."""
        slots = 1 << (bags.SLOTS * _longest_text(self._prediction.whole)).bit_length()
        matches = np.empty(len(prediction_rows), np.int64)
        bags.count_bags(
            *self._sequences(prediction_rows, reference_rows),
            order,
            SALT,
            self._scratch.zeros("token_counts", (self._vocabulary_size,), np.int32),
            self._scratch.zeros("bigrams", (slots,), np.uint64),
            self._scratch.zeros("bigram_counts", (slots,), np.int32),
            matches,
        )
        return matches

    def _long_lcs(self, prediction_rows: Rows, reference_rows: Rows) -> Rows:
        lengths = np.empty(len(prediction_rows), np.int64)
        lcs.lcs_lengths(
            *self._sequences(prediction_rows, reference_rows),
            self._scratch.zeros("four_masks", (4 * self._vocabulary_size,), np.uint64),
            self._scratch.empty("state", (self._longest,), np.uint8),
            lengths,
        )
        return lengths

    @computed_once
    def _union_lcs_matches(self) -> Rows:
        """Union-LCS matches; of two texts of one sentence each they are the LCS length."""
        lengths = None
        if self._has_one_sequence:
            sides = [batch.sentence_counts() for batch in self._batches]
            if max(counts.max(initial=0) for counts in sides) <= 1:
                return self._overlap_matches(overlap.LCS)
            if max(counts.min(initial=2) for counts in sides) <= 1:
                lengths = self._overlap_table[overlap.LCS]
        matches = union_lcs_matches(
            self._prediction,
            self._reference,
            self._prediction_rows,
            self._reference_rows,
            self._vocabulary_size,
            self._longest,
            self._scratch,
            lengths,
        )
        if lengths is not None and len(self._long_pairs):
            long = self._long_pairs
            counts = self._prediction.whole.sentence_counts()[self._prediction_rows[long]]
            other_counts = self._reference.whole.sentence_counts()[self._reference_rows[long]]
            unsplit = long[(counts <= 1) & (other_counts <= 1)]
            if len(unsplit):
                matches[unsplit] = self._overlap_matches(overlap.LCS)[unsplit]
        return matches

    def count_skip_bigrams(self, rouge_type: RougeType) -> Counts:
        """Return clipped skip-bigram matches and the skip-bigrams of both texts."""
        return self._count_skipgrams(rouge_type.gap, unigrams=False)

    def count_skip_bigrams_and_unigrams(self, rouge_type: RougeType) -> Counts:
        """Return what :meth:`count_skip_bigrams` does, with the unigrams of ROUGE-SU added."""
        return self._count_skipgrams(rouge_type.gap, unigrams=True)

    def _count_skipgrams(self, gap: int, *, unigrams: bool) -> Counts:
        matches = np.empty(len(self._prediction_rows), np.int64)
        skipgrams.count_skipgrams(
            *self._sequences(self._prediction_rows, self._reference_rows),
            self._scratch.zeros("slots", (self._vocabulary_size,), np.int32),
            gap,
            unigrams,
            matches,
        )
        return Counts(
            matches,
            _skipgram_totals(self._prediction_lengths, gap, unigrams),
            _skipgram_totals(self._reference_lengths, gap, unigrams),
        )

    def count_weighted_lcs(self, rouge_type: RougeType) -> Counts:
        """Return weighted matches and the added weights of sentences, or the number of predicted tokens."""
        weight = rouge_type.weight
        prediction, reference = self._prediction.summary, self._reference.summary
        powers = _powers(weight, max(_longest_sentence(prediction), _longest_sentence(reference)))
        pairs = len(self._prediction_rows)
        matches, reference_weights = np.empty(pairs), np.empty(pairs)
        size = (self._vocabulary_size,)
        wlcs.count_weighted_lcs(
            *sentence_arguments(prediction),
            *sentence_arguments(reference),
            *_budgets(self._prediction, self._reference),
            self._prediction_rows,
            self._reference_rows,
            0,
            pairs,
            self._scratch.zeros("prediction_budget", size, np.int32),
            self._scratch.zeros("reference_budget", size, np.int32),
            self._scratch.zeros("marks", size, np.int32),
            powers,
            matches,
            reference_weights,
        )
        totals: npt.NDArray[Any] = self._prediction.budget.lengths()
        largest = power(totals.max(initial=0, keepdims=True), weight)
        if self._weigh_predictions:
            totals = largest = _sentence_weights(prediction, powers)
        if not (np.isfinite(reference_weights).all() and np.isfinite(largest).all()):
            refuse_weight(weight, max(int(batch.lengths().max()) for batch in self._batches))
        return Counts(matches, totals[self._prediction_rows], reference_weights)


@functools.lru_cache(maxsize=16)
def _power_table(weight: float, size: int) -> npt.NDArray[np.float64]:
    return power(np.arange(size), weight)


def _powers(weight: float, longest: int) -> npt.NDArray[np.float64]:
    """Return the weights of runs of 0, 1, ... tokens, enough of them for sentences of `longest` tokens."""
    return _power_table(weight, 1 << (longest + 2).bit_length())


def _sentence_weights(batch: TokenBatch, powers: npt.NDArray[np.float64]) -> npt.NDArray[np.float64]:
    """Return the sum of the weights of each text's sentences, added one after the other."""
    rows = np.repeat(np.arange(len(batch)), np.diff(batch.sentence_rows))
    weights = powers[np.diff(batch.sentence_offsets)]
    return np.bincount(rows, weights, len(batch)).astype(np.float64, copy=False)


def _skipgram_totals(lengths: Rows, gap: int, unigrams: bool) -> Rows:
    """Return how many skip-bigrams texts have; the last token of a text is no unigram of ROUGE-SU."""
    before_last = np.maximum(lengths - 1, 0)
    reach = before_last if gap < 0 else np.minimum(before_last, gap + 1)
    pairs: Rows = reach * lengths - reach * (reach + 1) // 2
    return pairs + before_last if unigrams else pairs


def union_lcs_matches(
    prediction: Tokens,
    reference: Tokens,
    prediction_rows: Rows,
    reference_rows: Rows,
    vocabulary_size: int,
    longest: int,
    scratch: Scratch,
    lcs_lengths: Rows | None = None,
) -> Rows:
    """Return the union-LCS matches of pairs of texts of at most `longest` tokens.

    If `lcs_lengths` are given, they are taken for the pairs of texts of one sentence each.
    """
    matches = np.empty(len(prediction_rows), np.int64) if lcs_lengths is None else lcs_lengths.copy()
    sentences = (*sentence_arguments(prediction.summary), *sentence_arguments(reference.summary))
    pairs = prediction_rows, reference_rows, 0, len(prediction_rows)
    keep_single = lcs_lengths is not None
    masks = scratch.zeros("masks", (vocabulary_size,), np.uint64)
    marked_starts, marked = NO_MARKS
    if _longest_sentence(reference.summary) > WORD_TOKENS:
        lengths = reference.summary.lengths()[reference_rows]
        marked_starts = np.cumsum(lengths) - lengths
        marked = scratch.empty("marked", (int(lengths.sum()),), np.uint8)
        lcs.mark_long_sentences(
            *sentences,
            *pairs,
            keep_single,
            WORD_TOKENS + 1,
            masks,
            scratch.empty("state", (longest,), np.uint8),
            *_row_memory(_longest_sentence(prediction.summary), _longest_sentence(reference.summary)),
            marked_starts,
            marked,
        )
    union_lcs.count_union_lcs(
        *sentences,
        *_budgets(prediction, reference),
        reference.budget is not reference.summary,
        *pairs,
        keep_single,
        masks,
        *_reach_memory(prediction.summary, vocabulary_size, scratch),
        scratch.zeros("prediction_budget", (vocabulary_size,), np.int32),
        scratch.zeros("reference_budget", (vocabulary_size,), np.int32),
        scratch.zeros("sentence_ends", (longest,), np.uint8),
        scratch.empty("token_masks", (longest + union_lcs.BETWEEN,), np.uint64),
        scratch.empty("adjacent", (longest + union_lcs.BETWEEN,), np.uint64),
        scratch.empty("rows", (longest + union_lcs.BETWEEN,), np.uint64),
        marked_starts,
        marked,
        matches,
    )
    return matches


def sentence_arguments(batch: TokenBatch) -> tuple[npt.NDArray[Any], ...]:
    """Return the kernel arguments of a batch cut into sentences."""
    return batch.ids, batch.sentence_offsets, batch.sentence_rows


def _budgets(prediction: Tokens, reference: Tokens) -> tuple[npt.NDArray[Any], ...]:
    """Return the kernel arguments that say which tokens union and weighted LCS may match."""
    mine, theirs = prediction.budget, reference.budget
    return mine.ids, mine.offsets, theirs.ids, theirs.offsets


def _longest_text(batch: TokenBatch) -> int:
    return int(batch.lengths().max(initial=1))


def _longest_sentence(batch: TokenBatch) -> int:
    return int((batch.sentence_offsets[1:] - batch.sentence_offsets[:-1]).max(initial=1))


def _reach_memory(
    prediction: TokenBatch, vocabulary_size: int, scratch: Scratch
) -> tuple[npt.NDArray[np.uint64], npt.NDArray[np.uint64]]:
    """Return the kernel arguments that serve predictions of many sentences, if there are any."""
    sentences = int(prediction.sentence_counts().max(initial=0))
    if sentences <= union_lcs.MANY_SENTENCES:
        return NO_REACH, NO_REACH
    return (
        scratch.zeros("block_masks", (vocabulary_size, union_lcs.REACH_BLOCKS), np.uint64),
        scratch.empty("reach", (sentences, union_lcs.REACH_BLOCKS), np.uint64),
    )


def _row_memory(
    prediction_tokens: int, reference_tokens: int
) -> tuple[npt.NDArray[np.uint64], npt.NDArray[np.uint64]]:
    """Return the kernel arguments that keep rows of the LCS of two long sentences of that many tokens."""
    blocks = -(-reference_tokens // WORD_TOKENS)
    window = prediction_tokens
    if prediction_tokens * blocks > _MOST_ROW_WORDS:
        window = int(np.ceil(np.sqrt(prediction_tokens)))
    windows = -(-prediction_tokens // window)
    return np.empty((window, blocks), np.uint64), np.empty((windows, blocks), np.uint64)
