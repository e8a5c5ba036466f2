"""Columns into files, which appear under their name when they are whole: CSV, TSV, JSONL, Parquet."""

from __future__ import annotations

import csv
import errno
import gzip
import json
import math
import os
import platform
import re
import shutil
import tempfile
import warnings
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import IO, Any

from rouge_vec.errors import DataFileError
from rouge_vec.frontends.files import Column, cells, load_pyarrow, system_errors_named
from rouge_vec.frontends.table_formats import DELIMITERS, JSON_LINES, PARQUET, table_format

_ROWS_A_BLOCK = 10_000
_UNFINISHED = ".rouge-vec-"
"""Beginning of the name of a folder with a file that is being written; the machine and the process follow."""


def write_columns(path: str | Path, columns: Mapping[str, Column], signature: str) -> None:
    """Write a table; every float comes back with all its bits when the file is read.

    The file appears under its name when it is whole: if writing fails, what was there before stays.

    Parameters
    ----------
    path : str or Path
        Its ending tells the format, see :data:`rouge_vec.frontends.table_formats.TABLE_EXTENSIONS`.
    columns : mapping of str to sequence, length rows each
        NaN and None become the empty cell (CSV, TSV) or null.
    signature : str
        How the scores were made; kept in the metadata of a Parquet file.

    Raises
    ------
    DataFileError
        If the file cannot be written.
    MissingLibraryError
        If Parquet is asked for without pyarrow.
    """
    path = Path(path)
    table = table_format(path)
    with system_errors_named(path), _replaced_when_whole(path) as unfinished:
        if table == PARQUET:
            _write_parquet(unfinished, columns, signature)
            return
        with _text_handle(unfinished) as handle:
            if table == JSON_LINES:
                handle.writelines(
                    json.dumps(dict(zip(columns, row, strict=True)), ensure_ascii=False, allow_nan=False)
                    + "\n"
                    for row in _rows(columns, _as_json)
                )
            else:
                writer = csv.writer(handle, delimiter=DELIMITERS[table], lineterminator="\n")
                writer.writerow(columns)
                writer.writerows(_rows(columns, _as_cell))


def check_output(path: str | Path) -> None:
    """Refuse, before any work is done, a file that could not be written after it.

    Raises
    ------
    DataFileError
        If its ending tells no format, or its folder does not exist.
    MissingLibraryError
        If it is a Parquet file and pyarrow is not installed.
    """
    if table_format(path) == PARQUET:
        load_pyarrow()
    folder = Path(path).parent
    if not folder.is_dir():
        raise DataFileError(f"{path}: there is no folder {folder}.", "make the folder first.")


def fitting(path: str | Path, columns: Mapping[str, Column]) -> dict[str, Column]:
    """Return columns that can be written: those that do not fit the format as JSON text, with a warning for each.

    Parameters
    ----------
    path : str or Path
        Its ending tells the format.
    columns : mapping of str to sequence
        Columns that are copied from a table.
    """
    if table_format(path) != PARQUET:
        return dict(columns)
    pyarrow, _ = load_pyarrow()
    fitting_columns = dict(columns)
    for name, values in columns.items():
        try:
            pyarrow.array(values, from_pandas=True)
        except UnicodeEncodeError:
            pass  # refused with its own words when it is written
        except (pyarrow.ArrowException, OverflowError):
            fitting_columns[name] = [
                json.dumps(_as_json(value), ensure_ascii=False) for value in cells(values)
            ]
            warnings.warn(
                f"the column {name!r} holds values of several kinds, or numbers beyond 64 bits, which Parquet cannot "
                "hold in one column; it is written as JSON text.",
                stacklevel=2,
            )
    return fitting_columns


def _write_parquet(path: Path, columns: Mapping[str, Column], signature: str) -> None:
    pyarrow, parquet = load_pyarrow()
    arrays = {}
    for name, values in columns.items():
        try:
            arrays[name] = pyarrow.array(values, from_pandas=True)
        except UnicodeEncodeError as error:
            raise DataFileError(
                f"the column {name!r} cannot be written as Parquet: {error}.",
                "write .jsonl, which has an escape for lone surrogates, or replace them.",
            ) from error
    table = pyarrow.table(arrays)
    parquet.write_table(table.replace_schema_metadata({"rouge_vec.signature": signature}), path)


def _text_handle(path: Path) -> IO[str]:
    """Open a file to be written, gzip or not; a lone surrogate is written as the escape that JSON has for it."""
    opener: Callable[..., IO[str]] = gzip.open if path.suffix.lower() == ".gz" else open
    return opener(path, "wt", encoding="utf-8", errors="backslashreplace", newline="")


def _rows(columns: Mapping[str, Column], write: Callable[[Any], Any]) -> Iterator[tuple[Any, ...]]:
    """Return the rows as tuples of what is written for each cell, without holding all of them."""
    count = len(next(iter(columns.values())))
    for start in range(0, count, _ROWS_A_BLOCK):
        block = (cells(values[start : start + _ROWS_A_BLOCK]) for values in columns.values())
        yield from zip(*(map(write, column) for column in block), strict=True)


def _as_cell(value: Any) -> Any:
    """Return what CSV and TSV hold: nothing for None and NaN, JSON text for what has parts."""
    if isinstance(value, (list, dict)):
        return json.dumps(_as_json(value), ensure_ascii=False)
    return None if value != value else value


def _as_json(value: Any) -> Any:
    """Return what JSON can hold, which has no NaN, for which stands null, and no infinity, which becomes its name."""
    if isinstance(value, float) and not math.isfinite(value):
        return None if value != value else str(value)
    if isinstance(value, dict):
        return {name: _as_json(part) for name, part in value.items()}
    return list(map(_as_json, value)) if isinstance(value, list) else value


@contextmanager
def _replaced_when_whole(path: Path) -> Iterator[Path]:
    """Yield where to write; what was written there takes the name ``path`` if no error comes up.

    The place is a folder beside the file, on the same disk, in which the file already has its final name: gzip
    stores that name. A pipe or a device cannot be replaced and is written directly.
    """
    target = path.resolve()
    if target.exists() and not target.is_file() and not target.is_dir():
        yield path
        return
    if target.is_file() and not os.access(target, os.W_OK):
        raise PermissionError(errno.EACCES, os.strerror(errno.EACCES), str(path))
    _remove_leftovers(target.parent)
    with tempfile.TemporaryDirectory(prefix=f"{_UNFINISHED}{_owner()}-", dir=target.parent) as folder:
        unfinished = Path(folder) / path.name
        yield unfinished
        if target.is_file():
            shutil.copymode(target, unfinished)
        os.replace(unfinished, target)


def _owner() -> str:
    """Return what names this process among those that write to a folder."""
    host = re.sub("[^A-Za-z0-9]", "_", platform.node()) or "host"
    return f"{host}-{os.getpid()}"


def _remove_leftovers(folder: Path) -> None:
    """Remove what processes of this machine left unfinished when they were killed."""
    host = _owner().rpartition("-")[0]
    for path in folder.glob(f"{_UNFINISHED}{host}-*-*"):
        process = path.name.removeprefix(f"{_UNFINISHED}{host}-").partition("-")[0]
        if process.isdigit() and path.is_dir() and not path.is_symlink() and not _is_running(int(process)):
            shutil.rmtree(path, ignore_errors=True)


def _is_running(process: int) -> bool:
    if os.name == "nt":  # where there is no way to ask that does not end it
        return True
    try:
        os.kill(process, 0)
    except ProcessLookupError:
        return False
    except OSError:
        return True
    return True
