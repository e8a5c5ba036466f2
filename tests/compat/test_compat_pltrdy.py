"""rouge_vec.compat.pltrdy returns what rouge 1.0.1 returned (tests/data/compat) and fails where it fails."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from rouge_vec.compat import pltrdy
from rouge_vec.errors import RougeVecError
from tests import compat_figures

CALLS = compat_figures.pltrdy_calls()


@pytest.mark.parametrize("name", CALLS)
def test_results_are_those_of_the_package(name: str) -> None:
    assert json.dumps(CALLS[name](pltrdy)) == json.dumps(compat_figures.stored("pltrdy")[name])


def test_every_stored_result_is_compared() -> None:
    assert list(CALLS) == list(compat_figures.stored("pltrdy"))


def test_results_are_plain_numbers() -> None:
    scores = pltrdy.Rouge(return_lengths=True).get_scores(["a b", "c"], ["a", "c d"])
    assert {type(value) for row in scores for part in row.values() for value in part.values()} == {float, int}
    mean = pltrdy.Rouge(return_lengths=True).get_scores(["a b", "c"], ["a", "c d"], avg=True)
    assert {type(value) for part in mean.values() for value in part.values()} == {float}


def test_precision_beyond_one_is_kept() -> None:
    scores = pltrdy.Rouge(metrics=["rouge-l"], exclusive=False).get_scores("a b", "a b.a b")
    assert scores[0]["rouge-l"]["p"] == 2.0


@pytest.mark.parametrize(
    ("call", "error", "message"),
    [
        (lambda: pltrdy.Rouge(metrics=["rouge-6"]), ValueError, "Unknown metric 'rouge-6'"),
        (lambda: pltrdy.Rouge(metrics="rouge-1"), ValueError, "Unknown metric 'r'"),
        (lambda: pltrdy.Rouge(stats=["x"]), ValueError, "Unknown stat 'x'"),
        (lambda: pltrdy.Rouge().get_scores("", "a"), ValueError, "Hypothesis is empty."),
        (lambda: pltrdy.Rouge().get_scores("...", "a"), ValueError, "Hypothesis is empty."),
        (lambda: pltrdy.Rouge().get_scores(["a", "b"], ["a", ""]), ValueError, "Reference is empty.* Pair 1"),
        (lambda: pltrdy.Rouge(["rouge-l"]).get_scores("a", "."), ValueError, "at least 1 sentence"),
        (
            lambda: pltrdy.Rouge().get_scores(["a"], ["a", "b"]),
            AssertionError,
            "1 hypotheses .* 2 references",
        ),
        (lambda: pltrdy.Rouge().get_scores(["a"], ("a",)), AssertionError, "one type and length"),
        (lambda: pltrdy.Rouge().get_scores([""], [""], ignore_empty=True), ValueError, "empty text"),
        (lambda: pltrdy.Rouge().get_scores([None], ["a"]), AttributeError, "got None"),
        (lambda: pltrdy.Rouge().get_scores([], [], avg=True), ZeroDivisionError, "no pair"),
        (lambda: pltrdy.Rouge(raw_results=True).get_scores(["a"], ["a"], avg=True), KeyError, "no average"),
        (lambda: pltrdy.FilesRouge().get_scores("nowhere", "nowhere"), AssertionError, "there is no file"),
    ],
)
def test_errors_are_of_the_kind_that_the_package_raises(
    call: Callable[[], Any], error: type[BaseException], message: str
) -> None:
    with pytest.raises(error, match=message) as caught:
        call()
    assert isinstance(caught.value, RougeVecError)
    assert "\nHint: " in str(caught.value)


def test_files_of_different_lengths(tmp_path: Path) -> None:
    (tmp_path / "one").write_text("a\nb\n", encoding="utf-8")
    (tmp_path / "other").write_text("a\n", encoding="utf-8")
    with pytest.raises(AssertionError, match=r"has 2 lines and .* has 1"):
        pltrdy.FilesRouge().get_scores(tmp_path / "one", tmp_path / "other")
