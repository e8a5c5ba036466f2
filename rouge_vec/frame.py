"""Scores as a DataFrame with the caller's index, in one of three layouts."""

from __future__ import annotations

import functools

import numpy as np
import numpy.typing as npt
import pandas as pd

from rouge_vec import schema
from rouge_vec.errors import OptionError, nearest_names

Columns = dict[str, dict[str, npt.NDArray[np.number]]]
"""Rouge type to measure (or count) to values, in column order."""


def check_layout(layout: str) -> None:
    """Refuse an unknown layout.

    Raises
    ------
    OptionError
        If there is no such layout.
    """
    if layout not in schema.LAYOUTS:
        raise OptionError(f"unknown layout {layout!r}.", nearest_names(str(layout), schema.LAYOUTS))


def build_frame(columns: Columns, index: pd.Index, layout: str, signature: str) -> pd.DataFrame:
    """Return the scores as a frame.

    Parameters
    ----------
    columns : dict
        Rouge type to value name to array, shape (rows,); emptied on the way.
    index : pandas.Index
        Index of the rows.
    layout : {"wide", "multi", "long"}
        Columns ``rouge1_precision`` ...; two column levels; or one line for each row and rouge type.
    signature : str
        Kept in ``attrs["signature"]``.
    """
    if layout == "long":
        frame = _long_frame(columns, index)
    else:
        names = tuple((rouge_type, value) for rouge_type, values in columns.items() for value in values)
        frame = _wide_frame(columns, names, index)
        frame.columns = _column_index(names, layout).copy()
    frame.attrs["signature"] = signature
    return frame


def _wide_frame(columns: Columns, names: tuple[tuple[str, str], ...], index: pd.Index) -> pd.DataFrame:
    """Return one column for each name; a frame of floats alone is one block of memory."""
    if any(array.dtype != np.float64 for values in columns.values() for array in values.values()):
        arrays = [columns[rouge_type][value] for rouge_type, value in names]
        return pd.DataFrame(dict(enumerate(arrays)), index=index, copy=False)
    block = np.empty((len(names), len(index)))
    for place, (rouge_type, value) in enumerate(names):
        # Each array is let go once it is copied, so that no result is held twice.
        block[place] = columns[rouge_type].pop(value)
    return pd.DataFrame(block.T, index=index, copy=False)


@functools.lru_cache(maxsize=64)
def _column_index(names: tuple[tuple[str, str], ...], layout: str) -> pd.Index:
    if layout == "wide":
        return pd.Index([schema.column(*name) for name in names])
    return pd.MultiIndex.from_tuples(names, names=[schema.ROUGE_TYPE, "measure"])


def _long_frame(columns: Columns, index: pd.Index) -> pd.DataFrame:
    """Return one line for each row and rouge type, all types of a row together."""
    rouge_types = list(columns)
    value_names = list(next(iter(columns.values())))
    frame = pd.DataFrame(
        {
            schema.ROUGE_TYPE: np.tile(np.array(rouge_types, object), len(index)),
            **{
                name: np.stack([columns[rouge_type][name] for rouge_type in rouge_types], axis=1).ravel()
                for name in value_names
            },
        },
        index=index.repeat(len(rouge_types)),
    )
    frame[schema.ROUGE_TYPE] = frame[schema.ROUGE_TYPE].astype("str")
    return frame
