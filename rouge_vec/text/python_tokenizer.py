"""Tokens that are Python objects: any function from texts to hashable tokens, once for each distinct text."""

from __future__ import annotations

import contextlib
import copy
import itertools
import os
import threading
import weakref
from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping
from typing import Any

import numpy as np
import numpy.typing as npt

from rouge_vec.batch import IdScope, TokenBatch, Tokens
from rouge_vec.columns.places import note_position, note_text
from rouge_vec.columns.text_columns import TextColumn, shortened
from rouge_vec.errors import RougeVecError, RougeVecTypeError
from rouge_vec.options.stages import TextOptions
from rouge_vec.text.length_limits import limited_strings
from rouge_vec.text.sentences import SentenceSplitter, lines, one_sentence_a_line
from rouge_vec.text.tokens import Tokenizer
from rouge_vec.text.word_rules import WordRules

TokenizeAll = Callable[[list[str]], Iterable[Any]]
"""Takes distinct texts; returns the tokens of each."""

_MOST_CACHED_TOKENS = 1 << 22
"""Token ids of texts that were seen, kept so that equal texts are tokenized once."""
MOST_TOKENS_KEPT = 1 << 17
"""Different tokens beyond which ids begin anew with the next chunk, to bound memory."""
_REMOVED = -1


class PythonTokenizer(Tokenizer):
    """Any function from texts to hashable tokens; one for all threads, which take turns.

    Parameters
    ----------
    tokenize_all : callable
        Takes a list of distinct texts and returns the tokens of each.
    options : TextOptions
        Says where sentences end, and the limits.
    rules : WordRules
        Stop words, stemmer and sentence splitter.
    name : str
        What messages call the tokenizer.
    sentence_tokens : bool
        Whether a text as a whole is the tokens of its sentences, one after the other.
    """

    def __init__(
        self,
        tokenize_all: TokenizeAll,
        options: TextOptions,
        rules: WordRules,
        name: str,
        *,
        sentence_tokens: bool,
    ) -> None:
        self._tokenize_all = tokenize_all
        self._options = options
        self._name = name
        self._sentence_tokens = sentence_tokens
        wanted = sentence_tokens or options.needs_sentences
        self._splitter = rules.split if wanted else None
        self._shared = _SharedWords(rules)
        self._words = self._shared.newest

    def for_worker(self) -> PythonTokenizer:
        """Return a tokenizer for one worker, which takes turns with the others and shares their words."""
        return copy.copy(self)

    def start_chunk(self, rows: int) -> None:
        """Take the words that all workers share, or new ones once many are known; others keep those they have."""
        self._words = self._shared.words_for_a_chunk()

    def tokenize(self, column: TextColumn, lo: int, hi: int, sentences: bool) -> Tokens:
        """Tokenize the texts ``lo..hi`` and, if they are wanted, their sentences."""
        texts = column.strings(lo, hi)
        split = self._splitter
        if split is None:
            split = lines
            separator = self._options.sentence_separator
            if separator != "\n":
                texts = [one_sentence_a_line(text, separator) for text in texts]
        whole_texts, line_texts = limited_strings(texts, self._options)
        with self._shared.turn():
            if self._sentence_tokens:
                whole = self._batch(_split_all(whole_texts, split, lo), lo)
            else:
                whole = self._batch([[text] for text in whole_texts], lo)
            if not sentences or (self._sentence_tokens and line_texts is whole_texts):
                return Tokens(whole, whole, whole)
            summary = self._batch(_split_all(line_texts, split, lo), lo)
            return Tokens(whole, summary, summary if line_texts is whole_texts else whole)

    def spell(self, ids: npt.NDArray[np.int32]) -> list[Hashable]:
        return self._words.ids_of_token.spell(ids)

    def _batch(self, texts: list[list[str]], lo: int) -> TokenBatch:
        """Return one row for each list of sentences, of which the first is that of text `lo` of the column."""
        try:
            self._learn(texts)
        except Exception as error:
            places = {sentence: lo + row for row in reversed(range(len(texts))) for sentence in texts[row]}
            note_position(error, places.get)
            raise
        known = self._words.ids_of_text
        sequences = [[known[sentence] for sentence in sentences] for sentences in texts]
        flat = [ids for row in sequences for ids in row if len(ids)]
        sentence_offsets = np.zeros(len(flat) + 1, np.int64)
        np.cumsum([len(ids) for ids in flat], out=sentence_offsets[1:])
        sentence_rows = np.zeros(len(texts) + 1, np.int64)
        np.cumsum([sum(len(ids) > 0 for ids in row) for row in sequences], out=sentence_rows[1:])
        ids = np.concatenate(flat) if flat else np.zeros(0, np.int32)
        return TokenBatch(
            ids,
            sentence_offsets[sentence_rows],
            sentence_offsets,
            sentence_rows,
            len(self._words.ids_of_token),
            IdScope.CHUNK,
        )

    def _learn(self, texts: list[list[str]]) -> None:
        """Tokenize the texts that have not been seen."""
        words = self._words
        known = words.ids_of_text
        new = [text for text in dict.fromkeys(itertools.chain.from_iterable(texts)) if text not in known]
        if not new:
            return
        token_lists = self._token_lists(new)
        try:
            id_lists = words.ids_of_token.of(token_lists)
        except TypeError as error:
            raise self._not_hashable(error, new, token_lists) from error
        known.update(zip(new, id_lists, strict=True))
        words.cached_tokens += sum(map(len, id_lists))

    def _token_lists(self, texts: list[str]) -> list[list[Hashable]]:
        """Return the tokens of each text."""
        found: list[list[Hashable]] = []
        for tokens in self._tokenize_all(texts):
            if len(found) == len(texts):
                raise self._wrong_count("more", len(texts))
            text = texts[len(found)]
            try:
                found.append(self._checked(tokens, text))
            except Exception as error:
                note_text(error, f"the tokenizer {self._name}", text)
                raise
        if len(found) < len(texts):
            problem = self._wrong_count(str(len(found)), len(texts))
            note_text(problem, f"the tokenizer {self._name}", texts[len(found)])
            raise problem
        return found

    def _wrong_count(self, returned: str, given: int) -> RougeVecError:
        return RougeVecError(
            f"the tokenizer {self._name} was given {given} texts and returned the tokens of {returned}.",
            "it must return a list of tokens for each text, and must not raise StopIteration.",
        )

    def _not_hashable(
        self, error: TypeError, texts: list[str], token_lists: list[list[Hashable]]
    ) -> RougeVecTypeError:
        problem = RougeVecTypeError(
            f"the tokenizer {self._name} returned a token that is not hashable ({error}).",
            "tokens must be hashable, for example strings or integers.",
        )
        for text, tokens in zip(texts, token_lists, strict=True):
            if not all(map(_is_hashable, tokens)):
                note_text(problem, f"the tokenizer {self._name}", text)
                break
        return problem

    def _checked(self, tokens: Any, text: str) -> list[Hashable]:
        if isinstance(tokens, (str, bytes)) or not isinstance(tokens, Iterable):
            raise RougeVecTypeError(
                f"the tokenizer {self._name} returned {type(tokens).__name__}, not a list of tokens, "
                f"for the text {shortened(text)}.",
                "a tokenizer takes a string and returns a list of hashable tokens.",
            )
        if isinstance(tokens, (set, frozenset, Mapping)):
            raise RougeVecTypeError(
                f"the tokenizer {self._name} returned a {type(tokens).__name__}, which is no list of tokens with "
                f"their repeats in order, for the text {shortened(text)}.",
                "return a list of the tokens as they stand in the text: ROUGE counts repeated ones, and all types "
                "but rouge1 need their order.",
            )
        return tokens.tolist() if isinstance(tokens, np.ndarray) else list(tokens)


class _Words:
    """What is known of tokens and texts: ids from one vocabulary."""

    def __init__(self, rules: WordRules) -> None:
        self.ids_of_token = TokenIds(rules)
        self.ids_of_text: dict[str, npt.NDArray[np.int32]] = {}
        self.cached_tokens = 0

    @property
    def has_grown(self) -> bool:
        """Whether so much is known that new words are better than more memory."""
        return self.cached_tokens > _MOST_CACHED_TOKENS or self.ids_of_token.known > MOST_TOKENS_KEPT


class _Turns:
    """Whose turn it is to add words, how deep calls within that turn are, and the words."""

    def __init__(self, rules: WordRules) -> None:
        self.lock = threading.RLock()
        self.depth = 0
        self.newest = _Words(rules)


class _SharedWords:
    """The words that all workers of one scorer share, and whose turn it is to add to them.

    Notes
    -----
    A call from within a turn, by the caller's tokenizer, a signal handler or a finalizer, gets words of its own: it
    cannot wait for the turn to end, and may come while words are half written. A child of a fork begins anew before any
    thread of it runs, because the thread whose turn it was may not be in it.
    """

    def __init__(self, rules: WordRules) -> None:
        self._rules = rules
        self.begin()
        _ALL_SHARED_WORDS.add(self)

    def begin(self) -> None:
        """Forget all words and turns."""
        self._turns = _Turns(self._rules)

    @property
    def newest(self) -> _Words:
        """The words that the next chunk shares."""
        return self._turns.newest

    @contextlib.contextmanager
    def turn(self) -> Iterator[_Turns]:
        """Wait for the other threads."""
        turns = self._turns  # the same to the end, even if a fork within it begins anew
        with turns.lock:
            turns.depth += 1
            try:
                yield turns
            finally:
                turns.depth -= 1

    def words_for_a_chunk(self) -> _Words:
        """Return the words that the next chunk of a worker gets its ids from."""
        with self.turn() as turns:
            if turns.depth > 1:
                return _Words(self._rules)
            if turns.newest.has_grown:
                turns.newest = _Words(self._rules)
            return turns.newest


_ALL_SHARED_WORDS = weakref.WeakSet[_SharedWords]()


def _begin_in_child() -> None:
    for shared in list(_ALL_SHARED_WORDS):
        shared.begin()


if hasattr(os, "register_at_fork"):
    os.register_at_fork(after_in_child=_begin_in_child)


def _split_all(texts: list[str], split: SentenceSplitter, lo: int) -> list[list[str]]:
    """Return the sentences of each text, of which the first is text `lo` of its column."""
    found: list[list[str]] = []
    try:
        for text in texts:
            found.append(split(text))
    except Exception as error:
        note_position(error, lambda _: lo + len(found))
        raise
    return found


def _is_hashable(token: Any) -> bool:
    try:
        hash(token)
    except TypeError:
        return False
    return True


class TokenIds:
    """Ids of Python tokens, which stop words lack and equal stems share.

    Parameters
    ----------
    rules : WordRules
        Stop words and stemmer.
    """

    def __init__(self, rules: WordRules) -> None:
        self._stopwords = rules.stopwords
        self._stem = rules.stem_tokens
        self._ids: dict[Hashable, int] = {}
        self._ids_of_stem: dict[Hashable, int] = {}

    def __len__(self) -> int:
        return len(self._ids_of_stem)

    @property
    def known(self) -> int:
        """How many different tokens were met."""
        return len(self._ids)

    def of(self, token_lists: list[list[Hashable]]) -> list[npt.NDArray[np.int32]]:
        """Return the ids of each list of tokens, int32.

        Raises
        ------
        TypeError
            If a token is not hashable.
        """
        ids = self._ids
        self._add([token for token in dict.fromkeys(itertools.chain(*token_lists)) if token not in ids])
        found = [np.fromiter(map(ids.__getitem__, tokens), np.int32, len(tokens)) for tokens in token_lists]
        return [ids[ids != _REMOVED] for ids in found] if self._stopwords else found

    def spell(self, ids: npt.NDArray[np.int32]) -> list[Hashable]:
        """Return the tokens, or stems, that have these ids."""
        stems = list(self._ids_of_stem)
        return [stems[one] for one in ids.tolist()]

    def _add(self, tokens: list[Hashable]) -> None:
        stems = tokens if self._stem is None else self._stem(tokens)
        ids_of_stem = self._ids_of_stem
        for token, stem in zip(tokens, stems, strict=True):
            if token in self._stopwords:
                self._ids[token] = _REMOVED
            else:
                self._ids[token] = ids_of_stem.setdefault(stem, len(ids_of_stem))
