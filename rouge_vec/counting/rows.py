"""Counts of given rows of two batches for all rouge types, by whatever rule the options name."""

from __future__ import annotations

from collections.abc import Iterable

from rouge_vec.batch import Counts, Tokens
from rouge_vec.counting.counter import PairCounter, Rows
from rouge_vec.counting.distinct_and_summed import DistinctCounter, SummingCounter
from rouge_vec.counting.scratch import Scratch
from rouge_vec.options.rouge_types import RougeType
from rouge_vec.options.stages import CountingOptions

_COUNTERS: dict[str, type[PairCounter]] = {
    "clipped": PairCounter,
    "distinct": DistinctCounter,
    "summed": SummingCounter,
}
"""Values of the option `counting`."""


def count_rows(
    prediction: Tokens,
    reference: Tokens,
    prediction_rows: Rows,
    reference_rows: Rows,
    rouge_types: Iterable[RougeType],
    options: CountingOptions,
    scratch: Scratch,
) -> list[Counts]:
    """Count pairs of texts.

    Parameters
    ----------
    prediction, reference : Tokens
        Both sides, with ids that are comparable in every pair.
    prediction_rows, reference_rows : ndarray of int64, shape (pairs,)
        Pair ``i`` is text ``prediction_rows[i]`` against text ``reference_rows[i]``.
    rouge_types : iterable of RougeType
        What to count.
    options : CountingOptions
        How to count it.
    scratch : Scratch
        The thread's memory.

    Returns
    -------
    list of Counts
        One entry for each rouge type.
    """
    counter = _COUNTERS[options.counting](
        prediction,
        reference,
        prediction_rows,
        reference_rows,
        scratch,
        weigh_predictions=options.weight_normalization == "paper",
        negative_totals=options.negative_totals,
    )
    return [counter.count(rouge_type) for rouge_type in rouge_types]
