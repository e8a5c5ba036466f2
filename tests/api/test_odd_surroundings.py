"""Values and surroundings that programs have: NumPy numbers, NaN of other types, no standard error, other names."""

from __future__ import annotations

import io
import pickle
import sys
import threading
from decimal import Decimal

import numpy as np
import pandas as pd
import pytest

import rouge_vec as rv
from rouge_vec.engine import chunks

PAIR = {"predictions": ["a b"], "references": ["a c"], "rouge_types": "rouge1"}


class WithoutTerminal:
    """A stand-in for a stream that knows only how to write."""

    def write(self, text: str) -> int:
        return len(text)


def closed() -> io.StringIO:
    stream = io.StringIO()
    stream.close()
    return stream


@pytest.mark.parametrize("stream", [None, WithoutTerminal(), closed()])
def test_no_usable_standard_error(stream, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "stderr", stream)
    assert rv.score(**PAIR)["rouge1_fmeasure"].tolist() == [0.5]


@pytest.mark.parametrize(
    ("numpys", "plain"),
    [
        ({"max_words": np.int64(2)}, {"max_words": 2}),
        ({"beta": np.int64(1)}, {"beta": 1}),
        ({"alpha": np.float32(0.5)}, {"alpha": 0.5}),
        ({"decimals": np.uint8(3)}, {"decimals": 3}),
    ],
)
def test_numpy_numbers_are_numbers(numpys, plain) -> None:
    assert rv.Scorer("rouge1", **numpys) == rv.Scorer("rouge1", **plain)
    assert rv.Scorer("rouge1", **numpys).signature == rv.Scorer("rouge1", **plain).signature


def test_a_numpy_number_of_threads() -> None:
    assert rv.score(**PAIR, n_jobs=np.int64(2))["rouge1_fmeasure"].tolist() == [0.5]


@pytest.mark.parametrize("nan", [np.float32("nan"), np.float16("nan"), Decimal("NaN"), Decimal("sNaN")])
def test_nan_of_any_type_is_missing(nan) -> None:
    cells = pd.Series(["a b", nan], dtype=object)
    scores = rv.score(predictions=cells, references=["a b", "c"], rouge_types="rouge1", missing="nan")
    assert scores["rouge1_fmeasure"].tolist()[0] == 1.0
    assert np.isnan(scores["rouge1_fmeasure"].tolist()[1])


@pytest.mark.parametrize(
    ("name", "dialect"),
    [
        *((name, "rouge-1.5.5") for name in ("pyrouge", "files2rouge", "perl", "ROUGE-1.5.5")),
        ("rouge", "pltrdy"),
        *(
            (name, "rouge-score")
            for name in ("evaluate", "google", "huggingface", "rouge_score", "rouge-score-rs")
        ),
    ],
)
def test_other_names_of_dialects_lead_to_them(name: str, dialect: str) -> None:
    with pytest.raises(rv.RougeVecError, match=f"did you mean '{dialect}'"):
        rv.Scorer("rouge1", name)


def test_the_mean_over_references_is_macro() -> None:
    with pytest.raises(rv.RougeVecError, match="did you mean 'macro'"):
        rv.Scorer("rouge1", multi_reference="mean")


@pytest.mark.parametrize(
    ("name", "value"), [("multi_reference", "median"), ("fmeasure", "zz"), ("decimals", -1)]
)
def test_values_of_another_version_are_refused(name: str, value) -> None:
    options = rv.Scorer("rouge1").options
    object.__setattr__(options, name, value)
    state = pickle.dumps(options)
    remake = rv.Scorer("rouge1").__reduce__()[0]
    with pytest.raises(rv.RougeVecError, match=name):
        remake(pickle.loads(state))


def test_threads_that_cannot_start_cost_speed_only(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(chunks, "CHUNK_COST", 1000)
    texts = [f"w{row} a b c" for row in range(2000)]
    right = rv.score(predictions=texts, references=texts[::-1], rouge_types="rouge1", n_jobs=1)
    start, started = threading.Thread.start, []

    def start_one(thread: threading.Thread) -> None:
        if len(started) == may_start:
            raise RuntimeError("can't start new thread")
        started.append(thread)
        start(thread)

    monkeypatch.setattr(threading.Thread, "start", start_one)
    for may_start in (0, 1):
        started.clear()
        scores = rv.score(predictions=texts, references=texts[::-1], rouge_types="rouge1", n_jobs=4)
        pd.testing.assert_frame_equal(scores, right, check_exact=True)
        assert len(started) == may_start
