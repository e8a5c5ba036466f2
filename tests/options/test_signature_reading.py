"""From a signature back to the scorer."""

from __future__ import annotations

from typing import Any

import pytest

import rouge_vec as rv
from rouge_vec.errors import OptionError
from rouge_vec.options.dialects import DIALECTS

SETTINGS: list[dict[str, Any]] = [
    {},
    {"use_stemmer": True},
    {"use_stemmer": False},
    {"use_stemmer": "german", "tokenizer": "words"},
    {"lowercase": False},
    {"stopwords": "smart"},
    {"tokenizer": "words", "max_words": 5},
    {"max_bytes": 75, "byte_limit": "script"},
    {"max_bytes": 75, "byte_limit": "exact"},
    {"max_words": 5, "limit_rule": "stripped"},
    {"max_characters": 0},
    {"max_characters": 20},
    {"sentence_separator": "<q>"},
    {"sentence_separator": "|"},
    {"sentence_separator": "é\t"},
    {"sentence_splitter": "js-rouge"},
    {"sentence_splitter": None},
    {"sentence_tokens": True},
    {"counting": "distinct"},
    {"counting": "summed", "negative_totals": True},
    {"multi_reference": "macro", "missing_references": "skip"},
    {"multi_reference": "each"},
    {"alpha": 0.3},
    {"beta": 1.2},
    {"fmeasure": "js", "beta": 8.0},
    {"fmeasure": "epsilon"},
    {"alpha": None},
    {"weight_normalization": "paper"},
    {"weighted_choice": "root", "lcs_weight": 1.2},
    {"decimals": 3},
    {"decimals": None},
    {"single_precision": True},
    {"tokenizer": "pretokenized"},
]
TYPES = ["rouge1", "rougeL", "rougeLsum", "rougeW-1.5", "rougeSU4"]


@pytest.mark.parametrize("settings", SETTINGS, ids=str)
@pytest.mark.parametrize("dialect", list(DIALECTS))
def test_every_named_choice_comes_back(dialect: Any, settings: dict[str, Any]) -> None:
    try:
        scorer = rv.Scorer(TYPES, dialect, **settings)
    except OptionError:
        return  # not to be had together in this dialect
    again = rv.Scorer.from_signature(scorer.signature)
    assert again.signature == scorer.signature
    texts = ["the Cats sat. gonna run|on the mats<q>dogs", "A cat. gonna sit<q>dogs run"]
    if settings.get("tokenizer") == "pretokenized":
        texts = [text.split() for text in texts]  # type: ignore[misc]
    assert again.score(predictions=texts, references=texts[::-1]).equals(
        scorer.score(predictions=texts, references=texts[::-1])
    )


def halves(text: str) -> list[str]:
    return [text[: len(text) // 2], text[len(text) // 2 :]]


CUSTOM: list[tuple[str, Any, Any]] = [
    ("tokenizer", halves, str.split),
    ("stopwords", ["the", "a"], ["the"]),
    ("sentence_splitter", halves, str.splitlines),
    ("exceptions", {"mice": "mouse"}, {"mice": "mice"}),
]


@pytest.mark.parametrize(("option", "value", "other"), CUSTOM, ids=lambda part: str(part)[:12])
def test_what_is_named_by_a_digest_must_be_given_and_be_the_same(option: str, value: Any, other: Any) -> None:
    stemmer = {"use_stemmer": True} if option == "exceptions" else {}
    scorer = rv.Scorer(TYPES, **{option: value}, **stemmer)
    with pytest.raises(OptionError, match=f"{option} cannot be rebuilt") as raised:
        rv.Scorer.from_signature(scorer.signature)
    assert f"{option}=..." in raised.value.hint
    assert rv.Scorer.from_signature(scorer.signature, **{option: value}) == scorer
    with pytest.raises(OptionError, match="what was rebuilt has"):
        rv.Scorer.from_signature(scorer.signature, **{option: other})


def test_an_option_that_contradicts_the_signature_is_refused() -> None:
    with pytest.raises(OptionError, match="signature says stem:none"):
        rv.Scorer.from_signature(rv.Scorer("rouge1").signature, use_stemmer=True)


def test_another_version_is_told() -> None:
    signature = rv.Scorer("rouge1").signature
    older = signature.replace(f"rouge_vec-{rv.__version__}", "rouge_vec-0.0.1")
    with pytest.warns(rv.OtherVersionWarning, match=r"rouge_vec-0\.0\.1"):
        assert rv.Scorer.from_signature(older).signature == signature


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "lacks dialect"),
        ("rouge1", "lacks dialect"),
        (None, "is a string, got None"),
        (rv.Scorer("rouge1").signature + "|more:x", "unknown part 'more'"),
        (rv.Scorer("rouge1").signature.replace("dialect:rouge-score", "dialect:rouge"), "unknown dialect"),
        (rv.Scorer("rouge1").signature.replace("limit:none", "limit:many words"), "limit:many words"),
        (rv.Scorer("rouge1").signature.replace("decimals:all", "decimals:x"), "decimals:x"),
        (rv.Scorer("rouge1").signature.replace("weights:script choice=recall", "weights:x"), "weights:x"),
    ],
)
def test_what_is_no_signature_is_refused(text: Any, message: str) -> None:
    with pytest.raises(OptionError, match=message) as raised:
        rv.Scorer.from_signature(text)
    assert "Hint:" in str(raised.value)
