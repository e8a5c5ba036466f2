"""Properties of ROUGE-W, S and SU, and options of the dialect rouge-1.5.5, in both dialects."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import rouge_vec as rv
from rouge_vec.errors import OptionError
from rouge_vec.scores.rounding import round_as_printed
from tests.corpora import aclsum_pairs, random_pairs, random_references

DIALECTS = ("rouge-score", "rouge-1.5.5")


def pairs() -> tuple[list[str], list[str]]:
    predictions, references = random_pairs(300, seed=3, vocabulary="abcdefghij")
    human_predictions, human_references = aclsum_pairs()
    return predictions + human_predictions[:150], references + human_references[:150]


def scored(rouge_types: Any, dialect: str = "rouge-1.5.5", **options: Any) -> Any:
    predictions, references = pairs()
    return rv.score(
        predictions=predictions,
        references=references,
        rouge_types=rouge_types,
        dialect=dialect,
        counts=True,
        **options,
    )


@pytest.mark.parametrize("dialect", DIALECTS)
@pytest.mark.parametrize("gap", ["", "0", "4"])
def test_unigrams_are_what_su_has_more_than_s(dialect: str, gap: str) -> None:
    scores = scored([f"rougeS{gap}", f"rougeSU{gap}", "rouge1"], dialect)
    for side in ("prediction", "reference"):
        more = scores[f"rougeSU{gap}_{side}_total"] - scores[f"rougeS{gap}_{side}_total"]
        assert (more == np.maximum(scores[f"rouge1_{side}_total"] - 1, 0)).all()
    assert (
        scores[f"rougeSU{gap}_matches"] - scores[f"rougeS{gap}_matches"] <= scores["rouge1_matches"]
    ).all()


@pytest.mark.parametrize("dialect", DIALECTS)
def test_a_gap_as_long_as_the_text_is_no_limit(dialect: str) -> None:
    scores = scored(["rougeS", "rougeS999", "rougeSU", "rougeSU999", "rougeS0", "rouge2"], dialect)
    for limited, unlimited in (("S999", "S"), ("SU999", "SU"), ("2", "S0")):
        for column in ("matches", "prediction_total", "reference_total", "fmeasure"):
            assert scores[f"rouge{limited}_{column}"].equals(scores[f"rouge{unlimited}_{column}"])


@pytest.mark.parametrize("rouge_type", ["rouge2", "rougeLsum", "rougeW", "rougeS", "rougeSU4"])
def test_alpha_ends(rouge_type: str) -> None:
    """Alpha 1 is precision, alpha 0 is recall, wherever there is a match at all."""
    for alpha, measure in ((1.0, "precision"), (0.0, "recall")):
        scores = scored([rouge_type], alpha=alpha)
        hit = scores[f"{rouge_type}_matches"] > 0
        assert scores[f"{rouge_type}_fmeasure"][hit].equals(scores[f"{rouge_type}_{measure}"][hit])
        assert (scores[f"{rouge_type}_fmeasure"][~hit] == 0).all()


def test_alpha_and_beta_say_the_same() -> None:
    by_alpha = scored(["rouge1"], "rouge-1.5.5", alpha=0.2)
    by_beta = scored(["rouge1"], "rouge-1.5.5", beta=2)
    assert by_alpha.equals(by_beta)


@pytest.mark.parametrize("dialect", DIALECTS)
@pytest.mark.parametrize("rouge_type", ["rouge1", "rouge3", "rougeLsum", "rougeW", "rougeSU4"])
def test_best_recall_is_no_worse_than_any_reference(dialect: str, rouge_type: str) -> None:
    references = random_references(150, seed=8)
    predictions = random_pairs(150, seed=9)[0]
    options = {"rouge_types": [rouge_type], "dialect": dialect, "weight_normalization": "paper"}
    best = rv.score(predictions=predictions, references=references, multi_reference="best_recall", **options)
    for place in range(5):
        single = [several[min(place, len(several) - 1)] for several in references]
        alone = rv.score(predictions=predictions, references=single, **options)
        assert (best[f"{rouge_type}_recall"] >= alone[f"{rouge_type}_recall"]).all()


@pytest.mark.parametrize("dialect", DIALECTS)
def test_counts_of_references_are_pooled(dialect: str) -> None:
    references = random_references(150, seed=18)
    predictions = random_pairs(150, seed=19)[0]
    options = {"rouge_types": ["rouge2", "rougeW-1.5"], "dialect": dialect, "counts": True}
    pooled = rv.score(predictions=predictions, references=references, multi_reference="average", **options)
    flat = [
        (prediction, reference)
        for prediction, several in zip(predictions, references, strict=True)
        for reference in several
    ]
    each = rv.score(predictions=[p for p, _ in flat], references=[r for _, r in flat], **options)
    rows = [row for row, several in enumerate(references) for _ in several]
    for column in ("matches", "prediction_total", "reference_total"):
        sums = [0] * len(predictions)
        for row, value in zip(rows, each[f"rouge2_{column}"], strict=True):
            sums[row] += value
        assert pooled[f"rouge2_{column}"].tolist() == sums


def test_the_papers_weights_make_identical_texts_perfect() -> None:
    text = "police killed the gunman\nand left"
    script = rv.Scorer("rougeW").score_pair("police killed the gunman", "police killed the gunman")["rougeW"]
    assert script.precision == 1.0
    assert script.recall == (4**1.2 / (4**1.2) ** 1.2) ** (1 / 1.2)
    assert rv.Scorer("rougeW", weight_normalization="paper").score_pair(text, text)["rougeW"] == (1, 1, 1)


def test_the_default_weight_is_that_of_the_script() -> None:
    scores = scored(["rougeW", "rougeW-1.2"], "rouge-score")
    assert scores["rougeW_fmeasure"].equals(scores["rougeW-1.2_fmeasure"].rename("rougeW_fmeasure"))


def test_exceptions_and_stop_words_as_lists_of_the_caller() -> None:
    pair = "the geese flew", "a goose flew"
    rouge_types = {"rouge_types": "rouge1", "dialect": "rouge-1.5.5"}
    stemmed = rv.Scorer(**rouge_types, use_stemmer=True)
    assert stemmed.score_pair(*pair)["rouge1"].recall == 0.33333
    own = rv.Scorer(**rouge_types, use_stemmer=True, exceptions={"geese": "goos"}, stopwords=["the", "a"])
    assert own.score_pair(*pair)["rouge1"].recall == 1.0
    assert "smart" in rv.Scorer(**rouge_types, stopwords="smart").signature
    lists = [rv.Scorer(**rouge_types, stopwords=words).signature for words in (["a"], ["b"], ("a",))]
    assert lists[0] == lists[2] != lists[1]


def test_limits_hold_in_other_dialects_without_the_scripts_byte_behaviour() -> None:
    texts = "aa bb\ncc dd", "cc dd\naa bb"
    script = rv.Scorer(
        "rougeLsum",
        dialect="rouge-1.5.5",
        max_bytes=7,
    ).score_pair(*texts)["rougeLsum"]
    exact = rv.Scorer("rougeLsum", max_bytes=7).score_pair(*texts)["rougeLsum"]
    assert script == (0.66667, 0.5, 0.57143)
    assert exact == (2 / 3, 2 / 3, 2 / 3)


@pytest.mark.parametrize(
    "options",
    [
        {"exceptions": "verbnet"},
        {"exceptions": 3},
        {"stopwords": "stupid"},
        {"stopwords": [1, 2]},
        {"multi_reference": "worst"},
        {"weight_normalization": "none"},
        {"decimals": -1},
        {"decimals": 1.5},
        {"alpha": 1.5},
        {"max_words": -1},
        {"max_words": 5, "max_bytes": 5},
        {"alpha": 0.5, "beta": 1.0},
    ],
)
def test_option_values_out_of_range_are_refused(options: dict[str, Any]) -> None:
    with pytest.raises(OptionError):
        rv.Scorer("rouge1", dialect="rouge-1.5.5", **options)


def test_rounding_is_that_of_printf() -> None:
    """Halves, near-halves that scaling would move, and shares with every small denominator."""
    values = [hits / total for total in range(1, 700) for hits in range(0, total + 1, 7)]
    values += [hits / total for total in (320, 1600, 8000, 40_000, 200_000) for hits in range(1, 100)]
    values += [step / 64 / 10**5 for step in range(2000)]
    values += [0.000005, 0.123455, 0.999995, 2.5e-5, 123456.789015, 3e12 + 0.1]
    assert round_as_printed(np.array(values), 5).tolist() == [float(f"{value:.5f}") for value in values]
