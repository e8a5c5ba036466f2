"""After `warmup` no call waits for a compiler, however long its texts are and in whatever they are held."""

from __future__ import annotations

import os
import subprocess
import sys
from typing import Any

import pytest

import rouge_vec as rv

pytestmark = pytest.mark.processes

SCRIPT = """
import pandas as pd
import rouge_vec as rv
from numba.core import event

options = {options}
rv.warmup(**options)
compiled = []

class Listener(event.Listener):
    def on_start(self, event):
        compiled.append(event.data["dispatcher"].py_func.__name__)

    def on_end(self, event):
        pass

event.register("numba:compile", Listener())
words = " ".join(f"w{{number}} running" for number in range(2000))
texts = ["a\\nb c", "x " * 700, words, words.replace(" ", "\\n"), "\\u00e9t\\u00e9 " * 50, "z" * 900]
texts += ["-".join("abcdefghij" * 70) + "\\nx y", "a<q>b", "a\\nb"]
for column in (texts, pd.Series(texts), pd.Series(texts, dtype="string[pyarrow]")):
    rv.score(predictions=column, references=column, **options)
rv.score(predictions=texts, references=[texts[:3]] * len(texts), **options)
scorer = rv.Scorer(**options)
for text in texts:
    scorer.score_pair(text, words)
print(sorted(set(compiled)))
"""


@pytest.mark.parametrize(
    "options",
    [
        {"use_stemmer": True},
        {"dialect": "rouge-1.5.5", "stopwords": "smart"},
        {"dialect": "rouge-1.5.5", "max_words": 5},
        {"dialect": "rouge-1.5.5", "max_bytes": 1500},
        {"max_words": 2, "sentence_separator": "<q>"},
    ],
)
def test_nothing_is_compiled_after_warmup(options: dict[str, object]) -> None:
    ran = subprocess.run(
        [sys.executable, "-W", "ignore", "-c", SCRIPT.format(options=options)],
        env={**os.environ, "ROUGE_VEC_CACHE": "0"},
        capture_output=True,
        text=True,
        check=True,
        timeout=240,
    )
    assert ran.stdout == "[]\n"


@pytest.mark.parametrize(
    "options", [{"tokenizer": "pretokenized"}, {"rouge_types": ["rougeBE-HM", "rouge1"]}], ids=str
)
def test_cells_need_not_be_plain_texts(options: dict[str, Any]) -> None:
    assert rv.warmup(**options) > 0
