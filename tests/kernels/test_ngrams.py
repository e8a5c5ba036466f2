"""N-grams of any order: the kernel that sorts, against Counter."""

from __future__ import annotations

from collections import Counter

import numpy as np
import numpy.typing as npt
import pytest

from rouge_vec.kernels import ngrams

IDS = npt.NDArray[np.int32]
ROWS = np.zeros(1, np.int64)


def count_sorted(prediction: IDS, reference: IDS, order: int, vocabulary_size: int) -> int:
    out = np.full(1, -1)
    bounds = [np.array([0, len(ids)]) for ids in (prediction, reference)]
    keys = [np.empty(max(len(prediction), len(reference)), np.int64) for _ in range(3)]
    ngrams.count_ngrams(
        prediction, bounds[0], reference, bounds[1], ROWS, ROWS, 0, 1, order, vocabulary_size, *keys, out
    )
    return int(out[0])


def shared(prediction: IDS, reference: IDS, order: int) -> int:
    units = [
        Counter(tuple(ids[i : i + order].tolist()) for i in range(len(ids) - order + 1))
        for ids in (prediction, reference)
    ]
    return (units[0] & units[1]).total()


@pytest.mark.kernels
@pytest.mark.parametrize("order", [1, 2, 3, 4, 5, 6, 7, 8, 13, 31, 32, 33, 100])
@pytest.mark.parametrize(
    ("vocabulary_size", "words"), [(2, 2), (5, 5), (50_000, 2), (2**31 - 1, 3), (2**31 - 1, 40)]
)
def test_matches_of_any_order_are_those_of_counted_units(
    vocabulary_size: int, words: int, order: int
) -> None:
    rng = np.random.default_rng(order)
    for size, other_size in [(0, 3), (3, 0), (order, order), (order + 1, order), (40, 70), (150, 120)]:
        prediction = rng.integers(vocabulary_size - words, vocabulary_size, size).astype(np.int32)
        other = rng.integers(vocabulary_size - words, vocabulary_size, other_size // 2).astype(np.int32)
        reference = np.concatenate([other, prediction])[:other_size]
        found = count_sorted(prediction, reference, order, vocabulary_size)
        assert found == shared(prediction, reference, order)
