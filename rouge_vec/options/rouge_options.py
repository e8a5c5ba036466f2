"""Options: checked once, frozen, and printed as a signature."""

from __future__ import annotations

import hashlib
import math
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field, fields, replace
from typing import Any

import numpy as np

from rouge_vec._version import __version__
from rouge_vec.errors import OptionError, nearest_names
from rouge_vec.options.dialects import DIALECTS
from rouge_vec.options.digests import identity_of, name_of
from rouge_vec.options.other_words import OTHER_DIALECTS, OTHER_OPTIONS, OTHER_WORDS
from rouge_vec.options.rouge_types import DEFAULT_ROUGE_TYPES, RougeType, parse_rouge_types

_CHOICES = {
    "multi_reference": ("best", "best_recall", "average", "macro", "jackknife", "each"),
    "weight_normalization": ("script", "paper"),
    "weighted_choice": ("once", "twice", "root", "recall"),
    "byte_limit": ("exact", "script"),
    "limit_rule": ("script", "stripped"),
    "fmeasure": ("f1", "epsilon", "js"),
}
"""Options whose values are a fixed set of names."""

_CALL_NAMES = ("predictions", "references", "layout", "counts", "measures", "missing", "n_jobs", "progress")
"""What a call of score takes, and a Scorer does not."""


@dataclass(frozen=True)
class RougeOptions:
    """Every choice that changes a number; made by :meth:`build`, never changed.

    Attributes
    ----------
    dialect : str
        The scorer that is reproduced.
    rouge_types : tuple of RougeType
        What is computed, in the order asked for.
    tokenizer : str, callable or object with ``tokenize``
        A named tokenizer, or the caller's own.
    lowercase : bool
        Whether texts are lower-cased.
    stemmer : str
        ``"none"`` or the name of a stemmer.
    exceptions : str or dict of str to str
        Irregular forms that are looked up before the stemmer: ``"none"``, ``"empty"``, ``"wordnet"``, or the
        forms themselves with their base forms.
    stopwords : str or frozenset of str
        ``"none"``, a named list, or the words themselves.
    sentence_separator : str
        What stands between sentences (for ROUGE-Lsum and ROUGE-W).
    sentence_splitter : str, callable or None
        Cuts a text into sentences in place of the separator.
    max_words, max_bytes : int or None
        Length limits; 0 is none.
    max_characters : int or None
        Length limit in characters of stripped lines, as in py-rouge; 0 is none.
    byte_limit : str
        How `max_bytes` cuts for ROUGE-Lsum and W: ``"exact"``, or every line alone like the ``"script"``.
    limit_rule : str
        How `max_words` counts: on raw lines like the ``"script"``, or on ``"stripped"`` lines like py-rouge.
    sentence_tokens : bool
        Whether n-grams see the tokens of one sentence after the other, not those of the whole text, which
        some tokenizers cut differently.
    exclusive : bool or None
        As in pltrdy's rouge: True counts each n-gram and each word of a common subsequence once, False adds
        up common subsequences over all pairs of sentences. None counts as ROUGE-1.5.5 does.
    negative_totals : bool
        Whether a text shorter than an n-gram has, as in py-rouge, less than none, which takes from the sum
        over references.
    lcs_weight : float
        Exponent that py-rouge 1.1, given a weight for ROUGE-W, applies to ROUGE-L as well; 1 is none.
    alpha : float or None
        Weight of precision in F, as in ROUGE-1.5.5.
    beta : float or None
        Weight of recall over precision in F.
    fmeasure : str
        The formula of F.
    multi_reference : str
        How several references of a row become one score.
    weight_normalization : str
        What the weights of ROUGE-W, counted as by ROUGE-1.5.5, are divided by: as in the ``"script"`` or ``"paper"``.
    weighted_choice : str
        The recall of ROUGE-W by which the best reference is chosen: weighted ``"once"`` (ROUGE-1.5.5),
        ``"twice"`` (rouge-metric), once by taking the ``"root"`` (py-rouge), or the reported ``"recall"``.
    single_precision : bool
        Whether precision, recall and F are rounded to 32-bit floats wherever torchmetrics does so.
    decimals : int or None
        Places to which precision, recall and F are rounded; None keeps the floats.
    """

    dialect: str
    rouge_types: tuple[RougeType, ...]
    tokenizer: Any = "rouge-score"
    lowercase: bool = True
    stemmer: str = "none"
    exceptions: str | Mapping[str, str] = "none"
    stopwords: str | frozenset[str] = "none"
    sentence_separator: str = "\n"
    sentence_splitter: str | Callable[[str], list[str]] | None = None
    max_words: int | None = None
    max_bytes: int | None = None
    max_characters: int | None = None
    byte_limit: str = "exact"
    limit_rule: str = "script"
    sentence_tokens: bool = False
    exclusive: bool | None = None
    negative_totals: bool = False
    lcs_weight: float = 1.0
    alpha: float | None = None
    beta: float | None = None
    fmeasure: str = "f1"
    multi_reference: str = "best"
    weight_normalization: str = "script"
    weighted_choice: str = "recall"
    decimals: int | None = None
    single_precision: bool = False
    _named: frozenset[str] = field(default=frozenset(), repr=False, compare=False)

    @classmethod
    def build(
        cls,
        rouge_types: str | Iterable[str] = DEFAULT_ROUGE_TYPES,
        dialect: str = "rouge-score",
        **options: Any,
    ) -> RougeOptions:
        """Merge the caller's options with those of the dialect and check them.

        Raises
        ------
        OptionError
            If a name or a value is not known, or two options exclude each other.
        """
        parsed = parse_rouge_types(rouge_types)
        if not isinstance(dialect, str) or dialect not in DIALECTS:
            hint = nearest_names(str(dialect), DIALECTS, OTHER_DIALECTS)
            if isinstance(dialect, bool):
                hint = f"the dialect is a name; for stemming give use_stemmer={dialect}."
            raise OptionError(f"unknown dialect {dialect!r}.", hint)
        values = dict(DIALECTS[dialect])
        default_stemmer = values.pop("default_stemmer")
        given = {
            name: value for name, value in options.items() if value is not None or name in _NONE_IS_A_VALUE
        }
        given = {
            name: value.item() if isinstance(value, np.number) else value for name, value in given.items()
        }
        unknown = [name for name in options if name not in OPTION_NAMES]
        if unknown:
            raise OptionError(f"unknown option {unknown[0]!r}.", _hint_at_option(unknown[0]))
        stemmer = given.pop("use_stemmer", values["stemmer"])
        values["stemmer"] = _stemmer_name(stemmer, default_stemmer)
        _check_values(given)
        given |= _frozen_collections(given) | {
            name: bool(given[name]) for name in _SWITCHES if given.get(name) is not None
        }
        if "sentence_separator" in given and "sentence_splitter" not in given:
            values["sentence_splitter"] = None
        if "beta" in given and "alpha" not in given:
            values["alpha"] = None
        if any(given.get(name) for name in _LIMITS) and not given.get("max_characters"):
            values["max_characters"] = None
        values.update(given)
        if values["lowercase"] and isinstance(values.get("stopwords"), frozenset):
            values["stopwords"] = frozenset(word.lower() for word in values["stopwords"])
        if values.get("lcs_weight", 1.0) != 1.0:
            weighted = ("L", "Lsum")
            parsed = tuple(
                replace(one, weight=values["lcs_weight"]) if one.family in weighted else one for one in parsed
            )
        result = cls(dialect=dialect, rouge_types=parsed, _named=frozenset(given), **values)
        result._check_together()
        return result

    def check_values(self) -> None:
        """Check what was not made by :meth:`build` in this version, such as unpickled options.

        Raises
        ------
        OptionError
            If a value is not known.
        """
        _check_values({option.name: getattr(self, option.name) for option in fields(self)})

    @property
    def is_plain(self) -> bool:
        """Whether only ROUGE-1, 2, L and Lsum with the unrounded usual F are asked for."""
        plain_types = all(
            rouge_type.family in ("L", "Lsum") or (rouge_type.family == "N" and rouge_type.order <= 2)
            for rouge_type in self.rouge_types
        )
        return plain_types and all(
            getattr(self, option.name) == option.default
            for option in fields(self)
            if option.name not in _TEXT_OPTIONS
        )

    @property
    def has_limit(self) -> bool:
        """Whether texts are cut to a length."""
        return any(getattr(self, name) for name in _LIMITS)

    @property
    def keeps_ascii_only(self) -> bool:
        """Whether the tokenizer knows ASCII letters and digits only."""
        return self.tokenizer in ("rouge-score", "rouge-1.5.5", "py-rouge")

    @property
    def reads_words(self) -> bool:
        """Whether a rouge type compares words, not basic elements."""
        return any(rouge_type.family != "BE" for rouge_type in self.rouge_types)

    @property
    def parts_words_of_stemmer(self) -> bool:
        """Whether the tokenizer drops letters of the language whose stemmer was chosen."""
        return self.keeps_ascii_only and self.stemmer not in _ASCII_STEMMERS

    @property
    def printed_tokenizer(self) -> str:
        """The tokenizer as messages name it."""
        return _shown(self.tokenizer)

    @property
    def names_splitter(self) -> bool:
        """Whether the caller named a sentence splitter, which must then exist even if nothing asks for sentences."""
        return self.sentence_splitter is not None and "sentence_splitter" in self._named

    @property
    def has_own_tokens(self) -> bool:
        """Whether the caller makes the tokens, by a function or as lists, so that case and length are theirs."""
        return not isinstance(self.tokenizer, str) or self.tokenizer == PRETOKENIZED

    @property
    def needs_sentences(self) -> bool:
        """Whether a rouge type that looks at sentences is asked for."""
        return any(rouge_type.by_sentence for rouge_type in self.rouge_types)

    def signature(self) -> str:
        """Return every choice that changes a number as one line, the version last.

        Functions of the caller's are named as :func:`rouge_vec.options.digests.identity_of` says.
        """
        parts = [
            ("dialect", self.dialect),
            ("types", "+".join(rouge_type.name for rouge_type in self.rouge_types)),
            ("tok", _printed(self.tokenizer)),
            ("case", self._printed_case()),
            ("stem", self.stemmer),
            ("exceptions", "none" if self.stemmer == "none" else _printed(self.exceptions)),
            ("stop", _printed(self.stopwords)),
            ("sentences", self._printed_sentences()),
            ("limit", self._printed_limit()),
            ("grams", _GRAMS[self.exclusive] + (" signed" if self.negative_totals else "")),
            ("refs", self.multi_reference),
            ("f", self._printed_fmeasure()),
            ("weights", self._printed_weights()),
            ("decimals", self._printed_decimals()),
            ("version", f"rouge_vec-{__version__}"),
        ]
        return "|".join(f"{name}:{value}" for name, value in parts)

    def _printed_case(self) -> str:
        if self.has_own_tokens:
            return "own"
        return "lower" if self.lowercase else "kept"

    def _printed_sentences(self) -> str:
        rule = _printed(self.sentence_splitter or self.sentence_separator)
        return f"{rule} (tokens)" if self.sentence_tokens else rule

    def _printed_limit(self) -> str:
        if self.max_words:
            return f"{self.max_words} words" + (" (stripped)" if self.limit_rule == "stripped" else "")
        if self.max_bytes:
            return f"{self.max_bytes} bytes" + (" (script)" if self.byte_limit == "script" else "")
        return f"{self.max_characters} characters" if self.max_characters else "none"

    def _printed_fmeasure(self) -> str:
        if self.alpha is not None:
            return f"alpha={float(self.alpha)!r}"
        formula = "" if self.fmeasure == "f1" else f"{self.fmeasure} "
        return self.fmeasure if self.beta is None else f"{formula}beta={float(self.beta)!r}"

    def _printed_weights(self) -> str:
        leak = "" if self.lcs_weight == 1.0 else f" lcs={self.lcs_weight!r}"
        return f"{self.weight_normalization} choice={self.weighted_choice}{leak}"

    def _printed_decimals(self) -> str:
        if self.single_precision:
            return "float32"
        return "all" if self.decimals is None else str(self.decimals)

    def _check_together(self) -> None:
        if self.alpha is not None and self.beta is not None and {"alpha", "beta"} <= self._named:
            raise OptionError(
                f"alpha={self.alpha!r} and beta={self.beta!r} exclude each other.",
                "alpha = 1 / (1 + beta ** 2); give one of them.",
            )
        limits = [name for name in _LIMITS if getattr(self, name)]
        if len(limits) > 1:
            shown = " and ".join(f"{name}={getattr(self, name)}" for name in limits)
            raise OptionError(f"{shown} exclude each other.", "give one of them; 0 takes a limit away.")
        if self.sentence_splitter is not None and {"sentence_separator", "sentence_splitter"} <= self._named:
            raise OptionError(
                f"sentence_separator={self.sentence_separator!r} and sentence_splitter exclude each other.",
                "give one of them.",
            )
        ignored: tuple[str, ...] = ("lowercase",) if self.has_own_tokens else ()
        if self.tokenizer == PRETOKENIZED:
            ignored += (*_LIMITS, "sentence_separator", "sentence_splitter")
        for name in ignored:
            if name in self._named:
                raise OptionError(
                    f"{name}={getattr(self, name)!r} has no effect on tokens of your own "
                    f"(tokenizer {_shown(self.tokenizer)}).",
                    "leave the option out, and change the tokens themselves.",
                )
        if self.stemmer == "none" and "exceptions" in self._named and self.exceptions != "none":
            raise OptionError(
                f"exceptions={_printed(self.exceptions)!r} has no effect without a stemmer.",
                "give use_stemmer=True as well, or leave it out.",
            )
        if self.stemmer != "none" and not isinstance(self.tokenizer, str):
            raise OptionError(
                f"use_stemmer={self.stemmer!r} was given together with a tokenizer of your own "
                f"({_shown(self.tokenizer)}).",
                "stem inside your tokenizer, or use a named tokenizer.",
            )


PRETOKENIZED = "pretokenized"
"""Name of the tokenizer whose cells are lists of tokens already."""

_ASCII_STEMMERS = ("none", "porter", "perl", "martin", "original", "english", "indonesian", "sesotho")
"""Stemmers whose words have the letters a to z only, as good as always."""
_SWITCHES = ("lowercase", "sentence_tokens", "exclusive", "negative_totals", "single_precision")
_LIMITS = ("max_words", "max_bytes", "max_characters")
_NONE_IS_A_VALUE = ("decimals", "exclusive", "sentence_splitter")
"""Options of which None says something that a dialect may not: no rounding, clipped counts, no splitter."""
_MOST_OF_A_LIMIT = 2**63 - 1
_MOST_DECIMALS = 100
_GRAMS = {None: "clipped", True: "exclusive", False: "inclusive"}
"""What the signature calls the values of `exclusive`."""

_TEXT_OPTIONS = frozenset(
    (
        "dialect",
        "rouge_types",
        "tokenizer",
        "lowercase",
        "stemmer",
        "exceptions",
        "stopwords",
        "sentence_separator",
        "sentence_splitter",
        "max_words",
        "max_bytes",
        "multi_reference",
        "_named",
    )
)
"""Options that say which tokens there are, or do not concern a single pair."""

OPTION_NAMES = (
    "use_stemmer",
    *(f.name for f in fields(RougeOptions) if f.name not in ("dialect", "rouge_types", "stemmer", "_named")),
)


def _stemmer_name(value: Any, default: str) -> str:
    if isinstance(value, bool | np.bool_):
        return default if value else "none"
    if not isinstance(value, str):
        raise OptionError(
            f"use_stemmer must be True, False or a name, got {value!r}.", "for example use_stemmer=True."
        )
    return value


def _frozen_collections(given: Mapping[str, Any]) -> dict[str, Any]:
    """Return what the caller gave as a collection in a form of our own."""
    frozen: dict[str, Any] = {}
    stopwords = given.get("stopwords", "none")
    if not isinstance(stopwords, str):
        words = list(stopwords) if isinstance(stopwords, Iterable) else [stopwords]
        if not all(isinstance(word, str) for word in words):
            raise OptionError(
                f"stopwords must be a name or a list of words, got {stopwords!r}.", 'for example "smart".'
            )
        frozen["stopwords"] = frozenset(words)
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


def _hint_at_option(name: str) -> str:
    if name in _CALL_NAMES:
        return f"{name} is given to score, not to the Scorer."
    return nearest_names(name, (*OPTION_NAMES, "rouge_types", "dialect", *_CALL_NAMES), OTHER_OPTIONS)


def _check_values(given: Mapping[str, Any]) -> None:
    for name, choices in _CHOICES.items():
        if name in given and given[name] not in choices:
            hint = nearest_names(str(given[name]), choices, OTHER_WORDS.get(name))
            raise OptionError(f"unknown value {given[name]!r} for {name}.", hint)
    decimals = given.get("decimals")
    if decimals is not None and not _is_whole(decimals, _MOST_DECIMALS):
        raise OptionError(
            f"decimals must be a whole number from 0 to {_MOST_DECIMALS}, got {decimals!r}.",
            "a float has 17 digits that mean something; None rounds nothing.",
        )
    for name in _SWITCHES:
        if given.get(name) is not None:
            check_switch(name, given[name])
    lcs_weight = given.get("lcs_weight", 1.0)
    if not (_is_number(lcs_weight) and 0 < lcs_weight < math.inf):
        raise OptionError(
            f"lcs_weight must be a finite number above 0, got {lcs_weight!r}.", "1 is no weight."
        )
    for name in _LIMITS:
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


def _printed(value: Any) -> str:
    if isinstance(value, str):
        return value.encode("unicode_escape").decode().replace("|", "\\x7c")
    if isinstance(value, (frozenset, dict)):
        words = sorted(value.items() if isinstance(value, dict) else value)
        return f"{len(words)} words {hashlib.sha256(repr(words).encode()).hexdigest()[:8]}"
    return f"custom({identity_of(value)})"


def _shown(tokenizer: Any) -> str:
    """Return what messages call a tokenizer."""
    return tokenizer if isinstance(tokenizer, str) else f"custom({name_of(tokenizer)})"
