"""Texts whose letters the tokenizer drops are told once a call, with rows and what to do; English stays quiet."""

from __future__ import annotations

import warnings

import pandas as pd
import pyarrow as pa
import pytest

import rouge_vec as rv

JAPANESE = "大谷翔平が2本塁打、チームは5連勝", "大谷が試合で2発、5連勝に貢献"


@pytest.mark.parametrize("kind", [list, pa.array])
def test_one_digit_does_not_silence_it(kind) -> None:
    columns = {"predictions": kind(["a cat", JAPANESE[0]]), "references": kind(["a dog", JAPANESE[1]])}
    with pytest.warns(rv.LostLettersWarning) as caught:
        rv.score(**columns)
    assert len(caught) == 1
    fact, advice = str(caught[0].message).splitlines()
    assert fact.startswith(
        "2 of 4 texts (50%) lose more than a fifth of their letters, first in row 1 of predictions"
    )
    assert 'tokenizer="character-v1" for Chinese, Japanese or Thai' in advice


def test_rows_are_named_by_label() -> None:
    frame = pd.DataFrame(
        {"prediction": ["a cat", "a cat"], "reference": ["a dog", JAPANESE[1]]}, index=["x", "y"]
    )
    with pytest.warns(rv.LostLettersWarning, match="row 'y' of references"):
        frame.rouge.score()


def test_the_row_of_one_of_several_references() -> None:
    with pytest.warns(rv.LostLettersWarning, match="row 1 of references"):
        rv.score(predictions=["a", "b"], references=[["a", "b"], ["c", JAPANESE[1]]])


@pytest.mark.parametrize(
    "text",
    ["The naïve café of Zoë in a façade sells crème brûlée to tourists.", "12 + 34 – 56 “–”", "", "☃ snow"],
)
def test_english_stays_quiet(text: str) -> None:
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        rv.score(predictions=[text], references=["a text"])


@pytest.mark.parametrize("options", [{"tokenizer": "unicode-v1"}, {"tokenizer": list}])
def test_other_tokenizers_stay_quiet(options) -> None:
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        rv.score(predictions=[JAPANESE[0]], references=[JAPANESE[1]], **options)


def test_texts_without_any_token_keep_their_own_warning() -> None:
    with pytest.warns(rv.EmptyTextWarning) as caught:
        rv.score(predictions=["大谷"], references=["a"])
    assert len(caught) == 1
