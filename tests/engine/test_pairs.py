"""Given pairs of given tokens have the counts that a call with these texts gives."""

from __future__ import annotations

import itertools

import numpy as np
import pytest

import rouge_vec as rv
from rouge_vec.batch import Tokens
from rouge_vec.columns.sides import read_columns
from rouge_vec.engine.pairs import count_pairs
from rouge_vec.errors import OptionError
from rouge_vec.options.rouge_options import RougeOptions
from rouge_vec.text.tokenizers import number_columns, readings_of

PREDICTIONS = ["The cat sat. On the mat!", "mice b mice b", "", "dogs gone running\nand the cats", "rats"]
REFERENCES = ["the cats sat on a mat.", "b mice\nb mice.", "the cat", "Running dogs. The cat went home\nrats"]
PAIRS = list(itertools.product(range(len(PREDICTIONS)), range(len(REFERENCES))))
ALL_TYPES = ["rouge1", "rouge2", "rouge3", "rougeL", "rougeLsum", "rougeW", "rougeS", "rougeSU4"]
SETTINGS = [
    {},
    {"use_stemmer": True},
    {"dialect": "rouge-1.5.5", "use_stemmer": True, "stopwords": "smart"},
    {"max_words": 3},
    {"sentence_separator": ".", "weight_normalization": "paper"},
    {"dialect": "js-rouge"},
    {"dialect": "pltrdy"},
    {"dialect": "pltrdy", "counting": "summed"},
    {"dialect": "py-rouge"},
    {"dialect": "rouge-metric"},
    {"tokenizer": "unicode-v1"},
    {"tokenizer": str.split},
]


def numbered(predictions, references, options: RougeOptions) -> tuple[Tokens, Tokens]:
    columns = read_columns(predictions, references, options)
    tokens = number_columns({"predictions": columns[0], "references": columns[1].texts}, options)
    return tokens["predictions"], tokens["references"]


def rows() -> tuple[np.ndarray, np.ndarray]:
    pairs = np.array(PAIRS)
    return pairs[:, 0].copy(), pairs[:, 1].copy()


@pytest.mark.parametrize("settings", SETTINGS, ids=str)
@pytest.mark.parametrize("n_jobs", [1, 3])
def test_all_pairs_of_two_columns(settings: dict, n_jobs: int) -> None:
    options = RougeOptions.build(ALL_TYPES, **settings)
    counts = count_pairs(*numbered(PREDICTIONS, REFERENCES, options), *rows(), options, n_jobs=n_jobs)
    expected = rv.score(
        predictions=[PREDICTIONS[row] for row, _ in PAIRS],
        references=[[REFERENCES[row]] for _, row in PAIRS],
        rouge_types=ALL_TYPES,
        counts=True,
        **settings,
        multi_reference="each",
    )
    for name, found in zip(ALL_TYPES, counts, strict=True):
        if name == "rougeW":
            continue  # its totals are weighted again where scores are made
        for part in ("matches", "prediction_total", "reference_total"):
            assert getattr(found, part).tolist() == expected[f"{name}_{part}"].tolist(), (name, part)


def test_weighted_matches() -> None:
    options = RougeOptions.build("rougeW", weight_normalization="paper")
    (found,) = count_pairs(*numbered(PREDICTIONS, REFERENCES, options), *rows(), options)
    expected = rv.score(
        predictions=[PREDICTIONS[row] for row, _ in PAIRS],
        references=[REFERENCES[row] for _, row in PAIRS],
        rouge_types="rougeW",
        weight_normalization="paper",
        counts=True,
    )
    for part in ("matches", "prediction_total", "reference_total"):
        assert getattr(found, part).tolist() == expected[f"rougeW_{part}"].tolist()


@pytest.mark.parametrize("first", [0, 1 << 40])
def test_pretokenized_columns(first: int) -> None:
    predictions = [[first + 1, first + 2], [first + 3]]
    references = [[first + 2, first + 3], [first + 1, first + 2, first + 9]]
    options = RougeOptions.build(["rouge1", "rouge2"], tokenizer="pretokenized")
    at = np.array([0, 0, 1, 1]), np.array([0, 1, 0, 1])
    unigrams, bigrams = count_pairs(*numbered(predictions, references, options), *at, options)
    assert unigrams.matches.tolist() == [1, 2, 1, 0]
    assert bigrams.matches.tolist() == [0, 1, 0, 0]


def test_basic_elements() -> None:
    options = RougeOptions.build("rougeBE-HM")
    sides = numbered(["a|b|c\nd|e|f", "g|h|i"], ["d|e|x", "g|h|i\na|b|c"], options)
    (found,) = count_pairs(*sides, np.array([0, 0, 1]), np.array([0, 1, 1]), options)
    assert found.matches.tolist() == [1, 1, 1]
    assert found.prediction_total.tolist() == [2, 2, 1]


def test_one_batch_against_itself_and_progress() -> None:
    texts = [f"w{row} w{row % 7} same" for row in range(3000)]
    options = RougeOptions.build("rouge1")
    tokens, _ = numbered(texts, texts, options)
    first, second = (side.ravel() for side in np.triu_indices(300))
    told = []
    (found,) = count_pairs(tokens, tokens, first, second, options, n_jobs=2, advance=told.append)
    assert sum(told) == len(first)
    assert found.matches[first == second].tolist() == [len(text.split()) for text in texts[:300]]
    assert found.matches.min() >= 1


def test_ids_of_rows_are_refused() -> None:
    options = RougeOptions.build("rouge1")
    predictions, references = read_columns(PREDICTIONS[:3], REFERENCES[:3], options)
    tokenizer = readings_of(options)[0].make_tokenizer()
    tokenizer.start_chunk(3)
    sides = tokenizer.tokenize_pairs(predictions, 0, 3, references, False)
    with pytest.raises(ValueError, match="within a row only"):
        count_pairs(*sides, np.arange(3), np.arange(3), options)


def test_types_that_read_differently_are_refused() -> None:
    options = RougeOptions.build(["rouge1", "rougeBE-HM"])
    with pytest.raises(OptionError, match="read texts in different ways"):
        numbered(["a|b|c"], ["a|b|c"], options)


def test_an_error_of_the_tokenizer_names_the_row() -> None:
    def tokenize(text: str) -> list[str]:
        if text == "bad":
            raise KeyError(text)
        return text.split()

    options = RougeOptions.build("rouge1", tokenizer=tokenize)
    with pytest.raises(KeyError) as caught:
        numbered(["a", "b"], ["c", "bad"], options)
    assert "references, row 1" in caught.value.__notes__[0]
