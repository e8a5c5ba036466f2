"""Rows of a call: their labels, lengths that must agree, and those that miss a text."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, cast

import numpy as np
import numpy.typing as npt
import pandas as pd

from rouge_vec.columns.text_columns import (
    References,
    TextColumn,
    is_missing,
    named_rows,
    refuse_missing,
    shortened,
)
from rouge_vec.errors import InputError


def common_index(predictions: Any, references: Any) -> tuple[pd.Index | None, Sequence[Any] | None]:
    """Return the index of the result and the labels for messages; None where rows are only numbered."""
    indexes = [side.index for side in (predictions, references) if isinstance(side, pd.Series)]
    if not indexes:
        return None, None
    if len(indexes) == 2 and len(indexes[0]) == len(indexes[1]) and not indexes[0].equals(indexes[1]):
        pairs = enumerate(zip(*indexes, strict=True))
        row = next((row for row, (first, second) in pairs if first != second), 0)
        raise InputError(
            f"predictions and references are Series with different indexes: {_shown_index(indexes[0])} and "
            f"{_shown_index(indexes[1])}; they differ first at position {row}: "
            f"{named_rows([row], cast('Sequence[Any]', indexes[0]))} and "
            f"{named_rows([row], cast('Sequence[Any]', indexes[1]))}.",
            "align them first (for example as two columns of one DataFrame), or pass .to_numpy() to pair by position.",
        )
    return indexes[0], cast("Sequence[Any]", indexes[0])


def _shown_index(index: pd.Index) -> str:
    shown = ", ".join(repr(label) for label in index[:4].tolist())
    return f"[{shown}, ...]" if len(index) > 4 else f"[{shown}]"


def check_lengths(predictions: TextColumn, references: References) -> None:
    """Refuse columns of different lengths."""
    if len(predictions) != len(references):
        raise InputError(
            f"{len(predictions)} predictions and {len(references)} references: the lengths differ.",
            "give one reference, or one list of references, for each prediction.",
        )


def missing_rows_of(
    predictions: TextColumn,
    references: References,
    policies: tuple[str, str],
    labels: Sequence[Any] | None,
) -> npt.NDArray[np.bool_] | None:
    """Return the rows to be scored as NaN, or None; refuse them if the policy for their side says so."""
    left_out = []
    for side, rows, policy in zip(
        ("predictions", "references"), (predictions.missing, references.missing), policies, strict=True
    ):
        if rows is not None and policy == "raise":
            refuse_missing(side, rows, labels)
        elif rows is not None and policy == "nan":
            left_out.append(rows)
    return np.logical_or.reduce(left_out) if left_out else None


def refuse_missing_text(text: Any) -> None:
    """Refuse None, NaN and NA as a text to tokenize."""
    if is_missing(text):
        raise InputError(f"the text to tokenize is missing: {text!r}.", 'give a string; "" has no tokens.')


def refuse_missing_of_pair(side: str, *texts: Any) -> None:
    """Refuse texts of a pair that are None, NaN or NA."""
    for text in texts:
        if is_missing(text):
            raise InputError(f"the {side} of score_pair is missing: {text!r}.", 'give a string; "" scores 0.')


def refuse_pair_without_references(reference: Any) -> None:
    """Refuse a pair of which no reference is left."""
    raise InputError(
        f"no reference of score_pair is there: {shortened(reference)}.",
        'give a string; missing_references="nan" scores such a pair as NaN.',
    )


def index_of_pairs(
    index: pd.Index,
    missing_rows: npt.NDArray[np.bool_] | None,
    row_offsets: npt.NDArray[np.int64] | None,
) -> tuple[pd.Index, npt.NDArray[np.bool_] | None]:
    """Return the index and the missing rows of pairs: a row's labels, then the number of its reference."""
    sizes = np.ones(len(index), np.int64) if row_offsets is None else np.diff(row_offsets)
    rows = index.repeat(sizes)
    starts = np.repeat(np.cumsum(sizes) - sizes, sizes)
    labels = [rows.get_level_values(level) for level in range(rows.nlevels)]
    pairs = pd.MultiIndex.from_arrays(
        [*labels, np.arange(len(rows)) - starts], names=[*rows.names, "reference"]
    )
    return pairs, missing_rows if missing_rows is None else np.repeat(missing_rows, sizes)
