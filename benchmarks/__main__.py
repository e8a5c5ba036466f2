"""Measure, report, and keep the README in step: ``python -m benchmarks``."""

from __future__ import annotations

import argparse
import os
import sys
import tempfile
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

from benchmarks import corpora, machine, processes, readme
from benchmarks.plot import draw_scaling
from benchmarks.report import render
from benchmarks.results import Result, Run, read_run, to_json
from benchmarks.rows import FULL, ROWS, SMOKE, Sizes

FOLDER = Path(__file__).resolve().parent
RESULTS = FOLDER / "RESULTS.md"
README = FOLDER.parent / "README.md"
_LEAST_REPEATS = 5
_SMOKE_REPEATS = 2


def parser() -> argparse.ArgumentParser:
    """Return the command's parser."""
    command = argparse.ArgumentParser(
        prog="python -m benchmarks",
        description="Measure rouge_vec beside other scorers; only what was proved equal is timed.",
        epilog="rows: " + ", ".join(ROWS),
    )
    command.add_argument(
        "--smoke", action="store_true", help="tiny inputs, less than a minute: does everything work?"
    )
    command.add_argument(
        "--only", nargs="+", metavar="NAME", choices=list(ROWS), help="measure these rows only"
    )
    command.add_argument(
        "--repeats", type=int, help=f"rounds that count (default 7; {_SMOKE_REPEATS} with --smoke)"
    )
    command.add_argument(
        "--out",
        type=Path,
        help="where to write the report, with the data and the plot beside it (default benchmarks/RESULTS.md "
        "for a full run; nothing is written with --smoke or --only)",
    )
    command.add_argument(
        "--render", action="store_true", help="write the report again from its data; measure nothing"
    )
    command.add_argument(
        "--update-readme", action="store_true", help="copy the short table of the report into README.md"
    )
    return command


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command; return its exit code."""
    command = parser()
    given = command.parse_args(arguments)
    repeats = given.repeats or (_SMOKE_REPEATS if given.smoke else 7)
    if repeats < (1 if given.smoke or given.only else _LEAST_REPEATS):
        command.error(f"--repeats must be at least {_LEAST_REPEATS}: fewer rounds show no spread")
    out = given.out or (None if given.smoke or given.only else RESULTS)
    if given.render:
        write_report(read_run((given.out or RESULTS).with_suffix(".json")), given.out or RESULTS)
    elif given.update_readme:
        text = readme.updated(
            README.read_text(encoding="utf-8"), (given.out or RESULTS).read_text(encoding="utf-8")
        )
        README.write_text(text, encoding="utf-8")
    else:
        run = measure(given.only or list(ROWS), given.smoke, repeats)
        print(render(run))
        if out is not None:
            out.with_suffix(".json").write_text(to_json(run), encoding="utf-8")
            write_report(run, out)
    return 0


def write_report(run: Run, out: Path) -> None:
    """Write the report, and the plot beside it."""
    out.write_text(render(run), encoding="utf-8")
    draw_scaling(run, out.with_name("scaling.png"))


def measure(names: Sequence[str], smoke: bool, repeats: int) -> Run:
    """Measure the named rows.

    Parameters
    ----------
    names : sequence of str
        Rows, in any order.
    smoke : bool
        Whether on tiny inputs.
    repeats : int
        Rounds that count.
    """
    sizes = SMOKE if smoke else FULL
    versions, load, started = machine.versions(), machine.load(), time.perf_counter()
    description = machine.describe()
    with _kernel_cache(names) as cache:
        results = _measure_all(names, sizes, smoke, repeats, cache)
    description["load average"] = machine.load_note(load, machine.load())
    description["duration"] = f"{time.perf_counter() - started:.0f} s"
    wanted = [result for result in results if result.row in names]
    return Run(
        machine=description,
        versions=versions,
        corpora=_describe_corpora(sizes),
        smoke=smoke,
        quiet=machine.is_quiet(load),
        repeats=repeats,
        cores=machine.usable_cores(),
        results=wanted,
    )


@contextmanager
def _kernel_cache(names: Sequence[str]) -> Iterator[Path]:
    """Yield a folder for compiled kernels: an empty one where start-up is measured, else the caller's own."""
    kept = os.environ.get(processes.CACHE_VARIABLE)
    if kept and not any(ROWS[name].place == "start-up" for name in names):
        yield Path(kept)
        return
    with tempfile.TemporaryDirectory(prefix="rouge_vec-benchmarks-") as folder:
        yield Path(folder)


def _measure_all(names: Sequence[str], sizes: Sizes, smoke: bool, repeats: int, cache: Path) -> list[Result]:
    """Start-up first: it leaves the compiled kernels of this very checkout for all the others."""

    def chosen(place: str) -> list[str]:
        return [name for name in ROWS if name in names and ROWS[name].place == place]

    results = []
    if chosen("start-up"):
        _tell("start-up")
        results += processes.measure_starts(sizes, repeats, cache)
    if chosen("worker"):
        _tell("workers")
        results += processes.measure_workers(chosen("worker"), machine.usable_cores(), cache, repeats, smoke)
    if chosen("memory"):
        _tell("memory")
        results += processes.measure_memory(chosen("memory"), sizes, cache)
    return results


def _tell(step: str) -> None:
    print(f"{step} ...", file=sys.stderr, flush=True)


def _describe_corpora(sizes: Sizes) -> dict[str, str]:
    both = (corpora.aclsum(), corpora.news(sizes.pairs))
    return {f"corpus {corpus.name}": corpus.description().partition(": ")[2] for corpus in both}


if __name__ == "__main__":
    sys.exit(main())
