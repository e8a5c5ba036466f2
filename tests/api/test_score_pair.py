"""What users meet with one pair, beyond its scores, which other files compare."""

from __future__ import annotations

import signal
import tracemalloc
from typing import Any

import numpy as np
import pandas as pd
import pytest

import rouge_vec as rv
from rouge_vec.errors import InputError
from rouge_vec.kernels import stems
from rouge_vec.text import token_keys


@pytest.mark.parametrize("missing", [None, float("nan"), pd.NA, pd.NaT], ids=str)
@pytest.mark.parametrize("side", ["prediction", "reference"])
def test_a_missing_text_is_named_with_what_can_be_done(side: str, missing: Any) -> None:
    texts = {"prediction": "a", "reference": "a", side: missing}
    with pytest.raises(InputError, match=f"the {side} of score_pair is missing") as raised:
        rv.Scorer("rouge1").score_pair(**texts)
    assert "missing=" not in str(raised.value)
    assert "row" not in str(raised.value)


def test_a_missing_text_among_several_references() -> None:
    with pytest.raises(InputError, match="the reference of score_pair is missing: None"):
        rv.Scorer("rouge1").score_pair("a", ["a", None])  # type: ignore[list-item]


def test_a_flag_of_numpy_is_a_flag() -> None:
    scorer = rv.Scorer("rouge1", use_stemmer=np.True_)
    assert scorer == rv.Scorer("rouge1", use_stemmer=True)
    assert rv.Scorer("rouge1", use_stemmer=np.False_) == rv.Scorer("rouge1")


@pytest.mark.slow
def test_very_many_equal_lines() -> None:
    """Quadratic work would take minutes."""
    text = "a\n" * 400_000
    scores = rv.Scorer("rougeLsum").score_pair(text, text)
    assert scores["rougeLsum"] == (1.0, 1.0, 1.0)
    assert rv.Scorer("rougeLsum").score_pair(text, "a\n" * 300_000)["rougeLsum"].precision == 0.75


@pytest.mark.parametrize("place", ["look_up_stems", "store_stems"])
def test_an_interrupt_leaves_nothing_behind(monkeypatch: pytest.MonkeyPatch, place: str) -> None:
    texts = "the runners were running happily", "a runner runs and is happy"
    scorer = rv.Scorer(["rouge1", "rougeLsum"], use_stemmer=True)
    right = rv.Scorer(["rouge1", "rougeLsum"], use_stemmer=True).score_pair(*texts)
    work = getattr(stems, place)

    def work_and_interrupt(*arguments: Any) -> None:
        work(*arguments)
        raise KeyboardInterrupt

    with monkeypatch.context() as patch:
        patch.setattr(stems, place, work_and_interrupt)
        with pytest.raises(KeyboardInterrupt):
            scorer.score_pair(*texts)
    assert scorer.score_pair(*texts) == right


def test_memory_that_could_not_be_had_is_not_counted_on(monkeypatch: pytest.MonkeyPatch) -> None:
    scorer = rv.Scorer("rouge1")
    long = "word " * 5_000
    right = rv.Scorer("rouge1").score_pair(long, "word")

    def no_memory(*_: Any) -> None:
        raise MemoryError

    with monkeypatch.context() as patch:
        patch.setattr(token_keys, "long_room", no_memory)
        with pytest.raises(MemoryError):
            scorer.score_pair(long, "word")
    assert scorer.score_pair(long, "word") == right


class Boastful(str):
    """A string that says of itself what is not so."""

    def __str__(self) -> str:
        return self

    def __len__(self) -> int:
        return 50_000_000

    def encode(self, *_: Any) -> bytes:  # type: ignore[override]
        return b"something else"


def test_a_subclass_of_str_is_taken_for_its_characters() -> None:
    texts, odd = ["the cat", "a dog"], [Boastful("the cat"), Boastful("a dog")]
    scorer = rv.Scorer(["rouge1", "rougeLsum"])
    right = scorer.score(predictions=texts, references=texts[::-1])
    pd.testing.assert_frame_equal(
        scorer.score(predictions=odd, references=odd[::-1]), right, check_exact=True
    )
    assert scorer.score_pair(odd[0], odd[1]) == scorer.score_pair(*texts)


def test_columns_share_no_memory() -> None:
    for dialect in ("rouge-score", "js-rouge"):
        frame = rv.score(
            predictions=["a b"] * 5,
            references=["a c d"] * 5,
            rouge_types=["rouge1", "rougeL"],
            dialect=dialect,
            beta=float("inf"),
            counts=True,
        )
        before = frame.copy(deep=True)
        for column in frame:
            frame.loc[0, column] = 9
            changed = [name for name in frame if frame.loc[0, name] != before.loc[0, name]]
            assert changed == [column]
            frame.loc[0, column] = before.loc[0, column]


def test_a_beta_whose_square_is_no_number_any_more_is_recall() -> None:
    scores = rv.Scorer("rouge1", beta=1e200).score_pair("a b", "a c d")["rouge1"]
    assert scores.fmeasure == scores.recall == 1 / 3


def test_an_empty_list_of_reference_columns_is_refused() -> None:
    frame = pd.DataFrame({"prediction": ["a"], "reference": ["a"]})
    with pytest.raises(InputError, match="reference is an empty list"):
        frame.rouge.score(reference=[])


def test_columns_with_levels_are_named_by_tuples() -> None:
    frame = pd.DataFrame([["a", "b"]], columns=pd.MultiIndex.from_tuples([("x", "p"), ("x", "r")]))
    with pytest.raises(InputError, match=r"for example \('x', 'p'\)\."):
        frame.rouge.score("x", ("x", "r"))
    assert len(frame.rouge.score(("x", "p"), ("x", "r"))) == 1
    deep = pd.DataFrame([["a", "b"]], columns=pd.MultiIndex.from_tuples([("x", "y", "p"), ("x", "y", "r")]))
    with pytest.raises(InputError, match=r"for example \('x', 'y', 'p'\)\."):
        deep.rouge.score(("x", "y"), ("x", "y", "r"))
    twice = pd.DataFrame([["a", "b"]], columns=pd.MultiIndex.from_tuples([("x", "p"), ("x", "p")]))
    with pytest.raises(InputError, match="stands more than once"):
        twice.rouge.score(("x", "p"), ("x", "p"))


def test_of_several_reference_columns_the_one_that_lacks_a_text_is_named() -> None:
    frame = pd.DataFrame({"p": ["a", "b"], "r": ["a", "b"], "s": ["c", None]}, index=["first", "second"])
    with pytest.raises(InputError, match="the column 's' has no reference in row 'second'"):
        frame.rouge.score("p", ["r", "s"])
    scores = frame.rouge.score("p", ["r", "s"], missing="nan", rouge_types="rouge1")
    assert scores["rouge1_recall"].isna().tolist() == [False, True]


@pytest.mark.parametrize("use_stemmer", [False, True])
def test_a_signal_handler_may_score_pairs_while_a_pair_is_scored(use_stemmer: bool) -> None:
    """As a finalizer may, or whatever else Python runs between two lines of this library."""
    scorer = rv.Scorer(use_stemmer=use_stemmer)
    texts = [" ".join(f"w{'ing' * (word % 3)}{text * word}" for word in range(40)) for text in range(30)]
    expected = [scorer.score_pair(text, texts[0]) for text in texts]
    handled = []

    def handle(*_: Any) -> None:
        place = len(handled) % len(texts)
        handled.append(scorer.score_pair(texts[place], texts[0]) == expected[place])

    before = signal.signal(signal.SIGALRM, handle)
    signal.setitimer(signal.ITIMER_REAL, 0.001, 0.001)
    try:
        for _ in range(200):
            assert [scorer.score_pair(text, texts[0]) for text in texts] == expected
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)
    assert len(handled) > 10
    assert all(handled)


def test_a_pair_of_very_long_texts_leaves_no_memory_behind() -> None:
    scorer = rv.Scorer(["rouge1"])
    text = "a word " * 400_000
    scorer.score_pair(text, text)  # compiles what such texts need
    tracemalloc.start()
    try:
        scorer.score_pair(text, text)
        held, _ = tracemalloc.get_traced_memory()
    finally:
        tracemalloc.stop()
    assert held < 1_000_000
