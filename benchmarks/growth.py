"""Whether work grows no faster than the text, on pieces made to upset patterns: ``python -m benchmarks.growth``.

Prints the tokenizers and pieces for which a text eight times as long took more than four times that much longer, and
fails if there are any. Times are those of the processor, so that other work on the machine matters little.
"""

from __future__ import annotations

import sys
import time
from collections.abc import Callable, Iterator
from typing import NamedTuple

from rouge_vec.columns.text_columns import ListColumn
from rouge_vec.js_rouge.segmenter import sentence_segment
from rouge_vec.options.rouge_options import RougeOptions
from rouge_vec.text.tokenizers import readings_of, tokenizer_names

_TIMES_AS_LONG = 8
_TOLERATED = 4
_AT_LEAST = 0.05
"""Seconds that a long text may take whatever a short one takes."""

_PIECES = ("a", " ", '"', "'", ".", "`", "''", "a.", "'s ", "\u5929", "\u0301", "\u200d")
_OF_TREEBANK = (
    *"-?!,:;()[]<>$%&\u00e9\n\u3000",
    "can",
    "cannot ",
    "n't ",
    "' ",
    "``",
    '"a',
    ". ",
    ".'",
    ".)",
    "U.S.",
    "'tis'twas",
    "wanna ",
)
_OF_SENTENCES = (
    *"a \"'.?!-()[]\u201c\u201d\u00ab\u00bb\u2026\n`\u00e9,",
    "can",
    "''",
    "``",
    ". ",
    ".\n",
    "a. ",
    "J. ",
    "! ",
    "J.\n",
    "x a. ",
    "1. ",
    "1) x ",
    "A\nb. ",
    "Mr. A ",
    "Inc. in a ",
    "e.g. ",
    "U.S. ",
    "a.B",
    "a... ",
    ". . . ",
    "(a.) ",
    "\u201ca. ",
    '"a. ',
    "a' ",
    '"a." and "b ',
    "sections 1) and 2) ",
)


class Growth(NamedTuple):
    """Seconds that a function took for a text, and for one eight times as long."""

    name: str
    piece: str
    short: float
    long: float

    @property
    def is_too_fast(self) -> bool:
        """Whether work grows faster than the text."""
        return self.long > _TIMES_AS_LONG * (_TOLERATED * self.short + _AT_LEAST)


def measured(characters: int) -> Iterator[Growth]:
    """Yield what each function takes for each piece, repeated to so many characters at first."""
    for name in tokenizer_names():
        if name == "pretokenized":
            continue
        pieces = (*_PIECES, *_OF_TREEBANK) if name == "treebank" else _PIECES
        yield from _measured(name, _tokenize_with(name), pieces, characters)
    yield from _measured("sentences of js-rouge", sentence_segment, _OF_SENTENCES, characters)


def _tokenize_with(name: str) -> Callable[[str], object]:
    (reading,) = readings_of(RougeOptions.build("rougeLsum", tokenizer=name))
    tokenizer = reading.make_tokenizer()

    def tokenize(text: str) -> object:
        tokenizer.start_chunk(1)
        return tokenizer.tokenize(ListColumn([text]), 0, 1, True)

    return tokenize


def _measured(
    name: str, function: Callable[[str], object], pieces: tuple[str, ...], characters: int
) -> Iterator[Growth]:
    function("load what is loaded once")
    for piece in pieces:
        times = max(characters // len(piece), 1)
        # Texts differ by a word, because a text that was seen is not tokenized again.
        short = min(_seconds(function, f"{turn} {piece * times}") for turn in range(2))
        yield Growth(name, piece, short, _seconds(function, piece * times * _TIMES_AS_LONG))


def _seconds(function: Callable[[str], object], text: str) -> float:
    started = time.process_time()
    function(text)
    return time.process_time() - started


def main() -> int:
    """Measure; return the exit code."""
    found = list(measured(10_000))
    too_fast = [growth for growth in found if growth.is_too_fast]
    for name, piece, short, long in too_fast:
        print(f"{name}: {piece!r} took {short:.4f} s, eight times as much of it {long:.4f} s")
    print(f"{len(found)} kinds of text; work grows faster than the text in {len(too_fast)}.")
    return 1 if too_fast else 0


if __name__ == "__main__":
    sys.exit(main())
