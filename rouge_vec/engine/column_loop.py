"""The pipe: columns of text, chunk by chunk, to counts of every rouge type."""

from __future__ import annotations

import functools
from collections.abc import Callable

import numpy as np
import numpy.typing as npt

from rouge_vec.batch import Counts
from rouge_vec.columns.text_columns import References, TextColumn
from rouge_vec.engine.chunks import Chunk, cut_chunks, estimated_cost, run_chunks
from rouge_vec.engine.count_result import CountResult
from rouge_vec.engine.empty_texts import TextsWithoutTokens
from rouge_vec.engine.workers import Worker, Workers
from rouge_vec.options.rouge_options import RougeOptions


def count_columns(
    predictions: TextColumn, references: References, options: RougeOptions, workers: Workers, n_jobs: int
) -> CountResult:
    """Count all pairs of two columns.

    Parameters
    ----------
    predictions, references, options, workers, n_jobs
        As in :func:`rouge_vec.scores.scoring.score_columns`.
    """
    result = CountResult(options.rouge_types, len(references.texts))

    def fill(lo: int, hi: int, counts: list[Counts]) -> None:
        result.fill(*references.range_of(lo, hi), counts)

    work_through(predictions, references, workers, n_jobs, fill)
    return result


def work_through(
    predictions: TextColumn,
    references: References,
    workers: Workers,
    n_jobs: int,
    fill: Callable[[int, int, list[Counts]], None],
    advance: Callable[[int], object] | None = None,
) -> TextsWithoutTokens:
    """Count all rows, hand the counts of each chunk to `fill`; return which texts gave no tokens."""
    taken: list[Worker] = []
    costs = functools.partial(row_costs, predictions, references)

    def make() -> Callable[[Chunk], None]:
        worker = workers.take()
        taken.append(worker)

        def handle(chunk: Chunk) -> None:
            worker.note_cost(chunk.cost)
            fill(chunk.lo, chunk.hi, worker.count(predictions, references, chunk.lo, chunk.hi))

        return handle

    run_chunks(cut_chunks(costs, len(predictions), n_jobs), n_jobs, make, advance)
    without_tokens = TextsWithoutTokens.merged(worker.without_tokens for worker in taken)
    for worker in taken:
        workers.give_back(worker)
    return without_tokens


def row_costs(predictions: TextColumn, references: References, lo: int, hi: int) -> npt.NDArray[np.float64]:
    """Return the work of each of the rows ``lo..hi``."""
    prediction_sizes = predictions.sizes(lo, hi)
    reference_sizes = references.texts.sizes(*references.range_of(lo, hi))
    if references.row_offsets is None:
        return estimated_cost(prediction_sizes, reference_sizes)
    row_offsets = references.row_offsets[lo : hi + 1]
    repeated = np.repeat(prediction_sizes, np.diff(row_offsets))
    return np.add.reduceat(estimated_cost(repeated, reference_sizes), row_offsets[:-1] - row_offsets[0])
