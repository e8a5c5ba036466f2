"""The one way a kernel is compiled: ``njit(nogil=True)`` with a cache on disk, and fallbacks that keep results equal.

Holds no kernel code, so that every kernel file stays self-contained.
"""

from __future__ import annotations

import functools
import importlib
import os
import sys
import threading
import warnings
from collections.abc import Callable, Iterator
from typing import Any

import numpy as np

from rouge_vec.kernels.disk_cache import KernelCache

Function = Callable[..., Any]
"""A kernel takes arrays and numbers; what it takes is checked by its wrapper, not by its type."""

_INNER_NAMES = {
    "numba.extending": ("NativeValue", "intrinsic", "models", "register_model", "typeof_impl", "unbox"),
    "numba.core.cgutils": ("alloca_once_value", "for_range", "is_null", "is_true"),
    "numba.core.types": ("Array", "UniTuple", "intp", "uint64"),
    "numba.np.arrayobj": ("populate_array",),
    "llvmlite.ir": ("Constant", "FunctionType", "IntType", "VectorType", "VoidType"),
}
"""What kernel files use of Numba's inside, which may change with any release."""

_SLOW = "rouge_vec runs its kernels as plain Python: equal scores, hundreds of times slower"


@functools.cache
def _warn_once(message: str) -> None:
    warnings.warn(message, RuntimeWarning, stacklevel=3)


try:
    import numba
except ImportError as error:
    numba = None
    _warn_once(f"numba cannot be imported ({error}); {_SLOW}. Reinstall numba to get the speed back.")


def _missing_names() -> Iterator[str]:
    for module_name, names in _INNER_NAMES.items():
        try:
            module = importlib.import_module(module_name)
        except ImportError:
            yield module_name
            continue
        yield from (f"{module_name}.{name}" for name in names if not hasattr(module, name))


def _inner_names_are_there() -> bool:
    missing = list(_missing_names())
    if missing:
        _warn_once(
            f"numba {numba.__version__} has no {', '.join(missing)}; {_SLOW}. Install another release of numba."
        )
    return not missing


COMPILED: bool = numba is not None and not numba.config.DISABLE_JIT and _inner_names_are_there()
"""Whether kernels run as machine code in this process."""


def kernel(function: Function) -> Function:
    """Compile `function` lazily; release the GIL in it; keep the machine code on disk where that is possible.

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
    dispatcher = numba.njit(no_cfunc_wrapper=True, **options)(function)
    if os.environ.get("ROUGE_VEC_CACHE", "1") != "0":
        try:
            dispatcher._cache = KernelCache(function, _go_on_without_cache)
        except OSError:  # no source to compare with
            pass
        except Exception as error:
            _go_on_without_cache(error)
    compile_for = dispatcher._compile_for_args

    def compile_or_go_plain(*arguments: Any, **named: Any) -> Any:
        """Return what the dispatcher is to call: the machine code, or the plain function."""
        if COMPILED:
            try:
                return compile_for(*arguments, **named)
            except (numba.core.errors.NumbaError, AttributeError, NotImplementedError, TypeError) as error:
                _go_plain(error)
        return getattr(sys.modules[function.__module__], function.__name__)

    dispatcher._compile_for_args = compile_or_go_plain
    return dispatcher


def helper(function: Function) -> Function:
    """Compile a function that only kernels of the same file call: no entry from Python, no cache file of its own.

    It may not make arrays, see :func:`kernel`.
    """
    if not COMPILED:
        return _plain(function)
    return numba.njit(nogil=True, no_cpython_wrapper=True, no_cfunc_wrapper=True, _nrt=False)(function)


def allocating_helper(function: Function) -> Function:
    """Compile `function` as :func:`helper` does, for one that copies or sorts arrays."""
    if not COMPILED:
        return _plain(function)
    return numba.njit(nogil=True, no_cpython_wrapper=True, no_cfunc_wrapper=True)(function)


def _go_on_without_cache(error: Exception) -> None:
    _warn_once(
        f"numba {numba.__version__} keeps machine code in another way than rouge_vec knows ({error!r}); kernels are "
        "compiled anew in every process. Scores are the same. Install another release of numba."
    )


_one_at_a_time = threading.RLock()


def _go_plain(error: Exception) -> None:
    """Run all kernels as plain Python from now on, because Numba cannot compile one of them."""
    global COMPILED
    with _one_at_a_time:
        if not COMPILED:
            return
        COMPILED = False
        loaded = [name for name in sys.modules if name.startswith("rouge_vec.kernels.")]
        # What others are made of comes first.
        shared = [f"rouge_vec.kernels.{name}" for name in ("blocks", "intrinsics")]
        kernels = [name for name in loaded if name not in (*shared, __name__, KernelCache.__module__)]
        for name in (*(name for name in shared if name in loaded), *kernels):
            importlib.reload(sys.modules[name])
        # Last, because a warning may be an error, after which kernels must not call themselves.
        problem = str(error).strip().partition("\n")[0] or repr(error)
        _warn_once(
            f"numba {numba.__version__} cannot compile a kernel ({problem}); {_SLOW}. "
            "Install another release of numba."
        )


def _plain(function: Function) -> Function:
    @functools.wraps(function)
    def run(*arguments: Any) -> Any:
        with np.errstate(over="ignore"):
            return function(*arguments)

    return run
