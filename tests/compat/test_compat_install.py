"""rouge_vec.compat in the place of rouge_score, and Google's own test files run against it."""

from __future__ import annotations

import functools
import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from rouge_vec import compat
from tests import google_tests, punkt
from tests.conftest import ROOT

pytestmark = pytest.mark.processes


def run_python(code: str, **environment: str) -> str:
    done = subprocess.run(
        [sys.executable, "-W", "error", "-c", code],
        capture_output=True,
        text=True,
        cwd=ROOT,
        env=os.environ | environment,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    return done.stdout


def test_install_puts_it_in_the_place_of_rouge_score() -> None:
    code = """
from rouge_vec import compat
compat.install()
compat.install()
from rouge_score import rouge_scorer, scoring
import rouge_score.tokenizers as tokenizers
import rouge_vec.compat.rouge_score as ours
import rouge_score
assert rouge_score is ours and rouge_scorer is ours.rouge_scorer and tokenizers is ours.tokenizers
print(rouge_scorer.RougeScorer(["rouge1"]).score("a b", "a")["rouge1"].recall)
compat.uninstall()
compat.uninstall()
import rouge_score
from rouge_score import rouge_scorer
assert rouge_score is not ours
assert rouge_scorer.__name__ == rouge_scorer.RougeScorer.__module__ == "rouge_score.rouge_scorer"
compat.install()
import rouge_score
assert rouge_score is ours
compat.uninstall()
import rouge_score
from rouge_score import scoring
assert scoring.__name__ == "rouge_score.scoring"
"""
    assert run_python(code) == "0.5\n"


def test_compat_imports_nothing_until_it_is_used() -> None:
    code = """
import sys
from rouge_vec import compat
print('numba' in sys.modules, 'rouge_score' in dir(compat))
"""
    assert run_python(code) == "False True\n"
    with pytest.raises(AttributeError, match="no attribute 'nothing'"):
        _ = compat.nothing


@functools.cache
def google_results(which: str, folder: Path) -> dict[str, Any]:
    """Results of Google's test files in a process of its own."""
    done = subprocess.run(
        [sys.executable, "-m", "tests.google_tests", which, str(folder)],
        capture_output=True,
        text=True,
        cwd=ROOT,
        env=os.environ | {"NLTK_DATA": str(folder)},
        check=False,
    )
    assert done.returncode == 0, done.stderr
    return dict(json.loads(done.stdout))


@pytest.fixture(scope="module")
def google_data(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("google")
    google_tests.write_data(folder)
    return punkt.write_model(folder)


def test_the_test_files_of_rouge_score_pass(google_data: Path) -> None:
    results = google_results("replacement", google_data)
    assert results["scorer"] == "rouge_vec.compat.rouge_score.rouge_scorer"
    assert results["not_passed"] == []
    assert len(results["ran"]) == 40
    assert sorted(results["recorded"]) == sorted(google_tests.CORPUS_TESTS)


def test_what_they_compute_for_a_corpus_is_what_rouge_score_computes(google_data: Path) -> None:
    right, results = google_results("original", google_data), google_results("replacement", google_data)
    assert right["scorer"] == "rouge_score.rouge_scorer"
    assert right["not_passed"] == []
    assert results["ran"] == right["ran"]
    assert results["recorded"] == right["recorded"]
    assert {name: len(values) for name, values in right["recorded"].items()} == {
        "testRougeLsumLarge": 1,
        "testConfidenceIntervalsAgainstRouge155": 9,
        "testConfidenceIntervalsAgainstRouge155WithStemming": 18,
        "testConfidenceIntervalsAgainstRouge155WithStemmingMultiLine": 27,
    }
