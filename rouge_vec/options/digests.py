"""What a signature calls a function of the caller's: its name, and a digest of what it does as far as that is fixed."""

from __future__ import annotations

import contextlib
import dis
import functools
import hashlib
import operator
import re
from collections.abc import Iterable
from types import BuiltinFunctionType, CodeType, FunctionType, MethodType, ModuleType
from typing import Any

_PLAIN = (type(None), bool, int, float, complex, str, bytes, type(...))
_FIXED = (*_PLAIN, tuple, frozenset, re.Pattern)
_NAMED = (BuiltinFunctionType, type(str.split), type(str.__len__), type("".__len__))
"""What is written in C: functions, methods and slots, which are known by their names."""

_MOST_OBJECTS = 500
_DEEPEST = 60
_LONGEST_OF_COLLECTION = 200


def name_of(value: Any) -> str:
    """Return what messages call a function or an object of the caller's."""
    name = getattr(value, "profile_name", None) or getattr(value, "__qualname__", None)
    return str(name or type(value).__qualname__)


def identity_of(value: Any) -> str:
    """Return what a signature calls a function or an object of the caller's.

    Parameters
    ----------
    value : object
        A callable, or an object with methods.

    Returns
    -------
    str
        Its attribute ``profile_name`` if it has one. Else module and name with eight digits of a digest, and
        ``+state`` where it refers to what the digest cannot promise: lists, dicts, sets and objects with such.

    Notes
    -----
    The digest is made of bytecode and constants, default values, variables of enclosing functions and the globals
    that are used, if these cannot change: numbers, strings, patterns, tuples, frozensets, and functions of the same
    module, which are looked into. What comes from another module counts by its name and its own code. So the
    digest is the same in every process of one Python version, and may differ between versions.
    """
    profile = getattr(value, "profile_name", None)
    if isinstance(profile, str) and profile:
        return profile
    named = value
    while isinstance(named, functools.partial):
        named = named.func
    owner = named if hasattr(named, "__qualname__") else type(named)
    module = getattr(named, "__module__", None) or getattr(owner, "__module__", None)
    description = _Description(module)
    text = description.of(value)
    digest = hashlib.sha256(text.encode("utf-8", "surrogatepass")).hexdigest()[:8]
    name = f"{module}.{owner.__qualname__}" if module else owner.__qualname__
    return f"{name} {digest}{'' if description.complete else '+state'}"


class _Description:
    """Writes down what a function does.

    Parameters
    ----------
    module : str or None
        Where it comes from; of functions from elsewhere, the globals are not looked at.

    Attributes
    ----------
    complete : bool
        Whether all that was met is of a kind that cannot change.
    """

    def __init__(self, module: str | None) -> None:
        self.complete = True
        self._module = module
        self._seen: dict[int, Any] = {}
        self._collections: dict[int, tuple[Any, str]] = {}
        self._depth = 0

    def of(self, value: Any) -> str:
        """Return a description, the same in every process."""
        if isinstance(value, _PLAIN):
            return f"{type(value).__name__}:{value!r}"
        if self._depth == _DEEPEST:
            self.complete = False
            return "deeper"
        self._depth += 1
        try:
            return self._collection(value) if isinstance(value, (tuple, frozenset)) else self._other(value)
        finally:
            self._depth -= 1

    def _collection(self, value: Any) -> str:
        """Return a description of a tuple or frozenset, made once for each, and short: they may share their parts."""
        if id(value) not in self._collections:
            parts = list(map(self.of, value))
            text = f"({','.join(parts)})" if isinstance(value, tuple) else f"{{{','.join(sorted(parts))}}}"
            if len(text) > _LONGEST_OF_COLLECTION:
                text = hashlib.sha256(text.encode("utf-8", "surrogatepass")).hexdigest()
            self._collections[id(value)] = (value, text)
        return self._collections[id(value)][1]

    def _other(self, value: Any) -> str:
        if isinstance(value, re.Pattern):
            return f"pattern:{value.pattern!r}:{value.flags}"
        if isinstance(value, ModuleType):
            return f"module:{value.__name__}"
        if id(value) in self._seen:
            return "seen"
        if len(self._seen) == _MOST_OBJECTS:
            self.complete = False
            return "more"
        self._seen[id(value)] = value  # kept, so that no other object gets its id
        if isinstance(value, CodeType):
            return self._code(value)
        if isinstance(value, FunctionType):
            return self._function(value)
        if isinstance(value, type):
            return self._class(value)
        return self._object(value)

    def _all(self, values: Iterable[Any]) -> str:
        return ",".join(map(self.of, values))

    def _code(self, code: CodeType) -> str:
        counts = (code.co_argcount, code.co_posonlyargcount, code.co_kwonlyargcount, code.co_flags)
        return f"code:{counts}:{code.co_code.hex()}:{code.co_names}:({self._all(code.co_consts)})"

    def _function(self, function: FunctionType) -> str:
        parts = [_full_name(function), self.of(function.__code__), self.of(function.__defaults__)]
        parts += [
            f"{name}={self.of(value)}" for name, value in sorted((function.__kwdefaults__ or {}).items())
        ]
        cells = zip(function.__code__.co_freevars, function.__closure__ or (), strict=True)
        parts += [f"{name}={self._cell(cell)}" for name, cell in cells]
        if function.__module__ == self._module:
            names = sorted(_globals_used(function.__code__) & function.__globals__.keys())
            parts += [f"{name}={self.of(function.__globals__[name])}" for name in names]
        return f"function({','.join(parts)})"

    def _cell(self, cell: Any) -> str:
        try:
            return self.of(cell.cell_contents)
        except ValueError:  # a variable that was not set yet
            return "empty"

    def _class(self, kind: type) -> str:
        """Return the methods of a class and of those that it is made of; what is written in C has a name only."""
        parts = [_full_name(kind)]
        if kind.__module__ == self._module:
            for base in kind.__mro__:
                parts += [
                    f"{name}={self.of(member)}"
                    for name, member in sorted(
                        map(_unwrapped, vars(base).items()), key=operator.itemgetter(0)
                    )
                    if isinstance(member, FunctionType)
                    or (isinstance(member, _FIXED) and not name.startswith("__"))
                ]
        return f"class({','.join(parts)})"

    def _object(self, value: Any) -> str:
        if isinstance(value, MethodType):
            return f"method({self._all((value.__func__, value.__self__))})"
        if isinstance(value, functools.partial):
            keywords = tuple(sorted(value.keywords.items()))
            return f"partial({self._all((value.func, value.args, keywords))})"
        if isinstance(value, _NAMED):
            owner = getattr(value, "__self__", None)
            return f"built-in({_full_name(value)},{self.of(owner)})"
        if isinstance(value, functools._lru_cache_wrapper):
            return self.of(value.__wrapped__)
        return f"object({self.of(type(value))},{self._state(value)})"

    def _state(self, value: Any) -> str:
        """Return the attributes of an object that are of a kind that cannot change."""
        if hasattr(type(value), "to_str") and hasattr(
            type(value), "token_to_id"
        ):  # of the library tokenizers
            with contextlib.suppress(Exception):  # parts of it that are written in Python
                return str(value.to_str())
        state = getattr(value, "__dict__", None)
        if state is None:
            self.complete = False
            return "unknown"
        return ",".join(
            f"{name}={self.of(part)}" for name, part in sorted(state.items(), key=operator.itemgetter(0))
        )


def _unwrapped(member: tuple[str, Any]) -> tuple[str, Any]:
    """Return the function behind a class method, a static method or a property, with its name."""
    name, value = member
    return name, getattr(value, "__func__", getattr(value, "fget", value))


def _globals_used(code: CodeType) -> set[str]:
    names = {
        step.argval for step in dis.get_instructions(code) if step.opname in ("LOAD_GLOBAL", "LOAD_NAME")
    }
    for constant in code.co_consts:
        if isinstance(constant, CodeType):
            names |= _globals_used(constant)
    return names


def _full_name(value: Any) -> str:
    return f"{getattr(value, '__module__', None)}.{value.__qualname__}"
