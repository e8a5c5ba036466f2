"""Scores as a DataFrame with the caller's index, in one of three layouts."""

from __future__ import annotations

import functools
from collections.abc import Mapping
from typing import Any

import numpy as np
import numpy.typing as npt
import pandas as pd

from rouge_vec import schema
from rouge_vec.errors import OptionError, nearest_names

Columns = Mapping[str, Mapping[str, npt.NDArray[np.number]]]
"""Rouge type to measure (or count) to values, in column order."""

_FEW_ROWS = 1 << 15
"""Rows up to which scores are copied into one block, which spares pandas the work of joining columns."""


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
    columns : mapping
        Rouge type to value name to array, shape (rows,).
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
        arrays = [columns[rouge_type][value] for rouge_type, value in names]
        frame = pd.DataFrame(_wide_values(arrays), index=index, copy=False)
        frame.columns = _column_index(names, layout).view()
    frame.attrs["signature"] = signature
    return frame


def _wide_values(arrays: list[npt.NDArray[np.number]]) -> Any:
    """Return what pandas makes columns of fastest; many rows stay in their own arrays, because a copy takes memory."""
    if len(arrays[0]) <= _FEW_ROWS and all(array.dtype == np.float64 for array in arrays):
        block = np.empty((len(arrays), len(arrays[0])))
        for row, array in enumerate(arrays):
            block[row] = array
        return block.T
    return dict(enumerate(arrays))


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
