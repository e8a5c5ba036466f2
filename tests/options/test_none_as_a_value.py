"""None is a value of some options, of which dialects have other defaults; for the rest it is nothing given."""

from __future__ import annotations

import pytest

import rouge_vec as rv


def fmeasure(prediction: str, reference: str, rouge_type: str, **options) -> float:
    return rv.Scorer(rouge_type, **options).score_pair(prediction, reference)[rouge_type].fmeasure


def test_no_rounding_under_rouge_155() -> None:
    rounded = fmeasure("a b c", "a", "rouge1", dialect="rouge-1.5.5")
    whole = rv.Scorer("rouge1", "rouge-1.5.5", decimals=None).score_pair("a b c", "a")["rouge1"]
    assert rounded == 0.5
    assert whole.precision == 1 / 3
    assert "decimals:all" in rv.Scorer("rouge1", "rouge-1.5.5", decimals=None).signature


def test_no_limit_and_no_weight_under_py_rouge() -> None:
    assert "limit:665 characters" in rv.Scorer("rouge1", "py-rouge").signature
    assert "limit:none" in rv.Scorer("rouge1", "py-rouge", max_characters=None).signature
    assert "f:alpha=0.5" in rv.Scorer("rouge1", "py-rouge").signature
    assert "f:f1" in rv.Scorer("rouge1", "py-rouge", alpha=None).signature


def test_lines_as_sentences_under_js_rouge() -> None:
    scorer = rv.Scorer("rougeLsum", "js-rouge", sentence_splitter=None)
    assert "sentences:\\n" in scorer.signature
    assert scorer == rv.Scorer("rougeLsum", "js-rouge", sentence_separator="\n")


@pytest.mark.parametrize("name", ["use_stemmer", "tokenizer", "stopwords", "counting", "lowercase"])
def test_none_of_other_options_is_left_out(name: str) -> None:
    assert rv.Scorer("rouge1", "py-rouge", **{name: None}) == rv.Scorer("rouge1", "py-rouge")
