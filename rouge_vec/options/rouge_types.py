"""Rouge type names: what each asks for."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass

from rouge_vec.errors import OptionError, RougeVecTypeError, nearest_names
from rouge_vec.options.families import FAMILIES, SENTENCES, Family

DEFAULT_ROUGE_TYPES = ("rouge1", "rouge2", "rougeL", "rougeLsum")
"""Types that are scored when none are asked for."""

EXAMPLE_ROUGE_TYPES = tuple(name for family in FAMILIES.values() for name in family.examples)
"""Names that stand for all: any n >= 1, any weight > 0, any gap >= 0, any mode of basic elements."""

_TOO_MANY_DIGITS = re.compile(r"rouge(?:S|SU)?[1-9][0-9]{9,}", re.ASCII)


@dataclass(frozen=True, slots=True)
class RougeType:
    """One parsed rouge type.

    Attributes
    ----------
    name : str
        The name as given, for example ``"rouge2"``.
    family : Family
        What it has in common with others of its kind.
    order : int
        Tokens in an n-gram, and 1 for basic elements; 0 for other families.
    gap : int
        Most words between the two words of a skip-bigram; -1 means no limit.
    weight : float
        Exponent of ROUGE-W; 1.0 for other families.
    mode : str
        Which parts of basic elements must agree for ROUGE-BE; empty for other families.
    """

    name: str
    family: Family
    order: int = 0
    gap: int = -1
    weight: float = 1.0
    mode: str = ""

    @property
    def by_sentence(self) -> bool:
        """Whether texts are compared sentence by sentence."""
        return self.family.reads == SENTENCES

    @classmethod
    def parse(cls, name: str) -> RougeType:
        """Parse a name.

        Raises
        ------
        OptionError
            If there is no such rouge type.
        """
        if not isinstance(name, str):
            raise RougeVecTypeError(
                f"a rouge type must be a string, got {name!r} of type {type(name).__name__}.",
                'for example rouge_types=["rouge1", "rougeL"].',
            )
        for family in FAMILIES.values():
            found = family.pattern.fullmatch(name)
            if found is not None:
                return cls(name, family, **family.parameters(name, found.groupdict()))
        hint = nearest_names(name, EXAMPLE_ROUGE_TYPES)
        if "," in name or " " in name.strip():
            hint = 'give a list, for example rouge_types=["rouge1", "rougeL"].'
        elif _TOO_MANY_DIGITS.fullmatch(name):
            hint = "orders and gaps of at most nine digits are known."
        raise OptionError(f"unknown rouge type {name!r}.", hint)


def parse_rouge_types(rouge_types: str | Iterable[str]) -> tuple[RougeType, ...]:
    """Parse one name or several.

    Raises
    ------
    OptionError
        If a name is unknown or stands twice, or there is none.
    """
    if not isinstance(rouge_types, Iterable) or isinstance(rouge_types, (set, frozenset, bytes)):
        raise RougeVecTypeError(
            f"rouge_types must be a name or a list of names, got {rouge_types!r}.",
            'for example rouge_types=["rouge1", "rougeL"].',
        )
    names = [rouge_types] if isinstance(rouge_types, str) else list(rouge_types)
    if not names:
        raise OptionError(
            "no rouge type was asked for.", f"for example rouge_types={list(DEFAULT_ROUGE_TYPES)!r}."
        )
    parsed = tuple(RougeType.parse(name) for name in names)
    twice = sorted({name for name in names if names.count(name) > 1})
    if twice:
        raise OptionError(f"rouge types were asked for twice: {', '.join(twice)}.", "name each type once.")
    return parsed
