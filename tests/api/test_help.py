"""``help(rv.score)`` names every option and every value that has a name."""

from __future__ import annotations

import inspect

import pytest

import rouge_vec as rv
from rouge_vec.options.dialects import DIALECTS
from rouge_vec.options.keywords import OptionKeywords
from rouge_vec.options.option_checks import CHOICES
from rouge_vec.options.rouge_options import OPTION_NAMES
from rouge_vec.text.irregular_forms import exception_names
from rouge_vec.text.sentences import splitter_names
from rouge_vec.text.stopwords import stopword_names
from rouge_vec.text.tokenizers import tokenizer_names

NAMED_VALUES = [
    *DIALECTS,
    *tokenizer_names(),
    *splitter_names(),
    *(name for name in (*stopword_names(), *exception_names()) if name != "none"),
    *(value for choices in CHOICES.values() for value in choices),
]


@pytest.mark.parametrize("name", sorted(set(NAMED_VALUES)))
def test_help_names_each_value(name: str) -> None:
    assert f'"{name}"' in inspect.getdoc(rv.score)


@pytest.mark.parametrize("name", OPTION_NAMES)
def test_help_explains_each_option(name: str) -> None:
    options = inspect.getdoc(rv.score).partition("Other Parameters")[2].partition("Returns")[0]
    assert name in options.replace(",", " ").split()


@pytest.mark.parametrize("function", [rv.score, rv.Scorer, rv.warmup], ids=["score", "Scorer", "warmup"])
def test_signatures_name_each_option(function) -> None:
    parameters = inspect.signature(function).parameters
    assert set(OptionKeywords.__annotations__) <= set(parameters)
    assert not any(one.kind is one.VAR_KEYWORD for one in parameters.values())


def test_the_accessor_names_each_option_too() -> None:
    import pandas as pd

    parameters = inspect.signature(pd.DataFrame({"prediction": []}).rouge.score).parameters
    assert {*OPTION_NAMES, "layout", "dialect", "measures", "missing"} <= set(parameters)
