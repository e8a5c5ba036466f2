"""Ids of padding as stop words, which are left out of lists of token ids."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import rouge_vec as rv
from rouge_vec.errors import InputTypeError, OptionError

LARGEST = 2**64 - 1


def precision(prediction: Any, reference: Any, stopwords: Any) -> float:
    scores = rv.score(
        predictions=[prediction],
        references=[reference],
        rouge_types="rouge1",
        tokenizer="pretokenized",
        stopwords=stopwords,
    )
    return float(scores["rouge1_precision"].iloc[0])


@pytest.mark.parametrize(
    ("prediction", "stopwords", "right"),
    [
        ([1, 2, 0, 0], [0], 1.0),
        ([1, 2, 0, 0], [3], 0.5),
        ([1, 2, 0, -100], [0, -100], 1.0),
        (np.array([1, 2, 0, 0]), [np.int64(0)], 1.0),
        (np.array([1, 2, 10**12], np.int64), [10**12], 1.0),
        (np.array([1, 2, LARGEST], np.uint64), [LARGEST], 1.0),
        (["a", "b", "<pad>"], ["<pad>"], 1.0),
        (["a", "b", "<pad>", 0], ["<pad>", 0], 1.0),
    ],
    ids=str,
)
def test_padding_is_left_out(prediction: Any, stopwords: Any, right: float) -> None:
    reference = ["a", "b"] if isinstance(prediction[0], str) else [1, 2]
    assert precision(prediction, reference, stopwords) == right


def test_sentences_that_were_only_padding_are_gone() -> None:
    scores = rv.score(
        predictions=[[[1, 2], [0, 0]]],
        references=[[[0], [1, 2]]],
        rouge_types=["rougeLsum", "rouge2"],
        tokenizer="pretokenized",
        stopwords=[0],
    )
    assert scores["rougeLsum_fmeasure"].tolist() == scores["rouge2_fmeasure"].tolist() == [1.0]


@pytest.mark.parametrize("stopwords", ["smart", ["0"]])
def test_words_cannot_be_left_out_of_ids(stopwords: Any) -> None:
    with pytest.raises(InputTypeError, match=r"the tokens are integers, such as 1"):
        precision([1, 0], [1], stopwords)


def test_ids_cannot_be_left_out_of_texts() -> None:
    with pytest.raises(OptionError, match=r"stopwords holds the number 7, .* are words\.\nHint: write \"7\""):
        rv.Scorer("rouge1", stopwords=["a", 7])
    with pytest.raises(OptionError, match="a list of words, or of token ids, got"):
        rv.Scorer("rouge1", stopwords=[1.5])


def test_capital_stop_words_of_tokens_that_keep_their_case() -> None:
    assert precision(["The", "cat"], ["cat"], ["The"]) == 1.0
    scores = rv.score(
        predictions=["The cat"],
        references=["cat"],
        rouge_types="rouge1",
        tokenizer=str.split,
        stopwords=["The"],
    )
    assert scores["rouge1_precision"].tolist() == [1.0]


def test_the_signature_tells_ids_from_words() -> None:
    signatures = {
        rv.Scorer("rouge1", tokenizer="pretokenized", stopwords=stopwords).signature
        for stopwords in ([0], ["0"], [0, "0"])
    }
    assert len(signatures) == 3
