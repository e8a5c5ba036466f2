"""Rows of two systems that belong together: by their index, or by a column that names the items."""

from __future__ import annotations

from collections.abc import Hashable, Mapping
from typing import Any

import numpy as np
import numpy.typing as npt
import pandas as pd

from rouge_vec.analysis.score_tables import ScoreTable, read_scores
from rouge_vec.errors import InputError, InputTypeError, OptionError, nearest_names

_SHOWN = 3
"""Labels that an error names."""


def read_systems(systems: Any, system: str | None) -> dict[Hashable, ScoreTable]:
    """Return the scores of each system by its name.

    Parameters
    ----------
    systems : mapping of names to DataFrames, or DataFrame
        Scores.
    system : str or None
        The column that names the system of each row, for one DataFrame of all.

    Raises
    ------
    InputTypeError
        If it is neither.
    InputError
        If there are fewer than two systems, or their scores are not of the same rouge types, measures and options.
    OptionError
        If there is no such column, or a mapping comes with one.
    """
    if isinstance(systems, pd.DataFrame):
        frames = _parted(systems, system)
    elif not isinstance(systems, Mapping):
        raise InputTypeError(
            f"systems must be a mapping of names to frames of scores, got {type(systems).__name__}.",
            'for example {"A": scores_a, "B": scores_b}; or one DataFrame with system="column".',
        )
    elif system is not None:
        raise OptionError(
            f"system={system!r} names a column of one DataFrame, and a mapping of frames was given.",
            "leave it out.",
        )
    else:
        frames = dict(systems)
    if len(frames) < 2:
        raise InputError(f"there are {len(frames)} systems to compare.", "give at least two.")
    tables = {name: read_scores(frame, f"the frame of {name!r}") for name, frame in frames.items()}
    _refuse_unlike(tables)
    return tables


def _parted(scores: pd.DataFrame, system: str | None) -> dict[Hashable, pd.DataFrame]:
    if system is None:
        raise OptionError(
            "one DataFrame was given, and no column that tells its systems apart.",
            'give system="column", or a mapping of names to frames.',
        )
    if system not in scores.columns:
        raise OptionError(
            f"system={system!r} is no column of scores.", nearest_names(str(system), map(str, scores.columns))
        )
    labels = scores[system]
    if labels.isna().any():
        row = labels.index[labels.isna()].tolist()[0]
        raise InputError(f"row {row!r} has no label in column {system!r}.", "name the system of every row.")
    return {
        name: frame.drop(columns=system) for name, frame in scores.groupby(system, sort=False, observed=True)
    }


def _refuse_unlike(tables: Mapping[Hashable, ScoreTable]) -> None:
    """Refuse scores that do not measure the same."""
    first, *others = tables
    for name in others:
        lacking = [
            (one, key)
            for one, other in ((name, first), (first, name))
            for key in tables[other].keys
            if key not in tables[one].keys
        ]
        if lacking:
            one, (rouge_type, measure) = lacking[0]
            raise InputError(
                f"{one!r} has no {measure} of {rouge_type}, which another system has.",
                "score all systems with the same rouge_types and measures.",
            )
        signatures = tables[first].signature, tables[name].signature
        if all(signatures) and signatures[0] != signatures[1]:
            parts = zip(*(signature.split("|") for signature in signatures), strict=False)
            here, there = next(((one, other) for one, other in parts if one != other), signatures)
            raise InputError(
                f"the scores of {first!r} and {name!r} were made with different options: {here} and {there}.",
                "score all systems with the same options.",
            )


def paired_rows(
    tables: Mapping[Hashable, ScoreTable], baseline: Hashable, key: Any
) -> dict[Hashable, npt.NDArray[Any]]:
    """Return for each system the row that belongs to each row of the baseline, int64, shape (rows,).

    Parameters
    ----------
    tables : mapping of names to ScoreTable
        The systems.
    baseline : name
        Whose rows are the measure.
    key : str, list of str or None
        Columns or index levels that name the item of a row; None: the whole index.

    Raises
    ------
    OptionError
        If there is no such column.
    InputError
        If a system lacks a row, has one more, or has one twice.
    """
    labels = {name: _items(table, key, name) for name, table in tables.items()}
    ref = labels[baseline]
    rows = {}
    for name, items in labels.items():
        if items.equals(ref) and (key is None or ref.is_unique):
            rows[name] = np.arange(len(ref))
            continue
        for one, theirs in ((baseline, ref), (name, items)):
            _refuse_repeated(one, theirs, key)
        _refuse_unpaired(baseline, ref, name, items, key)
        rows[name] = items.get_indexer(ref)
    return rows


def _refuse_repeated(name: Hashable, items: pd.Index, key: Any) -> None:
    if not items.is_unique:
        label = items[items.duplicated()].tolist()[0]
        raise InputError(
            f"{name!r} has {_what(key)} {label!r} more than once, so its rows cannot be paired with those of another.",
            "pair by a column that names each item once, with key=...",
        )


def _refuse_unpaired(baseline: Hashable, ref: pd.Index, name: Hashable, items: pd.Index, key: Any) -> None:
    for one, other, alone in (
        (baseline, name, ref.difference(items, sort=False)),
        (name, baseline, items.difference(ref, sort=False)),
    ):
        if len(alone):
            shown = ", ".join(repr(label) for label in alone[:_SHOWN].tolist())
            more = f" and {len(alone) - _SHOWN} more" if len(alone) > _SHOWN else ""
            hint = "compare the rows that all systems have scored, for example by an inner join."
            if key is None:
                hint += ' Rows are paired by their index; key="column" pairs them by a column that names the items.'
            raise InputError(
                f"{one!r} has {len(alone)} rows that {other!r} lacks: {_what(key)} {shown}{more}.", hint
            )


def _what(key: Any) -> str:
    return "index" if key is None else f"{key}"


def _items(table: ScoreTable, key: Any, name: Hashable) -> pd.Index:
    if key is None:
        return table.rows.index
    columns: list[pd.Index] = []
    for one in key if isinstance(key, list) else [key]:
        if one in table.rows.columns:
            columns.append(pd.Index(table.rows[one]))
        elif one in table.rows.index.names:
            columns.append(table.rows.index.get_level_values(one))
        else:
            known = [
                str(known) for known in (*table.rows.columns, *table.rows.index.names) if known is not None
            ]
            hint = (
                nearest_names(str(one), known)
                if known
                else "add the column that names the items to each frame."
            )
            raise OptionError(f"key={one!r} is no column of the frame of {name!r}.", hint)
    return columns[0] if len(columns) == 1 else pd.MultiIndex.from_arrays(columns)
