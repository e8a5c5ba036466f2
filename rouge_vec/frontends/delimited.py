"""Columns out of CSV and TSV."""

from __future__ import annotations

import csv
import io
import re
import warnings
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import IO

from rouge_vec.errors import DataFileError, nearest_names
from rouge_vec.frontends.table_formats import DELIMITERS, TAB, TSV, TableLayout

_OTHER_DELIMITERS = (";", TAB, ",", "|")
_LONGEST_CELL = 2**31 - 1
_QUOTE = '"'
_BACKSLASH = "\\"


def read_delimited(
    name: str | Path, handle: IO[str], columns: Sequence[str], layout: TableLayout
) -> dict[str, list[str]]:
    """Read some columns.

    Parameters
    ----------
    name : str or Path
        What errors call the file.
    handle : file
        Opened so that ends of lines are as they are.
    columns : sequence of str
        Names of the columns wanted.
    layout : TableLayout
        What stands between and around cells.

    Returns
    -------
    dict of str to list of str
        Cells, also ``NA``, ``null`` and the empty cell.

    Raises
    ------
    DataFileError
        If a row cannot be read, or there is no such column.
    """
    handle = handle if handle.seekable() else io.StringIO(handle.read(), newline="")
    delimiter = layout.delimiter or DELIMITERS[layout.format_of(name)]
    quoting = layout.quoting
    longest_before = csv.field_size_limit(_LONGEST_CELL)
    try:
        if quoting is None and layout.format_of(name) == TSV and layout.escape is None:
            quoting = _quoting_of(name, handle, delimiter)
        try:
            return _read(name, handle, columns, delimiter, quoting, layout.escape)
        except DataFileError as error:
            if quoting == "none" or layout.escape is not None or not isinstance(error.__cause__, csv.Error):
                raise
            handle.seek(0)
            try:
                found = _read(name, handle, columns, delimiter, quoting, _BACKSLASH)
            except DataFileError:
                raise error from error.__cause__
            warnings.warn(
                f"{name}: quote marks inside cells are not doubled; a backslash before them is read as what says that "
                f"they do not end the cell.\nAdd --escape '{_BACKSLASH}' to say so, or --quoting none.",
                stacklevel=2,
            )
            return found
    finally:
        csv.field_size_limit(longest_before)


def _read(
    name: str | Path,
    handle: IO[str],
    columns: Sequence[str],
    delimiter: str,
    quoting: str | None,
    escape: str | None,
) -> dict[str, list[str]]:
    lines: Iterable[str] = handle if escape is None else _doubled(handle, delimiter, escape)
    line = 1
    try:
        reader = csv.reader(
            lines,
            delimiter=delimiter,
            strict=True,
            quoting=csv.QUOTE_NONE if quoting == "none" else csv.QUOTE_MINIMAL,
        )
        header = next(reader, None)
        if not header:
            raise DataFileError(f"{name} has no header line.", "the first line must name the columns.")
        if not set(columns) <= set(header):
            _refuse_other_delimiter(name, header, delimiter)
        places = [place_of(name, column, header) for column in columns]
        wanted: list[list[str]] = [[] for _ in columns]
        line = reader.line_num + 1
        for row in reader:
            if row and len(row) != len(header):
                raise DataFileError(
                    f"{name}, line {line}: cells: {len(row)}, columns: {len(header)}.",
                    "put a cell that holds a delimiter, a quote mark or a line break between quote marks.",
                )
            if row:
                for cells, place in zip(wanted, places, strict=True):
                    cells.append(row[place])
            line = reader.line_num + 1
    except csv.Error as error:
        raise DataFileError(
            f"{name}, in the row that begins in line {line}: {error}.",
            "a quoted cell must end with a quote mark, and a quote mark inside it must be doubled; add "
            f"--escape '{_BACKSLASH}' if a backslash stands before it, or --quoting none if quote marks are characters "
            "like any other.",
        ) from error
    return dict(zip(columns, wanted, strict=True))


def place_of(name: str | Path, column: str, header: Sequence[str]) -> int:
    """Return where a column stands.

    Raises
    ------
    DataFileError
        If there is none of that name, or more than one.
    """
    if column not in header:
        raise DataFileError(f"{name} has no column {column!r}.", nearest_names(column, header))
    if header.count(column) > 1:
        raise DataFileError(f"{name} has more than one column {column!r}.", "rename one of them.")
    return header.index(column)


def _quoting_of(name: str | Path, handle: IO[str], delimiter: str) -> str:
    """Return whether the quote marks of a TSV are plain characters, which they are if its lines can be read so.

    If both ways fit and give as many rows, quote marks stand around whole cells. If they do not, as when one text
    begins with a mark and one further down ends with one, lines are rows, and a warning says so.
    """
    header = handle.readline()
    cells = header.count(delimiter)
    has_quotes, fits, rows = _QUOTE in header, True, 0
    for line in handle:
        has_quotes = has_quotes or _QUOTE in line
        if line.strip("\r\n"):
            rows += 1
            fits = fits and line.count(delimiter) == cells
    handle.seek(0)
    if not (fits and has_quotes):
        return "csv"
    quoted = _quoted_rows(csv.reader(handle, delimiter=delimiter, strict=True), cells + 1)
    handle.seek(0)
    if quoted is not None and quoted != rows:
        warnings.warn(
            f"{name}: quote marks are read as characters like any other, which gives {rows} rows; around cells they "
            f"would give {quoted}.\nAdd --quoting none or --quoting csv to say which is right.",
            stacklevel=2,
        )
    return "csv" if quoted == rows else "none"


def _quoted_rows(reader: Iterator[list[str]], cells: int) -> int | None:
    """Return how many rows follow the header, or None if they cannot be read as quoted cells."""
    try:
        sizes = [len(row) for row in reader if row]
    except csv.Error:
        return None
    return len(sizes) - 1 if set(sizes) == {cells} else None


def _doubled(lines: Iterable[str], delimiter: str, escape: str) -> Iterator[str]:
    """Return lines with quote marks doubled that an escape character stands before, as Spark writes them.

    Inside a quoted cell the escape character also stands for itself if it stands twice; before anything else, and
    outside of quoted cells, it is a character like any other.
    """
    opening = re.compile(f"(?:^|{re.escape(delimiter)}){_QUOTE}")
    inner = re.compile(f"{re.escape(escape)}[{re.escape(escape)}{_QUOTE}]|{_QUOTE}{_QUOTE}|{_QUOTE}")
    inside = False
    for line in lines:
        parts, done = [], 0
        while found := (inner if inside else opening).search(line, done):
            if inside and found[0] == escape + _QUOTE:
                parts += [line[done : found.start()], _QUOTE * 2]
            elif inside and found[0] == escape * 2:
                parts += [line[done : found.start()], escape]
            else:
                parts.append(line[done : found.end()])
                inside = inside == (found[0] == _QUOTE * 2)
            done = found.end()
        yield "".join(parts) + line[done:]


def _refuse_other_delimiter(name: str | Path, header: Sequence[str], delimiter: str) -> None:
    """Refuse a header of one cell that holds what other files separate columns with."""
    found = [other for other in _OTHER_DELIMITERS if other != delimiter and other in header[0]]
    if len(header) == 1 and found:
        raise DataFileError(
            f"the first line of {name} names one column, {header[0]!r}.",
            f"its columns would be separated by {delimiter!r}; if they are by {found[0]!r}, add "
            f"--delimiter {'tab' if found[0] == TAB else f'{found[0]!r}'}.",
        )
