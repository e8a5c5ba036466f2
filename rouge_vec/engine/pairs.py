"""Given pairs of given tokens to counts: what matrices, oracles and stand-ins are made of."""

from __future__ import annotations

import functools
from collections.abc import Callable

import numpy as np
import numpy.typing as npt

from rouge_vec.batch import Counts, IdScope, Tokens
from rouge_vec.counting.rows import count_rows
from rouge_vec.counting.scratch import Scratch
from rouge_vec.engine.chunks import Chunk, cut_chunks, estimated_cost, run_chunks
from rouge_vec.engine.count_result import CountResult
from rouge_vec.options.rouge_options import RougeOptions

Rows = npt.NDArray[np.int64]


def count_pairs(
    prediction: Tokens,
    reference: Tokens,
    prediction_rows: Rows,
    reference_rows: Rows,
    options: RougeOptions,
    *,
    n_jobs: int = 1,
    advance: Callable[[int], object] | None = None,
) -> list[Counts]:
    """Count pairs of texts of two batches.

    Parameters
    ----------
    prediction, reference : Tokens
        Both sides, numbered together; see :func:`rouge_vec.text.tokenizers.number_columns`. They are only read, and
        serve as many calls as one likes.
    prediction_rows, reference_rows : ndarray of int64, shape (pairs,)
        Pair ``i`` is text ``prediction_rows[i]`` against text ``reference_rows[i]``.
    options : RougeOptions
        The rouge types, and how to count them.
    n_jobs : int
        Threads; the counts do not depend on it.
    advance : callable, optional
        Told the number of pairs after each chunk.

    Returns
    -------
    list of Counts
        For each rouge type the counts of all pairs.

    Raises
    ------
    ValueError
        If ids are comparable within a row only.

    Notes
    -----
    O(m n / 64) for texts of m and n tokens. Memory beyond the counts does not grow with the number of pairs.
    """
    narrow = [batch for batch in prediction.batches() + reference.batches() if batch.scope is IdScope.ROW]
    if narrow:
        raise ValueError("ids of these tokens are comparable within a row only; number the columns together.")
    cost = functools.partial(
        _pair_costs, prediction.whole.lengths(), reference.whole.lengths(), prediction_rows, reference_rows
    )
    result = CountResult(options.rouge_types, len(prediction_rows))

    def make() -> Callable[[Chunk], None]:
        scratch = Scratch()

        def handle(chunk: Chunk) -> None:
            pairs = slice(chunk.lo, chunk.hi)
            rows = prediction_rows[pairs], reference_rows[pairs]
            counts = count_rows(prediction, reference, *rows, options.rouge_types, options, scratch)
            result.fill(chunk.lo, chunk.hi, counts)

        return handle

    run_chunks(cut_chunks(cost, len(prediction_rows), n_jobs), n_jobs, make, advance)
    return result.counts


def _pair_costs(
    prediction_lengths: Rows,
    reference_lengths: Rows,
    prediction_rows: Rows,
    reference_rows: Rows,
    lo: int,
    hi: int,
) -> npt.NDArray[np.float64]:
    """Return the work of each of the pairs ``lo..hi``."""
    return estimated_cost(
        prediction_lengths[prediction_rows[lo:hi]], reference_lengths[reference_rows[lo:hi]]
    )
