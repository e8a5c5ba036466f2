"""Calls that do not fit a function's arguments: what was given, what is wanted, and where a name belongs."""

from __future__ import annotations

import functools
import inspect
from collections.abc import Callable, Collection, Mapping
from typing import Any, ParamSpec, TypeVar

from rouge_vec.errors import RougeVecTypeError, nearest_names

_Parameters = ParamSpec("_Parameters")
_Result = TypeVar("_Result")


def explaining_misfits(
    options: Collection[str] = (),
) -> Callable[[Callable[_Parameters, _Result]], Callable[_Parameters, _Result]]:
    """Make a function whose columns are given by name say so, and what was meant, when a call does not fit.

    Parameters
    ----------
    options : collection of str
        Names that the maker of the object takes, not this method.
    """

    def decorate(function: Callable[_Parameters, _Result]) -> Callable[_Parameters, _Result]:
        signature = inspect.signature(function)

        @functools.wraps(function)
        def call(*arguments: _Parameters.args, **named: _Parameters.kwargs) -> _Result:
            try:
                return function(*arguments, **named)
            except TypeError:
                misfit = _misfit(function.__name__, signature, arguments, named, options)
                if misfit is None:
                    raise
                raise misfit from None

        return call

    return decorate


def _misfit(
    name: str,
    signature: inspect.Signature,
    arguments: tuple[Any, ...],
    named: Mapping[str, Any],
    options: Collection[str],
) -> RougeVecTypeError | None:
    """Return the error for a call that does not fit; None if the call fits."""
    try:
        signature.bind(*arguments, **named)
    except TypeError:
        pass
    else:
        return None
    parameters = signature.parameters.values()
    places = sum(one.kind is one.POSITIONAL_OR_KEYWORD for one in parameters)
    if len(arguments) < places:  # a method of a class, called without an object
        return None
    wanted = [one.name for one in parameters if one.kind is one.KEYWORD_ONLY and one.default is one.empty]
    example = f"{name}({', '.join(f'{one}=...' for one in wanted)})"
    if len(arguments) > places:
        given = ", ".join(f"{one}=" for one in named) or "no names"
        return RougeVecTypeError(
            f"{name} takes everything by name, got {len(arguments) - places} by place and {given}.",
            f"write {example}.",
        )
    missing = [one for one in wanted if one not in named]
    if missing:
        given = ", ".join(f"{one}=" for one in named) or "nothing"
        return RougeVecTypeError(
            f"{name} needs {' and '.join(f'{one}=' for one in missing)}, got {given}.", f"write {example}."
        )
    known = [one.name for one in parameters if one.kind is one.KEYWORD_ONLY]
    unknown = next(one for one in named if one not in known)
    hint = nearest_names(unknown, (*known, *options))
    if unknown in options:
        hint = f"{unknown} is given to the Scorer, or to rouge_vec.score."
    return RougeVecTypeError(f"{name} has no {unknown}=.", hint)
