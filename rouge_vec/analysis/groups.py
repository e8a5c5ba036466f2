"""Rows in groups: by columns, index levels or labels of the caller."""

from __future__ import annotations

from collections.abc import Collection, Hashable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt
import pandas as pd

from rouge_vec.analysis.score_tables import ScoreTable
from rouge_vec.errors import InputError, OptionError, nearest_names

Rows = npt.NDArray[np.int64]


@dataclass(frozen=True, slots=True)
class Groups:
    """Rows that belong together.

    Attributes
    ----------
    labels : pandas.Index or None
        One label, or tuple of labels, for each group; None if all rows are one group.
    rows : list of ndarray of int64
        The rows of each group.
    """

    labels: pd.Index | None
    rows: list[Rows]

    def index(self, keys: Sequence[tuple[Hashable, ...]], names: list[str]) -> pd.MultiIndex:
        """Return an index of every group with every key, groups first.

        Parameters
        ----------
        keys : sequence of tuples
            What follows the labels of each group.
        names : list of str
            Names of the levels of a key.
        """
        groups = len(self.rows)
        inner = [pd.Index([key[level] for key in keys] * groups) for level in range(len(names))]
        if self.labels is None:
            return pd.MultiIndex.from_arrays(inner, names=names)
        outer = [
            self.labels.get_level_values(level).repeat(len(keys)) for level in range(self.labels.nlevels)
        ]
        return pd.MultiIndex.from_arrays([*outer, *inner], names=[*self.labels.names, *names])


def group_rows(table: ScoreTable, by: Any, taken: Collection[str]) -> Groups:
    """Return the rows of each group, groups in the order in which pandas sorts them; missing labels are a group.

    Parameters
    ----------
    table : ScoreTable
        The rows.
    by : str, Series, array or list of these, or None
        Names of columns or index levels, or labels of the rows; None: all rows are one group.
    taken : collection of str
        Names that the levels of the groups may not have.

    Raises
    ------
    OptionError
        If there is no such column.
    InputError
        If labels are not one for each row, or a Series has another index.
    """
    if by is None:
        return Groups(None, [np.arange(len(table))])
    asked = by if isinstance(by, list) else [by]
    if not asked:
        raise OptionError("by is an empty list.", 'for example by="system"; None takes all rows together.')
    keys = pd.DataFrame({place: _labels(table, one) for place, one in enumerate(asked)})
    names = [_name(one, place, len(asked)) for place, one in enumerate(asked)]
    if set(names) & set(taken) or len(set(names)) < len(names):
        shown = ", ".join(map(repr, names))
        raise OptionError(
            f"by gives levels of the result names that are taken or not distinct: {shown}.",
            "rename the Series or the columns.",
        )
    grouped = keys.groupby(list(keys), sort=True, dropna=False, observed=True)
    codes = grouped.ngroup().to_numpy()
    labels = grouped.size().index
    labels.names = names
    order = np.argsort(codes, kind="stable")
    rows = np.split(order, np.flatnonzero(np.diff(codes[order])) + 1) if len(order) else []
    return Groups(labels, rows)


def _labels(table: ScoreTable, by: Any) -> Any:
    """Return one label for each row."""
    frame = table.rows
    if isinstance(by, pd.Series):
        if not by.index.equals(frame.index):
            raise InputError(
                f"by is a Series of {len(by)} labels whose index is not that of the {len(frame)} rows of scores.",
                "align it first, for example as a column of scores, or pass .to_numpy() to pair by position.",
            )
        return by.array
    if isinstance(by, (str, tuple)) or not hasattr(by, "__len__"):
        if by in frame.columns:
            return frame[by].array
        if by in frame.index.names:
            return frame.index.get_level_values(by)
        known = [str(name) for name in (*frame.columns, *frame.index.names) if name is not None]
        raise OptionError(f"by={by!r} is no column of scores.", _hint_at_column(str(by), known))
    if len(by) != len(frame):
        raise InputError(
            f"by holds {len(by)} labels, scores {len(frame)} rows.", "give one label for each row."
        )
    return by


def _hint_at_column(name: str, known: list[str]) -> str:
    if not known:
        return "scores has no columns but scores: add one, or pass a Series of labels."
    return nearest_names(name, known)


def _name(by: Any, place: int, of: int) -> Any:
    if isinstance(by, (str, tuple)) or not hasattr(by, "__len__"):
        return by
    name = getattr(by, "name", None)
    if name is not None:
        return name
    return "by" if of == 1 else f"by_{place + 1}"


def rows_of_measures(values: npt.NDArray[np.float64]) -> Iterator[tuple[Rows, Rows]]:
    """Yield lines that have scores in the same rows, and these rows.

    Parameters
    ----------
    values : ndarray of float64, shape (lines, rows)
        NaN where there is no score.
    """
    absent = np.isnan(values)
    if not absent.any():
        yield np.arange(len(values)), np.arange(values.shape[1])
        return
    patterns, which = np.unique(absent, axis=0, return_inverse=True)
    for place, pattern in enumerate(patterns):
        yield np.flatnonzero(which.ravel() == place), np.flatnonzero(~pattern)
