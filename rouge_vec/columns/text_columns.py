"""Columns of text of every kind, checked once and handed out as batches of bytes or as strings."""

from __future__ import annotations

import itertools
import sys
from abc import ABC, abstractmethod
from collections.abc import Iterable, Mapping, Sequence, Set
from dataclasses import dataclass
from decimal import Decimal
from typing import Any

import numpy as np
import numpy.typing as npt

from rouge_vec.batch import LocatedTexts, TextBatch
from rouge_vec.columns.string_lists import encode, locate, locate_cells
from rouge_vec.errors import InputError, InputTypeError

MOST_ROWS_SHOWN = 5
_NO_SIZES = np.zeros(0, np.int64)


class TextColumn(ABC):
    """Texts of one side, all of them strings.

    Attributes
    ----------
    missing : ndarray of bool, shape (rows,), or None
        Which rows had no text; they read as empty. None when no row is missing.
    """

    missing: npt.NDArray[np.bool_] | None = None

    @abstractmethod
    def __len__(self) -> int: ...

    @abstractmethod
    def sizes(self, lo: int, hi: int) -> npt.NDArray[np.int64]:
        """Return the size of each of the texts ``lo..hi`` in characters or bytes, int64, shape (hi - lo,)."""

    @abstractmethod
    def batch(self, lo: int, hi: int) -> TextBatch:
        """Return the texts ``lo..hi`` as UTF-8; lone surrogates are kept as three bytes each."""

    def located(self, lo: int, hi: int) -> LocatedTexts:
        """Return the texts ``lo..hi`` where they are."""
        return self.batch(lo, hi).located()

    @abstractmethod
    def strings(self, lo: int, hi: int) -> list[str]:
        """Return the texts ``lo..hi`` as strings."""


class ListColumn(TextColumn):
    """Texts held as a list of strings.

    Parameters
    ----------
    texts : list of str
        The column's own: nobody else may change it.
    missing : ndarray of bool, shape (rows,), optional
        Which rows had no text.
    located : LocatedTexts, optional
        Where they are, if that is known.
    """

    def __init__(
        self,
        texts: list[str],
        missing: npt.NDArray[np.bool_] | None = None,
        located: LocatedTexts | None = None,
    ) -> None:
        self._texts = texts
        self._located = locate(texts) if located is None else located
        self.missing = missing

    def __len__(self) -> int:
        return len(self._texts)

    def sizes(self, lo: int, hi: int) -> npt.NDArray[np.int64]:
        return self._located.sizes[lo:hi]

    def batch(self, lo: int, hi: int) -> TextBatch:
        return encode(self._texts[lo:hi])

    def located(self, lo: int, hi: int) -> LocatedTexts:
        return self._located.rows(lo, hi)

    def strings(self, lo: int, hi: int) -> list[str]:
        return self._texts[lo:hi]


class ArrowColumn(TextColumn):
    """Texts held in Arrow buffers, used without a copy.

    Parameters
    ----------
    chunks : list of pyarrow.Array
        Arrays of type string or large_string.
    """

    def __init__(self, chunks: list[Any]) -> None:
        self._buffers = [_arrow_buffers(chunk) for chunk in chunks]
        self._starts = np.cumsum([0, *(len(chunk) for chunk in chunks)])
        if any(chunk.null_count for chunk in chunks):
            self.missing = np.concatenate([np.asarray(chunk.is_null()) for chunk in chunks])

    def __len__(self) -> int:
        return int(self._starts[-1])

    def sizes(self, lo: int, hi: int) -> npt.NDArray[np.int64]:
        parts = [offsets[1:] - offsets[:-1] for _, offsets in self._parts(lo, hi)]
        return parts[0] if len(parts) == 1 else np.concatenate([_NO_SIZES, *parts])

    def batch(self, lo: int, hi: int) -> TextBatch:
        parts = [TextBatch(data, offsets) for data, offsets in self._parts(lo, hi)]
        return parts[0] if len(parts) == 1 else _join(parts)

    def _parts(self, lo: int, hi: int) -> list[tuple[npt.NDArray[np.uint8], npt.NDArray[np.int64]]]:
        """Return the buffers that hold the texts ``lo..hi``, each with the offsets of those texts."""
        parts = []
        for (data, offsets), start in zip(self._buffers, self._starts, strict=False):
            first, last = max(lo - start, 0), min(hi - start, len(offsets) - 1)
            if first < last:
                parts.append((data, offsets[first : last + 1].astype(np.int64)))
        return parts

    def strings(self, lo: int, hi: int) -> list[str]:
        texts = self.batch(lo, hi)
        return [_decoded(texts.text_bytes(row), lo + row) for row in range(len(texts))]


def _decoded(text: bytes, row: int) -> str:
    try:
        return text.decode("utf-8", "surrogatepass")
    except UnicodeDecodeError as error:
        raise InputError(
            f"an Arrow array holds {shortened(text)} in row {row}, which is not UTF-8.",
            "array.validate(full=True) finds such rows; cast the column from binary with its encoding.",
        ) from error


def _join(parts: list[TextBatch]) -> TextBatch:
    pieces = [part.data[part.offsets[0] : part.offsets[-1]] for part in parts]
    data = np.concatenate(pieces) if pieces else np.zeros(0, np.uint8)
    data.flags.writeable = False
    sizes = [np.diff(part.offsets) for part in parts]
    offsets = np.zeros(sum(map(len, sizes)) + 1, np.int64)
    if sizes:
        np.cumsum(np.concatenate(sizes), out=offsets[1:])
    return TextBatch(data, offsets)


def _arrow_buffers(array: Any) -> tuple[npt.NDArray[np.uint8], npt.NDArray[Any]]:
    """Return the bytes, read-only, and the offsets of an Arrow array; missing texts are made empty."""
    data, offsets = _checked_buffers(array)
    if array.null_count:
        # Only now: what fills gaps believes the offsets.
        return _checked_buffers(array.fill_null(""))
    return data, offsets


def _checked_buffers(array: Any) -> tuple[npt.NDArray[np.uint8], npt.NDArray[Any]]:
    import pyarrow as pa

    width = np.int64 if pa.types.is_large_string(array.type) else np.int32
    _, offset_buffer, data_buffer = array.buffers()
    if len(array) == 0 or offset_buffer is None:
        return np.frombuffer(b"", np.uint8), np.zeros(1, np.int64)
    last = array.offset + len(array)
    offsets: npt.NDArray[Any] = np.frombuffer(offset_buffer, width, last + 1)[array.offset :]
    data = np.frombuffer(data_buffer if data_buffer is not None else b"", np.uint8)
    data.flags.writeable = False
    if offsets[0] < 0 or offsets[-1] > len(data) or np.less(offsets[1:], offsets[:-1]).any():
        raise InputError(
            "an Arrow array is damaged: its offsets leave its data.",
            "array.validate(full=True) says where.",
        )
    return data, offsets


@dataclass(frozen=True)
class References:
    """The reference side: one text a row, or several.

    Attributes
    ----------
    texts : TextColumn
        All references one after the other.
    row_offsets : ndarray of int64, shape (rows + 1,), or None
        References of row ``r`` are ``texts[row_offsets[r]:row_offsets[r + 1]]``; None means one for each row.
    missing : ndarray of bool, shape (rows,), or None
        Rows with a missing reference.
    """

    texts: TextColumn
    row_offsets: npt.NDArray[np.int64] | None
    missing: npt.NDArray[np.bool_] | None

    def __len__(self) -> int:
        return len(self.texts) if self.row_offsets is None else len(self.row_offsets) - 1

    def range_of(self, lo: int, hi: int) -> tuple[int, int]:
        """Return the half-open range of texts of the rows ``lo..hi``."""
        if self.row_offsets is None:
            return lo, hi
        return int(self.row_offsets[lo]), int(self.row_offsets[hi])


def located_pairs(predictions: TextColumn, lo: int, hi: int, references: References) -> LocatedTexts:
    """Return the predictions ``lo..hi`` and then their references where they are."""
    return predictions.located(lo, hi).followed_by(references.texts.located(*references.range_of(lo, hi)))


def read_predictions(values: Any, labels: Sequence[Any] | None = None) -> TextColumn:
    """Check one side of texts.

    Parameters
    ----------
    values : iterable
        Strings: any sequence, generator, NumPy array, pandas Series, Arrow array or polars Series.
    labels : sequence, optional
        Row labels for messages; positions by default.

    Raises
    ------
    InputTypeError
        If `values` is not a column, or a cell is neither a string nor missing.
    """
    arrow = _as_arrow(values, "predictions")
    if arrow is not None:
        return arrow
    return _check_cells(column_cells(values, "predictions"), "predictions", labels)


def read_references(
    values: Any, labels: Sequence[Any] | None = None, missing_references: str = "raise"
) -> References:
    """Check the reference side, whose cells are strings or collections of strings.

    Parameters
    ----------
    values, labels
        As in :func:`read_predictions`; a cell may be a list, tuple or array of strings.
    missing_references : {"raise", "skip", "nan"}
        Whether a row without references is refused or missing; with ``"skip"`` missing references are left out first.

    Raises
    ------
    InputError
        If a row has no reference and `missing_references` is ``"raise"``.
    InputTypeError
        As in :func:`read_predictions`.
    """
    arrow = _as_arrow(values, "references")
    if arrow is not None:
        return References(arrow, None, arrow.missing)
    cells = column_cells(values, "references")
    located = locate_cells(cells)
    if located is not None:
        return References(ListColumn(cells, located=located), None, None)
    types = set(map(type, cells))
    if not any(map(_is_collection, cells)):
        column = _check_cells(cells, "references", labels)
        return References(column, None, column.missing)
    if types <= {list, tuple}:
        # Copies: nobody may change a list between the reading of its length and of its texts.
        rows = list(map(tuple, cells))
    else:
        rows = [tuple(cell) if _is_collection(cell) else (cell,) for cell in cells]
    if missing_references == "skip":
        rows = [tuple(one for one in row if not is_missing(one)) for row in rows]
    if not all(rows):
        if missing_references == "raise":
            refuse_rows_without_references([row for row, cell in enumerate(rows) if not cell], labels)
        rows = [row or (None,) for row in rows]
    sizes = np.fromiter(map(len, rows), np.int64, len(rows))
    row_offsets = np.zeros(len(rows) + 1, np.int64)
    np.cumsum(sizes, out=row_offsets[1:])
    flat = list(itertools.chain.from_iterable(rows))
    texts = _check_cells(flat, "references", _RepeatedLabels(row_offsets, labels))
    missing = None
    if texts.missing is not None:
        missing = np.logical_or.reduceat(texts.missing, row_offsets[:-1])
    return References(texts, row_offsets, missing)


class _RepeatedLabels(Sequence[Any]):
    """The label of the row of each reference, looked up when a message needs it."""

    def __init__(self, row_offsets: npt.NDArray[np.int64], labels: Sequence[Any] | None) -> None:
        self._row_offsets = row_offsets
        self._labels = labels

    def __len__(self) -> int:
        return int(self._row_offsets[-1])

    def __getitem__(self, reference: Any) -> Any:
        return _label(int(np.searchsorted(self._row_offsets, reference, side="right")) - 1, self._labels)


def refuse_rows_without_references(rows: list[int], labels: Sequence[Any] | None) -> None:
    """Raise an error that names the rows whose list of references is empty.

    Raises
    ------
    InputError
        Always.
    """
    raise InputError(
        f"references: no reference in {named_rows(rows, labels)}.",
        'give each row at least one reference; missing_references="nan" scores such rows as NaN.',
    )


def refuse_missing(side: str, missing: npt.NDArray[np.bool_], labels: Sequence[Any] | None) -> None:
    """Raise an error that names the rows without text.

    Raises
    ------
    InputError
        Always, when a row is missing.
    """
    rows = np.flatnonzero(missing).tolist()
    if rows:
        hint = 'missing="nan" scores such rows as NaN, missing="empty" reads them as empty texts.'
        if side == "references":
            hint += ' missing_references="skip" leaves out those of a row that has others.'
        raise InputError(f"{side}: missing value (None, NaN or NA) in {named_rows(rows, labels)}.", hint)


def is_missing(value: Any) -> bool:
    """Tell whether a cell is None, NaN of any type of numbers, NA or NaT; imports nothing."""
    if value is None or (isinstance(value, (float, np.floating)) and value != value):
        return True
    if isinstance(value, Decimal):
        return value.is_nan()
    pandas = sys.modules.get("pandas")
    return pandas is not None and (value is pandas.NA or value is pandas.NaT)


def _check_cells(cells: list[Any], side: str, labels: Sequence[Any] | None) -> ListColumn:
    located = locate_cells(cells)
    if located is not None:
        return ListColumn(cells, located=located)
    missing = np.zeros(len(cells), np.bool_)
    texts = []
    for row, cell in enumerate(cells):
        if isinstance(cell, str):
            # A subclass may redefine what it says of itself, and the kernels believe its length.
            texts.append(str.__str__(cell))
        elif is_missing(cell):
            missing[row] = True
            texts.append("")
        else:
            raise InputTypeError(
                f"{side}: {named_rows([row], labels)} holds {shortened(cell)} of type {type(cell).__name__}, "
                "not a string.",
                _cell_hint(cell, side),
            )
    return ListColumn(texts, missing if missing.any() else None)


def _cell_hint(cell: Any, side: str) -> str:
    if isinstance(cell, (bytes, bytearray)):
        return "decode bytes first, for example with .decode('utf-8')."
    if _is_collection(cell):
        if side == "predictions":
            return 'a row has one prediction; for lists of tokens give tokenizer="pretokenized".'
        return "a reference cell is a string or a flat list of strings."
    if isinstance(cell, (Mapping, Set)):
        wanted = "a string or a list of strings" if side == "references" else "a string"
        return f"a cell is {wanted}; a {type(cell).__name__} has no order: take the text out of it."
    if isinstance(cell, (int, float, np.generic)):
        return "convert the column to strings first, for example with .astype(str)."
    return "a cell is a string; take the text out of what is there."


def column_cells(values: Any, side: str) -> list[Any]:
    """Return the cells of a column as a list.

    Raises
    ------
    InputTypeError
        If it is not a column.
    """
    if isinstance(values, list):
        return list(values)
    if isinstance(values, (str, bytes, bytearray)):
        raise InputTypeError(
            f"{side} is one {type(values).__name__} where a column of texts is expected: {shortened(values)}.",
            "put it in a list, or use Scorer.score_pair for one pair.",
        )
    if isinstance(values, (Mapping, Set)):
        raise InputTypeError(
            f"{side} is a {type(values).__name__}, which has no order of rows.", "give a list or a Series."
        )
    if hasattr(values, "columns"):
        hint = "give one column of it."
        if side == "references":
            hint += " Of several, df.rouge.score(reference=[...]) makes several references for each row."
        raise InputTypeError(f"{side} is a whole table ({type(values).__name__}).", hint)
    if isinstance(values, np.ndarray) and values.ndim == 0:
        raise InputTypeError(f"{side} is an array without dimensions.", "give an array of texts.")
    if isinstance(values, np.ndarray) and values.ndim == 1:
        cells: list[Any] = values.tolist()
        return cells
    for name in ("to_pylist", "to_list"):
        to_list = getattr(values, name, None)
        if to_list is not None:
            return list(to_list())
    if not isinstance(values, Iterable):
        raise InputTypeError(
            f"{side} is {shortened(values)} of type {type(values).__name__}, not a column of texts.",
            "give any sequence of strings, for example a list or a Series.",
        )
    return list(values)


def _as_arrow(values: Any, side: str) -> ArrowColumn | None:
    """Return the column if it is held in Arrow buffers of strings."""
    pyarrow = sys.modules.get("pyarrow")
    if pyarrow is None or isinstance(values, list):
        return None
    if getattr(values, "nlevels", 1) > 1:
        raise InputTypeError(
            f"{side} is an index of {values.nlevels} levels.", "give one of them: index.get_level_values(0)."
        )
    array = values
    if type(values).__module__.partition(".")[0] == "polars" and hasattr(values, "to_arrow"):
        if str(getattr(values, "dtype", "")) == "Object":
            return None  # in Arrow they would be addresses of Python's objects
        array = values.to_arrow()
    elif hasattr(values, "array") and hasattr(values.array, "__arrow_array__") and _is_arrow_backed(values):
        array = values.array.__arrow_array__()
    if not isinstance(array, (pyarrow.Array, pyarrow.ChunkedArray)):
        return None
    types = pyarrow.types
    if types.is_dictionary(array.type):
        array = array.cast(array.type.value_type)
    if types.is_run_end_encoded(array.type):
        array = _run_end_decoded(array)
    if types.is_string_view(array.type) or types.is_null(array.type):
        array = array.cast(pyarrow.large_string())
    if "list" in str(array.type).partition("<")[0]:  # of four kinds, not all of which old pyarrow knows
        return None
    if not (types.is_string(array.type) or types.is_large_string(array.type)):
        raise InputTypeError(
            f"{side}: the column has type {array.type}, not text.",
            "give one field of it." if types.is_struct(array.type) else "cast the column to string first.",
        )
    return ArrowColumn(array.chunks if isinstance(array, pyarrow.ChunkedArray) else [array])


def _run_end_decoded(array: Any) -> Any:
    from pyarrow import compute

    return compute.run_end_decode(array)


def _is_arrow_backed(series: Any) -> bool:
    dtype = series.dtype
    return getattr(dtype, "storage", None) == "pyarrow" or hasattr(dtype, "pyarrow_dtype")


def _is_collection(cell: Any) -> bool:
    if isinstance(cell, (list, tuple)):
        return True
    if isinstance(cell, np.ndarray):
        return cell.ndim == 1
    return hasattr(cell, "to_list") and not isinstance(cell, str)


def _label(row: int, labels: Sequence[Any] | None) -> Any:
    return row if labels is None else _plain(labels[row])


def _plain(label: Any) -> Any:
    """Return a label without the wrapping of NumPy, for people to read."""
    if isinstance(label, tuple):
        return tuple(_plain(part) for part in label)
    return label.item() if isinstance(label, np.generic) else label


def named_rows(rows: list[int], labels: Sequence[Any] | None) -> str:
    """Return how a message names rows: by their labels, the first few of them."""
    names = list(dict.fromkeys(shortened(_label(row, labels)) for row in rows))
    shown = ", ".join(names[:MOST_ROWS_SHOWN])
    if len(names) > MOST_ROWS_SHOWN:
        shown += f" and {len(names) - MOST_ROWS_SHOWN} more"
    return f"row {shown}" if len(names) == 1 else f"rows {shown}"


def shortened(value: Any) -> str:
    """Return how a message shows a value."""
    text = repr(value)
    return text if len(text) <= 60 else f"{text[:57]}..."
