"""What values options may have, one by one and together."""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping
from typing import Any

import numpy as np

from rouge_vec.errors import OptionError, nearest_names
from rouge_vec.options.other_words import OTHER_WORDS
from rouge_vec.options.signature import printed, shown_tokenizer
from rouge_vec.options.stages import LIMITS, PRETOKENIZED, OptionValues

CHOICES = {
    "counting": ("clipped", "distinct", "summed"),
    "multi_reference": ("best", "best_recall", "average", "macro", "jackknife", "each"),
    "missing_references": ("raise", "skip", "nan"),
    "weight_normalization": ("script", "paper"),
    "weighted_choice": ("once", "twice", "root", "recall"),
    "byte_limit": ("exact", "script"),
    "limit_rule": ("script", "stripped"),
    "fmeasure": ("f1", "epsilon", "js"),
}
"""Options whose values are a fixed set of names."""

SWITCHES = ("lowercase", "sentence_tokens", "negative_totals", "single_precision")
_MOST_OF_A_LIMIT = 2**63 - 1
_MOST_DECIMALS = 100


def check_values(given: Mapping[str, Any]) -> None:
    """Refuse values that no option of that name can have.

    Raises
    ------
    OptionError
        For the first of them.
    """
    for name, choices in CHOICES.items():
        if name in given and given[name] not in choices:
            hint = nearest_names(str(given[name]), choices, OTHER_WORDS.get(name))
            raise OptionError(f"unknown value {given[name]!r} for {name}.", hint)
    tokenizer = given.get("tokenizer")
    if isinstance(tokenizer, type) and hasattr(tokenizer, "tokenize"):
        raise OptionError(
            f"tokenizer is the class {tokenizer.__qualname__}; an instance of it is wanted.",
            f"write tokenizer={tokenizer.__qualname__}(), with what it takes.",
        )
    decimals = given.get("decimals")
    if decimals is not None and not _is_whole(decimals, _MOST_DECIMALS):
        raise OptionError(
            f"decimals must be a whole number from 0 to {_MOST_DECIMALS}, got {decimals!r}.",
            "a float has 17 digits that mean something; None rounds nothing.",
        )
    for name in SWITCHES:
        if given.get(name) is not None:
            check_switch(name, given[name])
    lcs_weight = given.get("lcs_weight", 1.0)
    if not (_is_number(lcs_weight) and 0 < lcs_weight < math.inf):
        raise OptionError(
            f"lcs_weight must be a finite number above 0, got {lcs_weight!r}.", "1 is no weight."
        )
    for name in LIMITS:
        value = given.get(name)
        if value is not None and not _is_whole(value, _MOST_OF_A_LIMIT):
            raise OptionError(
                f"{name} must be a whole number from 0 to {_MOST_OF_A_LIMIT}, got {value!r}.",
                "0 takes a limit away.",
            )
    beta = given.get("beta")
    if beta is not None and not (_is_number(beta) and beta >= 0):
        raise OptionError(f"beta must be a number of at least 0, got {beta!r}.", "beta=1 is the usual F.")
    alpha = given.get("alpha")
    if alpha is not None and not (_is_number(alpha) and 0 <= alpha <= 1):
        raise OptionError(f"alpha must be a number from 0 to 1, got {alpha!r}.", "alpha=0.5 is the usual F.")
    separator = given.get("sentence_separator")
    if separator is not None and (not isinstance(separator, str) or not separator):
        raise OptionError(
            f"sentence_separator must be a string that is not empty, got {separator!r}.",
            'for example sentence_separator="<q>".',
        )


def check_switch(name: str, value: Any) -> None:
    """Refuse what is neither True nor False."""
    if not isinstance(value, (bool, np.bool_)):
        raise OptionError(
            f"{name} must be True or False, got {value!r}.", f"write {name}=True or {name}=False."
        )


def _is_whole(value: Any, most: int) -> bool:
    return isinstance(value, int) and not isinstance(value, bool) and 0 <= value <= most


def _is_number(value: Any) -> bool:
    return isinstance(value, (int, float)) and not isinstance(value, bool)


def frozen_collections(given: Mapping[str, Any]) -> dict[str, Any]:
    """Return what the caller gave as a collection in a form of our own."""
    frozen: dict[str, Any] = {}
    stopwords = given.get("stopwords", "none")
    if not isinstance(stopwords, str):
        words = list(stopwords) if isinstance(stopwords, Iterable) else [stopwords]
        if not all(isinstance(word, str | int | np.integer) for word in words):
            raise OptionError(
                f"stopwords must be a name or a list of words, or of token ids, got {stopwords!r}.",
                'for example "smart".',
            )
        frozen["stopwords"] = frozenset(word if isinstance(word, str) else int(word) for word in words)
    exceptions = given.get("exceptions", "none")
    if not isinstance(exceptions, str):
        if not isinstance(exceptions, Mapping):
            raise OptionError(
                f"exceptions must be a name or a mapping of forms to base forms, got {exceptions!r}.",
                'for example "wordnet".',
            )
        for pair in exceptions.items():
            if not all(isinstance(word, str) for word in pair):
                raise OptionError(
                    f"exceptions must map words to words, got {pair[0]!r}: {pair[1]!r}.",
                    'for example {"mice": "mouse"}.',
                )
        frozen["exceptions"] = dict(exceptions)
    return frozen


def check_together(options: OptionValues) -> None:
    """Refuse options that exclude each other or have no effect together.

    Raises
    ------
    OptionError
        If there are any.
    """
    if options.alpha is not None and options.beta is not None and {"alpha", "beta"} <= options.named:
        raise OptionError(
            f"alpha={options.alpha!r} and beta={options.beta!r} exclude each other.",
            "alpha = 1 / (1 + beta ** 2); give one of them.",
        )
    limits = [name for name in LIMITS if getattr(options, name)]
    if len(limits) > 1:
        shown = " and ".join(f"{name}={getattr(options, name)}" for name in limits)
        raise OptionError(f"{shown} exclude each other.", "give one of them; 0 takes a limit away.")
    if options.sentence_splitter is not None and {"sentence_separator", "sentence_splitter"} <= options.named:
        raise OptionError(
            f"sentence_separator={options.sentence_separator!r} and sentence_splitter exclude each other.",
            "give one of them.",
        )
    _check_stop_ids(options)
    ignored: tuple[str, ...] = ("lowercase",) if options.has_own_tokens else ()
    if options.tokenizer == PRETOKENIZED:
        ignored += (*LIMITS, "sentence_separator", "sentence_splitter")
    for name in ignored:
        if name in options.named:
            raise OptionError(
                f"{name}={getattr(options, name)!r} has no effect on tokens of your own "
                f"(tokenizer {shown_tokenizer(options.tokenizer)}).",
                "leave the option out, and change the tokens themselves.",
            )
    if options.stemmer == "none" and "exceptions" in options.named and options.exceptions != "none":
        raise OptionError(
            f"exceptions={printed(options.exceptions)!r} has no effect without a stemmer.",
            "give use_stemmer=True as well, or leave it out.",
        )
    if options.stemmer != "none" and not isinstance(options.tokenizer, str):
        raise OptionError(
            f"use_stemmer={options.stemmer!r} was given together with a tokenizer of your own "
            f"({shown_tokenizer(options.tokenizer)}).",
            "stem inside your tokenizer, or use a named tokenizer.",
        )


def _check_stop_ids(options: OptionValues) -> None:
    """Refuse numbers as stop words of texts, whose tokens are words."""
    if isinstance(options.stopwords, str) or options.has_own_tokens:
        return
    numbers = [word for word in options.stopwords if not isinstance(word, str)]
    if numbers:
        raise OptionError(
            f"stopwords holds the number {numbers[0]!r}, but the tokens of the tokenizer "
            f"{shown_tokenizer(options.tokenizer)} are words.",
            f'write "{numbers[0]}", or give lists of token ids with tokenizer="{PRETOKENIZED}".',
        )
