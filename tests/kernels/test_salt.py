"""Words and bigrams written against hashes with known constants take no more slots in a row than others do."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
import numpy.typing as npt
import pytest

import rouge_vec as rv
from rouge_vec.kernels import bags
from rouge_vec.kernels.salt import SALT
from rouge_vec.text import row_vocabulary, token_keys, vocabulary

KNOWN = np.array([0x9E3779B97F4A7C15, 0xC2B2AE3D27D4EB4F, 0x9E3779B97F4A7C15, 0xCBF29CE484222325], np.uint64)
"""What stood in place of the salt once."""

SAME_BITS = np.uint64(64 - 11)


def crafted_words(count: int) -> list[str]:
    """Words of eight letters whose hashes with `KNOWN` begin with the same eleven bits."""
    rng = np.random.default_rng(0)
    letters = rng.integers(97, 123, (count << 12, 8), np.uint8)
    slots = letters.view("<u8").ravel() * KNOWN[0] ^ (np.uint64(8 << 56) * KNOWN[1:2])
    chosen = np.unique(letters[slots >> SAME_BITS == 5], axis=0)[:count]
    assert len(chosen) == count
    return [word.tobytes().decode() for word in chosen]


def longest_run(taken: npt.NDArray[np.bool_]) -> int:
    """Slots in a row that are taken: what a word may have to pass."""
    free = np.flatnonzero(np.r_[True, ~taken, True])
    return int(np.diff(free).max()) - 1


def run_in_row(words: list[str]) -> int:
    vocabulary_of_row = row_vocabulary.RowVocabulary()
    keys, long_bytes = packed(words)
    bounds = [
        token_keys.TokenBounds(np.array([0, size]), token_keys.NO_SENTENCES, np.zeros(1, np.int64))
        for size in (len(words), 0)
    ]
    vocabulary_of_row.number(keys, long_bytes, *bounds, np.array([0, 1]))
    return longest_run(vocabulary_of_row._table != 0)


def packed(words: list[str]) -> tuple[npt.NDArray[np.uint64], npt.NDArray[np.uint8]]:
    text = np.frombuffer("".join(words).encode() + bytes(64), np.uint8).copy()
    return token_keys.word_keys(text, np.cumsum([0, *map(len, words)]))


def run_in_vocabulary(words: list[str]) -> int:
    known = vocabulary.ByteVocabulary(4 * len(words))
    text = np.frombuffer("".join(words).encode() + bytes(64), np.uint8).copy()
    assert known.add(text, np.cumsum([0, *map(len, words)])).tolist() == list(range(len(words)))
    return longest_run(known._table[1::2] != 0)


@pytest.mark.kernels
@pytest.mark.parametrize("run", [run_in_row, run_in_vocabulary])
def test_crafted_words_stand_no_closer_than_others(
    run: Callable[[list[str]], int], monkeypatch: pytest.MonkeyPatch
) -> None:
    words = crafted_words(500)
    assert run(words) < 100
    for module in (row_vocabulary, token_keys, vocabulary):
        monkeypatch.setattr(module, "SALT", KNOWN)
    assert run(words) == 500


def bigram_matches(ids: npt.NDArray[np.int32], salt: npt.NDArray[np.uint64]) -> int:
    slots = 1 << (bags.SLOTS * len(ids)).bit_length()
    scratch = [np.zeros(1, np.int32), np.zeros(slots, np.uint64), np.zeros(slots, np.int32)]
    row, bounds, out = np.zeros(1, np.int64), np.array([0, len(ids)]), np.zeros(1, np.int64)
    bags.count_bags(ids, bounds, ids, bounds, row, row, 0, 1, 2, salt, *scratch, out)
    return int(out[0])


def beginnings(pairs: npt.NDArray[np.uint64], salt: npt.NDArray[np.uint64]) -> int:
    """Different places of a table where the search for these bigrams begins."""
    hashes = (((pairs[:, 0] << np.uint64(32)) | pairs[:, 1]) + np.uint64(1)) * salt[2]
    return len(np.unique(hashes >> SAME_BITS))


@pytest.mark.kernels
def test_crafted_bigrams_are_looked_for_in_many_places() -> None:
    rng = np.random.default_rng(1)
    pairs = rng.integers(0, 1 << 30, (600 << 11, 2)).astype(np.uint64)
    hashes = (((pairs[:, 0] << np.uint64(32)) | pairs[:, 1]) + np.uint64(1)) * KNOWN[2]
    pairs = pairs[hashes >> SAME_BITS == 5]
    assert len(pairs) > 500
    assert beginnings(pairs, KNOWN) == 1
    assert beginnings(pairs, SALT) > 100
    ids = np.ascontiguousarray(pairs.astype(np.int32).ravel())
    assert bigram_matches(ids, SALT) == bigram_matches(ids, KNOWN) == len(ids) - 1


def test_scores_do_not_depend_on_the_salt(monkeypatch: pytest.MonkeyPatch) -> None:
    words = [*crafted_words(40), "pneumonoultramicroscopic" * 2, "pneumonoultramicroscopia" * 2]
    texts = {"predictions": [" ".join(words * 20)], "references": [" ".join(words[::-1] * 20)]}
    options = [{}, {"use_stemmer": True}, {"stopwords": "smart"}]
    found = [rv.score(**texts, **some) for some in options]
    for module in (row_vocabulary, token_keys, vocabulary):
        monkeypatch.setattr(module, "SALT", KNOWN)
    monkeypatch.setattr("rouge_vec.counting.counter.SALT", KNOWN)
    for before, some in zip(found, options, strict=True):
        assert before.equals(rv.score(**texts, **some))
