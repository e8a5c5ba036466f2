"""Frames of scores, in any layout, as arrays: one line for each rouge type and measure."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt
import pandas as pd

from rouge_vec.errors import InputError, InputTypeError, OptionError
from rouge_vec.options.rouge_types import RougeType
from rouge_vec.scores import schema

Floats = npt.NDArray[np.float64]
Key = tuple[str, str]
"""A rouge type and a measure or count."""


@dataclass(frozen=True, slots=True)
class ScoreTable:
    """Scores of n rows.

    Attributes
    ----------
    keys : list of (str, str)
        Rouge type and measure, in the order of the columns.
    figures : ndarray of float64, shape (keys, n)
        The scores; NaN where there is none.
    counts : dict of (str, str) to ndarray of int64 or float64, shape (n,)
        Counts by rouge type and name, where the frame has them.
    rows : pandas.DataFrame
        The other columns, with the index of the rows.
    signature : str
        How the scores were made; empty if the frame does not say.
    """

    keys: list[Key]
    figures: Floats
    counts: dict[Key, npt.NDArray[Any]]
    rows: pd.DataFrame
    signature: str

    def __len__(self) -> int:
        return len(self.rows)

    @property
    def rouge_types(self) -> list[str]:
        """The rouge types, each once."""
        return list(dict.fromkeys(rouge_type for rouge_type, _ in self.keys))


def read_scores(scores: pd.DataFrame, name: str = "scores") -> ScoreTable:
    """Return a frame of scores as arrays.

    Parameters
    ----------
    scores : pandas.DataFrame
        As :func:`rouge_vec.score` returns it, in any layout; it may have columns of other names.
    name : str
        What errors call it.

    Raises
    ------
    InputTypeError
        If it is no DataFrame.
    InputError
        If it holds no scores, a column twice, or, in the long layout, rows that lack a rouge type.
    """
    if not isinstance(scores, pd.DataFrame):
        raise InputTypeError(
            f"{name} must be a DataFrame of scores, got {type(scores).__name__}.",
            "pass what rouge_vec.score returns.",
        )
    if not scores.columns.is_unique:
        twice = scores.columns[scores.columns.duplicated()][0]
        raise InputError(f"{name} has more than one column {twice!r}.", "rename or drop the others.")
    signature = str(scores.attrs.get("signature", ""))
    if schema.ROUGE_TYPE in scores.columns and scores.columns.nlevels == 1:
        scores = _widened(scores, name)
    found = {column: key for column in scores.columns if (key := _key_of(column)) is not None}
    measured = {column: key for column, key in found.items() if key[1] in schema.MEASURES}
    if not measured:
        raise InputError(
            f"{name} has no columns of scores such as 'rouge1_fmeasure'; its columns: {_listed(scores.columns)}.",
            "pass what rouge_vec.score returns, in any layout.",
        )
    values = np.empty((len(measured), len(scores)))
    for line, column in zip(values, measured, strict=True):
        line[:] = _numbers(scores[column], column, name)
    counts = {
        key: scores[column].to_numpy() for column, key in found.items() if key[1] not in schema.MEASURES
    }
    others = [column for column in scores.columns if column not in found]
    return ScoreTable(list(measured.values()), values, counts, scores[others], signature)


def _key_of(column: Any) -> Key | None:
    """Return rouge type and value of a column of scores or counts; None for any other column."""
    if isinstance(column, tuple):
        rouge_type, value = column if len(column) == 2 else ("", "")
    else:
        text = str(column)
        value = next((one for one in schema.values(counts=True) if text.endswith(f"_{one}")), "")
        rouge_type = text.removesuffix(f"_{value}")
    return (rouge_type, value) if value in schema.values(counts=True) and _is_type(rouge_type) else None


def _is_type(name: Any) -> bool:
    try:
        RougeType.parse(name)
    except OptionError:
        return False
    return True


def _numbers(column: pd.Series, label: Any, name: str) -> Floats:
    try:
        return column.to_numpy(np.float64, na_value=np.nan)
    except (TypeError, ValueError) as error:
        raise InputTypeError(
            f"column {label!r} of {name} does not hold numbers but {column.dtype}.",
            "scores are floats; convert the column, for example with pandas.to_numeric.",
        ) from error


def _widened(scores: pd.DataFrame, name: str) -> pd.DataFrame:
    """Return the long layout as the wide one: row by row, whatever the labels of the rows are."""
    names = scores[schema.ROUGE_TYPE].astype(object)
    rouge_types = list(dict.fromkeys(names.tolist()))
    sides = [scores[(names == rouge_type).to_numpy()] for rouge_type in rouge_types]
    if any(not side.index.equals(sides[0].index) for side in sides):
        raise InputError(
            f"in {name}, of the long layout, some rows lack a line for one of {_listed(rouge_types)}.",
            "keep all lines of a row or none.",
        )
    others = [
        column for column in scores.columns if column not in (*schema.values(counts=True), schema.ROUGE_TYPE)
    ]
    parts = [sides[0][others]] if sides else [scores[others]]
    for rouge_type, side in zip(rouge_types, sides, strict=True):
        kept = [value for value in schema.values(counts=True) if value in side.columns]
        parts.append(side[kept].set_axis([schema.column(rouge_type, value) for value in kept], axis=1))
    index = parts[0].index
    wide: pd.DataFrame = pd.concat([part.reset_index(drop=True) for part in parts], axis=1)
    wide.index = index
    return wide


def _listed(names: Any) -> str:
    shown = [repr(name) for name in list(names)[:8]]
    return ", ".join([*shown, "..."] if len(names) > 8 else shown) or "none"
