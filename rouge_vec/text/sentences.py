"""Sentence rules: bring texts into the form of one sentence a line."""

from __future__ import annotations

from collections.abc import Callable

SentenceSplitter = Callable[[str], list[str]]


def one_sentence_a_line(text: str, separator: str) -> str:
    """Return the text with its separators turned into newlines and its own newlines into blanks."""
    return text.replace("\n", " ").replace(separator, "\n")


def lines_of_sentences(text: str, splitter: SentenceSplitter) -> str:
    """Return the sentences that a splitter finds, one a line."""
    return "\n".join(sentence.replace("\n", " ") for sentence in splitter(text))
