"""Columns of every kind: the same texts have the same scores, and what cannot be read is named."""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import Any

import numpy as np
import pandas as pd
import polars as pl
import pyarrow as pa
import pytest

import rouge_vec as rv
from rouge_vec.errors import InputError, InputTypeError

TEXTS = [
    *(
        "",
        "a cat sat",
        "A CAT.\nIt sat.",
        "caf\u00e9 \u00e9t\u00e9 cat",
        "\u201ca cat\u201d\u2014sat",
        "\U0001f600cat\U0001f600 sat\n",
    ),
    *(
        "\u0130stanbul cat",
        "10\u212a cat\n\u212a",
        "\u4e00\u4e8c cat\n\u4e09",
        "x" * 70 + " cat",
        "\u00c4\u00b0 cat \u00e2\u0084\u00aa",
    ),
]


def texts(seed: int, count: int) -> list[str]:
    """Texts of one to four of the above: of every width of character, long and short, in any order."""
    rng = random.Random(seed)
    return ["mat " + rng.choice(" \n,").join(rng.choices(TEXTS, k=rng.randrange(1, 5))) for _ in range(count)]


PREDICTIONS, REFERENCES = texts(1, 3_000), texts(2, 3_000)


def sliced(rows: list[str]) -> pa.Array:
    return pa.array([*("before", *rows, "after")])[1:-1]


def chunked(rows: list[str]) -> pa.ChunkedArray:
    return pa.chunked_array([rows[:7], [], rows[7:2_000], rows[2_000:]], pa.large_string())


COLUMNS: dict[str, Callable[[list[str]], Any]] = {
    "tuple": tuple,
    "iterator": iter,
    "array": np.array,
    "array of objects": lambda rows: np.array(rows, object),
    "Series": pd.Series,
    "Series of objects": lambda rows: pd.Series(rows, dtype=object),
    "Series of Python strings": lambda rows: pd.Series(rows, dtype="string[python]"),
    "categories": lambda rows: pd.Series(rows, dtype="category"),
    "polars": pl.Series,
    "Arrow": pa.array,
    "sliced": sliced,
    "chunked": chunked,
}


@pytest.mark.parametrize(
    "options", [{}, {"use_stemmer": True}, {"stopwords": "smart"}, {"max_bytes": 40}], ids=str
)
@pytest.mark.parametrize("kind", COLUMNS)
def test_scores_do_not_depend_on_the_kind_of_column(kind: str, options: dict[str, Any]) -> None:
    column = COLUMNS[kind]
    expected = rv.score(predictions=PREDICTIONS, references=REFERENCES, n_jobs=1, **options)
    scores = rv.score(predictions=column(PREDICTIONS), references=REFERENCES, n_jobs=2, **options)
    assert np.array_equal(scores.to_numpy(), expected.to_numpy())
    scores = rv.score(predictions=PREDICTIONS, references=column(REFERENCES), n_jobs=1, **options)
    assert np.array_equal(scores.to_numpy(), expected.to_numpy())


@pytest.mark.parametrize("offsets", [[0, 99, 6], [0, -4, 6], [6, 3, 6]])
def test_a_damaged_arrow_array_is_refused(offsets: list[int]) -> None:
    buffers = [None, pa.py_buffer(np.array(offsets, np.int32)), pa.py_buffer(b"abcdef")]
    with pytest.raises(InputError, match=r"(?s)damaged.*Hint: array\.validate"):
        rv.score(predictions=pa.Array.from_buffers(pa.string(), 2, buffers), references=["a", "b"])


def test_arrow_text_that_is_not_utf8_is_named() -> None:
    buffers = [None, pa.py_buffer(np.array([0, 1, 3], np.int32)), pa.py_buffer(b"a\xff\xfe")]
    predictions = pa.Array.from_buffers(pa.string(), 2, buffers)
    with pytest.raises(InputError, match=r"(?s)in row 1, which is not UTF-8.*Hint: "):
        rv.score(predictions=predictions, references=["a", "b"], tokenizer="words")


@pytest.mark.parametrize("cell", [{"a": 1}, {"a"}, frozenset("a")], ids=["dict", "set", "frozenset"])
def test_a_collection_without_order_gets_a_hint_of_its_own(cell: object) -> None:
    for columns in ({"predictions": ["a", cell]}, {"references": ["a", cell]}):
        with pytest.raises(
            InputTypeError, match=r"(?s)row 1 holds .*Hint: a cell is a string.* has no order"
        ):
            rv.score(**{"predictions": ["a", "b"], "references": ["a", "b"], **columns})


@pytest.mark.parametrize("given", ["predictions", "references"])
def test_the_accessor_says_what_its_own_parameters_are_called(given: str) -> None:
    frame = pd.DataFrame({"prediction": ["a"], "reference": ["a"]})
    with pytest.raises(InputError, match=rf'(?s)has no {given}=.*Hint: .*{given[:-1]}="'):
        frame.rouge.score(**{given: "a"})


def test_rouge_types_in_one_string_get_a_hint_at_a_list() -> None:
    with pytest.raises(rv.errors.OptionError, match=r"Hint: give a list"):
        rv.Scorer("rouge1,rougeL")
