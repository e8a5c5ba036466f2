"""Equal-work chunks of rows, and the threads of one call that work through them."""

from __future__ import annotations

import itertools
import os
import threading
from collections.abc import Callable, Iterator
from concurrent.futures import FIRST_EXCEPTION, ThreadPoolExecutor, wait
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

CHUNK_COST = 1 << 20
"""Estimated work of a chunk, in bytes of text: large enough for the work around kernels not to count."""
_CHUNKS_PER_WORKER = 4
_MOST_PARTS_OF_A_CHUNK = 2
"""How much smaller chunks may get for all workers to have some; with smaller ones two threads were slower than one."""
_FIRST_ROWS = 512
"""Rows from which the number of chunks is told."""
_QUADRATIC_SHARE = 1e-4
"""Work of the LCS for each product of two bytes, against one byte tokenized."""


def usable_cores() -> int:
    """Return how many cores this process may use."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


def estimated_cost(
    prediction_sizes: npt.NDArray[np.int64], reference_sizes: npt.NDArray[np.int64]
) -> npt.NDArray[np.float64]:
    """Return the work of each pair in units of one byte tokenized, float64, shape (pairs,)."""
    return (
        1.0
        + prediction_sizes
        + reference_sizes
        + _QUADRATIC_SHARE * prediction_sizes.astype(np.float64) * reference_sizes
    )


class Chunk(NamedTuple):
    """Rows ``lo..hi``, half-open, and their estimated work."""

    lo: int
    hi: int
    cost: float


def cut_chunks(
    row_costs: Callable[[int, int], npt.NDArray[np.float64]], rows: int, worker_count: int
) -> Iterator[Chunk]:
    """Cut rows into chunks of about equal cost, each when it is asked for.

    Parameters
    ----------
    row_costs : callable
        Returns the work of each of the rows ``lo..hi``, above 0, float64, shape (hi - lo,).
    rows : int
        How many there are.
    worker_count : int
        Threads that will share the chunks.

    Notes
    -----
    How many chunks there should be is told from the first rows, so that nobody waits until all rows are looked at. What
    later rows cost changes the size of later chunks, up to `CHUNK_COST`, and then their number.
    """
    lo = 0
    costs = row_costs(0, min(rows, _FIRST_ROWS))
    seen_cost, seen_rows = costs.sum(), len(costs)
    chunks_left = _chunk_count(seen_cost / max(seen_rows, 1) * rows, worker_count)
    while lo < rows:
        average = seen_cost / seen_rows
        target = CHUNK_COST if chunks_left <= 1 else min(CHUNK_COST, average * (rows - lo) / chunks_left)
        total = np.cumsum(costs)
        while total[-1] < target and seen_rows < rows:
            wanted = int((target - total[-1]) / average) + 1
            more = row_costs(seen_rows, min(rows, seen_rows + wanted))
            costs = np.concatenate([costs, more])
            seen_cost, seen_rows = seen_cost + more.sum(), seen_rows + len(more)
            total = np.cumsum(costs)
        taken = min(int(np.searchsorted(total, target)) + 1, len(costs))
        yield Chunk(lo, lo + taken, float(total[taken - 1]))
        lo, costs = lo + taken, costs[taken:]
        if len(costs) == 0 and lo < rows:
            costs = row_costs(lo, lo + 1)
            seen_cost, seen_rows = seen_cost + costs[0], lo + 1
        chunks_left -= 1


def _chunk_count(total_cost: float, worker_count: int) -> int:
    full_chunks = total_cost / CHUNK_COST
    shared = min(_CHUNKS_PER_WORKER * worker_count, int(_MOST_PARTS_OF_A_CHUNK * full_chunks) + 1)
    return max(shared if worker_count > 1 else 1, int(full_chunks) + 1)


def run_chunks(
    chunks: Iterator[Chunk],
    worker_count: int,
    make_worker: Callable[[], Callable[[Chunk], None]],
    advance: Callable[[int], object] | None = None,
) -> None:
    """Work through all chunks; the first error stops the rest and is raised.

    Parameters
    ----------
    chunks : iterator of Chunk
        Asked for the next one by one thread at a time.
    worker_count : int
        Threads; with 1, or a single chunk, the caller's thread does the work.
    make_worker : callable
        Called in each thread; returns the function that handles one chunk, with scratch memory of its own.
    advance : callable, optional
        Told the number of rows after each chunk.
    """
    first_chunks = list(itertools.islice(chunks, worker_count))
    remaining = itertools.chain(first_chunks, chunks)
    lock = threading.Lock()
    stopped = threading.Event()

    def work() -> None:
        worker = make_worker()
        while not stopped.is_set():
            with lock:
                chunk = next(remaining, None)
            if chunk is None:
                return
            worker(chunk)
            if advance is not None:
                with lock:
                    advance(chunk.hi - chunk.lo)

    if len(first_chunks) <= 1:
        work()
        return
    with ThreadPoolExecutor(len(first_chunks)) as pool:
        futures = [pool.submit(work) for _ in first_chunks]
        try:
            done, _ = wait(futures, return_when=FIRST_EXCEPTION)
            for future in done:
                future.result()
        finally:
            stopped.set()
