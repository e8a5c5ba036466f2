"""Interleaved timing: every round runs each contender once, so that a slow minute slows all of them."""

from __future__ import annotations

import gc
import statistics
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass

Call = Callable[[], object]


@dataclass(frozen=True)
class Summary:
    """Median and spread of repeated measurements."""

    median: float
    low_quartile: float
    high_quartile: float
    minimum: float


def summary(values: Sequence[float]) -> Summary:
    """Summarise measurements; quartiles by linear interpolation between the values that were measured.

    Raises
    ------
    ValueError
        If there is no measurement.
    """
    if not values:
        raise ValueError("nothing was measured, so there is nothing to summarise.")
    if len(values) == 1:
        return Summary(values[0], values[0], values[0], values[0])
    low, median, high = statistics.quantiles(values, n=4, method="inclusive")
    return Summary(median, low, high, min(values))


def ratios(numerators: Sequence[float], denominators: Sequence[float]) -> list[float]:
    """Divide round by round, so that what disturbed a whole round cancels."""
    return [one / other for one, other in zip(numerators, denominators, strict=True)]


def interleaved(calls: Mapping[str, Call], repeats: int) -> dict[str, list[float]]:
    """Time calls in turn, in rounds whose order alternates, after one round that is not counted.

    Parameters
    ----------
    calls : mapping of str to callable
        What to time.
    repeats : int
        Rounds that count.

    Returns
    -------
    dict of str to list of float
        Seconds of each round.

    Notes
    -----
    The collector of reference cycles is off while a clock runs, and results are dropped after it has stopped:
    freeing a million small objects is not charged to the scorer that made them.
    """
    seconds: dict[str, list[float]] = {label: [] for label in calls}
    for call in calls.values():
        call()
    with _collector_off():
        for round_number in range(repeats):
            order = list(calls.items())
            for label, call in order if round_number % 2 == 0 else reversed(order):
                seconds[label].append(_seconds(call))
            gc.collect()
    return seconds


def repeatedly(call: Call, times: int) -> Call:
    """Return a call that makes `times` calls, for work too short for one reading of the clock."""

    def run() -> None:
        for _ in range(times):
            call()

    return run


def _seconds(call: Call) -> float:
    start = time.perf_counter()
    result = call()
    stop = time.perf_counter()
    del result
    return stop - start


@contextmanager
def _collector_off() -> Iterator[None]:
    was_on = gc.isenabled()
    gc.collect()
    gc.disable()
    try:
        yield
    finally:
        if was_on:
            gc.enable()
