"""Equal-work chunks of rows, and the threads of one call that work through them."""

from __future__ import annotations

import itertools
import os
import threading
from collections.abc import Callable, Iterator
from concurrent.futures import FIRST_EXCEPTION, ThreadPoolExecutor, wait

import numpy as np
import numpy.typing as npt

CHUNK_COST = 1 << 20
"""Estimated work of a chunk, in bytes of text: large enough for the work around kernels not to count."""
_CHUNKS_PER_WORKER = 4
_MOST_PARTS_OF_A_CHUNK = 2
"""How much smaller chunks may get for all workers to have some; with smaller ones two threads were slower than one."""
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


def equal_chunks(cost: npt.NDArray[np.float64], worker_count: int) -> list[tuple[int, int]]:
    """Cut rows into half-open ranges of about equal cost.

    Parameters
    ----------
    cost : ndarray of float64, shape (rows,)
        Work of each row, above 0.
    worker_count : int
        Threads that will share the chunks.
    """
    if len(cost) == 0:
        return []
    total = np.cumsum(cost)
    full_chunks = total[-1] / CHUNK_COST
    shared = min(_CHUNKS_PER_WORKER * worker_count, int(_MOST_PARTS_OF_A_CHUNK * full_chunks) + 1)
    count = min(max(shared if worker_count > 1 else 1, int(full_chunks) + 1), len(cost))
    if count == 1:
        return [(0, len(cost))]
    inner = np.searchsorted(total, total[-1] * np.arange(1, count) / count)
    bounds = np.unique(np.concatenate([[0], inner, [len(cost)]]))
    return list(itertools.pairwise(bounds.tolist()))


def run_chunks(
    chunks: list[tuple[int, int]],
    worker_count: int,
    make_worker: Callable[[], Callable[[int, int], None]],
    advance: Callable[[int], object] | None = None,
) -> None:
    """Work through all chunks; the first error stops the rest and is raised.

    Parameters
    ----------
    chunks : list of (int, int)
        Half-open row ranges.
    worker_count : int
        Threads; with 1 the caller's thread does the work.
    make_worker : callable
        Called in each thread; returns the function that handles one chunk, with scratch memory of its own.
    advance : callable, optional
        Told the number of rows after each chunk.
    """
    remaining: Iterator[tuple[int, int]] = iter(chunks)
    lock = threading.Lock()
    stopped = threading.Event()

    def work() -> None:
        worker = make_worker()
        while not stopped.is_set():
            with lock:
                chunk = next(remaining, None)
            if chunk is None:
                return
            worker(*chunk)
            if advance is not None:
                with lock:
                    advance(chunk[1] - chunk[0])

    worker_count = min(worker_count, len(chunks))
    if worker_count <= 1:
        work()
        return
    with ThreadPoolExecutor(worker_count) as pool:
        futures = [pool.submit(work) for _ in range(worker_count)]
        try:
            done, _ = wait(futures, return_when=FIRST_EXCEPTION)
            for future in done:
                future.result()
        finally:
            stopped.set()
