"""Options: made once from what the caller named and the dialect's values, checked, frozen."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field, fields, replace
from typing import Any

import numpy as np

from rouge_vec.errors import OptionError, nearest_names
from rouge_vec.options.dialects import DIALECTS
from rouge_vec.options.option_checks import SWITCHES, check_together, check_values, frozen_collections
from rouge_vec.options.other_words import OTHER_DIALECTS, OTHER_OPTIONS
from rouge_vec.options.plan import Plan, plan_of
from rouge_vec.options.rouge_types import DEFAULT_ROUGE_TYPES, parse_rouge_types
from rouge_vec.options.signature import shown_tokenizer, signature_of
from rouge_vec.options.stages import LIMITS, OptionValues

_CALL_NAMES = ("predictions", "references", "layout", "counts", "measures", "missing", "n_jobs", "progress")
"""What a call of score takes, and a Scorer does not."""

_NONE_IS_A_VALUE = ("alpha", "beta", "decimals", "sentence_splitter", *LIMITS)
"""Options of which None says something: no weights of F, no rounding, no splitter, no limit."""


@dataclass(frozen=True, kw_only=True)
class RougeOptions(OptionValues):
    """Every choice that changes a number, see :class:`rouge_vec.options.stages.OptionValues`, and what follows from it.

    Made by :meth:`build`, never changed.

    Attributes
    ----------
    plan : Plan
        What is done the short way.
    """

    plan: Plan = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "plan", plan_of(self))

    def __setstate__(self, state: dict[str, Any]) -> None:
        # What an earlier version did the short way says nothing of this one.
        self.__dict__.update(state)
        self.__post_init__()

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
        values = dict(DIALECTS[dialect].values)
        given = {
            name: value for name, value in options.items() if value is not None or name in _NONE_IS_A_VALUE
        }
        given = {
            name: value.item() if isinstance(value, np.number) else value for name, value in given.items()
        }
        unknown = [name for name in options if name not in OPTION_NAMES]
        if unknown:
            raise OptionError(f"unknown option {unknown[0]!r}.", _hint_at_option(unknown[0]))
        stemmer = given.pop("use_stemmer", values.get("stemmer", "none"))
        values["stemmer"] = _stemmer_name(stemmer, DIALECTS[dialect].default_stemmer)
        check_values(given)
        given |= frozen_collections(given) | {
            name: bool(given[name]) for name in SWITCHES if given.get(name) is not None
        }
        if "sentence_separator" in given and "sentence_splitter" not in given:
            values["sentence_splitter"] = None
        if "beta" in given and "alpha" not in given:
            values["alpha"] = None
        if any(given.get(name) for name in LIMITS) and not given.get("max_characters"):
            values["max_characters"] = None
        values.update(given)
        if values.get("lcs_weight", 1.0) != 1.0:
            weight = values["lcs_weight"]
            parsed = tuple(replace(one, weight=weight) if one.family.is_lcs else one for one in parsed)
        result = cls(dialect=dialect, rouge_types=parsed, named=frozenset(given), **values)
        check_together(result)
        if result.lowercase and not result.has_own_tokens and isinstance(result.stopwords, frozenset):
            words = frozenset(str(word).lower() for word in result.stopwords)
            result = replace(result, stopwords=words)
        return result

    def check_values(self) -> None:
        """Check what was not made by :meth:`build` in this version, such as unpickled options.

        Raises
        ------
        OptionError
            If a value is not known.
        """
        check_values({option.name: getattr(self, option.name) for option in fields(self)})

    @property
    def printed_tokenizer(self) -> str:
        """The tokenizer as messages name it."""
        return shown_tokenizer(self.tokenizer)

    def signature(self) -> str:
        """Return every choice that changes a number as one line, the version last."""
        return signature_of(self)


_ASKED_OF_MEANS = ("use_aggregator", "aggregate", "aggregator", "avg", "average", "bootstrap")
"""What other scorers call it to get means in place of the scores of rows."""

_NO_OPTIONS = ("dialect", "rouge_types", "stemmer", "named")
"""Values that callers give in another way, or not at all."""

OPTION_NAMES = (
    "use_stemmer",
    *(option.name for option in fields(OptionValues) if option.name not in _NO_OPTIONS),
)


def _stemmer_name(value: Any, default: str) -> str:
    if isinstance(value, bool | np.bool_):
        return default if value else "none"
    if not isinstance(value, str):
        raise OptionError(
            f"use_stemmer must be True, False or a name, got {value!r}.", "for example use_stemmer=True."
        )
    return value


def _hint_at_option(name: str) -> str:
    if name in _CALL_NAMES:
        return f"{name} is given to score, not to the Scorer."
    if name in _ASKED_OF_MEANS:
        return "every row has its scores, and their mean is scores.mean(); leave it out."
    names = (*OPTION_NAMES, "rouge_types", "dialect", *_CALL_NAMES)
    return nearest_names(name, names, OTHER_OPTIONS, listed_by="help(rouge_vec.Scorer)")
