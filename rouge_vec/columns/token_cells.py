"""Cells that are lists of tokens, read as columns; integers without a loop in Python.

A cell that is a list of lists is one text in sentences, on both sides. Several references of a row are therefore
a list of such texts: lists of lists of tokens in a list.
"""

from __future__ import annotations

import itertools
import sys
from collections.abc import Hashable, Iterator, Sequence
from typing import Any

import numpy as np
import numpy.typing as npt

from rouge_vec.columns.text_columns import References, column_cells, is_missing, named_rows, shortened
from rouge_vec.columns.token_columns import MOST_DIRECT_IDS, Ids, Offsets, TokenColumn, text_instead_of_tokens
from rouge_vec.errors import InputError, InputTypeError

Texts = list[list[list[Hashable]]]
"""Texts, each a list of sentences, each a list of tokens."""

_SOUND_TYPES = frozenset((str, bytes, int, bool, np.int64, np.int32))
"""Types of tokens that need not be looked at one by one."""
_INTEGER_TYPES = frozenset((int, np.int64, np.int32, np.int16, np.int8, np.uint8, np.uint16, np.uint32))


def read_token_columns(
    predictions: Any,
    references: Any,
    labels: Sequence[Any] | None = None,
    missing_references: str = "raise",
) -> tuple[TokenColumn, References]:
    """Check both sides of columns of tokens.

    Parameters
    ----------
    predictions, references : iterable, length n
        Cells are lists, tuples or arrays of tokens, or of sentences that are such; integers may also come as a
        two-dimensional array or as an Arrow or polars column of lists. A reference cell may be a list of several
        texts in sentences.
    labels : sequence, optional
        Row labels for messages; positions by default.
    missing_references : {"raise", "skip", "nan"}
        What null beside texts in sentences is. An empty list is an empty text.

    Raises
    ------
    InputError
        If a token is None, NaN, NA or NaT, which may come from a table with gaps and equals nothing.
    InputTypeError
        If a cell is text or not a list, or a token is not hashable.
    """
    prediction, _ = _read(predictions, "predictions", labels, several=False)
    reference, row_offsets = _read(
        references, "references", labels, several=True, missing_references=missing_references
    )
    if isinstance(prediction.values, list) or isinstance(reference.values, list):
        prediction, reference = prediction.as_objects(), reference.as_objects()
    elif max(prediction.bound(), reference.bound()) <= MOST_DIRECT_IDS:
        prediction.direct_size = reference.direct_size = max(prediction.bound(), reference.bound())
    missing = reference.missing
    if row_offsets is not None and missing is not None:
        reference.missing = None
    return prediction, References(reference, row_offsets, missing)


def _read(
    values: Any,
    side: str,
    labels: Sequence[Any] | None,
    *,
    several: bool,
    missing_references: str = "raise",
) -> tuple[TokenColumn, Offsets | None]:
    """Return a column and, if rows have several texts, where each row's texts begin and end."""
    arrow = _as_arrow_lists(values)
    if arrow is not None:
        column = _from_arrow(arrow, several=several)
        if column is not None:
            return column
        values = arrow.to_pylist()
    if isinstance(values, np.ndarray) and values.ndim == 2 and values.dtype.kind in "iu":
        flat = _as_int64(values.ravel())
        if flat is not None:
            ends = np.arange(len(values) + 1, dtype=np.int64)
            return TokenColumn(flat, ends * values.shape[1], ends), None
    cells = column_cells(values, side)
    integers = _from_integer_cells(cells)
    if integers is not None:
        return integers, None
    if missing_references != "raise":
        cells = [_without_missing_texts(cell, missing_references) for cell in cells]
    return _from_cells(cells, side, labels, several=several)


def _without_missing_texts(cell: Any, missing_references: str) -> Any:
    """Return a cell without the texts that are null, or None if it is a missing one for that."""
    if not _is_list(cell):
        return cell
    there = [one for one in cell if _is_list(one) or not is_missing(one)]
    if len(there) == len(cell) or not all(map(_is_list, there)):
        return cell
    return there if there and missing_references == "skip" else None


def _from_integer_cells(cells: list[Any]) -> TokenColumn | None:
    """Return cells that are flat lists or arrays of integers as a column; None if any is something else."""
    types = set(map(type, cells))
    if types == {np.ndarray}:
        if not all(cell.ndim == 1 and cell.dtype.kind in "iu" for cell in cells):
            return None
        parts = [part for part in map(_as_int64, cells) if part is not None]
        if len(parts) < len(cells):
            return None
        flat: Ids = np.concatenate(parts)
    elif types and types <= {list, tuple}:
        if not set(map(type, itertools.chain.from_iterable(cells))) <= _INTEGER_TYPES:
            return None
        try:
            flat = np.fromiter(itertools.chain.from_iterable(cells), np.int64)
        except OverflowError:
            return None
    else:
        return None
    offsets = np.zeros(len(cells) + 1, np.int64)
    np.cumsum(np.fromiter(map(len, cells), np.int64, len(cells)), out=offsets[1:])
    return TokenColumn(flat, offsets, np.arange(len(cells) + 1, dtype=np.int64))


def _as_int64(values: npt.NDArray[np.integer]) -> npt.NDArray[np.int64] | None:
    """Return integers as they are in 64 bits with a sign; None if one is too large for that."""
    is_unsigned = values.dtype.kind == "u" and values.dtype.itemsize == 8
    if is_unsigned and len(values) and values.max() > np.iinfo(np.int64).max:
        return None
    return values.astype(np.int64)


def _from_cells(
    cells: list[Any], side: str, labels: Sequence[Any] | None, *, several: bool
) -> tuple[TokenColumn, Offsets | None]:
    """Return cells of any kind as a column of Python objects."""
    texts_of_rows: list[Texts] = []
    missing = np.zeros(len(cells), np.bool_)
    for row, cell in enumerate(cells):
        if not _is_list(cell) and is_missing(cell):
            missing[row] = True
            texts_of_rows.append([[]])
        else:
            texts_of_rows.append(_texts(cell, f"{side}: {named_rows([row], labels)}", several=several))
    row_offsets = np.zeros(len(cells) + 1, np.int64)
    np.cumsum([len(texts) for texts in texts_of_rows], out=row_offsets[1:])
    if not all(texts_of_rows):
        empty = [row for row, texts in enumerate(texts_of_rows) if not texts]
        raise InputError(
            f"{side}: no reference in {named_rows(empty, labels)}.",
            "give each row at least one reference, or drop the row on both sides.",
        )
    texts = list(itertools.chain.from_iterable(texts_of_rows))
    sentence_rows = np.zeros(len(texts) + 1, np.int64)
    np.cumsum([len(text) for text in texts], out=sentence_rows[1:])
    sentences = list(itertools.chain.from_iterable(texts))
    sentence_offsets = np.zeros(len(sentences) + 1, np.int64)
    np.cumsum([len(sentence) for sentence in sentences], out=sentence_offsets[1:])
    tokens = list(itertools.chain.from_iterable(sentences))
    if not set(map(type, tokens)) <= _SOUND_TYPES:
        _check_tokens(texts_of_rows, side, labels)
    column = TokenColumn(tokens, sentence_offsets, sentence_rows, missing if missing.any() else None)
    has_several = bool((np.diff(row_offsets) != 1).any())
    return column, row_offsets if has_several else None


def _check_tokens(texts_of_rows: list[Texts], side: str, labels: Sequence[Any] | None) -> None:
    """Raise an error that names row and place of the first token that is missing or not hashable."""
    for row, texts in enumerate(texts_of_rows):
        for place, value in _places(texts):
            if is_missing(value):
                raise InputError(
                    f"{side}: {named_rows([row], labels)} holds {value!r} as {place}.",
                    "leave missing tokens out, or put a token that stands for them in their place.",
                )
            try:
                hash(value)
            except TypeError as error:
                raise InputTypeError(
                    f"{side}: {named_rows([row], labels)} holds {shortened(value)} as {place}, which is not hashable.",
                    "tokens must be hashable, for example strings or integers.",
                ) from error


def _places(texts: Texts) -> Iterator[tuple[str, Hashable]]:
    """Return the tokens of a row, each with what messages call its place."""
    for number, sentences in enumerate(texts):
        reference = f" of reference {number}" if len(texts) > 1 else ""
        for line, tokens in enumerate(sentences):
            sentence = f" of sentence {line}" if len(sentences) > 1 else ""
            for position, token in enumerate(tokens):
                yield f"token {position}{sentence}{reference} (counted from 0)", token


def _texts(cell: Any, where: str, *, several: bool) -> Texts:
    """Return the texts of a cell: one, unless it is a list of texts in sentences."""
    if isinstance(cell, (str, bytes)):
        raise text_instead_of_tokens(repr(cell[:40]), where)
    if not _is_list(cell):
        raise InputTypeError(
            f"{where} holds {cell!r} of type {type(cell).__name__}, not a list of tokens.",
            "a cell is a list of tokens, or a list of sentences that are lists of tokens.",
        )
    items = list(cell)
    if (
        several
        and items
        and all(map(_is_list, items))
        and any(_is_list(one) for item in items for one in item)
    ):
        return [_sentences(list(item), where) for item in items]
    return [_sentences(items, where)]


def _sentences(items: list[Any], where: str) -> list[list[Hashable]]:
    """Return the sentences of a text; a text that is a flat list of tokens is one sentence."""
    lists = sum(map(_is_list, items))
    if lists == 0:
        return [_as_list(items)]
    if lists < len(items) or any(_is_list(token) for item in items for token in item):
        raise InputTypeError(
            f"{where} mixes tokens and lists of tokens, or is nested too deeply.",
            "a cell is a list of tokens, or a list of sentences that are lists of tokens.",
        )
    return [_as_list(item) for item in items]


def _as_list(tokens: Any) -> list[Hashable]:
    return tokens.tolist() if isinstance(tokens, np.ndarray) else list(tokens)


def _is_list(cell: Any) -> bool:
    return isinstance(cell, (list, tuple)) or (isinstance(cell, np.ndarray) and cell.ndim > 0)


def _as_arrow_lists(values: Any) -> Any:
    """Return an Arrow column of lists as one array, or None if the values are something else."""
    pyarrow = sys.modules.get("pyarrow")
    if pyarrow is None:
        return None
    array = values
    if type(values).__module__.partition(".")[0] == "polars" and hasattr(values, "to_arrow"):
        array = values.to_arrow()
    elif hasattr(values, "array") and hasattr(values.dtype, "pyarrow_dtype"):
        array = values.array.__arrow_array__()
    if isinstance(array, pyarrow.ChunkedArray):
        array = array.combine_chunks()
    types = pyarrow.types
    if not isinstance(array, pyarrow.Array) or not (
        types.is_list(array.type) or types.is_large_list(array.type) or types.is_fixed_size_list(array.type)
    ):
        return None
    return array


def _from_arrow(array: Any, *, several: bool) -> tuple[TokenColumn, Offsets | None] | None:
    """Return an Arrow column of lists of integers without a loop in Python; None if it holds something else."""
    import pyarrow as pa
    from pyarrow import compute

    missing = np.asarray(array.is_null()) if array.null_count else None
    levels: list[Offsets] = []
    while not pa.types.is_integer(array.type):
        if not hasattr(array.type, "value_type") or pa.types.is_dictionary(array.type):
            return None
        if array.null_count and levels:
            return None
        sizes = np.asarray(compute.fill_null(compute.list_value_length(array), 0)).astype(np.int64)
        levels.append(np.concatenate([[0], np.cumsum(sizes)]))
        array = array.flatten()
    if array.null_count or not levels or len(levels) > (3 if several else 2):
        return None
    values = _as_int64(np.asarray(array))
    if values is None:
        return None
    if len(levels) == 1:
        rows = np.arange(len(levels[0]), dtype=np.int64)
        return TokenColumn(values, levels[0], rows, missing), None
    if len(levels) == 2:
        return TokenColumn(values, levels[1], levels[0], missing), None
    row_offsets, sentence_rows, sentence_offsets = levels
    if missing is not None or (np.diff(row_offsets) == 0).any():
        return None
    return TokenColumn(values, sentence_offsets, sentence_rows), row_offsets
