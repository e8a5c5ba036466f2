"""Texts on which dialects are compared with the packages they reproduce; the same on every machine."""

from __future__ import annotations

import random

from tests import corpora

WORDS = [
    "the",
    "The",
    "cat",
    "cats",
    "dogs",
    "running",
    "runs",
    "ran",
    "national",
    "nationally",
    "agreement",
    "commission",
    "says",
    "used",
    "went",
    "better",
    "gonna",
    "cannot",
    "can't",
    "wanna",
    "gimme",
    "don't",
    "U.S.",
    "e.g.",
    "Dr.",
    "Mr.",
    "3.5",
    "1,000",
    "state-of-the-art",
    "caf\xe9",
    "na\xefve",
    "\u4eca\u5929",
    "\u0130stanbul",
    "\u212a",
    "\xfcber",
    "-",
    "--",
    "...",
    "?",
    "!",
    '"',
    "'",
    "(",
    ")",
    ",",
    ";",
    ":",
    "%",
]
ENDINGS = (". ", ".", ".\n", "\n", "? ", "! ", "... ", " . ", ".\n\n", " \n", "; ", "\t", "\u00a0", ". . ")


def sentences(source: random.Random, words: list[str], most: int, longest: int) -> str:
    """Up to `most` sentences of up to `longest` words, in the many ways in which texts end sentences."""
    return "".join(
        " ".join(source.choices(words, k=source.randint(0, longest))) + source.choice(ENDINGS)
        for _ in range(source.randint(1, most))
    )


def random_texts(count: int, seed: int) -> list[str]:
    """Three in four over three letters, where nearly every comparison meets ties; the others over odd words.

    Each begins with a word, because pltrdy's rouge refuses texts in which it finds no sentence.
    """
    source = random.Random(seed)
    texts = []
    for _ in range(count):
        if source.random() < 0.75:
            texts.append("a " + sentences(source, ["a", "b", "c"], 4, 6))
        else:
            texts.append("The " + sentences(source, WORDS, 4, 9))
    return texts


def summary_pairs(step: int = 10) -> tuple[list[str], list[str]]:
    """Every tenth of the aclsum pairs."""
    predictions, references = corpora.aclsum_pairs()
    return predictions[::step], references[::step]


def pairs(rows: int = 240) -> tuple[list[str], list[str]]:
    """Human-written summaries, then random texts."""
    predictions, references = summary_pairs()
    return predictions + random_texts(rows, seed=1), references + random_texts(rows, seed=2)


def several(rows: int = 120) -> tuple[list[str], list[list[str]]]:
    """Random texts with one to four references, some of them the same text twice."""
    source = random.Random(3)
    texts = iter(random_texts(5 * rows, seed=4))
    predictions = [next(texts) for _ in range(rows)]
    references = []
    for _ in range(rows):
        kinds = [next(texts) for _ in range(source.randint(1, 4))]
        references.append([source.choice(kinds) for _ in kinds])
    return predictions, references
