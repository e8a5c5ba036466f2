"""Scores as a DataFrame with the caller's index, in one of three layouts."""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np
import numpy.typing as npt
import pandas as pd

from rouge_vec import schema
from rouge_vec.errors import OptionError, nearest_names

Columns = Mapping[str, Mapping[str, npt.NDArray[np.number]]]
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
        arrays = {
            (rouge_type, value): array
            for rouge_type, values in columns.items()
            for value, array in values.items()
        }
        frame = pd.DataFrame(dict(enumerate(arrays.values())), index=index, copy=False)
        if layout == "wide":
            frame.columns = pd.Index([schema.column(*name) for name in arrays])
        else:
            frame.columns = pd.MultiIndex.from_tuples(arrays, names=[schema.ROUGE_TYPE, "measure"])
    frame.attrs["signature"] = signature
    return frame


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
