"""Columns of text to scores: the engine counts, and each chunk is scored by the thread that counted it."""

from __future__ import annotations

from collections.abc import Callable

from rouge_vec.columns.text_columns import References, TextColumn
from rouge_vec.engine.column_loop import work_through
from rouge_vec.engine.workers import Workers
from rouge_vec.options.rouge_options import RougeOptions
from rouge_vec.scores.score_result import ScoreResult


def score_columns(
    predictions: TextColumn,
    references: References,
    options: RougeOptions,
    workers: Workers,
    n_jobs: int,
    with_counts: bool = False,
    advance: Callable[[int], object] | None = None,
) -> ScoreResult:
    """Score all rows of two columns.

    Parameters
    ----------
    predictions, references
        Checked columns of the same number of rows.
    options : RougeOptions
        What to count, and how to score it.
    workers : Workers
        Made for these options.
    n_jobs : int
        Threads; the scores do not depend on it.
    with_counts : bool
        Whether counts are kept.
    advance : callable, optional
        Told the number of rows after each chunk.
    """
    result = ScoreResult(options, len(predictions), references.row_offsets, with_counts)
    result.without_tokens = work_through(predictions, references, workers, n_jobs, result.fill, advance)
    return result
