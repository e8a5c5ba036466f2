"""The texts that are timed: human-written summaries, and seeded texts shaped like news summaries."""

from __future__ import annotations

import functools
import hashlib
import itertools
import random
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from benchmarks.words import vocabulary
from tests.corpora import aclsum_pairs

NEWS_PAIRS = 11_490
"""Rows of the CNN/DailyMail test set, whose shape the news corpus has."""
_SEED = 11_490
_ZIPF_SHIFT, _ZIPF_EXPONENT = 2.7, 1.12
"""Zipf's law as Mandelbrot shifted it: without the shift one word would be a tenth of all text."""
_TOKENS_PER_SENTENCE = 15
_LONGEST_TEXT = 130


@dataclass(frozen=True)
class Corpus:
    """Aligned texts; a reference cell is one text.

    Attributes
    ----------
    name : str
        As printed in the report.
    predictions, references : list of str
        The same number of texts on both sides.
    """

    name: str
    predictions: list[str]
    references: list[str]

    def __len__(self) -> int:
        return len(self.predictions)

    def bytes(self) -> int:
        """Return the size of all texts in UTF-8."""
        return sum(len(text.encode()) for text in itertools.chain(self.predictions, self.references))

    def digest(self) -> str:
        """Return a hash of all texts, so that two reports can be known to have timed the same ones."""
        return digest(itertools.chain(self.predictions, self.references))

    def description(self) -> str:
        """Return pairs, size and hash in words."""
        pairs = "1 pair" if len(self) == 1 else f"{len(self):,} pairs"
        return f"{self.name}: {pairs}, {self.bytes():,} bytes, SHA-256 begins {self.digest()}"

    def first(self, rows: int) -> Corpus:
        """Return the corpus of the first `rows` rows."""
        return Corpus(self.name, self.predictions[:rows], self.references[:rows])


def digest(texts: Iterable[str]) -> str:
    """Return 16 hexadecimal digits of the SHA-256 of texts with their borders."""
    total = hashlib.sha256()
    for text in texts:
        encoded = text.encode()
        total.update(len(encoded).to_bytes(8, "little") + encoded)
    return total.hexdigest()[:16]


def aclsum() -> Corpus:
    """Return 750 pairs: lead sentences of papers, and their human-written summaries."""
    predictions, references = aclsum_pairs()
    return Corpus("aclsum", list(predictions), list(references))


@functools.cache
def news(pairs: int = NEWS_PAIRS) -> Corpus:
    """Return seeded pairs of about 60 tokens and 4 sentences a side, which share chunks."""
    writer = _Writer(_SEED)
    references = [writer.fresh_words(writer.length()) for _ in range(pairs)]
    predictions = [writer.overlapping_words(reference) for reference in references]
    return Corpus(
        "news", [writer.prose(words) for words in predictions], [writer.prose(words) for words in references]
    )


@functools.cache
def news_references(pairs: int, each: int) -> tuple[list[str], list[list[str]]]:
    """Return predictions and `each` references for one of them, which share chunks among themselves."""
    writer = _Writer(_SEED + 1)
    predictions, references = [], []
    for _ in range(pairs):
        first = writer.fresh_words(writer.length())
        predictions.append(writer.prose(writer.overlapping_words(first)))
        others = [writer.overlapping_words(first) for _ in range(each - 1)]
        references.append([writer.prose(words) for words in (first, *others)])
    return predictions, references


def document_pair(tokens: int, sentence: int | None = None, copied: float = 0.35) -> Corpus:
    """Return two documents of `tokens` plain words each, in lines of `sentence` words or on one.

    The vocabulary is wider than that of news, and a share of about `copied` of the prediction is a copy of
    the reference in the same place: with 0.9 it is a revision of it.
    """
    writer = _Writer(_SEED + tokens, exponent=1.0)
    reference = writer.fresh_words(tokens)
    prediction = writer.chunks_of(reference, tokens, copied, in_order=True)
    size = sentence or tokens
    shared = len({*reference} & {*prediction})
    name = f"documents of {tokens:,} words, {shared:,} different ones in both"
    return Corpus(name, [_lines(prediction, size)], [_lines(reference, size)])


def repeated(corpus: Corpus, rows: int) -> Corpus:
    """Return the corpus repeated up to `rows` rows; like texts from a file, no two are the same object."""

    def fill(texts: list[str]) -> list[str]:
        encoded = [text.encode() for text in texts]
        return [text.decode() for text in itertools.islice(itertools.cycle(encoded), rows)]

    return Corpus(corpus.name, fill(corpus.predictions), fill(corpus.references))


def _lines(words: Sequence[str], size: int) -> str:
    return "\n".join(" ".join(words[start : start + size]) for start in range(0, len(words), size))


class _Writer:
    """Draws words by Zipf's law and sets them as prose, all from one seeded source."""

    def __init__(self, seed: int, exponent: float = _ZIPF_EXPONENT) -> None:
        self._source = random.Random(seed)
        self._words = vocabulary()
        ranks = range(1, len(self._words) + 1)
        self._cumulative = list(itertools.accumulate((rank + _ZIPF_SHIFT) ** -exponent for rank in ranks))

    def length(self) -> int:
        """Return the tokens of one summary."""
        return min(_LONGEST_TEXT, max(15, round(self._source.gauss(58, 14))))

    def fresh_words(self, count: int) -> list[str]:
        """Return words drawn independently."""
        return self._source.choices(self._words, cum_weights=self._cumulative, k=count)

    def overlapping_words(self, reference: Sequence[str]) -> list[str]:
        """Return words of a summary that shares chunks with another, mostly in its order."""
        copied = self._source.uniform(0.15, 0.65)
        return self.chunks_of(reference, self.length(), copied, in_order=self._source.random() < 0.7)

    def chunks_of(self, reference: Sequence[str], count: int, copied: float, in_order: bool) -> list[str]:
        """Return `count` words: chunks of the reference with probability `copied`, or else fresh words."""
        source = self._source
        words: list[str] = []
        while len(words) < count:
            size = min(source.randint(1, 5), count - len(words))
            if source.random() < copied:
                latest = max(0, len(reference) - size)
                start = len(words) % (latest + 1) if in_order else source.randint(0, latest)
                words += reference[start : start + size]
            else:
                words += self.fresh_words(size)
        return words

    def prose(self, words: Sequence[str]) -> str:
        """Return words as sentences, one a line, with the capitals, numbers, commas and quotes of news."""
        source = self._source
        quote, apostrophe, dash = ("\u201c", "\u2019", "\u2013") if source.random() < 0.2 else ('"', "'", "-")
        sentences = max(1, round(len(words) / _TOKENS_PER_SENTENCE))
        cuts = sorted(source.sample(range(1, len(words)), sentences - 1))
        lines = []
        for start, stop in itertools.pairwise([0, *cuts, len(words)]):
            line = [self._set(word, apostrophe) for word in words[start:stop]]
            line[0] = line[0][:1].upper() + line[0][1:]
            if len(line) > 9:
                line[len(line) // 2] += source.choice((",", ",", f" {dash}", ";"))
            if len(line) > 4 and source.random() < 0.1:
                closing = "\u201d" if quote == "\u201c" else quote
                line[1], line[-1] = quote + line[1], line[-1] + closing
            lines.append(" ".join(line) + ".")
        return "\n".join(lines)

    def _set(self, word: str, apostrophe: str) -> str:
        """Return a word now and then as a number, a name or a possessive."""
        draw = self._source.random()
        if draw < 0.02:
            return str(self._source.randint(1, 2020))
        if draw > 0.09 or len(word) < 4:
            return word
        if draw < 0.08:
            return word.capitalize()
        return word.replace("e", "\u00e9", 1) if draw < 0.081 else word + apostrophe + "s"
