"""Families of rouge types: each is one record, and one that is unknown is never counted as another."""

from __future__ import annotations

import pickle

import numpy as np
import pytest

import rouge_vec as rv
from rouge_vec.batch import Tokens
from rouge_vec.columns.sides import read_columns
from rouge_vec.counting.rows import _COUNTERS, count_rows
from rouge_vec.counting.scratch import Scratch
from rouge_vec.errors import OptionError
from rouge_vec.options import families
from rouge_vec.options.families import FAMILIES, WHOLE_TEXTS, Family, family_named
from rouge_vec.options.rouge_options import RougeOptions
from rouge_vec.options.rouge_types import EXAMPLE_ROUGE_TYPES, RougeType
from rouge_vec.text.tokenizers import number_columns


@pytest.mark.parametrize("family", FAMILIES.values(), ids=str)
def test_a_family_names_a_method_of_every_counter(family: Family) -> None:
    for counter in _COUNTERS.values():
        assert callable(getattr(counter, family.counter))


@pytest.mark.parametrize("name", EXAMPLE_ROUGE_TYPES)
def test_one_pattern_matches_each_name(name: str) -> None:
    assert [family.name for family in FAMILIES.values() if family.pattern.fullmatch(name)] == [
        RougeType.parse(name).family.name
    ]


def test_types_keep_their_family_when_pickled() -> None:
    scorer = pickle.loads(pickle.dumps(rv.Scorer(["rouge2", "rougeW", "rougeBE-HM"])))
    assert [one.family for one in scorer.options.rouge_types] == [FAMILIES[name] for name in ("N", "W", "BE")]


def test_an_unknown_family_is_refused_and_never_counted() -> None:
    options = RougeOptions.build("rouge1")
    tokens: Tokens = number_columns({"texts": read_columns(["a"], ["a"], options)[0]}, options)["texts"]
    later = RougeType("rougeX", Family("X", FAMILIES["N"].pattern, (), WHOLE_TEXTS, "count_later"))
    rows = np.zeros(1, np.int64), np.zeros(1, np.int64)
    with pytest.raises(AttributeError, match="count_later"):
        count_rows(tokens, tokens, *rows, [later], options, Scratch())
    with pytest.raises(OptionError, match="unknown family of rouge types 'X'"):
        family_named("X")
    with pytest.raises(OptionError, match="unknown family of rouge types 'X'"):
        pickle.loads(pickle.dumps(later))


def test_the_record_says_what_is_read() -> None:
    assert [name for name, family in FAMILIES.items() if family.reads == families.SENTENCES] == ["Lsum", "W"]
    assert [name for name, family in FAMILIES.items() if family.is_weighted] == ["W"]
