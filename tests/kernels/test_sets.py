"""Counting units once a text: the kernel against Python's own sets, and what follows for scores."""

from __future__ import annotations

import random

import numpy as np
import pytest

import rouge_vec as rv
from rouge_vec.kernels import sets
from tests import naive

pytestmark = pytest.mark.kernels


def packed(texts: list[list[int]]) -> tuple[np.ndarray, np.ndarray]:
    offsets = np.concatenate([[0], np.cumsum([len(text) for text in texts], dtype=np.int64)])
    return np.array([unit for text in texts for unit in text], np.int64), offsets.astype(np.int64)


def test_the_kernel_counts_what_sets_hold() -> None:
    source = random.Random(8)
    texts = [[source.randrange(9) for _ in range(source.choice((0, 1, 5, 70)))] for _ in range(30)]
    others = [[source.randrange(9) for _ in range(source.choice((0, 1, 5, 70)))] for _ in range(30)]
    rows = np.array([source.randrange(30) for _ in range(200)], np.int64)
    other_rows = np.array([source.randrange(30) for _ in range(200)], np.int64)
    counts = np.full((200, 3), -7, np.int64)
    seen = np.full(9, -1, np.int64)
    sets.count_distinct(*packed(texts), *packed(others), rows, other_rows, 3, 190, seen, counts)
    assert (counts[:3] == -7).all()
    assert (counts[190:] == -7).all()
    for pair in range(3, 190):
        one, other = set(texts[rows[pair]]), set(others[other_rows[pair]])
        assert counts[pair].tolist() == [len(one & other), len(one), len(other)]


@pytest.mark.parametrize("order", [1, 2, 3, 5, 40])
def test_ngram_sets_of_any_order(order: int) -> None:
    source = random.Random(order)
    texts = [" ".join(source.choices("ab", k=source.randint(0, 45))) for _ in range(40)]
    others = [" ".join(source.choices("ab", k=source.randint(0, 45))) for _ in range(40)]
    scores = rv.score(
        predictions=texts, references=others, rouge_types=[f"rouge{order}"], counting="distinct", counts=True
    )
    for row, (text, other) in enumerate(zip(texts, others, strict=True)):
        one, two = set(naive.ngrams(text.split(), order)), set(naive.ngrams(other.split(), order))
        assert scores.iloc[row, 3:].tolist() == [len(one & two), len(one), len(two)]


def test_what_repeats_changes_nothing() -> None:
    types = ["rouge1", "rougeL", "rougeLsum"]
    once = rv.score(predictions=["a b\nc"], references=["c a"], rouge_types=types, counting="distinct")
    twice = rv.score(predictions=["a b\nc\nc"], references=["c a"], rouge_types=types, counting="distinct")
    assert once.equals(twice)
