"""Attributes that are computed when they are first read."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Generic, TypeVar

_Value = TypeVar("_Value")


class computed_once(Generic[_Value]):
    """A method that becomes an attribute when it is first read; for objects of one thread.

    Parameters
    ----------
    compute : callable
        The method, which has no arguments.

    Notes
    -----
    ``functools.cached_property`` does the same, but in Python 3.11 it holds a lock that all objects of a class share
    while it computes: threads waited for each other's kernels, and a child forked meanwhile waited forever.
    """

    def __init__(self, compute: Callable[[Any], _Value]) -> None:
        self._compute = compute
        self.__doc__ = compute.__doc__

    def __set_name__(self, owner: type, name: str) -> None:
        self._name = name

    def __get__(self, instance: object, owner: type | None = None) -> _Value:
        value: _Value = self._compute(instance)
        instance.__dict__[self._name] = value
        return value
