"""What was measured, as plain data that survives a trip through JSON."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Any


@dataclass(frozen=True)
class Series:
    """Repeated measurements of one thing.

    Attributes
    ----------
    label : str
        What was measured.
    unit : str
        "s" or "MB".
    values : list of float
        One value a round, in the order in which they were taken.
    pairs : int or None
        Pairs that each value covers.
    """

    label: str
    unit: str
    values: list[float]
    pairs: int | None = None


@dataclass(frozen=True)
class Result:
    """One row of the report for one number of threads.

    Attributes
    ----------
    row : str
        Name of the row.
    threads : str
        "one", "all" or "any".
    title : str
        The work in words.
    figures : list of float
        The figure that the target is about, once a round; the report shows the median.
    series : list of Series
        The measurements behind it.
    proof : list of str
        With whom, and on how many rows, every float was equal in this run.
    profile : list of (str, float)
        Functions of rouge_vec and their share of its time, largest first.
    notes : list of str
        What a reader must know about the inputs.
    """

    row: str
    threads: str
    title: str
    figures: list[float]
    series: list[Series]
    proof: list[str] = field(default_factory=list)
    profile: list[tuple[str, float]] = field(default_factory=list)
    notes: list[str] = field(default_factory=list)


@dataclass(frozen=True)
class Run:
    """A whole run of the benchmarks."""

    machine: dict[str, str]
    versions: dict[str, str]
    corpora: dict[str, str]
    smoke: bool
    quiet: bool
    repeats: int
    cores: int
    results: list[Result]


def to_json(run: Run) -> str:
    """Return a run as text for a file."""
    return json.dumps(asdict(run), indent=1, ensure_ascii=False) + "\n"


def from_json(text: str) -> Run:
    """Read a run back from text."""
    content = json.loads(text)
    return Run(**content | {"results": results_from(content["results"])})


def results_from(content: Sequence[dict[str, Any]]) -> list[Result]:
    """Rebuild results from parsed JSON."""
    return [
        Result(
            **one
            | {
                "series": [Series(**series) for series in one["series"]],
                "profile": [(name, share) for name, share in one["profile"]],
            }
        )
        for one in content
    ]


def read_run(path: Path) -> Run:
    """Read a run from a file."""
    return from_json(path.read_text(encoding="utf-8"))
