"""Tokenizers by name, or the caller's own: which ones serve the options."""

from __future__ import annotations

import functools
from collections.abc import Callable, Hashable, Mapping
from dataclasses import dataclass
from types import MappingProxyType

from rouge_vec.batch import IdScope, Tokens
from rouge_vec.columns.places import note_row
from rouge_vec.columns.text_columns import TextColumn
from rouge_vec.columns.token_columns import TokenColumn
from rouge_vec.errors import OptionError, nearest_names
from rouge_vec.options.families import BASIC_ELEMENTS
from rouge_vec.options.rouge_options import RougeOptions
from rouge_vec.options.rouge_types import RougeType
from rouge_vec.options.stages import PRETOKENIZED
from rouge_vec.text.basic_elements import ElementTokenizer, word_stemmer
from rouge_vec.text.byte_tokenizer import ByteProfile, ByteTokenizer
from rouge_vec.text.foreign_tokenizers import adapt
from rouge_vec.text.named_tokenizers import NAMED_TOKENIZERS
from rouge_vec.text.pretokenized import IdTokenizer
from rouge_vec.text.python_tokenizer import PythonTokenizer
from rouge_vec.text.tokens import Tokenizer
from rouge_vec.text.word_rules import find_word_rules

_NO_CONTRACTIONS = MappingProxyType[str, tuple[str, str]]({})
_NLTK_CONTRACTIONS = MappingProxyType(
    {
        "gimme": ("gim", "me"),
        "gonna": ("gon", "na"),
        "gotta": ("got", "ta"),
        "lemme": ("lem", "me"),
        "wanna": ("wan", "na"),
    }
)
"""What NLTK's word tokenizer, which py-rouge calls, splits among words of letters and digits."""

_GIVEN_TOKENS = (
    "cells are lists of tokens or of integer ids already, or lists of sentences that are such lists"
)

_BYTE_TOKENIZERS = {
    "rouge-score": ByteProfile(
        "runs of ASCII letters and digits; other scripts have none",
        fold_unicode=True,
        contractions=_NO_CONTRACTIONS,
    ),
    "rouge-1.5.5": ByteProfile(
        "the same, as the Perl script makes them", fold_unicode=False, contractions=_NO_CONTRACTIONS
    ),
    "py-rouge": ByteProfile(
        "the same, with gonna and four more words cut in two, as py-rouge makes them",
        fold_unicode=True,
        contractions=_NLTK_CONTRACTIONS,
    ),
}


def tokenizer_names() -> list[str]:
    """Return the names that the option ``tokenizer`` accepts."""
    return list(described_tokenizers())


def described_tokenizers() -> dict[str, str]:
    """Return the names that the option ``tokenizer`` accepts, with what the tokens are."""
    described = {name: profile.tokens for name, profile in _BYTE_TOKENIZERS.items()}
    described |= {name: named.tokens for name, named in NAMED_TOKENIZERS.items()}
    return described | {PRETOKENIZED: _GIVEN_TOKENS}


@dataclass(frozen=True, slots=True)
class Reading:
    """Rouge types that see the same tokens, and what makes them.

    Attributes
    ----------
    rouge_types : tuple of RougeType
        The types.
    of_words : bool
        Whether the tokens are words, not basic elements.
    make_tokenizer : callable
        Returns the tokenizer of one worker.
    """

    rouge_types: tuple[RougeType, ...]
    of_words: bool
    make_tokenizer: Callable[[], Tokenizer]


def readings_of(options: RougeOptions) -> list[Reading]:
    """Return the ways in which texts are read for the rouge types of the options, at least one.

    Raises
    ------
    OptionError
        If the tokenizer, the stemmer, a word list or the sentence splitter has an unknown name.
    MissingLibraryError
        If one of them needs a library that is not installed.
    RougeVecTypeError
        If the tokenizer is neither a name nor callable nor has a method ``tokenize``.
    """
    word_tokenizers = tokenizer_factory(options)
    types_of_mode: dict[str, list[RougeType]] = {}
    words = []
    for rouge_type in options.rouge_types:
        if rouge_type.family.reads == BASIC_ELEMENTS:
            types_of_mode.setdefault(rouge_type.mode, []).append(rouge_type)
        else:
            words.append(rouge_type)
    readings = [Reading(tuple(words), True, word_tokenizers)] if words else []
    stem_word = word_stemmer(options)
    for mode, rouge_types in types_of_mode.items():
        make = functools.partial(ElementTokenizer, mode, stem_word)
        readings.append(Reading(tuple(rouge_types), False, make))
    return readings


def number_columns(columns: Mapping[str, TextColumn], options: RougeOptions) -> dict[str, Tokens]:
    """Return whole columns as tokens whose ids come from one vocabulary, to be compared in any pairs.

    Parameters
    ----------
    columns : mapping of str to TextColumn
        What each column is called in errors; columns of tokens must have been read together.
    options : RougeOptions
        Rouge types that read texts in one way.

    Raises
    ------
    OptionError
        If some of the rouge types read words and others basic elements, or these in several modes.
    """
    readings = readings_of(options)
    if len(readings) > 1:
        names = ", ".join(rouge_type.name for rouge_type in options.rouge_types)
        raise OptionError(f"{names} read texts in different ways.", "ask for one of them at a time.")
    tokenizer = readings[0].make_tokenizer()
    tokenizer.start_chunk(sum(map(len, columns.values())))
    numbered = {}
    for name, column in columns.items():
        try:
            tokens = tokenizer.tokenize(column, 0, len(column), options.needs_sentences)
        except Exception as error:
            note_row(error, name, column, 0, len(column))
            raise
        numbered[name] = tokens.in_scope(IdScope.VOCABULARY)
    return numbered


def compared_tokens(column: TextColumn, options: RougeOptions) -> list[Hashable]:
    """Return the tokens of the one text of a column that are compared: stems, without stop words, within limits.

    Parameters
    ----------
    column : TextColumn
        One text.
    options : RougeOptions
        Name the tokenizer; tokens are words unless all rouge types read basic elements.
    """
    if isinstance(column, TokenColumn) and not isinstance(column.values, list):
        values: list[Hashable] = column.values.tolist()
        return values
    tokenizer = readings_of(options)[0].make_tokenizer()
    tokenizer.start_chunk(1)
    try:
        tokens = tokenizer.tokenize(column, 0, 1, options.needs_sentences)
    except Exception as error:
        note_row(error, "text", column, 0, 1)
        raise
    return tokenizer.spell(tokens.whole.ids)


def tokenizer_factory(options: RougeOptions) -> Callable[[], Tokenizer]:
    """Return a function that gives each worker of one call its tokenizer of words; see :func:`readings_of`."""
    tokenizer = options.tokenizer
    if isinstance(tokenizer, str) and tokenizer not in tokenizer_names():
        raise OptionError(f"unknown tokenizer {tokenizer!r}.", nearest_names(tokenizer, tokenizer_names()))
    named = NAMED_TOKENIZERS.get(tokenizer) if isinstance(tokenizer, str) else None
    sentence_tokens = options.sentence_tokens or (named is not None and named.sentence_tokens)
    has_text = tokenizer != PRETOKENIZED
    rules = find_word_rules(options, sentences=has_text and (sentence_tokens or options.needs_sentences))
    if isinstance(tokenizer, str) and tokenizer in _BYTE_TOKENIZERS:
        return functools.partial(ByteTokenizer, options, rules, _BYTE_TOKENIZERS[tokenizer])
    if not has_text:
        return functools.partial(IdTokenizer, rules)
    if named is not None:
        tokenize_all, name = named.make(options.lowercase), tokenizer
    else:
        tokenize_all, name = adapt(tokenizer, tokenizer_names())
    shared = PythonTokenizer(tokenize_all, options, rules, name, sentence_tokens=sentence_tokens)
    return shared.for_worker


__all__ = [
    "Reading",
    "compared_tokens",
    "described_tokenizers",
    "number_columns",
    "readings_of",
    "tokenizer_names",
]
