"""Where the time of a call goes, function by function; compiled kernels appear under their own names."""

from __future__ import annotations

import cProfile
import pstats
from collections.abc import Callable
from pathlib import Path

_MOST_SHOWN = 8
_RUNS = 3


def profile(call: Callable[[], object]) -> list[tuple[str, float]]:
    """Return the functions in which a call spends its time, and their shares, largest first.

    Parameters
    ----------
    call : callable
        Must do its work on the calling thread.
    """
    call()
    recorder = cProfile.Profile()
    recorder.enable()
    for _ in range(_RUNS):
        call()
    recorder.disable()
    own: dict[str, float] = {}
    for function, (_, _, own_time, _, _) in pstats.Stats(recorder).stats.items():  # type: ignore[attr-defined]
        name = _readable(*function)
        own[name] = own.get(name, 0.0) + own_time
    total = sum(own.values()) or 1.0
    largest = sorted(own.items(), key=lambda item: -item[1])[:_MOST_SHOWN]
    return [(name, seconds / total) for name, seconds in largest]


def _readable(file: str, _line: int, function: str) -> str:
    """Name a function by its module within its package, without the place where that is installed."""
    if file == "~":
        return function.strip("<>")
    path = Path(file)
    parts = path.parts[-2:] if path.parent.name not in ("rouge_vec", "benchmarks") else path.parts[-1:]
    return f"{'/'.join(parts)} {function}"
