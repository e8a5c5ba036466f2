"""Skip-bigram kernel: every gap, with and without unigrams, against the listed-out pairs of the oracle."""

from __future__ import annotations

import os
import random
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

from rouge_vec.kernels.skipgrams import count_skipgrams
from tests import naive

pytestmark = pytest.mark.kernels

Text = list[int]
VOCABULARY = 300


def joined(texts: list[Text]) -> tuple[np.ndarray, np.ndarray]:
    ids = np.array([token for text in texts for token in text], dtype=np.int32)
    lengths = np.array([0, *map(len, texts)], dtype=np.int64)
    return ids, np.cumsum(lengths)


def matches(
    predictions: list[Text],
    references: list[Text],
    gap: int,
    unigrams: bool,
    rows: tuple[list[int], list[int]] | None = None,
    window: tuple[int, int] | None = None,
) -> list[int]:
    """Run the kernel over pairs of rows (equal positions unless `rows` says otherwise)."""
    left, right = rows or (list(range(len(predictions))), list(range(len(references))))
    lo, hi = window or (0, len(left))
    out = np.full(len(left), -1, dtype=np.int64)
    slots = np.zeros(VOCABULARY, np.int32)
    count_skipgrams(
        *joined(predictions),
        *joined(references),
        np.array(left, dtype=np.int64),
        np.array(right, dtype=np.int64),
        lo,
        hi,
        slots,
        gap,
        unigrams,
        out,
    )
    assert not slots.any(), "scratch must be left zeroed"
    return out.tolist()


def expected(prediction: Text, reference: Text, gap: int, unigrams: bool) -> int:
    limit = None if gap < 0 else gap
    return int(
        naive.multiset_counts(
            naive.skip_bigrams(prediction, limit, unigrams), naive.skip_bigrams(reference, limit, unigrams)
        ).matches
    )


def random_texts(rows: int, seed: int) -> list[Text]:
    source = random.Random(seed)
    return [
        [
            source.randrange(source.choice((1, 2, 4, 30, 90)))
            for _ in range(source.choice((0, 1, 2, 3, 9, 40, 66)))
        ]
        for _ in range(rows)
    ]


@pytest.mark.parametrize("unigrams", [False, True])
@pytest.mark.parametrize("gap", [-1, 0, 1, 4, 9, 63, 200])
def test_equal_to_listing_every_pair(gap: int, unigrams: bool) -> None:
    predictions, references = random_texts(100, seed=1), random_texts(100, seed=2)
    ref = [expected(p, r, gap, unigrams) for p, r in zip(predictions, references, strict=True)]
    assert matches(predictions, references, gap, unigrams) == ref


def test_order_of_single_words_across_several_machine_words() -> None:
    source = random.Random(5)
    text = list(range(150))
    shuffled = source.sample(text, k=150)
    assert matches([text], [shuffled], -1, False) == [expected(text, shuffled, -1, False)]
    assert matches([text], [text], -1, False) == [150 * 149 // 2]
    assert matches([text], [text[::-1]], -1, False) == [0]


def test_the_last_word_is_no_unigram() -> None:
    assert matches([[7]], [[7]], 4, True) == [0]
    assert matches([[1, 2, 3, 4]], [[1, 2, 3, 4]], -1, True) == [3 + 6]
    assert matches([[1, 2]], [[2, 1]], -1, True) == [0]
    assert matches([[1, 2, 9]], [[2, 1, 9]], 0, True) == [2]


def test_any_rows_can_be_paired_and_only_the_window_is_written() -> None:
    predictions, references = random_texts(6, seed=3), random_texts(4, seed=4)
    left, right = [5, 0, 0, 3], [1, 1, 3, 2]
    out = matches(predictions, references, 4, True, rows=(left, right), window=(1, 3))
    ref = [
        expected(predictions[p], references[r], 4, True) for p, r in zip(left[1:3], right[1:3], strict=True)
    ]
    assert out == [-1, *ref, -1]


MEASURE = """
import tracemalloc
import numpy as np
from rouge_vec.kernels.skipgrams import count_skipgrams

ids = np.tile(np.arange(300, dtype=np.int32), 2)
offsets, row = np.array([0, len(ids)]), np.zeros(1, np.int64)
matches, slots = np.zeros(1, np.int64), np.zeros(300, np.int32)
tracemalloc.start()
count_skipgrams(ids, offsets, ids, offsets, row, row, 0, 1, slots, -1, True, matches)
print(matches[0], tracemalloc.get_traced_memory()[1])
"""


@pytest.mark.processes
def test_memory_grows_with_the_text_and_not_with_its_square() -> None:
    """Measured in plain Python: machine code hides what it allocates."""
    done = subprocess.run(
        [sys.executable, "-c", MEASURE],
        env={**os.environ, "NUMBA_DISABLE_JIT": "1"},
        cwd=Path(__file__).parents[2],
        capture_output=True,
        check=True,
        text=True,
    )
    found, peak = map(int, done.stdout.split())
    assert found == 600 * 599 // 2 + 599
    assert peak < 600 * 600 // 2
