"""What type checkers and completion see of the public names."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path
from typing import get_args, get_type_hints

import pytest

import rouge_vec as rv
from rouge_vec.options import keywords
from rouge_vec.options.dialects import DIALECTS
from rouge_vec.options.rouge_options import OPTION_NAMES

ROOT = Path(__file__).resolve().parents[2]
GOOD = """
rv.score(predictions=["a"], references=["a"], dialect="pltrdy", use_stemmer=True, decimals=None, measures=["recall"])
rv.Scorer(["rouge1"], tokenizer=str.split, multi_reference="macro").score(predictions=["a"], references=["a"])
"""
BAD = [
    'rv.score(predictions=["a"], references=["a"], use_stemer=True)',
    'rv.score(predictions=["a"], references=["a"], layout="wdie")',
    'rv.score(predictions=["a"], references=["a"], dialect="rouge_score")',
    'rv.Scorer("rouge1", multi_reference="mean")',
    'rv.Scorer("rouge1").score(predictions=["a"], references=["a"], measures="f1")',
]


@pytest.mark.processes
def test_type_checkers_refuse_misspelled_options(tmp_path: Path) -> None:
    script = tmp_path / "script.py"
    script.write_text("import rouge_vec as rv\n" + GOOD + "\n".join(BAD) + "\n", encoding="utf-8")
    command = [sys.executable, "-m", "mypy", "--no-incremental", "--config-file", "", str(script)]
    printed = subprocess.run(command, capture_output=True, text=True, cwd=ROOT, check=False).stdout
    first = 1 + GOOD.count("\n") + 1
    lines = {
        int(line.split(":")[1])
        for line in printed.splitlines()
        if line.startswith(f"{script}:") and "error" in line
    }
    assert lines == {first + place for place in range(len(BAD))}, printed


def test_typed_keywords_are_the_options() -> None:
    assert set(get_type_hints(keywords.OptionKeywords)) == set(OPTION_NAMES)
    assert set(get_args(keywords.Dialect)) == set(DIALECTS)


def test_completion_shows_public_names_only() -> None:
    assert set(dir(rv)) == {*rv.__all__, "compat"}


@pytest.mark.parametrize("name", sorted(DIALECTS))
def test_every_typed_dialect_makes_a_scorer(name: keywords.Dialect) -> None:
    assert rv.Scorer("rouge1", name).signature.startswith(f"dialect:{name}|")
