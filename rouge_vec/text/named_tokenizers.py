"""Tokenizers by name that are written in Python: frozen profiles whose names stand in the signature."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from rouge_vec.js_rouge.treebank import tree_bank_tokenize
from rouge_vec.text.python_tokenizer import TokenizeAll

_BLANKS = re.compile(r"\s+")
_WORD = re.compile(r"\w+")

# Scripts that are written without blanks and whose characters are words or syllables by themselves: Han with
# its radicals and strokes, Kana, Bopomofo. Hangul is written with blanks.
_CJK = (
    "\u2e80-\u2fdf\u3005\u3007\u3021-\u3029\u3038-\u303b\u3040-\u309f\u30a0-\u30ff\u3100-\u312f\u31a0-\u31ff"
    "\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff\uff66-\uff9f\U0001aff0-\U0001b16f\U00020000-\U0003ffff"
)
_CHARACTER_OR_WORD = re.compile(rf"[{_CJK}](?<=\w)|[^\W{_CJK}]+")


@dataclass(frozen=True, slots=True)
class NamedTokenizer:
    """A named tokenizer.

    Attributes
    ----------
    tokens : str
        What its tokens are, for people who choose one.
    make : callable
        Takes whether to lower-case; returns the function that tokenizes texts.
    sentence_tokens : bool
        Whether it reads sentences, so that a whole text is the tokens of its sentences.
    """

    tokens: str
    make: Callable[[bool], TokenizeAll]
    sentence_tokens: bool = False


def each(tokenize: Callable[[str], Any]) -> TokenizeAll:
    """Return the function that applies a tokenizer of one text to each of several."""
    return lambda texts: map(tokenize, texts)


def _of_text(tokenize: Callable[[str], list[str]]) -> Callable[[bool], TokenizeAll]:
    """Return a maker for a tokenizer that knows nothing about case."""

    def make(lowercase: bool) -> TokenizeAll:
        return each(lambda text: tokenize(text.lower())) if lowercase else each(tokenize)

    return make


def _blank_or_words(sentence: str) -> list[str]:
    return sentence.split() or [""]


def _unicode_profile(name: str) -> Callable[[bool], TokenizeAll]:
    def make(lowercase: bool) -> TokenizeAll:
        from rouge_vec.text import unicode_profiles

        return unicode_profiles.tokenizer(name, fold_case=lowercase)

    return make


NAMED_TOKENIZERS = {
    "whitespace": NamedTokenizer("whatever stands between blanks", _of_text(str.split)),
    "words": NamedTokenizer(
        "runs of letters, digits and underscores of any script; a Chinese or Japanese clause is one word, and "
        "signs that Devanagari or Thai combine with letters part words",
        _of_text(_WORD.findall),
    ),
    "characters": NamedTokenizer(
        "Han, Kana and Bopomofo character by character, the rest as words does",
        _of_text(_CHARACTER_OR_WORD.findall),
    ),
    "treebank": NamedTokenizer(
        "Penn Treebank tokens with punctuation, as js-rouge makes them",
        _of_text(tree_bank_tokenize),
        sentence_tokens=True,
    ),
    "unicode-v1": NamedTokenizer(
        "words by the rules of Unicode, in any script, as rouge-score-rs makes them; emoji are no words",
        _unicode_profile("unicode-v1"),
    ),
    "character-v1": NamedTokenizer(
        "characters, grapheme by grapheme, as rouge-score-rs makes them", _unicode_profile("character-v1")
    ),
    "pltrdy": NamedTokenizer(
        "whatever stands between blanks, sentence by sentence, as the package rouge makes them",
        _of_text(_blank_or_words),
        sentence_tokens=True,
    ),
    "kurenai": NamedTokenizer(
        "whatever stands between blanks, with empty tokens at the ends, as kurenai makes them",
        _of_text(_BLANKS.split),
    ),
}
"""Name to tokenizer. Blanks alone are one empty token to pltrdy's rouge; kurenai keeps empty tokens at ends."""
