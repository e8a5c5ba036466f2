"""rouge_vec.compat.torchmetrics returns what torchmetrics 1.9.0 returned (tests/data/compat)."""

from __future__ import annotations

import json
import math
import os
import pickle
import subprocess
import sys
import warnings
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from rouge_vec.compat import torchmetrics
from rouge_vec.compat.errors import CharactersWarning
from rouge_vec.errors import RougeVecError
from rouge_vec.scores.rounding import mean_in_single
from tests import compat_figures, punkt
from tests.conftest import ROOT

CALLS = compat_figures.torchmetrics_calls()


@pytest.fixture(autouse=True)
def sentence_model(tmp_path: Path) -> Iterator[None]:
    with punkt.model_in_use(tmp_path):
        yield


@pytest.mark.parametrize("name", CALLS)
def test_results_are_those_of_the_package(name: str) -> None:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", CharactersWarning)
        result = CALLS[name](torchmetrics)
    assert json.dumps(result) == json.dumps(compat_figures.stored("torchmetrics")[name])


def test_every_stored_result_is_compared() -> None:
    assert list(CALLS) == list(compat_figures.stored("torchmetrics"))


@pytest.mark.processes
def test_results_are_floats_without_torch_and_tensors_with_it() -> None:
    code = """
import sys, types
from rouge_vec.compat.torchmetrics import rouge_score
print(type(rouge_score("a", "a", rouge_keys="rouge1")["rouge1_recall"]).__name__, "torch" in sys.modules)
class Tensor:
    def __init__(self, values):
        self.values = values
    def mean(self):
        return Tensor(self.values.mean())
sys.modules["torch"] = types.SimpleNamespace(from_numpy=Tensor)
print(type(rouge_score("a", "a", rouge_keys="rouge1")["rouge1_recall"]).__name__)
"""
    blocked = "import sys; sys.modules['torch'] = None\n" + code.replace('"torch" in sys.modules', "True")
    done = subprocess.run(
        [sys.executable, "-c", blocked], capture_output=True, text=True, cwd=ROOT, env=os.environ, check=True
    )
    assert done.stdout.split() == ["float", "True", "Tensor"]


def test_means_are_added_up_in_the_order_of_torch() -> None:
    """Made with torch 2.14.1 on one thread: torch.tensor([1 / (i + 1) for i in range(n)]).mean().item()."""
    means = {
        5: 0.45666664838790894,
        9: 0.3143298327922821,
        100: 0.05187378078699112,
        1000: 0.007485470734536648,
    }
    for size, right in means.items():
        values = np.array([1 / (place + 1) for place in range(size)], np.float32)
        assert float(mean_in_single(values)) == right


def test_a_metric_can_be_pickled_and_reset() -> None:
    metric = torchmetrics.ROUGEScore(rouge_keys=("rouge1", "rougeL"))
    metric.update(["a b", "c"], ["a", "c d"])
    copy = pickle.loads(pickle.dumps(metric))
    assert copy.compute() == metric.compute()
    metric.reset()
    assert all(math.isnan(value) for value in metric.compute().values())
    assert list(metric.compute()) == list(copy.compute())


def test_settings_of_metric_are_accepted() -> None:
    metric = torchmetrics.ROUGEScore(rouge_keys="rouge1", compute_on_cpu=True)
    metric.update("a", "a")
    assert float(metric.compute()["rouge1_fmeasure"]) == 1.0


@pytest.mark.parametrize(
    ("call", "error", "message"),
    [
        (
            lambda: torchmetrics.rouge_score("a", "a", rouge_keys="rouge10"),
            ValueError,
            "unknown rouge key rouge10",
        ),
        (lambda: torchmetrics.ROUGEScore(rouge_keys=("rougeW",)), ValueError, "unknown rouge key rougeW"),
        (lambda: torchmetrics.ROUGEScore(accumulate="worst"), ValueError, "unknown accumulate value worst"),
        (lambda: torchmetrics.rouge_score("a", "a", accumulate="worst"), ValueError, "unknown accumulate"),
        (lambda: torchmetrics.rouge_score(["a", "b"], ["a"]), ValueError, "2 predictions and 1 targets"),
        (lambda: torchmetrics.rouge_score(["a"], [[]]), IndexError, "no target in row 0"),
        (lambda: torchmetrics.rouge_score([None], ["a"]), AttributeError, "got None"),
        (lambda: torchmetrics.rouge_score(["a"], [[b"a"]]), TypeError, "got b'a'"),
    ],
)
def test_errors_are_of_the_kind_that_the_package_raises(
    call: Callable[[], Any], error: type[BaseException], message: str
) -> None:
    with pytest.raises(error, match=message) as caught:
        call()
    assert isinstance(caught.value, RougeVecError)
    assert "\nHint: " in str(caught.value)


def test_keys_in_a_list_are_refused_as_the_package_refuses_them() -> None:
    with pytest.raises(TypeError, match="unhashable"):
        torchmetrics.ROUGEScore(rouge_keys=["rouge1"])  # type: ignore[arg-type]
