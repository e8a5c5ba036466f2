"""Columns of text out of files: CSV, TSV, JSONL, Parquet, and texts one a line."""

from __future__ import annotations

import codecs
import csv
import gzip
import json
import zlib
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import IO, Any, cast

from rouge_vec.errors import DataFileError, MissingLibraryError, OptionError, nearest_names

Column = Any
"""A list of cells, or a pyarrow.ChunkedArray; whatever the scorer accepts."""

TAB = "\t"
DELIMITERS = {".csv": ",", ".tsv": TAB}
_OTHER_DELIMITERS = (";", TAB, ",", "|")
DELIMITED = tuple(DELIMITERS)
"""Endings of tables whose first line names the columns."""
JSON_LINES = (".jsonl", ".ndjson")
PARQUET = (".parquet", ".pq")
TABLE_EXTENSIONS = (*DELIMITERS, *JSON_LINES, *PARQUET)
"""Endings that tell the format of a table; those of text formats may be followed by ``.gz``."""

_BYTE_ORDER_MARKS = {
    "utf-32": (codecs.BOM_UTF32_LE, codecs.BOM_UTF32_BE),
    "utf-16": (codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE),
}
"""The longer ones first, since one of them begins as a shorter one does."""
_LONGEST_CELL = 2**31 - 1


def table_extension(path: str | Path) -> str:
    """Return the ending that tells the format of a table.

    Raises
    ------
    DataFileError
        If it tells none.
    """
    path = Path(path)
    compressed = path.suffix.lower() == ".gz"
    extension = Path(path.stem).suffix.lower() if compressed else path.suffix.lower()
    if extension not in TABLE_EXTENSIONS or (compressed and extension in PARQUET):
        if str(path) == "-" or path.is_dir():
            what = "a folder" if path.is_dir() else "no name of a file"
            raise DataFileError(f"{path} is {what}.", "name a file whose ending tells its format.")
        if extension == ".json":
            raise DataFileError(
                f"{path}: JSON is read and written with one object a line.",
                "name such a file .jsonl; pandas writes one with to_json(orient='records', lines=True).",
            )
        raise DataFileError(
            f"{path}: the format of a table is told by the ending of its name, and this one tells none.",
            f"known endings: {', '.join(TABLE_EXTENSIONS)}; all but Parquet also with .gz.",
        )
    return extension


def read_columns(
    path: str | Path, columns: Sequence[str], encoding: str = "utf-8", delimiter: str | None = None
) -> dict[str, Column]:
    """Read some columns of a table.

    Parameters
    ----------
    path : str or Path
        A CSV, TSV, JSONL or Parquet file; see :data:`TABLE_EXTENSIONS`.
    columns : sequence of str
        Names of the columns wanted.
    encoding : str
        Of text formats; a byte order mark is dropped.
    delimiter : str, optional
        The character between the cells of CSV and TSV, if it is not a comma or a tab; others have none.

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
    path = Path(path)
    extension = table_extension(path)
    if extension in PARQUET:
        return _read_parquet(path, columns)
    with _open_text(path, encoding) as handle:
        if extension in JSON_LINES:
            return _read_json_lines(path, handle, columns)
        return _read_delimited(path, handle, columns, delimiter or DELIMITERS[extension])


def read_lines(path: str | Path, encoding: str = "utf-8") -> list[str]:
    r"""Read a file of texts, one a line.

    Parameters
    ----------
    path : str or Path
        A text file; gunzipped if its name ends with ``.gz``.
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
    with _open_text(Path(path), encoding) as handle:
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


def _read_delimited(path: Path, handle: IO[str], columns: Sequence[str], delimiter: str) -> dict[str, Column]:
    longest_before = csv.field_size_limit(_LONGEST_CELL)
    reader = csv.reader(handle, delimiter=delimiter, strict=True)
    line = 1
    try:
        header = next(reader, None)
        if not header:
            raise DataFileError(f"{path} has no header line.", "the first line must name the columns.")
        if not set(columns) <= set(header):
            _refuse_other_delimiter(path, header, delimiter)
        places = [_place(path, name, header) for name in columns]
        wanted: list[list[str]] = [[] for _ in columns]
        line = reader.line_num + 1
        for row in reader:
            if row and len(row) != len(header):
                raise DataFileError(
                    f"{path}, line {line}: cells: {len(row)}, columns: {len(header)}.",
                    "put a cell that holds a delimiter, a quote mark or a line break between quote marks.",
                )
            if row:
                for cells, place in zip(wanted, places, strict=True):
                    cells.append(row[place])
            line = reader.line_num + 1
    except csv.Error as error:
        raise DataFileError(
            f"{path}, in the row that begins in line {line}: {error}.",
            "a quoted cell must end with a quote mark, and a quote mark inside it must be doubled.",
        ) from error
    finally:
        csv.field_size_limit(longest_before)
    return dict(zip(columns, wanted, strict=True))


def _refuse_other_delimiter(path: Path, header: Sequence[str], delimiter: str) -> None:
    """Refuse a header of one cell that holds what other files separate columns with."""
    found = [other for other in _OTHER_DELIMITERS if other != delimiter and other in header[0]]
    if len(header) == 1 and found:
        raise DataFileError(
            f"the first line of {path} names one column, {header[0]!r}.",
            f"its columns would be separated by {delimiter!r}; if they are by {found[0]!r}, add "
            f"--delimiter {'tab' if found[0] == TAB else f'{found[0]!r}'}.",
        )


def _place(path: Path, name: str, header: Sequence[str]) -> int:
    if name not in header:
        raise DataFileError(f"{path} has no column {name!r}.", nearest_names(name, header))
    if header.count(name) > 1:
        raise DataFileError(f"{path} has more than one column {name!r}.", "rename one of them.")
    return header.index(name)


def _read_json_lines(path: Path, handle: IO[str], columns: Sequence[str]) -> dict[str, Column]:
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
            _place(path, name, list(keys))
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


def _read_parquet(path: Path, columns: Sequence[str]) -> dict[str, Column]:
    pyarrow, parquet = load_pyarrow()
    try:
        with system_errors_named(path), parquet.ParquetFile(path) as file:
            for name in columns:
                _place(path, name, file.schema_arrow.names)
            table = file.read(columns=list(dict.fromkeys(columns)))
    except pyarrow.ArrowException as error:
        raise DataFileError(
            f"{path} cannot be read as Parquet ({error}).", "the ending of its name must tell its format."
        ) from error
    types = pyarrow.types
    return {
        name: table[name].to_pylist()
        if types.is_list(table[name].type) or types.is_large_list(table[name].type)
        else table[name]
        for name in columns
    }


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
def _open_text(path: Path, encoding: str) -> Iterator[IO[str]]:
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
        with system_errors_named(path), text_handle(path, "rt", name) as handle:
            yield handle
    except UnicodeError as error:
        reason = getattr(error, "reason", error)
        mark = _byte_order_mark(path)
        if mark and not name.startswith(mark[:6]):
            raise DataFileError(
                f"{path}: not in the encoding {encoding}: it begins with the byte order mark of {mark.upper()}.",
                f"give --encoding {mark}, or convert the file to UTF-8.",
            ) from error
        raise DataFileError(
            f"{path}{_first_bad_line(path, name)}: not in the encoding {encoding} ({reason}).",
            "give the encoding the file has, for example --encoding cp1252, or convert it to UTF-8.",
        ) from error


def text_handle(path: Path, mode: str, encoding: str) -> IO[str]:
    """Open a file, gzip or not; a lone surrogate is written as the escape that JSON has for it."""
    errors = "strict" if "r" in mode else "backslashreplace"
    return cast(IO[str], _opener(path)(path, mode, encoding=encoding, errors=errors, newline=""))


def _opener(path: Path) -> Callable[..., Any]:
    return gzip.open if path.suffix.lower() == ".gz" else open


def _byte_order_mark(path: Path) -> str:
    """Return the encoding that the first bytes of a file give away, if it is not UTF-8; else nothing."""
    if not path.is_file():  # a pipe cannot be read again
        return ""
    with _opener(path)(path, "rb") as handle:
        start = handle.read(4)
    return next((name for name, marks in _BYTE_ORDER_MARKS.items() if start.startswith(marks)), "")


def _first_bad_line(path: Path, encoding: str) -> str:
    if "\n".encode(encoding.removesuffix("-sig")) != b"\n" or not path.is_file():
        return ""
    with _opener(path)(path, "rb") as handle:
        for number, line in enumerate(handle, start=1):
            try:
                line.decode(encoding)
            except UnicodeDecodeError:
                return f", line {number}"
    return ""


@contextmanager
def system_errors_named(path: Path) -> Iterator[None]:
    """Turn errors of the system into a DataFileError that names the file."""
    try:
        yield
    except (OSError, EOFError, zlib.error) as error:
        reason = getattr(error, "strerror", None) or str(error)
        raise DataFileError(f"{path}: {reason}.", "check the path and what the file is.") from error
