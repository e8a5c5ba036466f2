"""What is said of values that are no text: the side in the words of the package replaced, the row, and what to do."""

from __future__ import annotations

import warnings
from collections.abc import Iterable, Mapping, Sequence, Set
from typing import Any

from rouge_vec.api.notices import callers_level
from rouge_vec.columns.text_columns import is_missing, shortened
from rouge_vec.compat.errors import CharactersWarning, NotTextError

ONE_TEXT = "a list is no text: give one string, or a list of strings with one for each row."
"""Hint for a list where a text belongs."""


def row_of(side: str, row: int, reference: int | None = None) -> str:
    """Return how messages name a row, and one of its references; all count from 0."""
    return f"{side}: row {row}" if reference is None else f"{side}: row {row}, reference {reference}"


def not_text(value: Any, where: str, list_hint: str = ONE_TEXT, wanted: str = "a string") -> NotTextError:
    """Return the error for a value that is no text.

    Parameters
    ----------
    value : object
        What was given.
    where : str
        Side, and row if there is one.
    list_hint : str
        What to do with a list.
    wanted : str
        What would have been right.
    """
    problem = f"{where} must be {wanted}, got {shortened(value)} of type {type(value).__name__}."
    return NotTextError(problem, _hint(value, where, list_hint))


def _hint(value: Any, where: str, list_hint: str) -> str:
    if is_missing(value) and ": row" in where:
        return "replace missing values, or leave such rows out on both sides, before scoring."
    if is_missing(value):
        return "a missing value has to be replaced before scoring; an empty string scores 0."
    if isinstance(value, (bytes, bytearray)):
        return "decode bytes first, for example with .decode('utf-8')."
    if isinstance(value, (Mapping, Set)):
        return "texts have an order: give a string, or a list where several texts are allowed."
    if isinstance(value, Iterable) and not isinstance(value, str):
        return list_hint
    return "turn other values into strings first, for example with str()."


def column_of(values: Any, side: str, wanted: str = "a list of strings") -> list[Any]:
    """Return the cells of a side; a string is the list of its characters, with a warning.

    Raises
    ------
    NotTextError
        If it has no cells, or has them in no order.
    """
    if isinstance(values, str):
        warn_of_characters(values, side)
    elif not _has_items(values):
        raise not_text(values, side, wanted=wanted)
    return list(values)


def warn_of_characters(text: str, where: str) -> None:
    """Warn of a string where a list is expected: the package replaced takes each character for a text."""
    warnings.warn(
        f"{where} is one string, {shortened(text)}, where a list is expected: as in the package replaced, each of its "
        "characters is read as a text. Put the string into a list.",
        CharactersWarning,
        stacklevel=callers_level(),
    )


def check_texts(texts: Sequence[Any], side: str, list_hint: str = ONE_TEXT) -> None:
    """Refuse a column with a cell that is no string.

    Raises
    ------
    NotTextError
        If there is one; names its row.
    """
    if set(map(type, texts)) <= {str}:
        return
    for row, text in enumerate(texts):
        if not isinstance(text, str):
            raise not_text(text, row_of(side, row), list_hint)


def references_of(rows: Any, side: str, rows_wanted: str, wanted: str) -> list[list[Any]]:
    """Return the references of each row as lists.

    Raises
    ------
    NotTextError
        If there are no rows, or those of a row are neither a string nor a list; names the row.
    """
    cells = column_of(rows, side, rows_wanted)
    for row, cell in enumerate(cells):
        if not _has_items(cell):
            raise not_text(cell, row_of(side, row), wanted=wanted)
    return [column_of(cell, row_of(side, row)) for row, cell in enumerate(cells)]


def _has_items(values: Any) -> bool:
    """Tell whether there are items, and in some order; bytes hold numbers."""
    return isinstance(values, Iterable) and not isinstance(values, (bytes, bytearray, Mapping, Set))


def check_references(rows: Sequence[Sequence[Any]], side: str) -> None:
    """Refuse references that are no strings.

    Raises
    ------
    NotTextError
        If there is one; names its row and its number.
    """
    for row, references in enumerate(rows):
        if set(map(type, references)) <= {str}:
            continue
        for number, text in enumerate(references):
            if not isinstance(text, str):
                raise not_text(
                    text, row_of(side, row, number), "the references of a row are one flat list of strings."
                )
