"""Words that workers share: bounded, usable in a fork and from within a tokenizer's own call."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

import rouge_vec as rv
from rouge_vec.text import pretokenized, python_tokenizer

pytestmark = pytest.mark.processes

ROOT = Path(__file__).resolve().parents[2]


@pytest.mark.parametrize(
    "options", [{"tokenizer": "words"}, {"tokenizer": str.split}, {"dialect": "js-rouge"}]
)
def test_words_of_earlier_calls_are_forgotten(options, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(python_tokenizer, "MOST_TOKENS_KEPT", 100)
    made = []
    begin = python_tokenizer.TokenIds.__init__

    def note(self, *arguments) -> None:
        made.append(self)
        begin(self, *arguments)

    monkeypatch.setattr(python_tokenizer.TokenIds, "__init__", note)
    scorer = rv.Scorer("rouge1", **options)
    for call in range(20):
        texts = [f"w{call}x{row} same" for row in range(50)]
        scores = scorer.score(predictions=texts, references=[f"{text} other" for text in texts], n_jobs=1)
        assert scores["rouge1_recall"].tolist() == [2 / 3] * 50
    assert len(made) > 5
    assert max(ids.known for ids in made) <= 100 + 52


@pytest.mark.parametrize("first", [0, 1 << 40])
def test_ids_of_earlier_calls_are_forgotten(first: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pretokenized, "MOST_TOKENS_KEPT", 100)
    scorer = rv.Scorer("rouge1", tokenizer="pretokenized")
    for call in range(10):
        start = first + 1000 * call
        cells = [np.arange(start + row, start + row + 3) for row in range(100)]
        scores = scorer.score(predictions=cells, references=[cell[:2] for cell in cells], n_jobs=1)
        assert scores["rouge1_precision"].tolist() == [2 / 3] * 100
    worker = scorer._workers.take()
    assert len(worker._readings[0][1]._integers) <= 202


def test_a_tokenizer_may_call_the_same_scorer() -> None:
    inner = []

    def tokenize(text: str) -> list[str]:
        if text.startswith("outer") and not inner:
            inner.append(None)
            inner[0] = scorer.score_pair("inner a", "inner b")["rouge1"].fmeasure
        return text.split()

    scorer = rv.Scorer("rouge1", tokenizer=tokenize)
    assert scorer.score_pair("outer x", "outer y")["rouge1"].fmeasure == 0.5
    assert inner == [0.5]


FORKED = """
import os, threading, warnings
import rouge_vec as rv
warnings.simplefilter("ignore", DeprecationWarning)
scorer = rv.Scorer("rouge1", {tokenizer})
texts = [f"w{{row}} a b" for row in range(400)]
scorer.score(predictions=texts, references=texts)
stop = threading.Event()
def work():
    while not stop.is_set():
        scorer.score(predictions=[t + " c" for t in texts], references=texts, n_jobs=1)
thread = threading.Thread(target=work)
thread.start()
done = 0
for _ in range(20):
    child = os.fork()
    if not child:
        right = scorer.score(predictions=["a b"], references=["a c"], n_jobs=1)["rouge1_recall"][0] == 0.5
        os._exit(0 if right else 1)
    done += os.waitpid(child, 0)[1] == 0
stop.set()
thread.join()
print(done)
"""


@pytest.mark.parametrize("tokenizer", ["tokenizer='unicode-v1'", "tokenizer=str.split", "dialect='pltrdy'"])
def test_a_child_forked_while_another_thread_scores(tokenizer: str) -> None:
    done = subprocess.run(
        [sys.executable, "-c", FORKED.format(tokenizer=tokenizer)],
        env={**os.environ, "PYTHONPATH": str(ROOT)},
        capture_output=True,
        text=True,
        check=False,
        timeout=120,
    )
    assert done.stdout.strip() == "20", done.stderr


AT_ONCE = """
import os, sys, threading, time
import rouge_vec as rv
inside, together = [0], [0]
def tokenize(text):
    inside[0] += 1
    together[0] = max(together[0], inside[0])
    tokens = text.split()
    time.sleep(1e-3)
    inside[0] -= 1
    return tokens
sys.setswitchinterval(1e-6)
scorer = rv.Scorer("rouge1", tokenizer=tokenize)
scorer.score(predictions=["a"], references=["a"])
right = 0
for _ in range(60):
    child = os.fork()
    if not child:
        barrier = threading.Barrier(8)
        def work(number):
            barrier.wait()
            texts = [f"{number}x{row} a" for row in range(5)]
            scorer.score(predictions=texts, references=texts, n_jobs=1)
        threads = [threading.Thread(target=work, args=(number,)) for number in range(8)]
        for thread in threads: thread.start()
        for thread in threads: thread.join()
        os._exit(together[0] != 1)
    right += os.waitpid(child, 0)[1] == 0
print(right)
"""

WITHIN = """
import os
import rouge_vec as rv
depths = []
def tokenize(text):
    if text == "fork":
        child = os.fork()
        if not child:
            scorer.score_pair("a b", "a c")
        else:
            os._exit(os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]))
    if text == "outer x":
        depths.append(scorer.score_pair("inner a", "inner b")["rouge1"].fmeasure)
    return text.split()
scorer = rv.Scorer("rouge1", tokenizer=tokenize)
scorer.score_pair("fork", "fork it")
assert scorer.score_pair("outer x", "outer y")["rouge1"].fmeasure == 0.5
assert depths == [0.5]
print(scorer._workers.take()._readings[0][1]._shared._turns.depth, flush=True)
"""


@pytest.mark.parametrize(("code", "printed"), [(AT_ONCE, "60"), (WITHIN, "0")], ids=["at once", "within"])
def test_turns_in_a_child(code: str, printed: str) -> None:
    done = subprocess.run(
        [sys.executable, "-W", "ignore::DeprecationWarning", "-c", code],
        env={**os.environ, "PYTHONPATH": str(ROOT)},
        capture_output=True,
        text=True,
        check=False,
        timeout=120,
    )
    assert done.stdout.strip() == printed, done.stderr
