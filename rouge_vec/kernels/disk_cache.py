"""Machine code on disk, for later processes: sealed files that are used only by the sources they were made of.

Numba's own cache looks at the file of a function alone, so that it goes on running old code when a helper in another
file was edited; it believes what it reads; and it does not use a folder that it may not write to. This one names all
files that a kernel is made of, checks a digest before anything is loaded, and reads from folders that are read-only, as
in an image whose kernels another user has compiled.
"""

from __future__ import annotations

import functools
import hashlib
import os
import pickle
import pkgutil
import sys
import tempfile
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

from rouge_vec._version import __version__

SHARED_SOURCES = ("disk_cache.py", "jit.py", "blocks.py", "intrinsics.py", "salt.py")
"""Files that go into every kernel, beside its own."""

_SEAL_BYTES = hashlib.sha256().digest_size


class KernelCache:
    """What Numba asks of the cache of one function.

    Parameters
    ----------
    function : callable
        The kernel, as written.
    give_up : callable
        Told of an error that speaks for another version of Numba than this was written for; returns nothing.

    Raises
    ------
    OSError
        If the sources cannot be read, as in a program that was frozen without them.
    """

    def __init__(self, function: Callable[..., Any], give_up: Callable[[Exception], None]) -> None:
        self._function = function
        self._give_up = give_up
        self._stamp = source_stamp(Path(function.__code__.co_filename).name)
        self._folders = list(cache_folders())

    @property
    def cache_path(self) -> str:
        """The folder that is tried first."""
        return str(self._folders[0])

    def load_overload(self, signature: Any, target_context: Any) -> Any:
        """Return the compiled function for a signature; None if there is none that can be trusted."""
        try:
            target_context.refresh()
            name = self._file_name(signature, target_context.codegen())
            for folder in self._folders:
                payload = self._unsealed(folder / name)
                if payload is not None:
                    from numba.core.compiler import CompileResult

                    return CompileResult._rebuild(target_context, *pickle.loads(payload))
        except Exception as error:
            self._give_up(error)
        return None

    def save_overload(self, signature: Any, compiled: Any) -> None:
        """Keep a compiled function, if there is a folder that can be written."""
        try:
            from numba.core.serialize import dumps

            if compiled.lifted or compiled.library.has_dynamic_globals:
                return
            name = self._file_name(signature, compiled.library.codegen)
            payload = dumps(compiled._reduce())
        except Exception as error:
            self._give_up(error)
            return
        content = self._seal(name, payload) + payload
        for folder in self._folders:
            if _write(folder / name, content):
                return

    def flush(self) -> None:
        """Do nothing: what is stale is not loaded, and is written anew."""

    def enable(self) -> None:
        """Do nothing: the cache is always on."""

    def disable(self) -> None:
        """Read and write nothing from now on."""
        self._folders = self._folders[:1]
        self._stamp = b"disabled"

    def _file_name(self, signature: Any, codegen: Any) -> str:
        """Return the name for a function, its types and the processor it is compiled for."""
        key = repr((signature, codegen.magic_tuple()))
        module = Path(self._function.__code__.co_filename).stem
        version = f"py{sys.version_info.major}{sys.version_info.minor}{getattr(sys, 'abiflags', '')}"
        digest = hashlib.sha256(key.encode()).hexdigest()[:16]
        return f"{module}.{self._function.__qualname__}.{version}.{digest}.kernel"

    def _seal(self, name: str, payload: bytes) -> bytes:
        """Return the digest of a file's content together with what it was made of, and for whom."""
        return hashlib.sha256(b"\0".join((self._stamp, name.encode(), payload))).digest()

    def _unsealed(self, path: Path) -> bytes | None:
        """Return what a file holds; None if there is none, or it is damaged, stale or another kernel's."""
        try:
            content = path.read_bytes()
        except OSError:
            return None
        payload = content[_SEAL_BYTES:]
        return payload if content[:_SEAL_BYTES] == self._seal(path.name, payload) else None


@functools.cache
def source_stamp(kernel_file: str) -> bytes:
    """Return a digest of all that the kernels of a file are made of.

    Raises
    ------
    OSError
        If a source cannot be read.
    """
    import llvmlite
    import numba

    digest = hashlib.sha256(f"{__version__} {numba.__version__} {llvmlite.__version__}".encode())
    for file in (*SHARED_SOURCES, kernel_file):
        source = pkgutil.get_data("rouge_vec.kernels", file)
        if source is None:
            raise OSError(f"the source of {file} cannot be read")
        digest.update(f"\0{file}\0{len(source)}\0".encode() + source)
    return digest.digest()


def cache_folders() -> Iterator[Path]:
    """Yield where machine code may be: in ``NUMBA_CACHE_DIR``, beside the sources, among the user's caches."""
    import numba

    sources = Path(__file__).resolve().parent
    own_name = f"rouge_vec-{hashlib.sha256(str(sources).encode()).hexdigest()[:16]}"
    if numba.config.CACHE_DIR:
        yield Path(numba.config.CACHE_DIR) / own_name
    yield sources / "__pycache__"
    user_folder = _user_cache_folder()
    if user_folder is not None:
        yield user_folder / "numba" / own_name


def _user_cache_folder() -> Path | None:
    for name in ("XDG_CACHE_HOME", "LOCALAPPDATA"):
        if os.environ.get(name):
            return Path(os.environ[name])
    try:
        home = Path.home()
    except RuntimeError:  # nobody's home
        return None
    return home / ("Library/Caches" if sys.platform == "darwin" else ".cache")


def _write(path: Path, content: bytes) -> bool:
    """Write a file under its name only once it is whole; tell whether that was possible."""
    unfinished = None
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        with tempfile.NamedTemporaryFile(dir=path.parent, prefix=".kernel-", delete=False) as file:
            unfinished = file.name
            file.write(content)
        os.chmod(unfinished, 0o666 & ~_umask())
        os.replace(unfinished, path)
    except OSError:
        if unfinished is not None:
            Path(unfinished).unlink(missing_ok=True)
        return False
    return True


@functools.cache
def _umask() -> int:
    """Return the permissions that new files lack; it cannot be asked without being set."""
    mask = os.umask(0o077)
    os.umask(mask)
    return mask
