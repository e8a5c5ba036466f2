"""References that are not there: skipped, scored as NaN, or refused with the rows."""

from __future__ import annotations

import math
from collections.abc import Callable
from decimal import Decimal
from typing import Any

import numpy as np
import pandas as pd
import pyarrow as pa
import pytest

import rouge_vec as rv
from rouge_vec.errors import InputError, OptionError

PREDICTIONS = ["a b", "c d"]
GAPS = [["a b", None], ["c x", "c d"]]
RULES = ("best", "best_recall", "average", "macro", "jackknife")

COLUMNS: dict[str, Callable[[], Any]] = {
    "lists": lambda: GAPS,
    "tuples": lambda: list(map(tuple, GAPS)),
    "NaN": lambda: [["a b", float("nan")], GAPS[1]],
    "Decimal": lambda: [["a b", Decimal("NaN")], GAPS[1]],
    "arrays": lambda: [np.array(cell, object) for cell in GAPS],
    "strings beside lists": lambda: ["a b", GAPS[1]],
    "series": lambda: pd.Series(GAPS),
    "arrow": lambda: pa.array(GAPS),
    "arrow series": lambda: pd.Series(pa.array(GAPS), dtype=pd.ArrowDtype(pa.list_(pa.string()))),
}


def fmeasures(references: Any, predictions: Any = PREDICTIONS, **options: Any) -> list[float]:
    scores = rv.score(predictions=predictions, references=references, rouge_types="rouge1", **options)
    return scores["rouge1_fmeasure"].tolist()


@pytest.mark.parametrize("column", COLUMNS.values(), ids=COLUMNS)
def test_a_missing_reference_is_none(column: Callable[[], Any]) -> None:
    assert fmeasures(column(), missing_references="skip", multi_reference="average") == [1.0, 0.75]


@pytest.mark.parametrize("rule", RULES)
def test_scores_are_those_of_the_references_that_are_there(rule: str) -> None:
    there = fmeasures([["a b"], GAPS[1]], multi_reference=rule)
    assert fmeasures(GAPS, missing_references="skip", multi_reference=rule) == there


@pytest.mark.parametrize("cell", [None, [], [None], [float("nan"), pd.NA], np.array([], object)], ids=repr)
def test_a_row_without_references_is_a_missing_one(cell: Any) -> None:
    references = pd.Series([cell, ["c x", "c d"]], ["first", "second"], dtype=object)
    texts = {"references": references, "predictions": pd.Series(PREDICTIONS, references.index)}
    with pytest.raises(InputError, match=r"references: missing value .* in row 'first'"):
        fmeasures(**texts, missing_references="skip")
    scores = fmeasures(**texts, missing_references="skip", missing="nan")
    assert math.isnan(scores[0])
    assert scores[1] == 1.0
    assert fmeasures(**texts, missing_references="skip", missing="empty") == [0.0, 1.0]


def test_nan_is_the_score_of_rows_with_a_gap_and_predictions_stay_refused() -> None:
    scores = fmeasures([*GAPS, [], None], [*PREDICTIONS, "e", "f"], missing_references="nan")
    assert [math.isnan(score) for score in scores] == [True, False, True, True]
    with pytest.raises(InputError, match=r"predictions: missing value .* in row 1"):
        fmeasures(GAPS, ["a b", None], missing_references="nan")


def test_each_reference_that_is_there_has_a_line() -> None:
    scores = rv.score(
        predictions=[*PREDICTIONS, "e"],
        references=[*GAPS, []],
        rouge_types="rouge1",
        multi_reference="each",
        missing_references="skip",
        missing="nan",
    )["rouge1_fmeasure"]
    assert scores.index.tolist() == [(0, 0), (1, 0), (1, 1), (2, 0)]
    assert scores.tolist()[:3] == [1.0, 0.5, 1.0]
    assert math.isnan(scores.tolist()[3])


def test_columns_of_a_frame_with_gaps() -> None:
    frame = pd.DataFrame({"p": PREDICTIONS, "r1": ["a b", "c x"], "r2": [None, "c d"]})
    options: dict[str, Any] = {"rouge_types": "rouge1", "multi_reference": "average"}
    with pytest.raises(InputError, match=r"'r2' has no reference in row 0\.\nHint: missing_references="):
        frame.rouge.score("p", ["r1", "r2"], **options)
    scores = frame.rouge.score("p", ["r1", "r2"], missing_references="skip", **options)
    assert scores["rouge1_fmeasure"].tolist() == [1.0, 0.75]
    scores = frame.rouge.score("p", ["r1", "r2"], missing_references="nan", **options)
    assert scores["rouge1_fmeasure"].isna().tolist() == [True, False]


def test_without_a_word_both_are_refused_with_what_can_be_done() -> None:
    with pytest.raises(InputError, match="no reference in row 1") as raised:
        fmeasures([["a b"], []])
    assert 'missing_references="nan"' in str(raised.value)
    with pytest.raises(InputError, match=r"missing value .* in row 0") as raised:
        fmeasures(GAPS)
    assert 'missing_references="skip"' in str(raised.value)


def test_a_pair() -> None:
    scorer = rv.Scorer("rouge1", missing_references="skip", multi_reference="average")
    assert scorer.score_pair("a b", ["a b", None])["rouge1"] == (1.0, 1.0, 1.0)
    assert scorer.score_pair("a b", "a b")["rouge1"] == (1.0, 1.0, 1.0)
    for reference in (None, [], [None]):
        with pytest.raises(InputError, match="no reference of score_pair is there"):
            scorer.score_pair("a b", reference)  # type: ignore[arg-type]
    with pytest.raises(InputError, match="the prediction of score_pair is missing"):
        scorer.score_pair(None, "a")  # type: ignore[arg-type]
    nan = rv.Scorer("rouge1", missing_references="nan").score_pair("a b", ["a b", None])  # type: ignore[list-item]
    assert all(map(math.isnan, nan["rouge1"]))


def test_tokens() -> None:
    references = [[[["a", "b"]], None], [[["c", "x"]], [["c", "d"]]], [[["e"]], [["e"]]]]
    predictions = [["a", "b"], ["c", "d"], ["e"]]
    options: dict[str, Any] = {"tokenizer": "pretokenized", "multi_reference": "average"}
    assert fmeasures(references, predictions, missing_references="skip", **options) == [1.0, 0.75, 1.0]
    scores = fmeasures(references, predictions, missing_references="nan", **options)
    assert [math.isnan(score) for score in scores] == [True, False, False]
    with pytest.raises(InputError, match=r"references: missing value .* in row 0"):
        fmeasures([None, *references[1:]], predictions, missing_references="skip", **options)


def test_the_signature_says_what_changes_a_number() -> None:
    signatures = {value: rv.Scorer(missing_references=value).signature for value in ("raise", "skip", "nan")}
    assert signatures["raise"] == signatures["nan"] == rv.Scorer().signature
    assert "|refs:best (missing skipped)|" in signatures["skip"]


def test_an_unknown_value() -> None:
    with pytest.raises(OptionError, match="unknown value 'skp' for missing_references") as raised:
        rv.Scorer(missing_references="skp")  # type: ignore[arg-type]
    assert "skip" in raised.value.hint
