"""ROUGE-BE in the library: six modes, stemming, several references, and what is refused."""

from __future__ import annotations

import random
from collections import Counter

import pytest

import rouge_vec as rv
from rouge_vec.errors import InputError, OptionError

MODES = ("H", "HM", "HMR", "HM1", "HMR1", "HMR2")
Element = tuple[str, str, str]


def kept(element: Element, mode: str) -> tuple[str, ...] | None:
    """The parts of an element that a mode matches, in the words of the script's usage text."""
    head, modifier, relation = element
    return {
        "H": (head,) if modifier == "nil" else None,
        "HM": (head, modifier) if modifier != "nil" else None,
        "HMR": element if relation != "nil" else None,
        "HM1": (head, modifier),
        "HMR1": element if modifier != "nil" else None,
        "HMR2": element,
    }[mode]


def counts(prediction: list[Element], reference: list[Element], mode: str) -> tuple[int, int, int]:
    sides = [
        Counter(parts for element in side if (parts := kept(element, mode)) is not None)
        for side in (prediction, reference)
    ]
    return (sides[0] & sides[1]).total(), sides[0].total(), sides[1].total()


def random_elements(source: random.Random) -> list[Element]:
    words = ["nil", "a", "b", "c"]
    return [
        (source.choice(words), source.choice(words), source.choice(["nil", "subj", "obj"]))
        for _ in range(source.randint(0, 12))
    ]


def as_text(elements: list[Element], end: str = "") -> str:
    return "\n".join("|".join(element) for element in elements) + (end if elements else "")


@pytest.mark.parametrize("dialect", ["rouge-score", "rouge-1.5.5"])
def test_counts_of_every_mode(dialect: str) -> None:
    source = random.Random(1)
    predictions = [random_elements(source) for _ in range(200)]
    references = [random_elements(source) for _ in range(200)]
    scores = rv.score(
        predictions=[as_text(elements, source.choice(["", "\n"])).upper() for elements in predictions],
        references=[as_text(elements) for elements in references],
        rouge_types=[f"rougeBE-{mode}" for mode in MODES],
        dialect=dialect,
        counts=True,
    )
    for mode in MODES:
        columns = [f"rougeBE-{mode}_{name}" for name in ("matches", "prediction_total", "reference_total")]
        ref = [counts(p, r, mode) for p, r in zip(predictions, references, strict=True)]
        assert list(scores[columns].itertuples(index=False, name=None)) == ref


def test_words_and_elements_can_be_asked_for_together() -> None:
    scorer = rv.Scorer(["rougeBE", "rouge1", "rougeBE-HMR"])
    scores = scorer.score_pair("dog|big|mod\ncat|nil|nil", "dog|big|nil\ncat|nil|nil")
    assert scores["rougeBE"] == (1.0, 1.0, 1.0)
    assert scores["rougeBE-HMR"] == (0.0, 0.0, 0.0)
    assert scores["rouge1"].precision == 5 / 6


def test_stemming_reaches_every_word_of_a_field_but_not_the_relation() -> None:
    prediction, reference = "running dogs|best|subj", "run dog|well|subj"
    plain = rv.Scorer("rougeBE-HMR", dialect="rouge-1.5.5")
    assert plain.score_pair(prediction, reference)["rougeBE-HMR"] == (0.0, 0.0, 0.0)
    stemming = rv.Scorer("rougeBE-HMR", dialect="rouge-1.5.5", use_stemmer=True)
    assert stemming.score_pair(prediction, reference)["rougeBE-HMR"] == (1.0, 1.0, 1.0)
    relations = stemming.score_pair("dog|big|subjects", "dog|big|subject")
    assert relations["rougeBE-HMR"] == (0.0, 0.0, 0.0)
    # A field of up to three letters is left alone, a short word of a longer field is not.
    assert stemming.score_pair("was|yes|x", "be|ye|x")["rougeBE-HMR"].fmeasure == 0.0
    assert stemming.score_pair("was yes|x|x", "be ye|x|x")["rougeBE-HMR"].fmeasure == 1.0


def test_several_references_add_up_or_the_best_recall_counts() -> None:
    prediction, references = "a|b|c\nd|e|f", ["a|b|c\nx|y|z\nx|y|z", "d|e|f"]
    pooled = rv.Scorer("rougeBE-HM", dialect="rouge-1.5.5").score_pair(prediction, references)
    assert pooled["rougeBE-HM"] == (0.5, 0.5, 0.5)
    best = rv.Scorer("rougeBE-HM", dialect="rouge-1.5.5", multi_reference="best_recall")
    assert best.score_pair(prediction, references)["rougeBE-HM"] == (0.5, 1.0, 0.66667)


@pytest.mark.parametrize("line", ["head|modifier", "head|modifier|", "plain words", "", "a|b|c|d"])
def test_a_line_that_is_no_element_is_refused(line: str) -> None:
    with pytest.raises(InputError, match=r"(?s)references: row 1 holds .*Hint: .*HEAD\|MODIFIER\|RELATION"):
        rv.score(
            predictions=["a|b|c", "a|b|c"],
            references=["a|b|c", f"a|b|c\n{line}\na|b|c"],
            rouge_types="rougeBE-HM",
        )


def test_an_unknown_mode_is_refused() -> None:
    with pytest.raises(OptionError, match="rougeBE-XY"):
        rv.Scorer("rougeBE-XY")
