"""Scores as a DataFrame with the caller's index, in one of three layouts."""

from __future__ import annotations

import functools
import itertools
from collections.abc import Iterable
from typing import Any

import numpy as np
import numpy.typing as npt
import pandas as pd

from rouge_vec.batch import Counts
from rouge_vec.errors import OptionError, nearest_names
from rouge_vec.scores import schema
from rouge_vec.scores.score_result import ScoreResult


def check_layout(layout: str) -> None:
    """Refuse an unknown layout.

    Raises
    ------
    OptionError
        If there is no such layout.
    """
    if layout not in schema.LAYOUTS:
        raise OptionError(f"unknown layout {layout!r}.", nearest_names(str(layout), schema.LAYOUTS))


def checked_measures(measures: str | Iterable[str] | None) -> tuple[str, ...]:
    """Return the measures that become columns, in column order.

    Raises
    ------
    OptionError
        If a measure has an unknown name, or there is none.
    """
    if measures is None:
        return schema.MEASURES
    names = [measures] if isinstance(measures, str) else list(measures)
    for name in names:
        if name not in schema.MEASURES:
            raise OptionError(
                f"unknown measure {name!r}.",
                nearest_names(
                    str(name), schema.MEASURES, {"f1": "fmeasure", "f": "fmeasure", "f1score": "fmeasure"}
                ),
            )
    if not names:
        raise OptionError(
            "measures is an empty list.", 'for example measures="fmeasure"; None keeps all three.'
        )
    return tuple(name for name in schema.MEASURES if name in names)


def build_frame(
    result: ScoreResult,
    index: pd.Index,
    layout: str,
    signature: str,
    measures: tuple[str, ...] = schema.MEASURES,
) -> pd.DataFrame:
    """Return the scores as a frame, which takes over their memory.

    Parameters
    ----------
    result : ScoreResult
        Scores, and counts if they are wanted.
    index : pandas.Index
        Index of the rows.
    layout : {"wide", "multi", "long"}
        Columns ``rouge1_precision`` ...; two column levels; or one line for each row and rouge type.
    signature : str
        Kept in ``attrs["signature"]``.
    measures : tuple of str
        The measures that become columns.
    """
    rouge_types = tuple(rouge_type.name for rouge_type in result.rouge_types)
    if layout == "long":
        frame = _long_frame(rouge_types, result, index)
    else:
        types, kinds, rows = result.measures.shape
        values: Any = result.measures.reshape(types * kinds, rows).T
        if result.counts:
            arrays = itertools.chain.from_iterable(map(_columns, result.measures, result.counts))
            values = dict(enumerate(arrays))
        frame = pd.DataFrame(values, index=index, copy=False)
        frame.columns = _column_index(rouge_types, bool(result.counts), layout).view()
    if len(measures) < len(schema.MEASURES):
        dropped = set(schema.MEASURES) - set(measures)
        frame = frame.loc[:, [column.rpartition("_")[2] not in dropped for column in _value_names(frame)]]
    frame.attrs["signature"] = signature
    return frame


def _value_names(frame: pd.DataFrame) -> list[str]:
    """Return what stands last in the name of each column: a measure or a count."""
    return [column[-1] if isinstance(column, tuple) else column for column in frame.columns]


def _columns(measures: npt.NDArray[np.float64], counts: Counts) -> list[npt.NDArray[np.number]]:
    return [*measures, *(getattr(counts, name) for name in schema.COUNTS)]


@functools.lru_cache(maxsize=64)
def _column_index(rouge_types: tuple[str, ...], counts: bool, layout: str) -> pd.Index:
    if layout == "wide":
        return pd.Index(schema.wide_columns(rouge_types, counts))
    names = [(rouge_type, value) for rouge_type in rouge_types for value in schema.values(counts)]
    return pd.MultiIndex.from_tuples(names, names=[schema.ROUGE_TYPE, "measure"])


def _long_frame(rouge_types: tuple[str, ...], result: ScoreResult, index: pd.Index) -> pd.DataFrame:
    """Return one line for each row and rouge type, all types of a row together."""
    columns = dict(zip(schema.MEASURES, result.measures.transpose(1, 2, 0), strict=True))
    if result.counts:
        columns |= {
            name: np.stack([getattr(counts, name) for counts in result.counts], axis=1)
            for name in schema.COUNTS
        }
    frame = pd.DataFrame(
        {
            schema.ROUGE_TYPE: np.tile(np.array(rouge_types, object), len(index)),
            **{name: values.ravel() for name, values in columns.items()},
        },
        index=index.repeat(len(rouge_types)),
    )
    frame[schema.ROUGE_TYPE] = frame[schema.ROUGE_TYPE].astype("str")
    return frame
