"""Child processes: one for each number of threads, each start of Python, and each look at peak memory."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import tempfile
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any

from benchmarks.contenders import THREADS_VARIABLE
from benchmarks.results import Result, Series, results_from
from benchmarks.rows import ROWS, Sizes

ROOT = Path(__file__).resolve().parents[1]
CACHE_VARIABLE = "NUMBA_CACHE_DIR"


class ChildError(RuntimeError):
    """A child process failed."""


def run_module(module: str, arguments: Sequence[str], environment: Mapping[str, str]) -> Any:
    """Run a module of this package in a Python of its own and return the JSON of its last line.

    Raises
    ------
    ChildError
        If it fails; it has said why on the error stream, which is the caller's.
    """
    done = subprocess.run(
        [sys.executable, "-m", module, *arguments],
        cwd=ROOT,
        env={**os.environ, **environment},
        stdout=subprocess.PIPE,
        text=True,
        check=False,
    )
    if done.returncode != 0:
        raise ChildError(f"{' '.join([module, *arguments])} ended with code {done.returncode}.")
    return json.loads(done.stdout.splitlines()[-1])


def measure_workers(
    rows: Iterable[str], cores: int, cache: Path, repeats: int, smoke: bool, run: Any = run_module
) -> list[Result]:
    """Measure rows in one process for each number of threads; what needs two cores is left out on one."""
    items: dict[int, list[str]] = {}
    for row in rows:
        for label in ROWS[row].threads:
            if label == "one" or cores > 1:
                items.setdefault(1 if label == "one" else cores, []).append(f"{row}:{label}")
    results = []
    for threads, names in items.items():
        arguments = ["--threads", str(threads), "--repeats", str(repeats), *["--smoke"] * smoke, *names]
        environment = {THREADS_VARIABLE: str(threads), CACHE_VARIABLE: str(cache)}
        results += results_from(run("benchmarks.worker", arguments, environment))
    return results


def measure_starts(sizes: Sizes, repeats: int, cache: Path, run: Any = run_module) -> list[Result]:
    """Start Python again and again: with nothing compiled, then with the compiled code on disk.

    Parameters
    ----------
    sizes : Sizes
        How many cold starts.
    repeats : int
        Starts that find compiled code.
    cache : Path
        Empty folder; the last cold start leaves it filled.
    run : callable
        Runs a module in a process of its own.
    """
    cold = []
    for _ in range(sizes.cold_starts - 1):
        with tempfile.TemporaryDirectory() as folder:
            cold.append(run("benchmarks.startup", [], {CACHE_VARIABLE: folder}))
    cold.append(run("benchmarks.startup", [], {CACHE_VARIABLE: str(cache)}))
    cached = [run("benchmarks.startup", [], {CACHE_VARIABLE: str(cache)}) for _ in range(repeats)]
    return [
        _start_result("start-cold", cold, "first", sizes),
        _start_result("start-cold-stemmer", cold, "stemmer", sizes),
        _start_result("start-cached", cached, "first", sizes),
        _start_result("start-warm", cached, "second", sizes),
        _start_result("import", cached, "import", sizes),
    ]


def _start_result(row: str, steps: Sequence[Mapping[str, float]], step: str, sizes: Sizes) -> Result:
    seconds = [one[step] for one in steps]
    scale = 1000.0 if ROWS[row].unit == "ms" else 1.0
    series = [Series(step, "s", seconds), Series("import pandas", "s", [one["pandas"] for one in steps])]
    return Result(row, "any", sizes.fill(ROWS[row].title), [scale * value for value in seconds], series)


def measure_memory(rows: Iterable[str], sizes: Sizes, cache: Path, run: Any = run_module) -> list[Result]:
    """Measure peak memory, each time in a fresh process on all cores."""
    kinds = {
        "memory-lists": ("lists", sizes.memory_rows),
        "memory-columns": ("columns", sizes.memory_rows),
        "memory-unsplit": ("unsplit", sizes.unsplit_tokens),
    }
    results = []
    for row in rows:
        kind, size = kinds[row]
        megabytes = [
            run("benchmarks.memory", [kind, str(size)], {CACHE_VARIABLE: str(cache)})
            for _ in range(sizes.memory_runs)
        ]
        title = sizes.fill(ROWS[row].title)
        results.append(Result(row, "all", title, megabytes, [Series("peak", "MB", megabytes)]))
    return results
