"""The Penn-Treebank tokenizer of the js-rouge dialect: every recorded token, and no text that makes it slow."""

from __future__ import annotations

import pytest

from rouge_vec.js_rouge.treebank import tree_bank_tokenize
from tests import js_figures


def test_tokens_of_recorded_sentences() -> None:
    wrong = [
        (sentence, tokens)
        for _, sentences, _, token_lists in js_figures.segmented()
        for sentence, tokens in zip(sentences, token_lists, strict=True)
        if tree_bank_tokenize(sentence) != tokens
    ]
    assert wrong == []


def test_tokens_of_recorded_whole_texts() -> None:
    texts = [
        (text, js_figures.printed()["texts"][name][key]["tokens"])
        for name, key, text in js_figures.documents()
    ]
    texts += [(entry["text"], entry["tokens"]) for entry in js_figures.printed()["tricky"]]
    assert len(texts) == 357
    assert [(text, tokens) for text, tokens in texts if tree_bank_tokenize(text) != tokens] == []


def test_tokens_of_pieces_put_together_at_random() -> None:
    entries = js_figures.own_texts()["tokens"]
    assert [entry for entry in entries if tree_bank_tokenize(entry["text"]) != entry["tokens"]] == []


@pytest.mark.parametrize(
    ("text", "tokens"),
    [
        ("", []),
        (" \t\n\u3000\x85\ufeff", []),
        ("a\x1cb", ["a\x1cb"]),
        ("I can't, won't.", ["I", "ca", "n't", ",", "wo", "n't", "."]),
        ("CANNOT gonna", ["CAN", "NOT", "gon", "na"]),
        ("cannots xcannot écannot", ["cannots", "xcannot", "écannot"]),
        ("wanna-be wanna be", ["wanna-be", "wan", "na", "be"]),
        ("'tis 'Twas x'tis", ["'t", "is", "'T", "was", "x'tis"]),
        ("at 12:30, 12,000: 3.5", ["at", "12:30", ",", "12,000", ":", "3.5"]),
        ("the U.S.", ["the", "U.S."]),
        ("the end.", ["the", "end", "."]),
        ('the end.")', ["the", "end", ".", "''", ")"]),
        ("a.. b...c", ["a..", "b", "...", "c"]),
        ('"a" b"', ["``", "a", "''", "b", "''"]),
        ("say ''a'' b''", ["say", "``", "a", "''", "b", "''"]),
        ("''a'' b", ["''", "a", "''", "b"]),
        ("one--two---three", ["one", "--", "two", "--", "-three"]),
    ],
)
def test_rules(text: str, tokens: list[str]) -> None:
    assert tree_bank_tokenize(text) == tokens


def test_something_that_is_no_text_is_a_type_error() -> None:
    for value in (None, 5, b"bytes", ["a"]):
        with pytest.raises(TypeError):
            tree_bank_tokenize(value)  # type: ignore[arg-type]
