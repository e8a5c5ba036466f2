"""Scores made by the kernel have the bits of those that plain Python and NumPy make."""

from __future__ import annotations

import itertools

import numpy as np
import pytest

from rouge_vec.batch import Counts
from rouge_vec.counting.short_pairs import shares
from rouge_vec.options.rouge_options import RougeOptions
from rouge_vec.options.rouge_types import RougeType
from rouge_vec.scores.measures import measure

SMALL = [
    (matches, total, other)
    for total, other in itertools.product(range(12), repeat=2)
    for matches in range(min(total, other) + 1)
]


def large_counts() -> list[tuple[int, int, int]]:
    """Return counts that a float64 holds."""
    rng = np.random.default_rng(5)
    totals = rng.integers(1, 1 << rng.integers(2, 53, (300, 1)), (300, 2))
    return [(int(rng.integers(0, min(pair) + 1)), *pair) for pair in totals.tolist()]


@pytest.mark.kernels
@pytest.mark.parametrize("cases", [SMALL, large_counts(), []], ids=["small", "large", "none"])
def test_scores_are_those_of_plain_python(cases: list[tuple[int, int, int]]) -> None:
    counts = Counts(*np.array(cases, np.int64).reshape(-1, 3).T.copy())
    found = measure(counts, RougeType.parse("rouge1"), RougeOptions.build())
    expected = [shares(*case) for case in cases]
    assert [
        tuple(map(float, line)) for line in np.stack([found.precision, found.recall, found.fmeasure]).T
    ] == expected


@pytest.mark.kernels
def test_the_general_formula_gives_the_same_bits() -> None:
    counts = Counts(*np.array(SMALL + large_counts(), np.int64).T.copy())
    usual, general = (
        measure(counts, RougeType.parse("rouge1"), RougeOptions.build(**options))
        for options in ({}, {"beta": 1.0})
    )
    for name in ("precision", "recall", "fmeasure"):
        assert getattr(usual, name).tobytes() == getattr(general, name).tobytes()
