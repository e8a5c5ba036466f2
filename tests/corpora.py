"""Texts to score: human-written summaries, seeded random texts, and texts with Zipf's word frequencies."""

from __future__ import annotations

import functools
import itertools
import json
import random
from pathlib import Path

from aclsum import ACLSum

DATA = Path(__file__).parent / "data"
GOLDEN = DATA / "perl_golden"

Pairs = tuple[list[str], list[str]]

ODD_CHARACTERS = (
    "\u212a\u0130\u0131\u017f\u00df\u0178\u1e9e\ufb01\u212b\u24b6\uff21\u0307\u00e9\u0301\u00a0\u2028\u2029\u0085"
    "\u200b\ufeff\u0000\u001c\u3000\u4eca\u0e2a\U0001f600\U0001d400\ud83d\ude00\udfff"
)
"""Code points that scorers get wrong: capitals that lower to ASCII, blanks, separators, lone surrogates."""


@functools.cache
def aclsum_pairs(lead_sentences: int = 3) -> Pairs:
    """Lead sentences of a paper, one a line, against each of its three human-written summaries: 750 pairs."""
    predictions, references = [], []
    for split in ("train", "val", "test"):
        for document in ACLSum(split):
            lead = "\n".join(document.get_all_sentences()[:lead_sentences])
            for aspect in ("challenge", "approach", "outcome"):
                predictions.append(lead)
                references.append(document.summaries[aspect])
    return predictions, references


@functools.cache
def aclsum_references() -> list[list[str]]:
    """The three summaries of a paper as three references, once per paper."""
    _, references = aclsum_pairs()
    return groups(references, 3)


def groups(items: list[str], size: int) -> list[list[str]]:
    """Consecutive groups of `size` items; the last may be shorter."""
    return [items[start : start + size] for start in range(0, len(items), size)]


def words(count: int, vocabulary: int, seed: int) -> list[str]:
    """`count` random words out of `vocabulary` different ones."""
    source = random.Random(seed)
    return [f"w{source.randrange(vocabulary)}" for _ in range(count)]


def random_text(source: random.Random, vocabulary: str, sentences: int, longest: int) -> str:
    """Random words in up to `sentences` lines of up to `longest` words; lines may be empty or blank."""
    lines = [
        " ".join(source.choices(vocabulary, k=source.randint(0, longest))) + source.choice(["", "", " "])
        for _ in range(source.randint(1, sentences))
    ]
    return "\n".join(lines)


def random_pairs(
    rows: int, seed: int, vocabulary: str = "abc", sentences: int = 5, longest: int = 8
) -> Pairs:
    """Texts over a tiny vocabulary: nearly every comparison meets ties, so every tie rule shows."""
    source = random.Random(seed)
    predictions = [random_text(source, vocabulary, sentences, longest) for _ in range(rows)]
    references = [random_text(source, vocabulary, sentences, longest) for _ in range(rows)]
    return predictions, references


def random_references(rows: int, seed: int, most: int = 5) -> list[list[str]]:
    """One to `most` references a row, some of them the same text twice."""
    source = random.Random(seed)
    several = []
    for _ in range(rows):
        texts = [random_text(source, "abc", 3, 5) for _ in range(source.randint(1, most))]
        several.append([source.choice(texts) for _ in texts])
    return several


def odd_pairs(rows: int, seed: int) -> Pairs:
    """Words glued together with code points that tokenizers stumble over."""
    source = random.Random(seed)
    pieces = [*ODD_CHARACTERS, *"aAkKiI09_-.'\t\r\n ", "running", "Flies", "generously", "\u212aeys"]

    def text() -> str:
        return "x " + "".join(source.choices(pieces, k=source.randint(0, 40)))

    return [text() for _ in range(rows)], [text() for _ in range(rows)]


def zipf_pairs(rows: int, seed: int, tokens: int = 60, sentences: int = 4, vocabulary: int = 20_000) -> Pairs:
    """Texts shaped like news summaries: Zipf's law for words, a few sentences, half of the words shared."""
    source = random.Random(seed)
    ranks = range(1, vocabulary + 1)
    cumulative = list(itertools.accumulate(1.0 / rank for rank in ranks))

    def text(seen: list[int]) -> tuple[str, list[int]]:
        count = max(1, round(source.gauss(tokens, tokens / 4)))
        drawn = source.choices(ranks, cum_weights=cumulative, k=count)
        used = [source.choice(seen) if seen and source.random() < 0.5 else rank for rank in drawn]
        spelled = [spelling(rank) for rank in used]
        size = -(-count // sentences)
        return "\n".join(" ".join(line) for line in groups(spelled, size)), used

    predictions, references = [], []
    for _ in range(rows):
        reference, used = text([])
        prediction, _ = text(used)
        references.append(reference)
        predictions.append(prediction)
    return predictions, references


def spelling(rank: int) -> str:
    """A pronounceable word for a rank, with an English ending so that stemmers have work."""
    syllables = ("ba", "do", "ki", "lu", "me", "no", "ra", "si", "ta", "ve")
    stem = "".join(syllables[int(digit)] for digit in str(rank))
    return stem + ("", "s", "ing", "ed", "ation", "ness")[rank % 6]


@functools.cache
def golden(name: str) -> dict[str, object]:
    """A file of ``tests/data/perl_golden``, its numbers as the characters that were printed."""
    return dict(json.loads((GOLDEN / name).read_text(encoding="utf-8"), parse_float=str))
