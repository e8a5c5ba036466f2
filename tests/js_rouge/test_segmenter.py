"""The sentence segmenter of the js-rouge dialect against recorded sentences of js-rouge 3.2.3."""

from __future__ import annotations

import pytest

from rouge_vec.js_rouge.segmenter import sentence_segment
from tests import js_figures


def test_recorded_sentences() -> None:
    rows = js_figures.segmented()
    assert len(rows) == 357
    assert [(text, right) for text, right, _, _ in rows if sentence_segment(text) != right] == []


def test_recorded_sentences_when_case_is_neutral() -> None:
    wrong = [
        (text, right)
        for text, _, right, _ in js_figures.segmented()
        if sentence_segment(text, case_neutral=True) != right
    ]
    assert wrong == []


@pytest.mark.parametrize("kind", ["prose", "rules", "cuts"])
def test_own_texts(kind: str) -> None:
    wrong = []
    for entry in js_figures.own_texts()[kind]:
        right = entry["sentences"], entry.get("case_neutral", entry["sentences"])
        ours = sentence_segment(entry["text"]), sentence_segment(entry["text"], case_neutral=True)
        if ours != right:
            wrong.append((entry["text"], right, ours))
    assert wrong == []


@pytest.mark.parametrize("text", ["who‘’....", "who.'.'...."])
def test_a_text_on_which_js_rouge_fails(text: str) -> None:
    assert sentence_segment(text) == sentence_segment(text, case_neutral=True) == [text]


@pytest.mark.parametrize("text", ["", " ", "\n", " \n\t", "\u3000", "no stop", "a"])
def test_a_text_without_sentences_is_one(text: str) -> None:
    assert sentence_segment(text) == ([text] if text else [])


def test_line_ends_are_alike() -> None:
    text = "A headline\nthat runs on. Then a stop.\n\nlower case\nlines\nEnd of it. Last"
    for line_end in ("\r\n", "\r"):
        for case_neutral in (False, True):
            assert sentence_segment(
                text.replace("\n", line_end), case_neutral=case_neutral
            ) == sentence_segment(text, case_neutral=case_neutral)


def test_case_neutral_splits_texts_alike_that_differ_in_case() -> None:
    for text, _, _, _ in js_figures.segmented():
        small = [sentence.lower() for sentence in sentence_segment(text, case_neutral=True)]
        assert sentence_segment(text.lower(), case_neutral=True) == small


def test_no_letter_is_lost_or_added() -> None:
    for text, _, _, _ in js_figures.segmented():
        if text.split():
            for case_neutral in (False, True):
                joined = "".join(sentence_segment(text, case_neutral=case_neutral))
                assert "".join(joined.split()) == "".join(text.split())
