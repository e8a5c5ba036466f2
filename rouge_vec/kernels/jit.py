"""The one way a kernel is compiled: ``njit(nogil=True, cache=True)``, with fallbacks that keep results equal.

Holds no kernel code, so that every kernel file stays self-contained: Numba's on-disk cache does not notice an edit
to a helper that lives in another file.
"""

from __future__ import annotations

import contextlib
import functools
import os
import warnings
from collections.abc import Callable
from typing import Any

import numpy as np

Function = Callable[..., Any]
"""A kernel takes arrays and numbers; what it takes is checked by its wrapper, not by its type."""

try:
    import numba
except ImportError as error:
    numba = None
    warnings.warn(
        f"numba cannot be imported ({error}); rouge_vec runs its kernels as plain Python: equal scores, "
        "hundreds of times slower. Reinstall numba to get the speed back.",
        RuntimeWarning,
        stacklevel=2,
    )

COMPILED: bool = numba is not None and not numba.config.DISABLE_JIT
"""Whether kernels run as machine code in this process."""


def kernel(function: Function) -> Function:
    """Compile `function` lazily; release the GIL in it; cache the machine code on disk where that is possible.

    Without numba, or under ``NUMBA_DISABLE_JIT=1``, the plain function is returned with NumPy's overflow warnings
    off, because bit-parallel arithmetic wraps around on purpose. ``ROUGE_VEC_CACHE=0`` turns the disk cache off; a
    machine on which no cache folder can be written does the same by itself. A damaged cache is rebuilt.

    The function may not make arrays. Then Numba need not count references to those it is given, which it would do for
    each slice and each helper, and which took a fifth of the time of counting the overlap of short texts.
    """
    return _compiled(function, nogil=True, _nrt=False) if COMPILED else _plain(function)


def allocating_kernel(function: Function) -> Function:
    """Compile `function` as :func:`kernel` does, for one that makes arrays before its first row, or sorts."""
    return _compiled(function, nogil=True) if COMPILED else _plain(function)


def locked_kernel(function: Function) -> Function:
    """Compile `function` as :func:`kernel` does, but keep the GIL in it.

    For one that looks at Python objects, or is so short that another thread would take longer to wake up.
    """
    return _compiled(function, nogil=False, _nrt=False) if COMPILED else _plain(function)


def _compiled(function: Function, **options: bool) -> Function:
    if os.environ.get("ROUGE_VEC_CACHE", "1") != "0":
        try:
            return _forgiving(numba.njit(cache=True, no_cfunc_wrapper=True, **options)(function))
        except RuntimeError:  # numba found no folder it may write its cache to
            pass
    return numba.njit(no_cfunc_wrapper=True, **options)(function)


def helper(function: Function) -> Function:
    """Compile a function that only kernels of the same file call: no entry from Python, no cache file of its own.

    It may not make arrays, see :func:`kernel`.
    """
    if not COMPILED:
        return _plain(function)
    return numba.njit(nogil=True, no_cpython_wrapper=True, no_cfunc_wrapper=True, _nrt=False)(function)


def _forgiving(dispatcher: Any) -> Any:
    """Compile anew when the disk cache cannot be read, and go on without it when it cannot be written.

    A killed process, a full disk or a half-copied folder leave files on which Numba fails in every later process.
    """
    cache = dispatcher._cache
    load, save = cache.load_overload, cache.save_overload

    def load_or_forget(*arguments: Any) -> Any:
        try:
            return load(*arguments)
        except Exception:  # whatever unpickling half a file can raise
            with contextlib.suppress(OSError):
                cache.flush()
            return None

    def save_if_possible(*arguments: Any) -> None:
        with contextlib.suppress(OSError):
            save(*arguments)

    cache.load_overload, cache.save_overload = load_or_forget, save_if_possible
    return dispatcher


def _plain(function: Function) -> Function:
    @functools.wraps(function)
    def run(*arguments: Any) -> Any:
        with np.errstate(over="ignore"):
            return function(*arguments)

    return run
