"""What the names of stemmers, word lists and sentence splitters stand for, looked up once for all workers."""

from __future__ import annotations

import functools
from collections.abc import Callable, Hashable, Mapping
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from rouge_vec.options.stages import OptionValues
from rouge_vec.text.irregular_forms import find_exceptions
from rouge_vec.text.sentences import SentenceSplitter, sentence_splitter
from rouge_vec.text.stemmers import (
    PackedExceptions,
    StemFunction,
    find_stemmer,
    shortest_stemmed,
    string_stemmer,
)
from rouge_vec.text.stopwords import find_stopwords


@dataclass(frozen=True, slots=True, eq=False)
class WordRules:
    """What is done to words, and where sentences end.

    Attributes
    ----------
    stem : StemFunction or None
        The stemmer of packed words, if there is one.
    shortest_stemmed : ndarray of uint8, shape (8192,)
        Which words the stemmer may change; see :func:`rouge_vec.text.stemmers.shortest_stemmed`.
    stem_tokens : callable or None
        The same stemmer, with irregular forms, for tokens that are Python objects.
    exceptions : PackedExceptions
        Irregular forms.
    stopwords : frozenset of str, or of int for token ids
        Words that are left out.
    split : SentenceSplitter or None
        Finds sentences; None where a separator does, or where nobody asks for sentences.
    """

    stem: StemFunction | None
    shortest_stemmed: npt.NDArray[np.uint8]
    stem_tokens: Callable[[list[Hashable]], list[Hashable]] | None
    exceptions: PackedExceptions
    stopwords: frozenset[str | int]
    split: SentenceSplitter | None


def find_word_rules(options: OptionValues, *, sentences: bool) -> WordRules:
    """Look up all names.

    Parameters
    ----------
    options : OptionValues
        Holds the names.
    sentences : bool
        Whether sentences are asked for. A splitter that the caller named must exist even if they are not.

    Raises
    ------
    OptionError
        If a name is unknown.
    MissingLibraryError
        If a stemmer or splitter needs a library that is not installed.
    RougeVecTypeError
        If the sentence splitter is neither a name nor callable.
    """
    stem = stem_tokens = None
    if options.stemmer != "none":
        stem = find_stemmer(options.stemmer)
        stem_tokens = string_stemmer(options.stemmer, options.exceptions)
    return WordRules(
        stem,
        shortest_stemmed(options.stemmer),
        stem_tokens,
        _packed_exceptions(options.exceptions),
        find_stopwords(options.stopwords),
        sentence_splitter(options) if sentences or options.names_splitter else None,
    )


def _packed_exceptions(exceptions: str | Mapping[str, str]) -> PackedExceptions:
    if isinstance(exceptions, str):
        return _packed_named_exceptions(exceptions)
    return PackedExceptions(exceptions)


@functools.cache
def _packed_named_exceptions(name: str) -> PackedExceptions:
    return PackedExceptions(find_exceptions(name))
