"""What ``help``, ``inspect.signature`` and completion show of functions that take options: each by its own name."""

from __future__ import annotations

import inspect
from collections.abc import Callable
from typing import Any, ParamSpec, TypeVar

_Parameters = ParamSpec("_Parameters")
_Result = TypeVar("_Result")


class _NotGiven:
    """The default of an option: whatever the dialect says."""

    def __repr__(self) -> str:
        return "<as the dialect>"


_NOT_GIVEN = _NotGiven()


def naming_options(
    keywords: Any, but: tuple[str, ...] = ()
) -> Callable[[Callable[_Parameters, _Result]], Callable[_Parameters, _Result]]:
    """Show the entries of a TypedDict in the place of ``**options``.

    Parameters
    ----------
    keywords : TypedDict
        The names and types of the options, as type checkers know them by ``Unpack``.
    but : tuple of str
        Entries that the function has as parameters of its own.
    """

    def decorate(function: Callable[_Parameters, _Result]) -> Callable[_Parameters, _Result]:
        signature = inspect.signature(function)
        parameters = [one for one in signature.parameters.values() if one.kind is not one.VAR_KEYWORD]
        types = {name: hint.__forward_arg__ for name, hint in _all_annotations(keywords).items()}
        named = [
            inspect.Parameter(name, inspect.Parameter.KEYWORD_ONLY, default=_NOT_GIVEN, annotation=hint)
            for name, hint in types.items()
            if name not in but
        ]
        shown = signature.replace(parameters=[*parameters, *named])
        function.__signature__ = shown  # type: ignore[attr-defined]
        return function

    return decorate


def _all_annotations(keywords: Any) -> dict[str, Any]:
    annotations: dict[str, Any] = keywords.__annotations__
    return annotations
