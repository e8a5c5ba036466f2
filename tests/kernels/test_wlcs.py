"""Weighted LCS kernel: exact floats against the full tables of the oracle, sentence by sentence."""

from __future__ import annotations

import random

import numpy as np
import pytest

from rouge_vec.kernels.jit import COMPILED
from rouge_vec.kernels.wlcs import count_weighted_lcs
from tests import naive

pytestmark = pytest.mark.kernels

Text = list[list[int]]
VOCABULARY = 100


def joined(texts: list[Text]) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """Ids, sentence offsets and sentence rows, sentences without tokens left out."""
    sentences = [sentence for text in texts for sentence in text if sentence]
    ids = np.array([token for sentence in sentences for token in sentence], dtype=np.int32)
    offsets = np.cumsum(np.array([0, *map(len, sentences)], dtype=np.int64))
    rows = np.cumsum(np.array([0, *(sum(map(bool, text)) for text in texts)], dtype=np.int64))
    return ids, offsets, rows


def weigh(
    predictions: list[Text],
    references: list[Text],
    weight: float,
    *,
    budgets: tuple[list[Text], list[Text]] | None = None,
) -> tuple[list[float], list[float]]:
    """Run the kernel over pairs of equal position; return weighted hits and reference weights."""
    clip = []
    for texts in budgets or (predictions, references):
        ids, offsets, rows = joined(texts)
        clip += [ids, offsets[rows]]
    longest = max((len(sentence) for text in predictions + references for sentence in text), default=0)
    powers = np.array([float(size) ** weight for size in range(longest + 2)])
    pairs = np.arange(len(predictions), dtype=np.int64)
    scratch = [np.zeros(VOCABULARY, dtype=np.int32) for _ in range(3)]
    out_matches, out_base = np.empty(len(pairs)), np.empty(len(pairs))
    count_weighted_lcs(
        *joined(predictions),
        *joined(references),
        *clip,
        pairs,
        pairs,
        0,
        len(pairs),
        *scratch,
        powers,
        out_matches,
        out_base,
    )
    assert not any(array.any() for array in scratch), "scratch must be left zeroed"
    return out_matches.tolist(), out_base.tolist()


def as_text(text: Text, budget: Text | None = None) -> naive.Text:
    words = [token for sentence in text for token in sentence]
    spend = words if budget is None else [token for sentence in budget for token in sentence]
    return naive.Text(words, text, spend)


def random_texts(rows: int, seed: int) -> list[Text]:
    source = random.Random(seed)
    texts = []
    for _ in range(rows):
        vocabulary = source.choice((1, 2, 3, 8, 30, VOCABULARY))
        sentences = source.choice((0, 1, 1, 2, 4))
        texts.append(
            [
                [source.randrange(vocabulary) for _ in range(source.choice((0, 1, 2, 5, 12, 33, 66)))]
                for _ in range(sentences)
            ]
        )
    return texts


@pytest.mark.parametrize("weight", [0.5, 1.0, 1.2, 1.5, 2.0])
def test_equal_floats_to_full_tables(weight: float) -> None:
    predictions, references = random_texts(120, seed=1), random_texts(120, seed=2)
    ref = [
        naive.weighted_lcs_counts(as_text(p), as_text(r), weight, "paper")
        for p, r in zip(predictions, references, strict=True)
    ]
    hits, base = weigh(predictions, references, weight)
    assert hits == [float(counts.matches) for counts in ref]
    assert base == [float(counts.reference_total) for counts in ref]


def test_other_tokens_may_be_spent_than_those_that_are_aligned() -> None:
    predictions, references = random_texts(120, seed=3), random_texts(120, seed=4)
    budgets = random_texts(120, seed=5), random_texts(120, seed=6)
    ref = []
    for prediction, reference, own, other in zip(predictions, references, *budgets, strict=True):
        texts = as_text(prediction, own), as_text(reference, other)
        ref.append(naive.weighted_lcs_counts(*texts, 1.2, "script").matches)
    assert weigh(predictions, references, 1.2, budgets=budgets)[0] == ref


def test_weight_one_is_the_union_lcs_where_nothing_is_clipped() -> None:
    source = random.Random(7)
    references = [[source.sample(range(50), 20), source.sample(range(50, 100), 30)] for _ in range(50)]
    predictions = [[source.sample(range(VOCABULARY), 60)] for _ in range(50)]
    ref = [
        naive.summary_lcs_counts(as_text(p), as_text(r)).matches
        for p, r in zip(predictions, references, strict=True)
    ]
    assert weigh(predictions, references, 1.0)[0] == ref


def test_runs_of_lin_2004_section_4() -> None:
    """X = A B C D E F G; Y1 = A B C D H I K has a run of four, Y2 = A H B K C I D the same LCS in pieces."""
    whole, together, apart = [0, 1, 2, 3, 4, 5, 6], [0, 1, 2, 3, 7, 8, 9], [0, 7, 1, 9, 2, 8, 3]
    assert weigh([[whole], [whole]], [[together], [apart]], 2.0)[0] == [16.0, 4.0]
    # Runs are measured in the reference alone, so gaps in the prediction cost nothing.
    assert weigh([[together], [apart]], [[whole], [whole]], 2.0)[0] == [16.0, 16.0]


def test_one_sentence_of_thousands_of_tokens() -> None:
    source = random.Random(11)
    size = 3000 if COMPILED else 150
    reference = [source.randrange(VOCABULARY) for _ in range(size)]
    prediction = [token for token in reference if source.random() < 0.7]
    hits, base = weigh([[reference], [prediction]], [[reference], [reference]], 1.2)
    assert base == [float(size) ** 1.2] * 2
    assert hits[0] == float(size) ** 1.2
    assert 0 < hits[1] < float(size) ** 1.2
