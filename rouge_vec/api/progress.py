"""A progress bar while many rows are scored, where there is a terminal or a notebook to show it."""

from __future__ import annotations

import importlib.util
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

_PROGRESS_DELAY = 1.0
"""Seconds of work before a progress bar appears."""


def _is_terminal(stream: Any) -> bool:
    """Tell whether a stream is a terminal; one that is missing, closed or a stand-in is none."""
    try:
        return bool(stream.isatty())
    except (AttributeError, ValueError, OSError):
        return False


@contextmanager
def progress_bar(rows: int, progress: bool | None) -> Iterator[Callable[[int], object] | None]:
    """Show a bar of so many rows while work lasts, if it is wanted or, with None, if there is someone to see it.

    Yields
    ------
    callable or None
        To be told how many rows are done; None if nothing is shown.
    """
    in_notebook = "ipykernel" in sys.modules
    if progress is None:
        progress = in_notebook or _is_terminal(sys.stderr)
    if not progress:
        yield None
        return
    if in_notebook and importlib.util.find_spec("ipywidgets"):
        from tqdm.auto import tqdm
    else:  # a notebook without widgets: tqdm.auto would warn, in every notebook, of what it cannot draw
        from tqdm import tqdm

    with tqdm(total=rows, unit="row", delay=_PROGRESS_DELAY, desc="rouge") as bar:
        yield bar.update
