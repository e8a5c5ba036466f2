"""Columns of text out of files and standard input: CSV, TSV, JSONL, Parquet, and texts one a line."""

from __future__ import annotations

import codecs
import gzip
import io
import json
import sys
import zlib
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import IO, Any, cast

from rouge_vec.errors import DataFileError, MissingLibraryError, OptionError
from rouge_vec.frontends.delimited import place_of, read_delimited
from rouge_vec.frontends.table_formats import JSON_LINES, PARQUET, STANDARD_INPUT, TableLayout

Column = Any
"""A list of cells, or a pyarrow.ChunkedArray; whatever the scorer accepts."""

Source = str | Path
"""A file, or the string ``-`` for standard input."""

_BYTE_ORDER_MARKS = {
    "utf-32": (codecs.BOM_UTF32_LE, codecs.BOM_UTF32_BE),
    "utf-16": (codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE),
}
"""The longer ones first, since one of them begins as a shorter one does."""
_GZIP = b"\x1f\x8b"
_WELL_KNOWN = TableLayout()


def read_columns(
    source: Source, columns: Sequence[str], layout: TableLayout = _WELL_KNOWN
) -> dict[str, Column]:
    """Read some columns of a table.

    Parameters
    ----------
    source : str or Path
        A CSV, TSV, JSONL or Parquet file, or ``-`` for standard input. Text that is compressed by gzip is known by its
        first bytes.
    columns : sequence of str
        Names of the columns wanted.
    layout : TableLayout
        How the table is to be read.

    Returns
    -------
    dict of str to list or pyarrow.ChunkedArray, length rows
        Cells of CSV and TSV are strings, also ``NA``, ``null`` and the empty cell. A JSON null and a key that
        a line does not have are None.

    Raises
    ------
    DataFileError
        If the file cannot be read, is not in order, or has no such column.
    MissingLibraryError
        If Parquet is asked for without pyarrow.
    OptionError
        If there is no such encoding.
    """
    table = layout.format_of(source)
    if table == PARQUET:
        return _read_parquet(source, columns)
    with _open_text(source, layout.encoding) as handle:
        if table == JSON_LINES:
            return _read_json_lines(shown(source), handle, columns)
        return read_delimited(shown(source), handle, columns, layout)


def shown(source: Source) -> str:
    """Return what messages call a file."""
    return "standard input" if source == STANDARD_INPUT else str(source)


def read_lines(source: Source, encoding: str = "utf-8") -> list[str]:
    r"""Read a file of texts, one a line.

    Parameters
    ----------
    source : str or Path
        A text file, or ``-`` for standard input; compressed by gzip or not.
    encoding : str
        A byte order mark is dropped.

    Returns
    -------
    list of str
        Only ``\n`` and ``\r\n`` end a line, the last one may lack its end, and a blank line is an empty text.

    Raises
    ------
    DataFileError
        If the file cannot be read; the line is named if it is not in that encoding.
    OptionError
        If there is no such encoding.
    """
    with _open_text(source, encoding) as handle:
        lines = handle.read().split("\n")
    if not lines[-1]:
        lines.pop()
    return [line.removesuffix("\r") for line in lines]


def repeated(column: Column, places: Sequence[int]) -> Column:
    """Return the cells of a column at these places, which may come more than once."""
    take = getattr(column, "take", None)
    return take(places) if take else [column[place] for place in places]


def cells(column: Column) -> list[Any]:
    """Return a column as a list of plain Python values."""
    to_list = getattr(column, "to_pylist", None) or getattr(column, "tolist", None)
    return list(to_list() if to_list else column)


def _read_json_lines(path: str, handle: IO[str], columns: Sequence[str]) -> dict[str, Column]:
    wanted: dict[str, list[Any]] = {name: [] for name in columns}
    keys: dict[str, None] = {}
    for number, line in enumerate(handle, start=1):
        if line.isspace():
            continue
        try:
            record = json.loads(line, object_pairs_hook=_object_of_unequal_keys)
        except _RepeatedKeyError as error:
            raise DataFileError(
                f"{path}, line {number}: the key {error.key!r} stands twice in one object.",
                "remove or rename one of them.",
            ) from error
        except ValueError as error:  # among them numbers of too many digits, which have no place
            what = str(error)
            if isinstance(error, json.JSONDecodeError):
                what = f"{error.msg}, character {error.pos + 1}"
            raise DataFileError(
                f"{path}, line {number}: not JSON ({what}).", "each line must be one JSON object."
            ) from error
        except RecursionError as error:
            raise DataFileError(
                f"{path}, line {number}: brackets are nested too deeply to be read.",
                "each line must be one JSON object that holds texts or lists of texts.",
            ) from error
        if not isinstance(record, dict):
            raise DataFileError(
                f"{path}, line {number}: a JSON {type(record).__name__} where an object is expected.",
                'each line must be one JSON object, for example {"prediction": "...", "reference": "..."}.',
            )
        keys.update(dict.fromkeys(record))
        for name, cells in wanted.items():
            cells.append(record.get(name))
    for name, cells in wanted.items():
        if cells and name not in keys:
            place_of(path, name, list(keys))
    return dict(wanted)


class _RepeatedKeyError(ValueError):
    """Which of two texts is meant cannot be known."""

    def __init__(self, key: str) -> None:
        super().__init__(key)
        self.key = key


def _object_of_unequal_keys(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    record = dict(pairs)
    if len(record) < len(pairs):
        seen: set[str] = set()
        for key, _ in pairs:
            if key in seen:
                raise _RepeatedKeyError(key)
            seen.add(key)
    return record


def _read_parquet(source: Source, columns: Sequence[str]) -> dict[str, Column]:
    pyarrow, parquet = load_pyarrow()
    name = shown(source)
    try:
        with system_errors_named(source), parquet.ParquetFile(_seekable(source, pyarrow)) as file:
            for column in columns:
                place_of(name, column, file.schema_arrow.names)
            table = file.read(columns=list(dict.fromkeys(columns)))
    except pyarrow.ArrowException as error:
        raise DataFileError(
            f"{name} cannot be read as Parquet ({error}).", "the ending of its name must tell its format."
        ) from error
    return {column: _cells_of(table[column], column, name, pyarrow) for column in columns}


def _seekable(source: Source, pyarrow: Any) -> Any:
    """Return what Parquet can be read from, which begins at its end."""
    if source != STANDARD_INPUT and (Path(source).is_file() or not Path(source).exists()):
        return source
    with _open_bytes(source) as handle:
        return pyarrow.BufferReader(handle.read())


def _cells_of(column: Any, name: str, path: str, pyarrow: Any) -> Column:
    """Return a column of Parquet; bytes are read as the UTF-8 that other programs have not marked as text."""
    types = pyarrow.types
    if types.is_list(column.type) or types.is_large_list(column.type):
        return column.to_pylist()
    if types.is_binary(column.type) or types.is_large_binary(column.type):
        try:
            return column.cast(pyarrow.large_string())
        except pyarrow.ArrowException as error:
            raise DataFileError(
                f"{path}: the column {name!r} holds bytes that are not UTF-8.", "write it as text."
            ) from error
    return column


def load_pyarrow() -> tuple[Any, Any]:
    """Return pyarrow and its module for Parquet.

    Raises
    ------
    MissingLibraryError
        If it is not installed.
    """
    try:
        import pyarrow
        from pyarrow import parquet
    except ImportError as error:
        raise MissingLibraryError(
            "Parquet files need the library pyarrow, which is not installed.",
            'pip install "rouge-vec[arrow]"',
        ) from error
    return pyarrow, parquet


@contextmanager
def _open_text(source: Source, encoding: str) -> Iterator[IO[str]]:
    """Open a text file without changing its line ends; say which line is not in that encoding."""
    try:
        "".encode(encoding)
    except LookupError as error:
        raise OptionError(
            f"unknown text encoding {encoding!r}.", "for example utf-8, latin-1 or cp1252."
        ) from error
    name = codecs.lookup(encoding).name
    if name == "utf-8":
        name = "utf-8-sig"
    try:
        with system_errors_named(source), _open_bytes(source) as handle:
            text = io.TextIOWrapper(handle, name, "strict", newline="")
            try:
                yield text
            finally:
                text.detach()  # which else would close standard input
    except UnicodeError as error:
        reason = getattr(error, "reason", error)
        mark = _byte_order_mark(source)
        if mark and not name.startswith(mark[:6]):
            raise DataFileError(
                f"{shown(source)}: not in the encoding {encoding}: it begins with the byte order mark of "
                f"{mark.upper()}.",
                f"give --encoding {mark}, or convert the file to UTF-8.",
            ) from error
        raise DataFileError(
            f"{shown(source)}{_first_bad_line(source, name)}: not in the encoding {encoding} ({reason}).",
            "give the encoding the file has, for example --encoding cp1252, or convert it to UTF-8.",
        ) from error


@contextmanager
def _open_bytes(source: Source) -> Iterator[IO[bytes]]:
    """Open a file or standard input, unpacked if its name or its first bytes say that it is gzip."""
    if source == STANDARD_INPUT:
        if sys.stdin is None:
            raise DataFileError("standard input is closed.", "name a file, or send a table into the command.")
        with _unpacked(sys.stdin.buffer, named_gzip=False) as handle:
            yield handle
        return
    with Path(source).open("rb") as raw, _unpacked(raw, Path(source).suffix.lower() == ".gz") as handle:
        yield handle


@contextmanager
def _unpacked(raw: Any, named_gzip: bool) -> Iterator[IO[bytes]]:
    buffered = raw if hasattr(raw, "peek") else io.BufferedReader(raw)
    if not named_gzip and buffered.peek(2)[:2] != _GZIP:
        yield buffered
        if buffered is not raw:
            buffered.detach()  # which else would close standard input
        return
    with gzip.GzipFile(fileobj=buffered) as handle:
        yield cast(IO[bytes], handle) if buffered.seekable() else io.BytesIO(handle.read())


def _is_read_again(source: Source) -> bool:
    return source != STANDARD_INPUT and Path(source).is_file()  # a pipe cannot be


def _byte_order_mark(source: Source) -> str:
    """Return the encoding that the first bytes of a file give away, if it is not UTF-8; else nothing."""
    if not _is_read_again(source):
        return ""
    with _open_bytes(source) as handle:
        start = handle.read(4)
    return next((name for name, marks in _BYTE_ORDER_MARKS.items() if start.startswith(marks)), "")


def _first_bad_line(source: Source, encoding: str) -> str:
    if "\n".encode(encoding.removesuffix("-sig")) != b"\n" or not _is_read_again(source):
        return ""
    with _open_bytes(source) as handle:
        for number, line in enumerate(handle, start=1):
            try:
                line.decode(encoding)
            except UnicodeDecodeError:
                return f", line {number}"
    return ""


@contextmanager
def system_errors_named(source: Source) -> Iterator[None]:
    """Turn errors of the system into a DataFileError that names the file."""
    try:
        yield
    except (OSError, EOFError, zlib.error) as error:
        reason = getattr(error, "strerror", None) or str(error)
        raise DataFileError(f"{shown(source)}: {reason}.", "check the path and what the file is.") from error
