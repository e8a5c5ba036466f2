"""Weights of ROUGE-W that are beyond what floats can hold: computed as long as they can be, then refused."""

from __future__ import annotations

import re

import pytest

import rouge_vec as rv
from rouge_vec.errors import OptionError

PREDICTION, REFERENCE = "a b c d e f", "a b c d x f"


@pytest.mark.parametrize("weight", [20, 100, 300, 396])
def test_figures_that_rouge_155_prints(weight: int) -> None:
    scores = rv.Scorer([f"rougeW-{weight}"], "rouge-1.5.5").score_pair(PREDICTION, REFERENCE)
    assert scores[f"rougeW-{weight}"] == (0.66667, 0.0, 0.0)


@pytest.mark.parametrize("options", [{}, {"weight_normalization": "paper"}, {"dialect": "rouge-1.5.5"}])
@pytest.mark.parametrize("weight", ["400", "1000", "9" * 400])
def test_what_would_be_no_number_is_refused(options: dict[str, str], weight: str) -> None:
    scorer = rv.Scorer([f"rougeW-{weight}"], **options)
    with pytest.raises(
        OptionError, match=r"too large for texts of 6 tokens.*\nHint: up to 396\.1 "
    ) as caught:
        scorer.score_pair(PREDICTION, REFERENCE)
    assert isinstance(caught.value, OverflowError)


@pytest.mark.parametrize("options", [{}, {"weight_normalization": "paper"}])
@pytest.mark.parametrize(
    "pair",
    [
        (PREDICTION, REFERENCE),
        ("a b " * 50, "a b\n" * 50),
        ("a b\n" * 250, "a"),
        ("a", "a b\n" * 3 + "a b c d"),
    ],
)
def test_the_weight_that_is_named_works(options: dict[str, str], pair: tuple[str, str]) -> None:
    sides = {"predictions": [pair[0]], "references": [pair[1]]}
    with pytest.raises(OptionError) as caught:
        rv.score(rouge_types=["rougeW-1100"], **sides, **options)
    named = re.search(r"up to ([0-9.]+) ", str(caught.value))
    assert named is not None
    scores = rv.score(rouge_types=[f"rougeW-{named[1]}"], **sides, **options)
    assert scores.notna().all(axis=None)
    assert (scores.iloc[0, 0] > 0.0) or options == {}


def test_texts_of_one_token_take_any_weight() -> None:
    scores = rv.score(predictions=["", "a", "b"], references=["", "a", "a"], rouge_types=["rougeW-1000"])
    assert scores["rougeW-1000_fmeasure"].tolist() == [0.0, 1.0, 0.0]
