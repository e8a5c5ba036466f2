"""Tokens that cannot be scored, in columns of tokens: refused with the side, the row and the place."""

from __future__ import annotations

from typing import Any

import numpy as np
import pandas as pd
import polars as pl
import pyarrow as pa
import pytest

import rouge_vec as rv
from rouge_vec.errors import InputError, InputTypeError

NAN = float("nan")


def score(predictions: Any, references: Any, **options: Any) -> pd.DataFrame:
    return rv.score(
        predictions=predictions,
        references=references,
        rouge_types=["rouge1"],
        tokenizer="pretokenized",
        **options,
    )


@pytest.mark.parametrize(
    "column",
    [
        [["a"], ["b", None]],
        [[1], [2, None]],
        [["a"], ["b", NAN]],
        [["a"], ["b", pd.NA]],
        [["a"], ["b", pd.NaT]],
        [np.array([1.0]), np.array([2.0, NAN])],
        pd.Series([["a"], ["b", None]]),
        pa.array([[1], [2, None]]),
        pl.Series([["a"], ["b", None]]),
    ],
    ids=["None", "id", "NaN", "NA", "NaT", "NumPy", "pandas", "Arrow", "polars"],
)
def test_missing_tokens_are_refused(column: Any) -> None:
    whole = [["a"], ["b"]]
    for side, columns in {"predictions": (column, whole), "references": (whole, column)}.items():
        for missing in ("raise", "nan", "empty"):
            with pytest.raises(InputError, match=rf"{side}: row 1 holds .* as token 1 .*\nHint: ") as caught:
                score(*columns, missing=missing)
            assert any(name in str(caught.value) for name in ("None", "nan", "<NA>", "NaT"))


def test_the_label_the_sentence_and_the_reference_are_named() -> None:
    index = ["x", "y"]
    predictions = pd.Series([["a"], ["b"]], index)
    references = pd.Series([["a"], [["b"], ["c", "d", None]]], index)
    with pytest.raises(InputError, match="row 'y' holds None as token 2 of sentence 1 "):
        score(predictions, references)
    references = pd.Series([["a"], [[["a"]], [["b"], [None]]]], index)
    with pytest.raises(InputError, match="row 'y' holds None as token 0 of sentence 1 of reference 1 "):
        score(predictions, references)


def test_one_pair() -> None:
    scorer = rv.Scorer(["rouge1"], tokenizer="pretokenized")
    with pytest.raises(InputError, match="predictions: row 0 holds None as token 1 "):
        scorer.score_pair(["a", None], ["a"])  # type: ignore[arg-type]
    with pytest.raises(InputError, match="references: row 0 holds None as token 1 "):
        scorer.score_pair(["a"], ["a", None])  # type: ignore[arg-type,list-item]
    with pytest.raises(InputError, match="the reference of score_pair is missing"):
        scorer.score_pair(["a"], None)  # type: ignore[arg-type]


def test_tokens_that_are_not_hashable() -> None:
    with pytest.raises(InputTypeError, match=r"predictions: row 1 holds \{\} as token 1 .*not hashable"):
        score([["a"], ["b", {}]], [["a"], ["b"]])


def test_tokens_of_other_kinds_count() -> None:
    scores = score([[1.5, "a", b"b", True]], [[1.5, "a", b"b", "c"]])
    assert scores["rouge1_precision"].tolist() == [0.75]


LARGE = 2**53
UNSIGNED = [
    (
        [np.array([LARGE + 1]), np.array([1], np.uint64)],
        [np.array([LARGE]), np.array([1], np.uint64)],
        [0.0, 1.0],
    ),
    ([np.array([2**64 - 1], np.uint64)], [np.array([-1])], [0.0]),
    (np.array([[2**64 - 1]], np.uint64), np.array([[-1]]), [0.0]),
    (pa.array([[2**64 - 1]], pa.list_(pa.uint64())), pa.array([[-1]], pa.list_(pa.int64())), [0.0]),
    (pa.array([[2**64 - 1]], pa.list_(pa.uint64())), [[2**64 - 1]], [1.0]),
]


@pytest.mark.parametrize(("predictions", "references", "right"), UNSIGNED)
def test_unsigned_ids_are_what_they_are(predictions, references, right: list[float]) -> None:
    scores = rv.score(
        predictions=predictions, references=references, rouge_types="rouge1", tokenizer="pretokenized"
    )
    assert scores["rouge1_fmeasure"].tolist() == right
