"""Drop-in replacements for other scorers: their argument order, return types and errors.

Each module stands in for one package; the scores come from the engine, by the dialect of that package.
"""

from __future__ import annotations

import importlib
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
    for name in ("", *_SUBMODULES):
        alias = f"{_NAME}.{name}" if name else _NAME
        _replaced[alias] = sys.modules.get(alias)
        sys.modules[alias] = importlib.import_module(f"{__name__}.{alias}")


def uninstall() -> None:
    """Undo :func:`install`: later imports find what they would have found without it."""
    for alias, module in _replaced.items():
        if module is None:
            sys.modules.pop(alias, None)
        else:
            sys.modules[alias] = module
    _replaced.clear()


def __getattr__(name: str) -> ModuleType:
    if name in _MODULES:
        return importlib.import_module(f"{__name__}.{name}")
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")


def __dir__() -> list[str]:
    return sorted({*globals(), *_MODULES})


__all__ = ["install", "uninstall"]
