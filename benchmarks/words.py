"""A made-up English vocabulary: frequent words are short, and stems come in families, for stemmers."""

from __future__ import annotations

import functools
import random


def _each(words: str) -> tuple[str, ...]:
    return tuple(words.split())


FUNCTION_WORDS = _each(
    """
    the to of a and in is that for on it was with he as at by from his have has be are but not an they
    who this had said will their she were been her which after would its when one more about up out year
    there all people or we two also could into over new if than first last time some what him other you
    before where can only police now them while most just made during being so since back against world
    down three many how no off then through between very like under any these because still home around
    """
)
"""The most frequent words of English news, most frequent first: a third of a text are these."""

_ONSETS = _each("b c d f g h l m n p r s t v w b c d f g h l m n p r s t v w br ch cl gr pr st tr")
_VOWELS = _each("a a a e e e i i i o o o u u ea ou")
_CODAS = _each("b d d l l m m n n nd p p r r r s s st lt rn")
_ENDINGS = (
    ("", 50), ("s", 25), ("ed", 10), ("ing", 10), ("er", 5), ("ly", 4), ("ies", 3), ("ation", 2), ("ers", 2),
    ("ness", 1), ("ment", 1), ("ful", 1), ("able", 1), ("ive", 1), ("ity", 1), ("ically", 1), ("ization", 1),
)  # fmt: skip
_VOWEL_LETTERS = frozenset("aeiou")


@functools.cache
def vocabulary(size: int = 50_000, seed: int = 20040725) -> tuple[str, ...]:
    """Return `size` different words of lower-case ASCII letters by falling frequency: one token each."""
    source = random.Random(seed)
    words = dict.fromkeys(FUNCTION_WORDS)
    while len(words) < size:
        stem = _stem(source, len(words))
        family = source.randint(1, 5)
        for ending in source.choices(*_weighted_endings(), k=family):
            words.setdefault(_attach(stem, ending))
    # Members of a family are not neighbours in frequency: shuffle within a window that grows with the rank.
    content = list(words)[len(FUNCTION_WORDS) : size]
    ranked = sorted(enumerate(content), key=lambda item: (item[0] + 1) * source.uniform(0.4, 1.6))
    return (*FUNCTION_WORDS, *(word for _, word in ranked))


@functools.cache
def _weighted_endings() -> tuple[list[str], list[int]]:
    return [ending for ending, _ in _ENDINGS], [weight for _, weight in _ENDINGS]


def _stem(source: random.Random, rank: int) -> str:
    """One or two syllables: the rarer the word, the longer."""
    syllables = 1 + (source.random() < min(0.9, rank / 15_000))
    parts = [source.choice(_ONSETS) + source.choice(_VOWELS) for _ in range(syllables)]
    return "".join(parts) + source.choice(_CODAS)


def _attach(stem: str, ending: str) -> str:
    if not ending:
        return stem
    doubled = stem[-1] in "bdmnp" and stem[-2] in _VOWEL_LETTERS and ending in ("ed", "ing", "er", "ers")
    return stem + stem[-1] * doubled + ending
