"""What a message says about a name or value that is not known."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import rouge_vec as rv
from rouge_vec.errors import OptionError

TEXTS = {"predictions": ["a b"], "references": ["a c"]}


@pytest.mark.parametrize(
    ("options", "hint"),
    [
        ({"multi_reference": "max"}, "did you mean 'best'?"),
        ({"multi_reference": "mean"}, "did you mean 'average'?"),
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
    ],
)
def test_what_was_meant(options: dict[str, Any], hint: str) -> None:
    with pytest.raises(OptionError) as caught:
        rv.score(**TEXTS, **options)
    assert hint in str(caught.value).partition("Hint: ")[2]


@pytest.mark.parametrize("name", ["layout", "counts", "missing", "n_jobs", "progress"])
def test_what_a_call_takes_is_not_for_the_scorer(name: str) -> None:
    with pytest.raises(OptionError, match=f"{name} is given to score, not to the Scorer"):
        rv.Scorer(**{name: "long"})


@pytest.mark.parametrize("name", ["counts", "progress", "lowercase", "single_precision"])
@pytest.mark.parametrize("value", ["x", "", 1, 0, []])
def test_a_switch_is_true_or_false(name: str, value: object) -> None:
    with pytest.raises(OptionError, match=f"{name} must be True or False, got "):
        rv.score(**TEXTS, **{name: value})


def test_switches_of_numpy_are_switches() -> None:
    given = rv.score(**TEXTS, counts=np.True_, lowercase=np.False_)
    plain = rv.score(**TEXTS, counts=True, lowercase=False)
    assert given.equals(plain)
    assert given.attrs == plain.attrs
