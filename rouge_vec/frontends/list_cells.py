"""Cells of CSV and TSV that spell a list of texts, as JSON or as Python and pandas print one."""

from __future__ import annotations

import ast
import io
import json
import tokenize
from typing import Any

from rouge_vec.errors import DataFileError

_SPACE = (tokenize.NL, tokenize.NEWLINE, tokenize.ENDMARKER)


def read_lists(column: list[Any], name: str, source: str) -> list[Any]:
    """Return a column with each cell that begins with a bracket as the list that it spells.

    Parameters
    ----------
    column : list of str
        Cells; those that do not begin with a bracket stay texts.
    name, source : str
        What errors call the column and its file.

    Raises
    ------
    DataFileError
        If a cell begins with a bracket and is no list of texts; rows are counted from 1.
    """
    return [
        _spelled(cell, f"{source}, row {row}, column {name!r}") if _begins_a_list(cell) else cell
        for row, cell in enumerate(column, start=1)
    ]


def _begins_a_list(cell: Any) -> bool:
    return isinstance(cell, str) and cell.lstrip().startswith("[")


def _spelled(cell: str, place: str) -> list[Any]:
    try:
        found = json.loads(cell)
    except (ValueError, RecursionError):
        found = _printed_by_python(cell.strip())
    if isinstance(found, list) and all(one is None or isinstance(one, str) for one in found):
        return found
    raise DataFileError(
        f"{place}: a cell begins with a bracket, but spells no list of texts.",
        "lists are written [\"a b\", \"c\"] or ['a b', 'c'], with commas between texts; leave --parse-lists out if the "
        "cells are texts.",
    )


def _printed_by_python(cell: str) -> list[Any] | None:
    """Return a list of strings and None that Python printed; None if the cell is anything else.

    Only strings, None, commas and brackets are looked at. What NumPy prints has no commas, and Python would join its
    strings to one.
    """
    items: list[Any] = []
    expected = "["
    try:
        for kind, token, *_ in tokenize.generate_tokens(io.StringIO(cell).readline):
            if kind in _SPACE:
                continue
            if expected == "item" and (kind == tokenize.STRING or token == "None"):
                items.append(ast.literal_eval(token))
                expected = ",]"
            elif (expected == "item" and token == "]") or (
                token and token in expected and kind == tokenize.OP
            ):
                expected = "" if token == "]" else "item"
            else:
                return None
    except (tokenize.TokenError, SyntaxError, ValueError):
        return None
    return items if expected == "" else None
