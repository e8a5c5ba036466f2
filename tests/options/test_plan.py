"""What is done the short way: decided once, only for options that are known to allow it, with the same scores."""

from __future__ import annotations

import dataclasses

import pytest

import rouge_vec as rv
from rouge_vec.options.plan import _MAY_DIFFER, Plan, plan_of
from rouge_vec.options.rouge_options import OPTION_NAMES, RougeOptions
from rouge_vec.options.stages import OptionValues

ALL_WAYS = ("numbers_tokens_by_row", "measures_by_kernel", "counts_short_pairs")
BY_ROW, BY_KERNEL, SHORT_PAIRS = ALL_WAYS

WAYS_LEFT = {
    "use_stemmer": ("porter", ALL_WAYS),
    "tokenizer": ("words", (BY_KERNEL, SHORT_PAIRS)),
    "lowercase": (False, ALL_WAYS),
    "exceptions": ("wordnet", (BY_KERNEL, SHORT_PAIRS)),
    "stopwords": ("smart", (BY_KERNEL, SHORT_PAIRS)),
    "sentence_separator": (".", ALL_WAYS),
    "sentence_splitter": ("js-rouge", (BY_KERNEL, SHORT_PAIRS)),
    "max_words": (3, (BY_KERNEL, SHORT_PAIRS)),
    "max_bytes": (9, (BY_KERNEL, SHORT_PAIRS)),
    "max_characters": (9, (BY_KERNEL,)),
    "byte_limit": ("script", (BY_ROW, BY_KERNEL)),
    "limit_rule": ("stripped", ALL_WAYS),
    "sentence_tokens": (True, ALL_WAYS),
    "counting": ("distinct", (BY_ROW, BY_KERNEL)),
    "negative_totals": (True, (BY_ROW,)),
    "lcs_weight": (1.5, (BY_ROW, BY_KERNEL)),
    "alpha": (0.3, (BY_ROW,)),
    "beta": (2.0, (BY_ROW,)),
    "fmeasure": ("epsilon", (BY_ROW,)),
    "multi_reference": ("macro", ALL_WAYS),
    "missing_references": ("skip", ALL_WAYS),
    "weight_normalization": ("paper", ALL_WAYS),
    "weighted_choice": ("once", ALL_WAYS),
    "decimals": (3, (BY_ROW,)),
    "single_precision": (True, (BY_ROW,)),
}
"""Each option with another value than the default, and the short ways that are left."""

PREDICTIONS = ["The cats sat. On the mat\nRunning dogs!", "mice b mice b. c\nd e rats", "went best cats"]
REFERENCES = ["a cat sat on the mats.\nDogs ran", "b mice. d\ne rats e", "go well cat"]


def ways(plan: Plan) -> tuple[str, ...]:
    return tuple(way for way in ALL_WAYS if getattr(plan, way))


def build(name: str) -> RougeOptions:
    value, _ = WAYS_LEFT[name]
    with_stemmer = {"use_stemmer": True} if name == "exceptions" else {}
    return RougeOptions.build(**{name: value}, **with_stemmer)


def test_the_table_has_every_option() -> None:
    assert set(WAYS_LEFT) == set(OPTION_NAMES)
    assert set(_MAY_DIFFER) == {field.name for field in dataclasses.fields(Plan)}


@pytest.mark.parametrize("name", WAYS_LEFT)
def test_each_option_leaves_the_ways_it_does_not_touch(name: str) -> None:
    assert ways(build(name).plan) == WAYS_LEFT[name][1]


@pytest.mark.parametrize("name", WAYS_LEFT)
def test_the_general_way_gives_the_same_scores(name: str) -> None:
    value, _ = WAYS_LEFT[name]
    scorer = rv.Scorer(**{name: value}, **({"use_stemmer": True} if name == "exceptions" else {}))
    general = rv.Scorer(**{name: value}, **({"use_stemmer": True} if name == "exceptions" else {}))
    object.__setattr__(general.options, "plan", Plan(*(False for _ in ALL_WAYS)))
    general._set_up(general.options)
    texts = {"predictions": PREDICTIONS, "references": REFERENCES, "counts": True}
    assert scorer.score(**texts).to_dict("list") == general.score(**texts).to_dict("list")
    pairs = [scorer.score_pair(*pair) for pair in zip(PREDICTIONS, REFERENCES, strict=True)]
    assert pairs == [general.score_pair(*pair) for pair in zip(PREDICTIONS, REFERENCES, strict=True)]


@dataclasses.dataclass(frozen=True, kw_only=True)
class LaterOptions(OptionValues):
    """Options of a later version: one is new, and no short way names it."""

    skip_numbers: bool = False


def test_an_option_that_the_plan_does_not_know_means_the_general_way() -> None:
    known = RougeOptions.build("rouge1")
    values = {field.name: getattr(known, field.name) for field in dataclasses.fields(OptionValues)}
    assert ways(plan_of(LaterOptions(**values))) == ALL_WAYS
    assert ways(plan_of(LaterOptions(**values, skip_numbers=True))) == ()


def test_types_that_a_single_pair_is_not_counted_for() -> None:
    for name in ("rouge3", "rougeW", "rougeS", "rougeBE-HM"):
        assert not RougeOptions.build(["rouge1", name]).plan.counts_short_pairs
    assert RougeOptions.build(["rouge1", "rouge2", "rougeL", "rougeLsum"]).plan.counts_short_pairs


def test_a_plan_is_made_anew_for_what_was_pickled_or_replaced() -> None:
    import pickle

    options = RougeOptions.build("rouge1", decimals=3)
    object.__setattr__(options, "plan", Plan(True, True, True))
    assert not pickle.loads(pickle.dumps(options)).plan.measures_by_kernel
    assert not dataclasses.replace(options, beta=2.0).plan.measures_by_kernel
    assert dataclasses.replace(options, decimals=None).plan.measures_by_kernel
