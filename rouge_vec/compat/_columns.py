"""Score columns of texts into plain arrays: what the batch functions of other packages are made of."""

from __future__ import annotations

from typing import Any

from rouge_vec.batch import Counts
from rouge_vec.columns.places import note_sides
from rouge_vec.columns.text_columns import read_predictions, read_references
from rouge_vec.engine.chunks import usable_cores
from rouge_vec.engine.workers import Workers
from rouge_vec.options.rouge_options import RougeOptions
from rouge_vec.scores import scoring
from rouge_vec.scores.measures import Measures

SIDES = ("predictions", "references")


def score_columns(
    predictions: Any,
    references: Any,
    options: RougeOptions,
    n_jobs: int | None = None,
    sides: tuple[str, str] = SIDES,
) -> dict[str, tuple[Counts, Measures]]:
    """Return counts and scores of every row, by rouge type; texts without tokens are no cause for a warning.

    Parameters
    ----------
    predictions, references : columns of texts, both of length n
        As :meth:`rouge_vec.Scorer.score` takes them, without missing values.
    options : RougeOptions
        What to score and how.
    n_jobs : int, optional
        Threads; all usable cores by default.
    sides : (str, str)
        What the package replaced calls predictions and references.
    """
    prediction_column, reference_column = read_predictions(predictions), read_references(references)
    try:
        result = scoring.score_columns(
            prediction_column,
            reference_column,
            options,
            Workers(options),
            n_jobs or usable_cores(),
            with_counts=True,
        )
    except Exception as error:
        note_sides(error, dict(zip(SIDES, sides, strict=True)))
        raise
    return {
        rouge_type.name: (result.counts[place], result.scores_of(place))
        for place, rouge_type in enumerate(options.rouge_types)
    }
