"""Scores of all rows, filled chunk by chunk by the threads that count."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from rouge_vec.batch import Counts
from rouge_vec.engine.count_result import room_for_counts
from rouge_vec.engine.empty_texts import TextsWithoutTokens
from rouge_vec.options.rouge_options import RougeOptions
from rouge_vec.options.rouge_types import RougeType
from rouge_vec.scores.measures import Measures
from rouge_vec.scores.several_references import combine

_MEAN_COUNTS = ("macro", "jackknife")
"""Rules for several references whose scores belong to no single one, so that counts are means."""


class ScoreResult:
    """Scores, and counts if they are wanted, of all rows; of all pairs if `multi_reference` is ``"each"``.

    Parameters
    ----------
    options : RougeOptions
        The rouge types, the rule for several references, and the measures.
    rows : int
        How many rows there are.
    row_offsets : ndarray of int64, shape (rows + 1,), or None
        As in :func:`rouge_vec.scores.several_references.combine`.
    with_counts : bool
        Whether counts are kept.

    Attributes
    ----------
    measures : ndarray of float64, shape (rouge types, 3, rows)
        Precision, recall and F of each rouge type: one block, of which pandas makes columns without a copy.
    counts : list of Counts
        For each rouge type; empty if they are not kept.
    without_tokens : TextsWithoutTokens
        Texts that are not blank but gave no tokens.
    """

    without_tokens: TextsWithoutTokens

    def __init__(
        self,
        options: RougeOptions,
        rows: int,
        row_offsets: npt.NDArray[np.int64] | None,
        with_counts: bool,
    ) -> None:
        self._options = options
        self._row_offsets = row_offsets
        self._of_pairs = options.multi_reference == "each"
        size = rows if row_offsets is None or not self._of_pairs else int(row_offsets[-1])
        means = row_offsets is not None and options.multi_reference in _MEAN_COUNTS
        self.measures = np.empty((len(options.rouge_types), 3, size))
        self.counts = [
            room_for_counts(size, means or rouge_type.family.is_weighted)
            for rouge_type in self.rouge_types
            if with_counts
        ]

    @property
    def rouge_types(self) -> tuple[RougeType, ...]:
        """The rouge types, in the order of `measures` and `counts`."""
        return self._options.rouge_types

    def fill(self, lo: int, hi: int, pair_counts: list[Counts]) -> None:
        """Score the rows ``lo..hi``.

        Parameters
        ----------
        lo, hi : int
            The rows.
        pair_counts : list of Counts
            For each rouge type the counts of their pairs.
        """
        row_offsets, lines = None, slice(lo, hi)
        if self._row_offsets is not None:
            row_offsets = self._row_offsets[lo : hi + 1]
            if self._of_pairs:
                lines = slice(row_offsets[0], row_offsets[-1])
            row_offsets = row_offsets - row_offsets[0]
        for place, rouge_type in enumerate(self.rouge_types):
            block = self.measures[place, :, lines]
            counts, _ = combine(pair_counts[place], row_offsets, rouge_type, self._options, block)
            if self.counts:
                self.counts[place].put(lines, counts)

    def leave_out(self, missing: npt.NDArray[np.bool_]) -> None:
        """Give missing rows scores of NaN, and counts of 0, which change no sum."""
        self.measures[..., missing] = np.nan
        for counts in self.counts:
            counts.matches[missing] = counts.prediction_total[missing] = counts.reference_total[missing] = 0

    def scores_of(self, place: int) -> Measures:
        """Return the scores of one rouge type."""
        return Measures(*self.measures[place])
