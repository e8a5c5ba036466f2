"""rouge_vec: exact ROUGE scores for text columns, fast.

Public names are loaded when they are first used, so that ``import rouge_vec`` costs next to nothing and does not
import Numba or pandas.
"""

from __future__ import annotations

import importlib
from typing import TYPE_CHECKING, Any

from rouge_vec._version import __version__
from rouge_vec.frontends.accessor_hook import register_accessor as _register_accessor

if TYPE_CHECKING:
    from rouge_vec.analysis.aggregation import aggregate
    from rouge_vec.analysis.comparison import compare
    from rouge_vec.api.functions import score, warmup
    from rouge_vec.api.scorer import Score, Scorer
    from rouge_vec.errors import (
        EmptyTextWarning,
        LostLettersWarning,
        OtherVersionWarning,
        RougeVecError,
        SpelledListWarning,
        UnpartedSentencesWarning,
    )

_HOMES = {
    "Score": "rouge_vec.api.scorer",
    "Scorer": "rouge_vec.api.scorer",
    "aggregate": "rouge_vec.analysis.aggregation",
    "compare": "rouge_vec.analysis.comparison",
    "score": "rouge_vec.api.functions",
    "warmup": "rouge_vec.api.functions",
    "EmptyTextWarning": "rouge_vec.errors",
    "LostLettersWarning": "rouge_vec.errors",
    "OtherVersionWarning": "rouge_vec.errors",
    "RougeVecError": "rouge_vec.errors",
    "SpelledListWarning": "rouge_vec.errors",
    "UnpartedSentencesWarning": "rouge_vec.errors",
}

__all__ = [
    "EmptyTextWarning",
    "LostLettersWarning",
    "OtherVersionWarning",
    "RougeVecError",
    "Score",
    "Scorer",
    "SpelledListWarning",
    "UnpartedSentencesWarning",
    "__version__",
    "aggregate",
    "compare",
    "score",
    "warmup",
]


_register_accessor()


def __getattr__(name: str) -> Any:
    if name == "compat":
        return importlib.import_module("rouge_vec.compat")
    if name in _HOMES:
        value = getattr(importlib.import_module(_HOMES[name]), name)
        globals()[name] = value
        return value
    raise AttributeError(f"module 'rouge_vec' has no attribute {name!r}")


def __dir__() -> list[str]:
    return sorted({*__all__, "compat"})
