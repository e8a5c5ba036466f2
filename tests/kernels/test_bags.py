"""Unigrams and bigrams of long texts: the kernel that counts, against Counter and against the kernel that sorts."""

from __future__ import annotations

from collections import Counter
from itertools import pairwise

import numpy as np
import numpy.typing as npt
import pytest

from rouge_vec.kernels import bags, ngrams
from rouge_vec.kernels.salt import SALT

IDS = npt.NDArray[np.int32]
ROWS = np.arange(1)


def count_bags(prediction: IDS, reference: IDS, order: int, scratch: list[npt.NDArray[np.generic]]) -> int:
    out = np.full(1, -1)
    bounds = [np.array([0, len(ids)]) for ids in (prediction, reference)]
    bags.count_bags(prediction, bounds[0], reference, bounds[1], ROWS, ROWS, 0, 1, order, SALT, *scratch, out)
    assert not any(array.any() for array in scratch)
    return int(out[0])


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
        Counter(ids.tolist()) if order == 1 else Counter(pairwise(ids.tolist()))
        for ids in (prediction, reference)
    ]
    return (units[0] & units[1]).total()


@pytest.mark.kernels
@pytest.mark.parametrize("order", [1, 2])
@pytest.mark.parametrize("words", [1, 2, 7, 300])
def test_matches_are_those_of_counted_and_of_sorted_units(words: int, order: int) -> None:
    rng = np.random.default_rng(words)
    longest = 260
    slots = 1 << (bags.SLOTS * longest).bit_length()
    scratch = [np.zeros(words, np.int32), np.zeros(slots, np.uint64), np.zeros(slots, np.int32)]
    for sizes in [(0, 0), (0, 5), (5, 0), (1, 1), (1, 4), (2, 2), (longest, 3), (3, longest), (longest, 200)]:
        prediction, reference = (rng.integers(0, words, size).astype(np.int32) for size in sizes)
        found = count_bags(prediction, reference, order, scratch)
        assert found == shared(prediction, reference, order)
        assert found == count_sorted(prediction, reference, order, words)


@pytest.mark.kernels
def test_bigrams_of_the_largest_ids_are_told_apart() -> None:
    largest = np.iinfo(np.int32).max
    ids = np.array([largest, largest - 1, 0, largest, largest, 0, 1, largest - 1, largest], np.int32)
    slots = 1 << (bags.SLOTS * len(ids)).bit_length()
    scratch = [np.zeros(1, np.int32), np.zeros(slots, np.uint64), np.zeros(slots, np.int32)]
    assert count_bags(ids, ids[::-1].copy(), 2, scratch) == shared(ids, ids[::-1], 2)
