"""Families of rouge types: one record for each says all that the rest of the package must know of it."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Any

from rouge_vec.errors import OptionError

WHOLE_TEXTS, SENTENCES, BASIC_ELEMENTS = "whole texts", "sentences", "basic elements"
"""What a family reads; one that reads sentences compares texts sentence by sentence."""

_SCRIPT_WEIGHT = 1.2
_DEFAULT_MODE = "HM"


def _no_parameters(name: str, found: Mapping[str, str | None]) -> dict[str, Any]:
    return {}


@dataclass(frozen=True, slots=True, eq=False)
class Family:
    """What rouge types of one kind have in common; two types are of one family if they share the record.

    Attributes
    ----------
    name : str
        For example ``"N"``.
    pattern : re.Pattern
        Matches whole names; its groups are the parameters.
    examples : tuple of str
        Names that stand for all of them in messages.
    reads : str
        ``WHOLE_TEXTS``, ``SENTENCES`` or ``BASIC_ELEMENTS``.
    counter : str
        The method of ``PairCounter`` that counts a type of this family.
    parameters : callable
        Takes a name and the groups of its pattern; returns the other attributes of ``RougeType``.
    is_lcs : bool
        Whether it is the plain LCS, which the option `lcs_weight` concerns.
    is_weighted : bool
        Whether counts are weights, float64, and not whole numbers.
    """

    name: str
    pattern: re.Pattern[str]
    examples: tuple[str, ...]
    reads: str
    counter: str
    parameters: Callable[[str, Mapping[str, str | None]], dict[str, Any]] = _no_parameters
    is_lcs: bool = False
    is_weighted: bool = False

    def __reduce__(self) -> tuple[Any, ...]:
        return family_named, (self.name,)

    def __repr__(self) -> str:
        return f"<family {self.name}>"


def _pattern(after_rouge: str) -> re.Pattern[str]:
    return re.compile(f"rouge{after_rouge}", re.ASCII)


def _order(name: str, found: Mapping[str, str | None]) -> dict[str, Any]:
    return {"order": int(found["order"] or 0)}


def _weight(name: str, found: Mapping[str, str | None]) -> dict[str, Any]:
    weight = float(found["weight"] or _SCRIPT_WEIGHT)
    if weight <= 0:
        raise OptionError(f"the weight of {name!r} must be above 0.", "for example 'rougeW-1.2'.")
    return {"weight": weight}


def _gap(name: str, found: Mapping[str, str | None]) -> dict[str, Any]:
    return {"gap": int(found["gap"]) if found["gap"] else -1}


def _mode(name: str, found: Mapping[str, str | None]) -> dict[str, Any]:
    return {"mode": found["mode"] or _DEFAULT_MODE, "order": 1}


FAMILIES: Mapping[str, Family] = MappingProxyType(
    {
        family.name: family
        for family in (
            Family(
                "N",
                _pattern("(?P<order>[1-9][0-9]{0,8})"),
                ("rouge1", "rouge2", "rouge3"),
                WHOLE_TEXTS,
                "count_ngrams",
                _order,
            ),
            Family("L", _pattern("L"), ("rougeL",), WHOLE_TEXTS, "count_lcs", is_lcs=True),
            Family("Lsum", _pattern("Lsum"), ("rougeLsum",), SENTENCES, "count_union_lcs", is_lcs=True),
            Family(
                "W",
                _pattern(r"W(?:-(?P<weight>[0-9]+(?:\.[0-9]+)?))?"),
                ("rougeW", "rougeW-1.5"),
                SENTENCES,
                "count_weighted_lcs",
                _weight,
                is_weighted=True,
            ),
            Family(
                "S",
                _pattern("S(?P<gap>[0-9]{1,9})?"),
                ("rougeS", "rougeS4"),
                WHOLE_TEXTS,
                "count_skip_bigrams",
                _gap,
            ),
            Family(
                "SU",
                _pattern("SU(?P<gap>[0-9]{1,9})?"),
                ("rougeSU", "rougeSU4"),
                WHOLE_TEXTS,
                "count_skip_bigrams_and_unigrams",
                _gap,
            ),
            Family(
                "BE",
                _pattern("BE(?:-(?P<mode>HMR2|HMR1|HMR|HM1|HM|H))?"),
                ("rougeBE-HM", "rougeBE-HMR"),
                BASIC_ELEMENTS,
                "count_ngrams",
                _mode,
            ),
        )
    }
)
"""Family name to record; basic elements are counted like single words."""


def family_named(name: str) -> Family:
    """Return a family by its name.

    Raises
    ------
    OptionError
        If there is none, as in something pickled by a later version.
    """
    if name not in FAMILIES:
        raise OptionError(f"unknown family of rouge types {name!r}.", f"known: {', '.join(FAMILIES)}.")
    return FAMILIES[name]
