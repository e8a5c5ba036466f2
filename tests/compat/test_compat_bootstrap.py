"""The bootstrap of rouge_vec.compat.rouge_score gives the bits of rouge-score 0.1.2 for the same seed."""

from __future__ import annotations

import random
from collections import namedtuple
from collections.abc import Sequence
from typing import Any

import numpy as np
import pytest
import rouge_score.scoring

from rouge_vec.compat.rouge_score import rouge_scorer, scoring
from rouge_vec.errors import OptionError

Pair = namedtuple("Pair", ["one", "other"])
Single = namedtuple("Single", ["value"])


def aggregate_with(
    module: Any, rows: Sequence[dict[str, Any]], seed: int, **options: Any
) -> tuple[Any, list[int]]:
    """What an aggregator returns, and the global random state it leaves behind."""
    np.random.seed(seed)  # noqa: NPY002
    aggregator = module.BootstrapAggregator(**options)
    for row in rows:
        aggregator.add_scores(row)
    result = {
        name: [tuple(float(value) for value in part) for part in interval]
        for name, interval in aggregator.aggregate().items()
    }
    return result, np.random.randint(0, 1 << 30, size=3).tolist()  # noqa: NPY002


def random_rows(count: int, seed: int, kind: Any, integers: bool = False) -> list[dict[str, Any]]:
    source = random.Random(seed)
    width = len(kind._fields)

    def one() -> Any:
        return kind(*(source.choice([0, 1]) if integers else source.random() for _ in range(width)))

    return [{"rouge1": one(), "rougeL": one()} for _ in range(count)]


@pytest.mark.parametrize("count", [1, 2, 3, 7, 150, 1150])
@pytest.mark.parametrize("seed", [0, 123])
def test_bootstrap_is_the_same_for_the_same_seed(count: int, seed: int) -> None:
    rows = random_rows(count, seed, scoring.Score)
    assert aggregate_with(scoring, rows, seed) == aggregate_with(rouge_score.scoring, rows, seed)


@pytest.mark.parametrize(
    "options",
    [
        {"confidence_interval": 0.5},
        {"n_samples": 37},
        {"confidence_interval": 1.0, "n_samples": 1},
        {"confidence_interval": 0},
    ],
)
@pytest.mark.parametrize("kind", [scoring.Score, Pair, Single])
@pytest.mark.parametrize("integers", [False, True])
def test_bootstrap_of_any_named_tuples(options: dict[str, Any], kind: Any, integers: bool) -> None:
    rows = random_rows(60, 5, kind, integers)
    assert aggregate_with(scoring, rows, 1, **options) == aggregate_with(
        rouge_score.scoring, rows, 1, **options
    )


def test_bootstrap_in_several_blocks(monkeypatch: pytest.MonkeyPatch) -> None:
    rows = random_rows(50, 6, scoring.Score)
    whole = aggregate_with(scoring, rows, 2)
    monkeypatch.setattr(scoring, "_MOST_DRAWS", 120)
    assert aggregate_with(scoring, rows, 2) == whole


def test_bootstrap_returns_the_classes_that_were_added() -> None:
    aggregator = scoring.BootstrapAggregator()
    aggregator.add_scores({"a": scoring.Score(1, 0.5, 0.25), "b": Pair(1, 2)})
    result = aggregator.aggregate()
    assert [type(part) for part in result["a"]] == [scoring.Score] * 3
    assert result["b"].mid == Pair(1.0, 2.0)
    assert result["a"]._fields == ("low", "mid", "high")
    assert scoring.BootstrapAggregator().aggregate() == {}


@pytest.mark.parametrize(
    "options", [{"confidence_interval": -0.1}, {"confidence_interval": 1.1}, {"n_samples": 0}]
)
def test_bootstrap_refuses_what_rouge_score_refuses(options: dict[str, Any]) -> None:
    with pytest.raises(ValueError, match="must be") as right:
        rouge_score.scoring.BootstrapAggregator(**options)
    with pytest.raises(OptionError) as caught:
        scoring.BootstrapAggregator(**options)
    assert str(right.value) in str(caught.value)


def test_fmeasure_and_base_scorer() -> None:
    for precision, recall in [(0, 0), (0.3, 0.7), (1, 1), (0, 0.4)]:
        assert scoring.fmeasure(precision, recall) == rouge_score.scoring.fmeasure(precision, recall)
    assert issubclass(rouge_scorer.RougeScorer, scoring.BaseScorer)
    with pytest.raises(TypeError, match="abstract"):
        scoring.BaseScorer()  # type: ignore[abstract]
