"""Counts of all pairs, filled chunk by chunk by the threads that count."""

from __future__ import annotations

import numpy as np

from rouge_vec.batch import Counts
from rouge_vec.options.rouge_types import RougeType


class CountResult:
    """Counts of all pairs.

    Parameters
    ----------
    rouge_types : tuple of RougeType
        The types.
    pairs : int
        How many there are.

    Attributes
    ----------
    counts : list of Counts
        For each rouge type.
    """

    def __init__(self, rouge_types: tuple[RougeType, ...], pairs: int) -> None:
        self.counts = [room_for_counts(pairs, rouge_type.family.is_weighted) for rouge_type in rouge_types]

    def fill(self, first: int, last: int, pair_counts: list[Counts]) -> None:
        """Put the counts of the pairs ``first..last``, one entry for each rouge type, where they belong."""
        for whole, part in zip(self.counts, pair_counts, strict=True):
            whole.put(slice(first, last), part)


def room_for_counts(size: int, fractions: bool) -> Counts:
    """Return counts of so many pairs, without values; fractions where they are weighted or means."""
    if fractions:
        return Counts(np.empty(size), np.empty(size), np.empty(size))
    return Counts(np.empty(size, np.int64), np.empty(size, np.int64), np.empty(size, np.int64))
