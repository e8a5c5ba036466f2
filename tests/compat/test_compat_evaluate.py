"""rouge_vec.compat.evaluate gives the values of the metric rouge, and evaluate.load accepts its folder."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from rouge_score import rouge_scorer, scoring

from rouge_vec.compat import evaluate
from rouge_vec.errors import RougeVecError
from tests import corpora
from tests.conftest import ROOT

DEFAULT_TYPES = ("rouge1", "rouge2", "rougeL", "rougeLsum")


class CallableTokenizer:
    def __init__(self, function: Callable[[str], Any]) -> None:
        self.tokenize = function


def right_values(
    predictions: Sequence[str],
    references: Sequence[Any],
    seed: int,
    rouge_types: Sequence[str] = DEFAULT_TYPES,
    use_stemmer: bool = False,
    tokenizer: Callable[[str], Any] | None = None,
) -> dict[str, float]:
    """What the metric is: median F of rouge-score's bootstrap, after seeding the global random state."""
    state = np.random.get_state()  # noqa: NPY002
    np.random.seed(seed)  # noqa: NPY002
    own = None if tokenizer is None else CallableTokenizer(tokenizer)
    scorer = rouge_scorer.RougeScorer(rouge_types, use_stemmer=use_stemmer, tokenizer=own)
    aggregator = scoring.BootstrapAggregator()
    for prediction, reference in zip(predictions, references, strict=True):
        score = scorer.score_multi if isinstance(reference, list) else scorer.score
        aggregator.add_scores(score(reference, prediction))
    values = {name: float(interval.mid.fmeasure) for name, interval in aggregator.aggregate().items()}
    np.random.set_state(state)  # noqa: NPY002
    return values


@pytest.fixture(scope="module")
def texts() -> corpora.Pairs:
    return corpora.random_pairs(60, seed=31)


@pytest.mark.parametrize("seed", [0, 1, 12345])
def test_the_same_seed_gives_the_same_values(texts: corpora.Pairs, seed: int) -> None:
    predictions, references = texts
    right = right_values(predictions, references, seed)
    scores = evaluate.Rouge(seed=seed).compute(predictions=predictions, references=references)
    assert scores == right
    assert list(scores) == list(right)
    assert {type(value) for value in scores.values()} == {np.float64}
    assert evaluate.Rouge().compute(predictions=predictions, references=references, seed=seed) == right


@pytest.mark.parametrize(
    "options",
    [
        {"use_stemmer": True},
        {"rouge_types": ["rougeL", "rouge3"]},
        {"tokenizer": str.split},
        {"tokenizer": list, "rouge_types": ["rougeLsum"]},
    ],
    ids=["stemmer", "types", "blanks", "characters"],
)
def test_options(texts: corpora.Pairs, options: dict[str, Any]) -> None:
    predictions, references = texts
    scores = evaluate.Rouge(seed=3).compute(predictions=predictions, references=references, **options)
    assert scores == right_values(predictions, references, 3, **options)


def test_several_references(texts: corpora.Pairs) -> None:
    predictions, _ = texts
    references = corpora.random_references(60, seed=32)
    right = right_values(predictions, references, 4)
    assert evaluate.Rouge(seed=4).compute(predictions=predictions, references=references) == right
    as_tuples = [tuple(several) for several in references]
    assert evaluate.Rouge(seed=4).compute(predictions=predictions, references=as_tuples) == right


def test_without_aggregator_every_text_has_its_f(texts: corpora.Pairs) -> None:
    predictions, references = texts
    scorer = rouge_scorer.RougeScorer(DEFAULT_TYPES)
    rows = [scorer.score(reference, text) for text, reference in zip(predictions, references, strict=True)]
    scores = evaluate.Rouge().compute(predictions=predictions, references=references, use_aggregator=False)
    assert scores == {name: [row[name].fmeasure for row in rows] for name in DEFAULT_TYPES}


def test_the_global_random_state_is_left_alone(texts: corpora.Pairs) -> None:
    predictions, references = texts
    np.random.seed(9)  # noqa: NPY002
    expected = np.random.random(3).tolist()  # noqa: NPY002
    np.random.seed(9)  # noqa: NPY002
    evaluate.Rouge(seed=1).compute(predictions=predictions[:5], references=references[:5])
    assert np.random.random(3).tolist() == expected  # noqa: NPY002


def test_pairs_can_be_added_before(texts: corpora.Pairs) -> None:
    predictions, references = texts
    metric = evaluate.Rouge(seed=2, cache_dir="unused", experiment_id="unused")
    metric.add_batch(predictions=predictions[:20], references=references[:20])
    metric.add(prediction=predictions[20], reference=references[20])
    right = right_values(predictions[:21], references[:21], 2)
    assert metric.compute() == right
    assert metric.compute(predictions=predictions[:21], references=references[:21]) == right


@pytest.mark.parametrize(
    ("arguments", "error"),
    [
        ({"predictions": ["a"], "references": ["a", "b"]}, ValueError),
        ({"predictions": ["a"]}, ValueError),
        ({"predictions": [], "references": []}, IndexError),
        ({}, IndexError),
        ({"predictions": ["a"], "references": [[]]}, ValueError),
        ({"predictions": ["a", "b"], "references": ["a", ["b"]]}, ValueError),
        ({"predictions": [None], "references": ["a"]}, AttributeError),
        ({"predictions": ["a"], "references": ["a"], "rouge_types": ["rougeW"]}, ValueError),
        ({"predictions": ["a"], "references": ["a"], "rouge_types": "rouge1"}, ValueError),
    ],
)
def test_errors(arguments: dict[str, Any], error: type[BaseException]) -> None:
    with pytest.raises(error) as caught:
        evaluate.Rouge().compute(**arguments)
    assert isinstance(caught.value, RougeVecError)


LOADED = """
import json, sys
import numpy as np
from evaluate import load
from rouge_vec.compat.evaluate import Rouge, evaluate_metric_path
texts = json.loads(sys.stdin.read())
metric = load(evaluate_metric_path(), seed=7)
results = {"name": metric.name}
results["pairs"] = metric.compute(predictions=texts["predictions"], references=texts["references"])
several = [[one, two] for one, two in zip(texts["references"], reversed(texts["references"]))]
results["several"] = metric.compute(predictions=texts["predictions"], references=several, use_stemmer=True)
metric.add_batch(predictions=texts["predictions"][:9], references=texts["references"][:9])
results["added"] = metric.compute(tokenizer=str.split, rouge_types=["rouge2"])
results["each"] = metric.compute(predictions=["a b", ""], references=["a", "c"], use_aggregator=False)
np.random.seed(3)
np.random.random(7)
results["seeds"] = [int(load(evaluate_metric_path()).seed), Rouge().seed]
print(json.dumps(results))
"""


@pytest.mark.processes
def test_evaluate_loads_the_folder_offline(texts: corpora.Pairs, tmp_path: Path) -> None:
    predictions, references = texts
    offline = {
        "HF_HOME": str(tmp_path),
        "HF_MODULES_CACHE": str(tmp_path / "modules"),
        "HF_HUB_OFFLINE": "1",
        "HF_DATASETS_OFFLINE": "1",
        "HF_EVALUATE_OFFLINE": "1",
        "PYTHONPATH": str(ROOT),
    }
    done = subprocess.run(
        [sys.executable, "-c", LOADED],
        input=json.dumps({"predictions": predictions, "references": references}),
        capture_output=True,
        text=True,
        cwd=tmp_path,
        env=os.environ | offline,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    results = json.loads(done.stdout)
    assert results["name"] == "rouge"
    assert results["pairs"] == right_values(predictions, references, 7)
    several = [[one, two] for one, two in zip(references, references[::-1], strict=True)]
    assert results["several"] == right_values(predictions, several, 7, use_stemmer=True)
    assert results["added"] == right_values(
        predictions[:9], references[:9], 7, ["rouge2"], tokenizer=str.split
    )
    assert results["each"] == {
        "rouge1": [2 / 3, 0.0],
        "rouge2": [0.0, 0.0],
        "rougeL": [2 / 3, 0.0],
        "rougeLsum": [2 / 3, 0.0],
    }
    assert results["seeds"][0] == results["seeds"][1]
