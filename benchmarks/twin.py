"""A second process that does the same work at the same time: as much as two cores of this machine can give."""

from __future__ import annotations

import multiprocessing
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from multiprocessing.connection import Connection

from benchmarks.timing import Call


@contextmanager
def twin(prepare: Callable[[], Call]) -> Iterator[Call]:
    """Start a process and yield a call that does the work twice: once here and once there, side by side.

    Parameters
    ----------
    prepare : callable
        Returns the call that does the work once; made in each of the processes, so it must be picklable.
    """
    call = prepare()
    context = multiprocessing.get_context("spawn")
    here, there = context.Pipe()
    process = context.Process(target=_serve, args=(there, prepare), daemon=True)
    process.start()
    there.close()
    here.recv()

    def both() -> None:
        here.send(True)
        call()
        here.recv()

    try:
        yield both
    finally:
        here.send(False)
        process.join()


def _serve(pipe: Connection, prepare: Callable[[], Call]) -> None:
    """Do the work whenever that is asked for, until told to stop."""
    call = prepare()
    call()
    pipe.send(True)
    while pipe.recv():
        call()
        pipe.send(True)
