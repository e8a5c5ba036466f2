"""A process that measures the peak memory of one call: ``python -m benchmarks.memory``."""

from __future__ import annotations

import argparse
import ctypes
import gc
import json
import resource
import sys
from pathlib import Path
from typing import Any

import pandas as pd

import rouge_vec
from benchmarks import corpora
from benchmarks.corpora import Corpus

_STATUS = Path("/proc/self/status")
_MEGABYTE = 1e6
_WARM_ROWS = 200


class Meter:
    """Peak resident memory of this process since the meter was made.

    On Linux the system's own high-water mark is set back first; elsewhere the mark of the whole life of the
    process is read, so that a peak below an earlier one reads as 0.
    """

    def __init__(self) -> None:
        gc.collect()
        _give_back_free_memory()
        self._is_linux = _STATUS.exists()
        if self._is_linux:
            Path("/proc/self/clear_refs").write_text("5", encoding="ascii")
            self._before = _status_bytes("VmRSS")
        else:
            self._before = _highest_ever()

    def peak(self) -> int:
        """Return the bytes by which the peak exceeds what was in use at the start."""
        return (_status_bytes("VmHWM") if self._is_linux else _highest_ever()) - self._before


def _status_bytes(field: str) -> int:
    for line in _STATUS.read_text(encoding="ascii").splitlines():
        if line.startswith(f"{field}:"):
            return int(line.split()[1]) * 1024
    raise OSError(f"{_STATUS} has no line {field}.")


def _highest_ever() -> int:
    scale = 1 if sys.platform == "darwin" else 1024
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * scale


def _give_back_free_memory() -> None:
    """Memory that the C library keeps for later would hide what the call needs."""
    trim = getattr(ctypes.CDLL(None), "malloc_trim", None)
    if trim is not None:
        trim(0)


def _inputs(kind: str, rows: int) -> Corpus:
    if kind == "unsplit":
        return corpora.document_pair(rows)
    return corpora.repeated(corpora.news(min(rows, corpora.NEWS_PAIRS)), rows)


def measure(kind: str, rows: int) -> float:
    """Score once and return the peak in megabytes beyond inputs and result.

    Parameters
    ----------
    kind : {"lists", "columns", "unsplit"}
        Rows as lists, rows as pandas string columns, or one pair of texts without lines.
    rows : int
        Rows, or tokens of each of the two texts.
    """
    corpus = _inputs(kind, rows)
    predictions: Any = corpus.predictions
    references: Any = corpus.references
    if kind == "columns":
        predictions, references = pd.Series(predictions), pd.Series(references)
    warm = corpora.news(_WARM_ROWS)
    rouge_vec.score(predictions=warm.predictions, references=warm.references, progress=False)
    del corpus
    meter = Meter()
    scores = rouge_vec.score(predictions=predictions, references=references, progress=False)
    peak = meter.peak()
    return max(0.0, (peak - int(scores.memory_usage(index=True).sum())) / _MEGABYTE)


def main(arguments: list[str] | None = None) -> None:
    """Measure, and print the megabytes as JSON."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.memory", description=__doc__)
    parser.add_argument("kind", choices=("lists", "columns", "unsplit"))
    parser.add_argument("rows", type=int)
    given = parser.parse_args(arguments)
    print(json.dumps(measure(given.kind, given.rows)))


if __name__ == "__main__":
    main()
