"""A process that measures some rows with one number of threads: ``python -m benchmarks.worker``."""

from __future__ import annotations

import argparse
import json
import sys
import time
from dataclasses import asdict

from benchmarks.rows import FULL, SMOKE
from benchmarks.workloads import MEASUREMENTS, Session


def main(arguments: list[str] | None = None) -> None:
    """Measure, and print the results as one line of JSON."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.worker", description=__doc__)
    parser.add_argument("--threads", type=int, required=True)
    parser.add_argument("--repeats", type=int, required=True)
    parser.add_argument("--smoke", action="store_true")
    parser.add_argument(
        "rows", nargs="+", metavar="ROW:LABEL", help="row and the report's name for the threads"
    )
    given = parser.parse_args(arguments)
    results = []
    for item in given.rows:
        row, _, label = item.partition(":")
        session = Session(SMOKE if given.smoke else FULL, given.threads, label, given.repeats)
        started = time.perf_counter()
        results.append(asdict(MEASUREMENTS[row](row, session)))
        seconds = time.perf_counter() - started
        print(f"  {row}, threads: {given.threads}, {seconds:.1f} s", file=sys.stderr, flush=True)
    print(json.dumps(results))


if __name__ == "__main__":
    main()
