"""Columns that Arrow or polars hold in an unusual way."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import polars as pl
import pyarrow as pa
import pytest
from pyarrow import compute

import rouge_vec as rv
from rouge_vec.errors import InputError

TEXTS = ["a b", "a b", "c"]
COLUMNS: dict[str, Callable[[], Any]] = {
    "run-end encoded": lambda: compute.run_end_encode(pa.array(TEXTS)),
    "run-end encoded chunks": lambda: pa.chunked_array([compute.run_end_encode(pa.array(TEXTS))]),
    "polars Object": lambda: pl.Series(TEXTS, dtype=pl.Object),
}


@pytest.mark.parametrize("column", COLUMNS.values(), ids=COLUMNS)
def test_texts(column: Callable[[], Any]) -> None:
    for side in ("predictions", "references"):
        texts = {"predictions": ["a b", "a x", "c"], "references": ["a b", "a x", "c"], side: column()}
        scores = rv.score(**texts, rouge_types="rouge1")
        assert scores["rouge1_fmeasure"].tolist() == [1.0, 0.5, 1.0]


def test_run_end_encoded_gaps() -> None:
    column = compute.run_end_encode(pa.array(["a b", None, None]))
    scores = rv.score(predictions=column, references=TEXTS, rouge_types="rouge1", missing="nan")
    assert scores["rouge1_fmeasure"].isna().tolist() == [False, True, True]


@pytest.mark.parametrize("of", [pa.list_view, pa.large_list_view], ids=["list view", "large list view"])
def test_lists_of_references_in_views(of: Callable[[Any], Any]) -> None:
    references = pa.array([["a x", "a b"], ["a x"], ["c"]], of(pa.string()))
    scores = rv.score(predictions=TEXTS, references=references, rouge_types="rouge1")
    assert scores["rouge1_fmeasure"].tolist() == [1.0, 0.5, 1.0]


@pytest.mark.parametrize("offsets", [[0, -(10**9), 3, 3], [0, 10**9, 10**9, 3]], ids=str)
def test_damage_is_found_before_gaps_are_filled(offsets: list[int]) -> None:
    buffers = [
        pa.py_buffer(bytes([0b101])),
        pa.py_buffer(np.array(offsets, np.int32).tobytes()),
        pa.py_buffer(b"abc"),
    ]
    damaged = pa.Array.from_buffers(pa.string(), 3, buffers, null_count=1)
    with pytest.raises(InputError, match="damaged"):
        rv.score(predictions=damaged, references=TEXTS)
