"""Equal-work chunks of rows, and the threads of one call that work through them."""

from __future__ import annotations

import contextvars
import itertools
import os
import threading
from collections.abc import Callable, Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

CHUNK_COST = 1 << 21
"""Estimated work of a chunk, in bytes of text: large enough for the work around kernels not to count."""
_MOST_PARTS_OF_A_CHUNK = 4
"""How much smaller chunks may get."""
_ROWS_AT_A_TIME = 1 << 15
"""Rows whose costs are looked at together, to bound memory; no chunk has more."""
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
    cost = reference_sizes.astype(np.float64)
    cost *= _QUADRATIC_SHARE
    cost += 1.0
    cost *= prediction_sizes
    cost += reference_sizes
    cost += 1.0
    return cost


class Chunk(NamedTuple):
    """Rows ``lo..hi``, half-open, and their estimated work."""

    lo: int
    hi: int
    cost: float


def cut_chunks(
    row_costs: Callable[[int, int], npt.NDArray[np.float64]], rows: int, worker_count: int
) -> Iterator[Chunk]:
    """Cut rows into chunks, some ten thousand rows at a time.

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
    What is left beyond the rows looked at is estimated from them; it decides how much smaller the last chunks are, for
    all workers to end at about the same time. The first chunks differ in size, because workers that come to the same
    step at the same time wait for each other there, chunk after chunk.
    """
    number = 0
    for first in range(0, rows, _ROWS_AT_A_TIME):
        costs = row_costs(first, min(first + _ROWS_AT_A_TIME, rows))
        total = np.cumsum(costs)
        beyond = total[-1] / len(costs) * (rows - first - len(costs))
        lo, done = 0, 0.0
        # All of them at once: between two chunks the memory that this needs has left the cache.
        cut = []
        while lo < len(costs):
            number = min(number + 1, worker_count)
            target = _target((total[-1] - done + beyond) / worker_count, number / worker_count)
            hi = min(int(np.searchsorted(total, done + target)) + 1, len(costs))
            cut.append(Chunk(first + lo, first + hi, float(costs[lo:hi].sum())))
            lo, done = hi, total[hi - 1]
        yield from cut


def _target(cost_for_each: float, share: float) -> float:
    """Return the cost of the next chunk: for all workers to have some, but not so little that two take longer."""
    return max(min(CHUNK_COST, cost_for_each) * share, CHUNK_COST / _MOST_PARTS_OF_A_CHUNK)


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
        Threads, the caller's among them; there are no others for a single chunk.
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
        try:
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
        except BaseException:
            stopped.set()
            raise

    if len(first_chunks) <= 1:
        work()
        return
    with ThreadPoolExecutor(len(first_chunks) - 1) as pool:
        try:
            futures = _started(pool, work, len(first_chunks) - 1)
            work()
        except BaseException:
            stopped.set()
            raise
    for future in futures:
        if not future.cancelled():
            future.result()


def _started(pool: ThreadPoolExecutor, work: Callable[[], None], threads: int) -> list[Future[None]]:
    """Let so many threads work, or as many as the system starts; the others cost speed only."""
    futures = []
    try:
        for _ in range(threads):
            # With the caller's settings of what NumPy says of overflow.
            futures.append(pool.submit(contextvars.copy_context().run, work))
    except (
        RuntimeError
    ):  # the pool has queued the work all the same, and would give it to a thread that is done
        pool.shutdown(wait=False, cancel_futures=True)
    return futures
