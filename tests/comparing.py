"""Score with the engine and list every difference from what was expected; floats are compared with ``==``."""

from __future__ import annotations

import warnings
from collections.abc import Mapping, Sequence
from typing import Any

import pandas as pd

import rouge_vec as rv
from rouge_vec.errors import EmptyTextWarning, LostLettersWarning, UnpartedSentencesWarning
from tests import naive

MEASURES = ("precision", "recall", "fmeasure")
COUNTS = ("matches", "prediction_total", "reference_total")

Rows = Sequence[Sequence[float]]


def engine_scores(
    predictions: Any, references: Any, rouge_types: Sequence[str], **options: Any
) -> pd.DataFrame:
    """Scores of texts among which some may have no tokens, which is no matter here."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", EmptyTextWarning)
        warnings.simplefilter("ignore", LostLettersWarning)
        warnings.simplefilter("ignore", UnpartedSentencesWarning)
        return rv.score(predictions=predictions, references=references, rouge_types=rouge_types, **options)


def columns(frame: pd.DataFrame, rouge_type: str, names: Sequence[str] = MEASURES) -> list[tuple[float, ...]]:
    """One tuple per row of the named columns of a rouge type."""
    return list(zip(*(frame[f"{rouge_type}_{name}"].tolist() for name in names), strict=True))


def differences(
    frame: pd.DataFrame, expected: Mapping[str, Rows], names: Sequence[str] = MEASURES, show: int = 5
) -> list[str]:
    """The first rows whose values are not those expected, readable; an empty list when all are equal."""
    found = []
    for rouge_type, rows in expected.items():
        actual = columns(frame, rouge_type, names)
        assert len(actual) == len(rows)
        for row, (got, right) in enumerate(zip(actual, rows, strict=True)):
            if got != tuple(right):
                found.append(f"{rouge_type} row {row}: {got} instead of {tuple(right)}")
    return found[:show]


def unequal_cells(one: pd.DataFrame, other: pd.DataFrame) -> list[str]:
    """Columns in which two results differ in any bit; NaN equals NaN."""
    assert list(one.columns) == list(other.columns)
    assert list(one.index) == list(other.index)
    return [
        str(name)
        for name in one.columns
        if one[name].to_numpy().tobytes() != other[name].to_numpy().tobytes()
        or one[name].dtype != other[name].dtype
    ]


def check_against_naive(
    predictions: Sequence[str],
    references: Sequence[Any],
    rouge_types: Sequence[str],
    settings: naive.Settings,
    **options: Any,
) -> None:
    """Counts and scores of every row and type are those of the plain definitions."""
    frame = engine_scores(
        predictions, references, rouge_types, dialect=settings.dialect, counts=True, **options
    )
    counts, scores = naive_results(predictions, references, rouge_types, settings)
    assert differences(frame, counts, COUNTS) == []
    assert differences(frame, scores) == []


def naive_results(
    predictions: Sequence[str],
    references: Sequence[Any],
    rouge_types: Sequence[str],
    settings: naive.Settings,
) -> tuple[dict[str, Rows], dict[str, Rows]]:
    """Counts and scores by the plain definitions; each distinct text is read once."""
    texts: dict[str, naive.Text] = {}

    def read(text: str) -> naive.Text:
        if text not in texts:
            texts[text] = naive.read(text, settings)
        return texts[text]

    counts: dict[str, Rows] = {}
    scores: dict[str, Rows] = {}
    for rouge_type in rouge_types:
        kind = naive.parse(rouge_type)
        chosen = []
        for prediction, reference in zip(predictions, references, strict=True):
            several = [reference] if isinstance(reference, str) else reference
            each = [naive.pair_counts(read(prediction), read(one), kind, settings) for one in several]
            chosen.append(naive.combined(each, kind, settings))
        counts[rouge_type] = [one[:3] for one in chosen]
        scores[rouge_type] = [naive.to_score(one, kind, settings) for one in chosen]
    return counts, scores
