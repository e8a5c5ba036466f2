"""From texts to token ids: the byte scanner of the ROUGE rule, and any tokenizer written in Python."""

from __future__ import annotations

import functools
import threading
from abc import ABC, abstractmethod
from collections.abc import Callable, Hashable, Iterable, Mapping
from dataclasses import dataclass, replace
from typing import Any

import numpy as np
import numpy.typing as npt

from rouge_vec.batch import TextBatch, TokenBatch
from rouge_vec.errors import OptionError, RougeVecTypeError, nearest_names
from rouge_vec.options import RougeOptions
from rouge_vec.text.columns import TextColumn, encode
from rouge_vec.text.exceptions import find_exceptions
from rouge_vec.text.limits import limited, limited_strings
from rouge_vec.text.sentences import one_sentence_a_line
from rouge_vec.text.stemmers import PackedExceptions, StemMap, find_stemmer, pack_words
from rouge_vec.text.stopwords import find_stopwords, keep_tokens
from rouge_vec.text.vocabulary import ByteVocabulary, HashableVocabulary

TokenizeFunction = Callable[[str], Iterable[Hashable]]

_MOST_WORDS_KEPT = 1 << 17
"""A vocabulary that has grown beyond this is dropped before the next chunk, to bound memory."""
_NEW_WORDS_EXPECTED = 64
_MOST_WORDS_EXPECTED = 1 << 15
"""Distinct words that room is made for at first: so many for each row, so many at most; vocabularies grow."""
_MOST_CACHED_TOKENS = 1 << 24
"""Token ids of texts that a Python tokenizer has seen, kept so that equal texts are tokenized once."""


@dataclass(frozen=True, slots=True)
class Tokens:
    """A chunk of one side, tokenized.

    Attributes
    ----------
    whole : TokenBatch
        Each text as one sequence: what n-grams, skip-bigrams and ROUGE-L see.
    summary : TokenBatch
        Each text as sentences: what ROUGE-Lsum and W align. The same object where the tokens are the same.
    budget : TokenBatch
        What ROUGE-Lsum and W may match, as often as it occurs here: the tokens of `summary`, except under the
        byte limit of ROUGE-1.5.5.
    """

    whole: TokenBatch
    summary: TokenBatch
    budget: TokenBatch


class Tokenizer(ABC):
    """Turns chunks of columns into ids; equal tokens of one chunk have equal ids on both sides."""

    @abstractmethod
    def start_chunk(self, rows: int) -> None:
        """Tell that ids of earlier chunks are no longer needed and that so many rows of pairs come."""

    @abstractmethod
    def tokenize(self, column: TextColumn, lo: int, hi: int, sentences: bool) -> Tokens:
        """Tokenize the texts ``lo..hi``; find sentences only if they are wanted."""


class ByteTokenizer(Tokenizer):
    """Runs of ASCII letters and digits of the lower-cased text: the rule of rouge-score and ROUGE-1.5.5.

    One worker owns one of these; its vocabulary lives on from chunk to chunk.
    """

    def __init__(self, options: RougeOptions, *, fold_unicode: bool) -> None:
        self._options = options
        self._fold_unicode = fold_unicode
        self._stem = None if options.stemmer == "none" else find_stemmer(options.stemmer)
        self._stopwords = _packed_stopwords(find_stopwords(options.stopwords))
        self._exceptions = _packed_exceptions(options.exceptions)
        self._words: ByteVocabulary | None = None

    def _begin(self, word_count: int) -> None:
        self._words = ByteVocabulary(word_count)
        self._words.add(*self._stopwords)
        self._stopword_count = len(self._words)
        self._stems = None
        if self._stem is not None:
            self._stems = StemMap(self._stem)
            self._stems.learn(self._exceptions, self._words)

    def start_chunk(self, rows: int) -> None:
        if self._words is None or len(self._words) > _MOST_WORDS_KEPT:
            self._begin(min(_NEW_WORDS_EXPECTED * rows, _MOST_WORDS_EXPECTED))

    def tokenize(self, column: TextColumn, lo: int, hi: int, sentences: bool) -> Tokens:
        options = self._options
        separator = options.sentence_separator
        if separator == "\n":
            texts = column.batch(lo, hi)
        else:
            texts = encode([one_sentence_a_line(text, separator) for text in column.strings(lo, hi)])
        cut = limited(texts, options)
        batch = self._ids(cut.whole, sentences)
        if cut.lines is cut.whole or not sentences:
            return Tokens(batch, batch, batch)
        return Tokens(batch, self._ids(cut.lines, sentences), batch)

    def _ids(self, texts: TextBatch, sentences: bool) -> TokenBatch:
        assert self._words is not None, "start_chunk comes first"
        batch = self._words.tokenize(
            texts,
            lowercase=self._options.lowercase,
            fold_unicode=self._fold_unicode and self._options.lowercase,
            sentences=sentences,
        )
        if self._stopword_count:
            # Stop words were the first to get ids.
            batch = keep_tokens(batch, batch.ids >= self._stopword_count)
        if self._stems is None:
            return batch
        ids = self._stems.apply(batch.ids, self._words)
        return replace(batch, ids=ids, vocabulary_size=len(self._stems))


@functools.lru_cache(maxsize=4)
def _packed_stopwords(stopwords: frozenset[str]) -> tuple[npt.NDArray[np.uint8], npt.NDArray[np.int64]]:
    return pack_words(word.encode() for word in stopwords if word and "\0" not in word)


def _packed_exceptions(exceptions: str | Mapping[str, str]) -> PackedExceptions:
    if isinstance(exceptions, str):
        return _packed_named_exceptions(exceptions)
    return PackedExceptions(exceptions)


@functools.cache
def _packed_named_exceptions(name: str) -> PackedExceptions:
    return PackedExceptions(find_exceptions(name))


class PythonTokenizer(Tokenizer):
    """Any function from a text to hashable tokens; called once for each distinct text, by one thread at a time."""

    def __init__(self, function: TokenizeFunction, options: RougeOptions, name: str) -> None:
        self._function = function
        self._options = options
        self._name = name
        self._stopwords = find_stopwords(options.stopwords)
        self._vocabulary = HashableVocabulary()
        self._ids_of_text: dict[str, npt.NDArray[np.int32]] = {}
        self._cached_tokens = 0
        self._lock = threading.Lock()

    def start_chunk(self, rows: int) -> None:
        with self._lock:
            if self._cached_tokens > _MOST_CACHED_TOKENS:
                self._ids_of_text = {}
                self._cached_tokens = 0

    def tokenize(self, column: TextColumn, lo: int, hi: int, sentences: bool) -> Tokens:
        texts = column.strings(lo, hi)
        separator = self._options.sentence_separator
        if separator != "\n":
            texts = [one_sentence_a_line(text, separator) for text in texts]
        whole_texts, line_texts = limited_strings(texts, self._options)
        with self._lock:
            whole = self._batch([[text] for text in whole_texts])
            if not sentences:
                return Tokens(whole, whole, whole)
            lines = [[line for line in text.split("\n") if line] for text in line_texts]
            summary = self._batch(lines)
            return Tokens(whole, summary, summary if line_texts is whole_texts else whole)

    def _batch(self, texts: list[list[str]]) -> TokenBatch:
        """Return one row for each list of sentences."""
        sequences = [[self._ids(sentence) for sentence in sentences] for sentences in texts]
        flat = [ids for row in sequences for ids in row if len(ids)]
        sentence_offsets = np.zeros(len(flat) + 1, np.int64)
        np.cumsum([len(ids) for ids in flat], out=sentence_offsets[1:])
        sentence_rows = np.zeros(len(texts) + 1, np.int64)
        np.cumsum([sum(len(ids) > 0 for ids in row) for row in sequences], out=sentence_rows[1:])
        ids = np.concatenate(flat) if flat else np.zeros(0, np.int32)
        return TokenBatch(
            ids, sentence_offsets[sentence_rows], sentence_offsets, sentence_rows, len(self._vocabulary)
        )

    def _ids(self, text: str) -> npt.NDArray[np.int32]:
        ids = self._ids_of_text.get(text)
        if ids is None:
            tokens = self._checked(self._function(text))
            try:
                kept = [token for token in tokens if token not in self._stopwords]
                ids = np.array(self._vocabulary.add(kept), np.int32)
            except TypeError as error:
                raise RougeVecTypeError(
                    f"the tokenizer {self._name} returned a token that is not hashable ({error}).",
                    "tokens must be hashable, for example strings or integers.",
                ) from error
            self._ids_of_text[text] = ids
            self._cached_tokens += len(ids)
        return ids

    def _checked(self, tokens: Any) -> list[Hashable]:
        if isinstance(tokens, (str, bytes)) or not isinstance(tokens, Iterable):
            raise RougeVecTypeError(
                f"the tokenizer {self._name} returned {type(tokens).__name__}, not a list of tokens.",
                "a tokenizer takes a string and returns a list of hashable tokens.",
            )
        return tokens.tolist() if isinstance(tokens, np.ndarray) else list(tokens)


_BYTE_TOKENIZERS = {"rouge-score": True, "rouge-1.5.5": False}
"""Name to whether the two code points that lower-case into ASCII are folded."""


def tokenizer_names() -> list[str]:
    """Return the names that the option ``tokenizer`` accepts."""
    return list(_BYTE_TOKENIZERS)


def tokenizer_factory(options: RougeOptions) -> Callable[[], Tokenizer]:
    """Return a function that gives each worker of one call its tokenizer.

    Raises
    ------
    OptionError
        If the tokenizer or the stemmer has an unknown name.
    RougeVecTypeError
        If the tokenizer is neither a name nor callable nor has a method ``tokenize``.
    """
    tokenizer = options.tokenizer
    if isinstance(tokenizer, str):
        if tokenizer not in _BYTE_TOKENIZERS:
            raise OptionError(
                f"unknown tokenizer {tokenizer!r}.", nearest_names(tokenizer, tokenizer_names())
            )
        if options.stemmer != "none":
            find_stemmer(options.stemmer)
        find_stopwords(options.stopwords)
        find_exceptions(options.exceptions)
        return lambda: ByteTokenizer(options, fold_unicode=_BYTE_TOKENIZERS[tokenizer])
    function = getattr(tokenizer, "tokenize", tokenizer)
    if not callable(function):
        raise RougeVecTypeError(
            f"tokenizer must be a name, a callable or an object with .tokenize, got {tokenizer!r}.",
            f"known names: {', '.join(tokenizer_names())}.",
        )
    name = getattr(tokenizer, "__qualname__", None) or type(tokenizer).__qualname__
    shared = PythonTokenizer(function, options, name)
    return lambda: shared
