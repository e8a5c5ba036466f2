"""Tokens that are runs of ASCII letters and digits, cut from UTF-8 bytes."""

from __future__ import annotations

import functools
from collections.abc import Hashable, Mapping
from dataclasses import dataclass, replace

import numpy as np
import numpy.typing as npt

from rouge_vec.batch import LocatedTexts, TokenBatch, Tokens
from rouge_vec.columns.string_lists import encode, locate
from rouge_vec.columns.text_columns import References, TextColumn, located_pairs
from rouge_vec.options.rouge_options import RougeOptions
from rouge_vec.text.length_limits import limited, limited_strings
from rouge_vec.text.row_vocabulary import RowVocabulary
from rouge_vec.text.sentences import lines_of_sentences, one_sentence_a_line
from rouge_vec.text.stem_cache import StemCache
from rouge_vec.text.stemmers import StemMap, pack_words
from rouge_vec.text.stopwords import keep_tokens
from rouge_vec.text.token_keys import Bytes, TokenScanner
from rouge_vec.text.tokens import Tokenizer
from rouge_vec.text.vocabulary import ByteVocabulary
from rouge_vec.text.word_rules import WordRules

_MOST_WORDS_KEPT = 1 << 17
"""A vocabulary that has grown beyond this is dropped before the next chunk, to bound memory."""
_NEW_WORDS_EXPECTED = 64
_MOST_WORDS_EXPECTED = 1 << 15
"""Distinct words that room is made for at first: so many for each row, so many at most; vocabularies grow."""


@dataclass(frozen=True, slots=True)
class ByteProfile:
    """How one of these tokenizers differs from the others.

    Attributes
    ----------
    tokens : str
        What its tokens are, for people who choose one.
    fold_unicode : bool
        Whether the two code points whose lower case is in ASCII (U+212A, U+0130) are folded.
    contractions : dict of str to (str, str)
        Words that are two tokens.
    """

    tokens: str
    fold_unicode: bool
    contractions: Mapping[str, tuple[str, str]]


class ByteTokenizer(Tokenizer):
    """Runs of ASCII letters and digits of the lower-cased text.

    One worker owns one of these; its vocabulary lives on from chunk to chunk.
    """

    def __init__(self, options: RougeOptions, rules: WordRules, profile: ByteProfile) -> None:
        self._options = options
        self._profile = profile
        self._split = rules.split if options.needs_sentences else None
        self._stem = rules.stem
        self._stopwords = _packed_stopwords(rules.stopwords)
        self._exceptions = rules.exceptions
        self._words: ByteVocabulary | None = None
        self._rows_expected = 0
        self._scanner = TokenScanner(lowercase=options.lowercase, fold_unicode=profile.fold_unicode)
        self._row_vocabulary = RowVocabulary()
        self._by_row = options.plan.numbers_tokens_by_row
        self._stem_cache = None
        if self._by_row and rules.stem is not None:
            self._stem_cache = StemCache(rules.stem, rules.shortest_stemmed)

    def _begin(self) -> None:
        """Make the vocabulary, for texts whose ids must outlive their row."""
        word_count = min(_NEW_WORDS_EXPECTED * self._rows_expected, _MOST_WORDS_EXPECTED)
        self._words = ByteVocabulary(word_count)
        self._words.add(*self._stopwords)
        self._stopword_count = len(self._words)
        self._contractions = _Contractions(self._profile.contractions, self._words)
        self._stems = None
        if self._stem is not None:
            self._stems = StemMap(self._stem, word_count)
            self._stems.learn(self._exceptions, self._words)

    def start_chunk(self, rows: int) -> None:
        """Forget a vocabulary that has grown too large."""
        self._rows_expected = rows
        if self._words is not None and len(self._words) > _MOST_WORDS_KEPT:
            self._words = None

    def tokenize_pairs(
        self, predictions: TextColumn, lo: int, hi: int, references: References, sentences: bool
    ) -> tuple[Tokens, Tokens]:
        if not self._by_row:
            return super().tokenize_pairs(predictions, lo, hi, references, sentences)
        first, last = references.range_of(lo, hi)
        reference_rows = np.arange(hi - lo + 1)
        if references.row_offsets is not None:
            reference_rows = references.row_offsets[lo : hi + 1] - first
        if self._options.sentence_separator == "\n":
            texts = located_pairs(predictions, lo, hi, references)
        else:
            strings = predictions.strings(lo, hi) + references.texts.strings(first, last)
            texts = locate(self._lines(strings))
        bounds = self._scanner.scan(texts, sentences=sentences)
        long_bytes = self._stem_keys(int(bounds.offsets[-1]))
        batches = self._row_vocabulary.number(
            self._scanner.keys, long_bytes, *bounds.split(hi - lo), reference_rows
        )
        prediction, reference = (Tokens(batch, batch, batch) for batch in batches)
        return prediction, reference

    def tokenize_pair(self, prediction: str, reference: str, sentences: bool) -> TokenBatch | None:
        if not self._by_row or self._options.sentence_separator != "\n":
            return super().tokenize_pair(prediction, reference, sentences)
        texts = locate([prediction, reference])
        bounds = self._scanner.scan_pair(texts, len(prediction) + len(reference), sentences=sentences)
        long_bytes = self._stem_keys(int(bounds.offsets[-1]))
        return self._row_vocabulary.number_pair(self._scanner.keys, long_bytes, bounds)

    def _stem_keys(self, count: int) -> Bytes:
        """Replace the keys of the last scan by those of their stems, if stems are wanted; return the long bytes."""
        if self._stem_cache is None:
            return self._scanner.long_bytes
        return self._stem_cache.apply(self._scanner.keys, self._scanner.long_bytes, count)

    def _lines(self, texts: list[str]) -> list[str]:
        """Return texts with one sentence a line."""
        return [one_sentence_a_line(text, self._options.sentence_separator) for text in texts]

    def tokenize(self, column: TextColumn, lo: int, hi: int, sentences: bool) -> Tokens:
        """Tokenize the texts ``lo..hi``; sentences cost nothing unless a splitter finds them."""
        if self._split is not None and sentences:
            return self._tokenize_split(column.strings(lo, hi))
        lines = None
        if self._options.sentence_separator != "\n":
            lines = self._lines(column.strings(lo, hi))
        if not self._options.has_limit:
            texts = column.located(lo, hi) if lines is None else locate(lines)
            batch = self._ids(texts, sentences)
            return Tokens(batch, batch, batch)
        cut = limited(column.batch(lo, hi) if lines is None else encode(lines), self._options)
        batch = self._ids(cut.whole.located(), sentences)
        if cut.lines is cut.whole or not sentences:
            return Tokens(batch, batch, batch)
        return Tokens(batch, self._ids(cut.lines.located(), sentences), batch)

    def _tokenize_split(self, texts: list[str]) -> Tokens:
        """Tokenize texts whose sentences a splitter finds."""
        assert self._split is not None
        whole, lines = limited_strings(texts, self._options)
        batch = self._ids(locate(whole), False)
        summary = self._ids(locate([lines_of_sentences(text, self._split) for text in lines]), True)
        return Tokens(batch, summary, summary if lines is whole else batch)

    def spell(self, ids: npt.NDArray[np.int32]) -> list[Hashable]:
        vocabulary = self._words if self._stems is None else self._stems.vocabulary
        assert vocabulary is not None
        return [vocabulary.word(one).decode() for one in ids.tolist()]

    def _ids(self, texts: LocatedTexts, sentences: bool) -> TokenBatch:
        if self._words is None:
            self._begin()
        assert self._words is not None
        batch = self._contractions.expand(self._words.tokenize(self._scanner, texts, sentences=sentences))
        if self._stopword_count:
            # Stop words were the first to get ids.
            batch = keep_tokens(batch, batch.ids >= self._stopword_count)
        if self._stems is None:
            return batch
        ids = self._stems.apply(batch.ids, self._words)
        return replace(batch, ids=ids, vocabulary_size=len(self._stems))


class _Contractions:
    """Words of one vocabulary that become two tokens each."""

    def __init__(self, contractions: Mapping[str, tuple[str, str]], words: ByteVocabulary) -> None:
        self._ids = words.add(*pack_words(word.encode() for word in contractions))
        self._order = np.argsort(self._ids)
        self._first = words.add(*pack_words(first.encode() for first, _ in contractions.values()))
        self._second = words.add(*pack_words(second.encode() for _, second in contractions.values()))

    def expand(self, batch: TokenBatch) -> TokenBatch:
        """Return the batch with both parts in the place of each contraction."""
        if not len(self._ids):
            return batch
        found = np.isin(batch.ids, self._ids)
        if not found.any():
            return batch
        shift = np.concatenate([[0], np.cumsum(found)])
        ids = np.repeat(batch.ids, 1 + found)
        places = np.flatnonzero(found) + shift[:-1][found]
        which = self._order[np.searchsorted(self._ids, batch.ids[found], sorter=self._order)]
        ids[places], ids[places + 1] = self._first[which], self._second[which]
        return replace(
            batch,
            ids=ids,
            offsets=batch.offsets + shift[batch.offsets],
            sentence_offsets=batch.sentence_offsets + shift[batch.sentence_offsets],
        )


@functools.lru_cache(maxsize=4)
def _packed_stopwords(stopwords: frozenset[str | int]) -> tuple[npt.NDArray[np.uint8], npt.NDArray[np.int64]]:
    return pack_words(str(word).encode() for word in stopwords if word and "\0" not in str(word))
