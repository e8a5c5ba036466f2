"""Calls of stand-ins that are nearly right: taken where the original's guide shows them, else told what to write."""

from __future__ import annotations

import subprocess
import sys

import pandas as pd
import pytest

from rouge_vec.compat import evaluate, torchmetrics
from rouge_vec.errors import RougeVecError


def test_add_takes_the_names_of_the_quick_tour() -> None:
    metric = evaluate.Rouge(seed=0)
    metric.add(references="a c", predictions="a b")
    metric.add(reference="a c", prediction="a b")
    assert metric.compute(rouge_types=["rouge1"])["rouge1"] == 0.5


@pytest.mark.parametrize(
    ("given", "said"),
    [
        ({"prediction": "a"}, "add needs reference="),
        ({"prediction": "a", "reference": "b", "predictions": "c"}, "add has no predictions="),
        ({"prediction": "a", "reference": "b", "target": "c"}, "add has no target="),
    ],
)
def test_add_says_what_it_takes(given: dict[str, str], said: str) -> None:
    with pytest.raises(TypeError, match=said):
        evaluate.Rouge().add(**given)


def test_types_of_evaluate_are_a_list() -> None:
    with pytest.raises(RougeVecError, match="Invalid rouge type: 'r'") as caught:
        evaluate.Rouge().compute(predictions=["a"], references=["a"], rouge_types="rougeL")  # type: ignore[arg-type]
    assert caught.value.hint == "give a list: rouge_types=['rougeL']."


def test_keys_of_torchmetrics_are_a_tuple() -> None:
    with pytest.raises(TypeError, match="rouge_keys is a list") as caught:
        torchmetrics.rouge_score("a", "a", rouge_keys=["rouge1"])  # type: ignore[arg-type]
    assert isinstance(caught.value, RougeVecError)
    assert caught.value.hint == "write rouge_keys=('rouge1',)."


def test_a_column_of_the_name_of_the_accessor() -> None:
    import rouge_vec  # noqa: F401

    frame = pd.DataFrame({"rouge": [0.5]})
    with pytest.raises(AttributeError, match=r'df\["rouge"\] is the column of that name'):
        frame.rouge.mean()


def test_what_is_not_replaced_comes_from_the_original(tmp_path) -> None:
    package = tmp_path / "rouge_score"
    package.mkdir()
    (package / "__init__.py").touch()
    (package / "io.py").write_text("from rouge_score import scoring\n")
    code = """
from rouge_vec import compat
compat.install()
import rouge_score.io
print(rouge_score.io.scoring.__name__)
compat.uninstall()
import rouge_score
print(rouge_score.__file__ is None or "compat" in rouge_score.__file__)
"""
    found = subprocess.run(
        [sys.executable, "-c", f"import sys; sys.path.insert(0, {str(tmp_path)!r})\n{code}"],
        capture_output=True,
        text=True,
        check=True,
    )
    assert found.stdout.split() == ["rouge_vec.compat.rouge_score.scoring", "False"]
