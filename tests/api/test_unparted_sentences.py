"""A rougeLsum that is only rougeL is told, with what seems to part sentences."""

from __future__ import annotations

import warnings
from typing import Any

import pyarrow as pa
import pytest

import rouge_vec as rv
from rouge_vec.columns.text_columns import ListColumn

SENTENCES = [
    "the cat sat on the mat",
    "a dog ran home",
    "it rained all day",
    "they slept well",
    "all was well",
]


def score(text: str, **options: Any) -> list[warnings.WarningMessage]:
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        rv.score(predictions=[text] * 40, references=[text] * 40, **options)
    return caught


@pytest.mark.parametrize("mark", ["<n>", "<q>", r"\n", " . ", ". "])
@pytest.mark.parametrize("options", [{}, {"rouge_types": "rougeLsum"}], ids=["by default", "by name"])
def test_the_mark_is_named_and_the_advice_is_sound(mark: str, options: dict[str, Any]) -> None:
    text = mark.join(SENTENCES)
    (caught,) = score(text, **options)
    assert caught.category is rv.UnpartedSentencesWarning
    assert caught.filename == __file__
    fact, advice = str(caught.message).split("\n")
    assert fact.startswith("rougeLsum takes a text sentence by sentence, but of 10 texts ")
    shown = f'r"{mark}"' if mark == r"\n" else f'"{mark}"'
    assert f"sentence_separator={shown}" in advice
    assert score(text, sentence_separator=mark, **options) == []


def test_a_separator_that_is_spelled_while_texts_have_line_breaks() -> None:
    text = "\n".join(SENTENCES)
    (caught,) = score(text, sentence_separator=r"\n")
    assert r'give sentence_separator="\n"' in str(caught.message)
    assert score(text) == []


@pytest.mark.parametrize(
    "text",
    ["", "One sentence.", "One. Two.", "the u . s . economy grew", "Mr. A met Dr. B of No. 9. They ate."],
)
def test_a_few_sentences_are_quiet(text: str) -> None:
    assert score(text) == []


def test_what_does_not_read_the_separator_is_quiet() -> None:
    text = " . ".join(SENTENCES)
    assert score(text, rouge_types=["rouge1", "rougeL"]) == []
    assert score(text, sentence_splitter="js-rouge") == []
    tokens = [[text.split()]]
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        rv.score(predictions=tokens, references=tokens, tokenizer="pretokenized")
        rv.Scorer().score_pair(text, text)


def test_some_texts_with_separator_are_enough() -> None:
    texts = [" . ".join(SENTENCES), "\n".join(SENTENCES)] * 20
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        rv.score(predictions=texts[1:], references=texts[1:])


def test_arrow_columns_are_told_too() -> None:
    texts = pa.array([" . ".join(SENTENCES)] * 3)
    with pytest.warns(rv.UnpartedSentencesWarning, match="' . ' seems to part sentences"):
        rv.score(predictions=texts, references=texts)


def test_few_texts_are_looked_at(monkeypatch: pytest.MonkeyPatch) -> None:
    looked_at = []
    strings = ListColumn.strings

    def counting(self: ListColumn, lo: int, hi: int) -> list[str]:
        looked_at.append(hi - lo)
        return strings(self, lo, hi)

    monkeypatch.setattr(ListColumn, "strings", counting)
    texts = ["some words"] * 4000
    rv.score(predictions=texts, references=texts, rouge_types="rougeLsum", tokenizer="whitespace")
    assert looked_at.count(1) == 32
