"""What is asked of a statistic: names, shares and sizes, checked in one place."""

from __future__ import annotations

from typing import Any, Literal, get_args

import numpy as np

from rouge_vec._version import __version__
from rouge_vec.errors import OptionError, RougeVecTypeError, nearest_names

Average = Literal["macro", "micro"]
"""The mean of the rows' scores, or the score of counts added up."""

Method = Literal["percentile", "rouge-1.5.5"]
"""How an interval is made."""

Test = Literal["permutation", "bootstrap"]
"""How the p value of a comparison is made."""


def check_choice(name: str, value: Any, choices: Any) -> None:
    """Refuse a value that is none of those of a Literal."""
    known = get_args(choices)
    if not isinstance(value, str) or value not in known:
        raise OptionError(f"unknown value {value!r} for {name}.", nearest_names(str(value), known))


def check_share(name: str, value: Any, example: str) -> None:
    """Refuse a share that is not between 0 and 1, such as a percentage."""
    if isinstance(value, bool) or not isinstance(value, (int, float, np.number)):
        raise RougeVecTypeError(f"{name} must be a number, got {value!r}.", example)
    if not 0 < value < 1:
        raise OptionError(f"{name} must be between 0 and 1, got {value!r}.", example)


def check_whole(name: str, value: Any, least: int, example: str) -> int:
    """Return a whole number of at least `least`, or refuse it."""
    if isinstance(value, (bool, np.bool_)) or not isinstance(value, (int, np.integer)):
        raise RougeVecTypeError(f"{name} must be a whole number, got {value!r}.", example)
    if value < least:
        raise OptionError(f"{name} must be at least {least}, got {value!r}.", example)
    return int(value)


def check_resampling(confidence: Any, n_resamples: Any, seed: Any) -> None:
    """Refuse a confidence, a number of resamples or a seed that is out of range."""
    check_share("confidence", confidence, "0.95 is the usual choice, for 95 per cent.")
    check_whole("n_resamples", n_resamples, 1, "1000 is enough for an interval, 10000 for a p value.")
    check_whole("seed", seed, 0, "for example seed=12345; the same seed gives the same figures.")


def statistics_line(**choices: Any) -> str:
    """Return how figures were made as one line, the version last, in the form of a signature."""
    parts = [f"{name}:{value}" for name, value in choices.items()]
    return "|".join([*parts, f"version:rouge_vec-{__version__}"])
