"""What a message says about a name or value that is not known."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import pandas as pd
import pyarrow as pa
import pytest

import rouge_vec as rv
from rouge_vec.errors import InputError, InputTypeError, OptionError

TEXTS = {"predictions": ["a b"], "references": ["a c"]}


@pytest.mark.parametrize(
    ("options", "hint"),
    [
        ({"multi_reference": "max"}, "did you mean 'best'?"),
        ({"multi_reference": "mean"}, "did you mean 'macro'?"),
        ({"multi_reference": "avg"}, "did you mean 'average'?"),
        ({"multi_reference": "micro"}, "did you mean 'macro'?"),
        ({"rouge_types": "rouge"}, "did you mean 'rouge1' or 'rouge2' or 'rouge3'?"),
        ({"rouge_types": "ROUGE-L"}, "did you mean 'rougeL'?"),
        ({"rouge_types": "rouge12345678901"}, "at most nine digits"),
        ({"rouge_types": "bleu"}, "known names: rouge1, rouge2"),
        ({"rouge_type": "rouge1"}, "did you mean 'rouge_types'?"),
        ({"dialekt": "rouge-score"}, "did you mean 'dialect'"),
        ({"stemmer": True}, "did you mean 'use_stemmer'"),
        ({"n_job": 1}, "did you mean 'n_jobs'"),
        ({"num_workers": 2}, "did you mean 'n_jobs'"),
        ({"threads": 2}, "did you mean 'n_jobs'"),
        ({"hypotheses": ["a"]}, "did you mean 'predictions'"),
        ({"newline_sep": True}, "did you mean 'sentence_separator'"),
        ({"split_summaries": True}, "did you mean 'sentence_splitter'"),
        ({"case_sensitive": True}, "did you mean 'lowercase'"),
        ({"metrics": ["rouge1"]}, "did you mean 'rouge_types'"),
        ({"verbose": True}, "did you mean 'progress'"),
        ({"confidence_interval": 0.95}, "known names: use_stemmer"),
        ({"use_stemmer": "en"}, "did you mean 'english'"),
        ({"use_stemmer": "de"}, "did you mean 'german'"),
        ({"use_stemmer": "lemma"}, "known names: none, porter"),
    ],
)
def test_what_was_meant(options: dict[str, Any], hint: str) -> None:
    with pytest.raises(OptionError) as caught:
        rv.score(**TEXTS, **options)
    assert hint in str(caught.value).partition("Hint: ")[2]


@pytest.mark.parametrize(
    "name", ["layout", "counts", "missing", "n_jobs", "progress", "predictions", "references"]
)
def test_what_a_call_takes_is_not_for_the_scorer(name: str) -> None:
    with pytest.raises(OptionError, match=f"{name} is given to score, not to the Scorer"):
        rv.Scorer(**{name: "long"})


@pytest.mark.parametrize(
    ("call", "said"),
    [
        (
            lambda: rv.score(prediction=["a"], reference=["a"]),
            "needs predictions= and references=, got prediction=,",
        ),
        (lambda: rv.score(preds=["a"], refs=["a"]), "Hint: write score(predictions=..., references=...)."),
        (
            lambda: rv.score(predictions=["a"], reference=["a"]),
            "needs references=, got predictions=, reference=.",
        ),
        (lambda: rv.score(), "needs predictions= and references=, got nothing."),
        (lambda: rv.score(["a"], ["a"]), "takes everything by name, got 2 by place and no names."),
        (
            lambda: rv.Scorer().score(["a"], references=["a"]),
            "takes everything by name, got 1 by place and references=.",
        ),
        (
            lambda: rv.Scorer().score(prediction=["a"], references=["a"]),
            "needs predictions=, got prediction=,",
        ),
        (
            lambda: rv.Scorer().score(**TEXTS, use_stemmer=True),
            "use_stemmer is given to the Scorer, or to rouge_vec.score.",
        ),
        (lambda: rv.Scorer().score(**TEXTS, rouge_types="rouge1"), "score has no rouge_types=."),
        (lambda: rv.Scorer().score(**TEXTS, n_job=2), "did you mean 'n_jobs'?"),
        (lambda: rv.Scorer().score(**TEXTS, use_stemer=True), "did you mean 'use_stemmer'?"),
    ],
)
def test_calls_that_do_not_fit(call: Callable[[], object], said: str) -> None:
    with pytest.raises(TypeError) as caught:
        call()
    assert isinstance(caught.value, rv.RougeVecError)
    assert said in str(caught.value)


def test_a_method_of_the_class_needs_a_scorer() -> None:
    with pytest.raises(TypeError, match="'self'"):
        rv.Scorer.score(**TEXTS)  # type: ignore[call-arg]


def test_a_type_error_of_a_callers_own_function_is_left_alone() -> None:
    def tokenizer(text: str) -> list[str]:
        raise TypeError("mine")

    with pytest.raises(TypeError, match="mine") as caught:
        rv.score(**TEXTS, tokenizer=tokenizer)
    assert type(caught.value) is TypeError


def test_a_second_argument_of_the_scorer_is_no_switch() -> None:
    with pytest.raises(OptionError, match=r"unknown dialect True.\nHint: .* give use_stemmer=True."):
        rv.Scorer(["rouge1"], True)


@pytest.mark.parametrize("name", ["counts", "progress", "lowercase", "single_precision"])
@pytest.mark.parametrize("value", ["x", "", 1, 0, []])
def test_a_switch_is_true_or_false(name: str, value: object) -> None:
    with pytest.raises(OptionError, match=f"{name} must be True or False, got "):
        rv.score(**TEXTS, **{name: value})


@pytest.mark.parametrize(
    ("column", "said"),
    [
        (pd.MultiIndex.from_tuples([("a", "b")]), "predictions is an index of 2 levels"),
        (pa.array([{"text": "a"}]), "give one field of it"),
    ],
)
def test_columns_that_are_no_texts(column: object, said: str) -> None:
    with pytest.raises(InputTypeError, match=said):
        rv.score(predictions=column, references=["a"])


def test_lists_of_a_fixed_size_are_references() -> None:
    references = pa.array([["a c", "a b"], ["x", "y"]], pa.list_(pa.string(), 2))
    scores = rv.score(predictions=["a b", "x"], references=references)
    assert scores.equals(rv.score(predictions=["a b", "x"], references=references.to_pylist()))


def test_the_accessor_takes_names() -> None:
    frame = pd.DataFrame({"p": ["a"], "r": ["a"]})
    with pytest.raises(InputError, match=r"name a column of this frame: prediction=.p."):
        frame.rouge.score(predictions="p", reference="r", prediction="p")
    with pytest.raises(InputError, match="prediction is a Series, not a name"):
        frame.rouge.score(prediction=frame.p, reference="r")


def test_switches_of_numpy_are_switches() -> None:
    given = rv.score(**TEXTS, counts=np.True_, lowercase=np.False_)
    plain = rv.score(**TEXTS, counts=True, lowercase=False)
    assert given.equals(plain)
    assert given.attrs == plain.attrs


def test_a_tokenizer_class_in_place_of_an_instance() -> None:
    class Spaces:
        def tokenize(self, text: str) -> list[str]:
            return text.split()

    with pytest.raises(OptionError, match=r"tokenizer is the class .*Spaces; an instance of it is wanted"):
        rv.score(**TEXTS, tokenizer=Spaces)
    assert rv.score(**TEXTS, tokenizer=Spaces(), rouge_types="rouge1")["rouge1_recall"].tolist() == [0.5]
