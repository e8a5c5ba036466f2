"""Counting as pltrdy's rouge does: units once a text, or common subsequences of all pairs of sentences."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import numpy.typing as npt

from rouge_vec.batch import Counts, TokenBatch, Tokens
from rouge_vec.counting.computed_once import computed_once
from rouge_vec.counting.counter import PairCounter, Rows, union_lcs_matches
from rouge_vec.kernels import sets
from rouge_vec.options.rouge_types import RougeType

_LCS = RougeType.parse("rougeL")


class SummingCounter(PairCounter):
    """Counts ``counting="summed"``: ROUGE-Lsum is the sum of the LCS lengths of all pairs of sentences.

    Notes
    -----
    A reference word is so counted once for each prediction sentence that has it, and shares may exceed 1.
    """

    def count_union_lcs(self, rouge_type: RougeType) -> Counts:
        """Return sums of LCS lengths in place of the union LCS."""
        return replace(super().count_union_lcs(rouge_type), matches=self._sums_of_lcs)

    @computed_once
    def _sums_of_lcs(self) -> Rows:
        prediction, reference = self._prediction.summary, self._reference.summary
        counts = prediction.sentence_counts()[self._prediction_rows]
        others = reference.sentence_counts()[self._reference_rows]
        sizes = counts * others
        place = np.arange(sizes.sum()) - np.repeat(np.cumsum(sizes) - sizes, sizes)
        width = np.repeat(others, sizes)
        first = np.repeat(prediction.sentence_rows[self._prediction_rows], sizes)
        first_other = np.repeat(reference.sentence_rows[self._reference_rows], sizes)
        lengths = PairCounter(
            _each_sentence(prediction),
            _each_sentence(reference),
            first + place // np.maximum(width, 1),
            first_other + place % np.maximum(width, 1),
            self._scratch,
        ).count(_LCS)
        ends = np.concatenate([[0], np.cumsum(lengths.matches)])
        bounds = np.cumsum(sizes)
        sums: Rows = ends[bounds] - ends[bounds - sizes]
        return sums


class DistinctCounter(PairCounter):
    """Counts ``counting="distinct"``: different n-grams, and different words on common subsequences.

    Notes
    -----
    Where two subsequences are equally long, pltrdy's rouge drops the prediction's token. That is the rule of
    ROUGE-1.5.5 with the sides exchanged, so one kernel serves both, with a budget of one for each word.
    ROUGE-S, SU and W, which that package lacks, are counted as everywhere.
    """

    def count_lcs(self, rouge_type: RougeType) -> Counts:
        """Return the different words of LCSs, and those of both texts."""
        return self._count_types(_as_one_sentence(self._prediction), _as_one_sentence(self._reference))

    def count_union_lcs(self, rouge_type: RougeType) -> Counts:
        """Return the different words of union LCSs, and those of both texts."""
        return self._count_types(self._prediction.summary, self._reference.summary)

    def count_ngrams(self, rouge_type: RougeType) -> Counts:
        """Return different n-grams in common, and those of both texts."""
        order = rouge_type.order
        prediction, reference = self._prediction.whole, self._reference.whole
        units, different = _number_ngrams(prediction, reference, order)
        counts = np.empty((len(self._prediction_rows), 3), np.int64)
        sets.count_distinct(
            units[0],
            _ngram_offsets(prediction, order),
            units[1],
            _ngram_offsets(reference, order),
            self._prediction_rows,
            self._reference_rows,
            0,
            len(counts),
            np.full(different, -1, np.int64),
            counts,
        )
        return Counts(*counts.T.copy())

    def _count_types(self, prediction: TokenBatch, reference: TokenBatch) -> Counts:
        types, other_types = _types(prediction), _types(reference)
        matches = union_lcs_matches(
            Tokens(reference, reference, other_types),
            Tokens(prediction, prediction, types),
            self._reference_rows,
            self._prediction_rows,
            self._vocabulary_size,
            self._longest,
            self._scratch,
        )
        return Counts(
            matches, types.lengths()[self._prediction_rows], other_types.lengths()[self._reference_rows]
        )


def _each_sentence(batch: TokenBatch) -> Tokens:
    """Return every sentence as a text of its own."""
    nothing = np.zeros(len(batch.sentence_offsets), np.int64)
    sentences = TokenBatch(
        batch.ids, batch.sentence_offsets, nothing[:1], nothing, batch.vocabulary_size, batch.scope
    )
    return Tokens(sentences, sentences, sentences)


def _as_one_sentence(tokens: Tokens) -> TokenBatch:
    """Return every text as one sentence; a text without tokens has none."""
    whole = tokens.whole
    filled = whole.lengths() > 0
    return replace(
        whole,
        sentence_offsets=np.concatenate([whole.offsets[:-1][filled], whole.offsets[-1:]]),
        sentence_rows=np.concatenate([[0], np.cumsum(filled)]),
    )


def _types(batch: TokenBatch) -> TokenBatch:
    """Return the different tokens of each text."""
    size = max(batch.vocabulary_size, 1)
    rows = np.repeat(np.arange(len(batch)), batch.lengths())
    keys = np.unique(rows * size + batch.ids)
    offsets = np.searchsorted(keys, size * np.arange(len(batch) + 1))
    return replace(batch, ids=(keys % size).astype(np.int32), offsets=offsets.astype(np.int64))


def _ngram_offsets(batch: TokenBatch, order: int) -> npt.NDArray[np.int64]:
    offsets = np.zeros(len(batch) + 1, np.int64)
    np.cumsum(np.maximum(batch.lengths() - (order - 1), 0), out=offsets[1:])
    return offsets


def _number_ngrams(
    prediction: TokenBatch, reference: TokenBatch, order: int
) -> tuple[tuple[npt.NDArray[np.int64], npt.NDArray[np.int64]], int]:
    """Return the n-grams of both sides as numbers, text after text, and how many numbers there are.

    Notes
    -----
    An n-gram is numbered by its first n - 1 tokens, which have a number already, and its last.
    """
    ids = np.concatenate([prediction.ids, reference.ids]).astype(np.int64)
    size = max(prediction.vocabulary_size, reference.vocabulary_size, 1)
    numbers, different = ids, size
    for length in range(2, order + 1):
        pairs = numbers[: len(ids) - length + 1] * size + ids[length - 1 :]
        keys, numbers = np.unique(pairs, return_inverse=True)
        different = max(len(keys), 1)
        if not len(numbers):
            break
    places = _ngram_places(prediction, order)
    other_places = len(prediction.ids) + _ngram_places(reference, order)
    return (numbers[places], numbers[other_places]), different


def _ngram_places(batch: TokenBatch, order: int) -> npt.NDArray[np.int64]:
    """Return where the n-grams begin that lie within a text."""
    offsets = _ngram_offsets(batch, order)
    shift = np.repeat(batch.offsets[:-1] - offsets[:-1], np.diff(offsets))
    places: npt.NDArray[np.int64] = np.arange(offsets[-1]) + shift
    return places
