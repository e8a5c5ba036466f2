"""The examples of docstrings."""

from __future__ import annotations

import doctest
import importlib

import pytest


@pytest.mark.parametrize("name", ["aggregation", "comparison"])
def test_examples_give_what_they_show(name: str) -> None:
    module = importlib.import_module(f"rouge_vec.analysis.{name}")
    result = doctest.testmod(module)
    assert result.attempted > 0
    assert result.failed == 0
