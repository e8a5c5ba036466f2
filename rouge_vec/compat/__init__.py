"""Drop-in replacements for other scorers: their argument order, return types and errors.

Each module stands in for one package; the scores come from the engine, by the dialect of that package.
"""

from __future__ import annotations

import importlib
import importlib.util
import os
import sys
from types import ModuleType

_NAME = "rouge_score"
_SUBMODULES = ("rouge_scorer", "scoring", "tokenize", "tokenizers")
_MODULES = ("evaluate", "js_rouge", "pltrdy", "rouge_metric", "rouge_score", "torchmetrics")
_replaced: dict[str, ModuleType | None] = {}


def install() -> None:
    """Let ``import rouge_score`` find :mod:`rouge_vec.compat.rouge_score`, in this process, from now on.

    Libraries that import rouge_score after this call get the same numbers faster. A second call changes
    nothing.

    Notes
    -----
    A module that ran ``from rouge_score import rouge_scorer`` before keeps what it has.
    """
    package = importlib.import_module(f"{__name__}.{_NAME}")
    if sys.modules.get(_NAME) is package:
        return
    # What is not replaced, such as rouge_score.io, is taken from the original where it is installed.
    package.__path__ = [*_own_path(package), *_path_of_original()]
    for name in ("", *_SUBMODULES):
        alias = f"{_NAME}.{name}" if name else _NAME
        _replaced[alias] = sys.modules.get(alias)
        sys.modules[alias] = importlib.import_module(f"{__name__}.{alias}")


def _own_path(package: ModuleType) -> list[str]:
    return [os.path.dirname(str(package.__file__))]


def _path_of_original() -> list[str]:
    try:
        original = importlib.util.find_spec(_NAME)
    except ValueError:  # a module that was put in its place by hand
        return []
    return list(original.submodule_search_locations or ()) if original is not None else []


def uninstall() -> None:
    """Undo :func:`install`: later imports find what they would have found without it."""
    for name in [name for name in sys.modules if name.startswith(f"{_NAME}.")]:
        if _replaced and name not in _replaced:  # of the original, but bound to what takes its place
            del sys.modules[name]
    for alias, module in _replaced.items():
        if module is None:
            sys.modules.pop(alias, None)
        else:
            sys.modules[alias] = module
    _replaced.clear()
    package = importlib.import_module(f"{__name__}.{_NAME}")
    package.__path__ = _own_path(package)


def __getattr__(name: str) -> ModuleType:
    if name in _MODULES:
        return importlib.import_module(f"{__name__}.{name}")
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")


def __dir__() -> list[str]:
    return sorted({*globals(), *_MODULES})


__all__ = ["install", "uninstall"]
