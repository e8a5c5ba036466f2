"""What a table is as a file: its format, and what stands between and around its cells."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from rouge_vec.errors import DataFileError

CSV, TSV, JSON_LINES, PARQUET = "csv", "tsv", "jsonl", "parquet"
FORMATS = (CSV, TSV, JSON_LINES, PARQUET)
TAB = "\t"
DELIMITERS = {CSV: ",", TSV: TAB}
"""Formats whose first line names the columns, with what stands between their cells."""
QUOTINGS = ("csv", "none")
"""Quote marks stand around cells, or are characters like any other."""

STANDARD_INPUT = "-"
_ENDINGS = {
    ".csv": CSV,
    ".tsv": TSV,
    ".jsonl": JSON_LINES,
    ".ndjson": JSON_LINES,
    ".parquet": PARQUET,
    ".pq": PARQUET,
}
TABLE_EXTENSIONS = tuple(_ENDINGS)
"""Endings that tell the format of a table; those of text formats may be followed by ``.gz``."""


@dataclass(frozen=True)
class TableLayout:
    """How a table is to be read.

    Parameters
    ----------
    format : str, optional
        One of :data:`FORMATS`; told by the ending of the file's name if it is left out.
    encoding : str
        Of text formats; a byte order mark is dropped.
    delimiter : str, optional
        The character between the cells of CSV and TSV, if it is not a comma or a tab.
    quoting : {"csv", "none"}, optional
        Whether quote marks stand around cells of CSV and TSV. Left out, they do in CSV, and in TSV where its lines
        cannot be read otherwise.
    escape : str, optional
        The character before a quote mark inside a quoted cell, a backslash in files of Spark; left out, such marks are
        doubled.
    """

    format: str | None = None
    encoding: str = "utf-8"
    delimiter: str | None = None
    quoting: str | None = None
    escape: str | None = None

    def format_of(self, source: str | Path) -> str:
        """Return the format of a table.

        Raises
        ------
        DataFileError
            If nothing tells it.
        """
        return self.format or table_format(source)


def table_format(path: str | Path) -> str:
    """Return the format that the ending of a file's name tells.

    Raises
    ------
    DataFileError
        If it tells none.
    """
    if path == STANDARD_INPUT:
        raise DataFileError("- is standard input, whose format no name tells.", "add --input-format csv.")
    path = Path(path)
    compressed = path.suffix.lower() == ".gz"
    ending = Path(path.stem).suffix.lower() if compressed else path.suffix.lower()
    found = _ENDINGS.get(ending)
    if found and not (compressed and found == PARQUET):
        return found
    if path.is_dir():
        raise DataFileError(f"{path} is a folder.", "name a file whose ending tells its format.")
    if ending == ".json":
        raise DataFileError(
            f"{path}: JSON is read and written with one object a line.",
            "name such a file .jsonl; pandas writes one with to_json(orient='records', lines=True).",
        )
    raise DataFileError(
        f"{path}: the format of a table is told by the ending of its name, and this one tells none.",
        f"known endings: {', '.join(TABLE_EXTENSIONS)}; all but Parquet also with .gz; or --input-format says it.",
    )
