"""Paired tests: against scipy, against the definition, by simulation, and what cannot be paired."""

from __future__ import annotations

import itertools
from typing import Any

import numpy as np
import pandas as pd
import pytest
from scipy import stats

import rouge_vec as rv
from rouge_vec.analysis.comparison import holm
from rouge_vec.analysis.resamples import sign_flip_sums
from rouge_vec.errors import InputError, InputTypeError, OptionError
from tests.analysis.frames import MEASURES, dyadic_scores

COLUMNS = ["difference", "low", "high", "p_value", "p_adjusted", "n", "win", "tie", "loss"]


def pair(rows: int, seed: int = 1) -> dict[str, pd.DataFrame]:
    return {"A": dyadic_scores(rows, seed), "B": dyadic_scores(rows, seed + 1000)}


def test_index_and_columns_are_those_of_the_contract() -> None:
    systems = {**pair(20), "C": dyadic_scores(20, 9)}
    table = rv.compare(systems, baseline="A", by=pd.Series(["x", "y"] * 10, name="domain"))
    assert list(table.columns) == COLUMNS
    assert table.index.names == ["domain", "system", "rouge_type", "measure"]
    assert table.index.tolist() == [
        (domain, system, rouge_type, measure)
        for domain in "xy"
        for system in "BC"
        for rouge_type in ("rouge1", "rougeL")
        for measure in MEASURES
    ]
    assert [str(dtype) for dtype in table.dtypes] == ["float64"] * 5 + ["int64"] * 4
    assert table.attrs["baseline"] == "A"
    assert "test:paired permutation|correction:holm|" in table.attrs["statistics"]


@pytest.mark.parametrize("rows", [2, 3, 7, 12])
def test_exact_p_values_are_those_of_scipy(rows: int) -> None:
    systems = pair(rows)
    table = rv.compare(systems, n_resamples=5000)
    for name in systems["A"]:
        ref = stats.permutation_test(
            (systems["B"][name].to_numpy(), systems["A"][name].to_numpy()),
            lambda one, other, axis: np.mean(one - other, axis=axis),
            permutation_type="samples",
            vectorized=True,
            n_resamples=5000,
        )
        rouge_type, _, measure = name.rpartition("_")
        line = table.loc[("B", rouge_type, measure)]
        assert (line["difference"], line["p_value"]) == (ref.statistic, ref.pvalue)


@pytest.mark.parametrize("rows", [3, 40, 701])
def test_intervals_are_made_of_the_resamples_of_scipy(rows: int) -> None:
    systems = pair(rows)
    table = rv.compare(systems, n_resamples=499, seed=3, confidence=0.9)
    for name in systems["A"]:
        differences = (systems["B"][name] - systems["A"][name]).to_numpy()
        drawn = stats.bootstrap(
            (differences,), np.mean, n_resamples=499, method="percentile", rng=np.random.default_rng(3)
        ).bootstrap_distribution
        rouge_type, _, measure = name.rpartition("_")
        line = table.loc[("B", rouge_type, measure)]
        outside = (1 - 0.9) / 2
        assert [line["low"], line["high"]] == np.quantile(drawn, [outside, 1 - outside]).tolist()


def test_the_bootstrap_test_is_that_of_its_definition() -> None:
    systems = pair(50)
    table = rv.compare(systems, test="bootstrap", n_resamples=300, seed=3)
    differences = (systems["B"]["rougeL_recall"] - systems["A"]["rougeL_recall"]).to_numpy()
    drawn = differences[np.random.default_rng(3).integers(0, 50, (300, 50))].sum(axis=1)
    seen = differences.sum()
    extreme = (np.abs(drawn - seen) >= abs(seen)).sum()
    assert table.loc[("B", "rougeL", "recall"), "p_value"] == (extreme + 1) / 301


def test_signs_are_all_or_coins() -> None:
    values = dyadic_scores(5, rouge_types=("rouge1",)).to_numpy().T
    every = {tuple(np.array(signs) @ values.T) for signs in itertools.product([-1.0, 1.0], repeat=5)}
    assert {tuple(line) for line in sign_flip_sums(values, 32, 0)} == every
    ones = np.eye(300)
    thrown = sign_flip_sums(ones, 4000, 0)
    assert set(np.unique(thrown)) == {-1.0, 1.0}
    assert abs(thrown.mean()) < 0.005
    assert np.abs(np.corrcoef(thrown.T) - ones).max() < 0.1
    assert (sign_flip_sums(ones, 4000, 0) == thrown).all()


def test_no_p_value_is_zero() -> None:
    better = {"A": dyadic_scores(200) * 0, "B": dyadic_scores(200) * 0 + 1}
    for test in ("permutation", "bootstrap"):
        table = rv.compare(better, test=test, n_resamples=999)  # type: ignore[arg-type]
        assert table["p_value"].unique().tolist() == [1 / 1000]
        assert table["win"].unique().tolist() == [200]


def test_equal_systems_do_not_differ() -> None:
    scores = dyadic_scores(50)
    table = rv.compare({"A": scores, "B": scores.copy()}, power=0.8)
    assert table["p_value"].unique().tolist() == [1.0]
    assert table[["difference", "low", "high", "win", "loss"]].eq(0).all(axis=None)
    assert table["tie"].unique().tolist() == [50]
    assert table["effect_size"].isna().all()


def test_rounding_breaks_no_tie() -> None:
    # The sum of 0.1 + 0.2 - 0.3 is not 0 in floats, and must count as one with sums that are.
    scores = pd.DataFrame({"rouge1_fmeasure": [0.1, 0.2, 0.0, 0.0]})
    other = pd.DataFrame({"rouge1_fmeasure": [0.0, 0.0, 0.3, 0.0]})
    assert rv.compare({"A": other, "B": scores})["p_value"].tolist() == [1.0]


def test_wins_ties_and_losses() -> None:
    systems = {
        "A": pd.DataFrame({"rouge1_fmeasure": [0.5, 0.5, 0.5, np.nan, 0.5]}),
        "B": pd.DataFrame({"rouge1_fmeasure": [0.6, 0.5, 0.7, 0.9, np.nan]}),
    }
    line = rv.compare(systems).loc[("B", "rouge1", "fmeasure")]
    assert line[["n", "win", "tie", "loss"]].tolist() == [3, 2, 1, 0]


def test_no_row_in_common_has_a_score() -> None:
    nothing = pd.DataFrame({"rouge1_fmeasure": [np.nan]})
    table = rv.compare({"A": nothing, "B": nothing}, power=0.9)
    assert table["n"].tolist() == [0]
    assert table.drop(columns=["n", "win", "tie", "loss"]).isna().all(axis=None)


def test_effect_size_and_power() -> None:
    systems = pair(60)
    table = rv.compare(systems, power=0.8)
    assert list(table.columns) == [*COLUMNS, "effect_size", "detectable_difference"]
    differences = systems["B"]["rouge1_recall"] - systems["A"]["rouge1_recall"]
    line = table.loc[("B", "rouge1", "recall")]
    assert line["effect_size"] == differences.mean() / differences.to_numpy().std(ddof=1)
    distance = stats.norm.ppf(0.975) + stats.norm.ppf(0.8)
    expected = distance * differences.std() / np.sqrt(60)
    assert f"{line['detectable_difference']:.12f}" == f"{expected:.12f}"


def test_holm_is_stepwise() -> None:
    adjusted = holm(np.array([0.01, 0.04, 0.03, np.nan, 0.5]))
    assert adjusted[[0, 1, 2, 4]].tolist() == [0.04, 0.09, 0.09, 0.5]
    assert np.isnan(adjusted[3])
    assert holm(np.array([0.6, 0.9])).tolist() == [1.0, 1.0]


def test_all_systems_and_groups_of_a_measure_are_adjusted_together() -> None:
    systems = {name: dyadic_scores(60, seed) for seed, name in enumerate("ABCD")}
    table = rv.compare(systems, by=np.arange(60) % 2, n_resamples=500)
    for _, family in table.groupby(["rouge_type", "measure"]):
        assert family["p_adjusted"].tolist() == holm(family["p_value"].to_numpy()).tolist()


def test_a_group_is_compared_as_if_it_were_alone() -> None:
    systems = pair(40)
    domain = pd.Series(["x", "y", "y", "y"] * 10)
    table = rv.compare(systems, by=domain, n_resamples=200).loc["y"].drop(columns="p_adjusted")
    alone = rv.compare({name: one[domain == "y"] for name, one in systems.items()}, n_resamples=200)
    pd.testing.assert_frame_equal(table, alone.drop(columns="p_adjusted"), check_exact=True)


def test_rows_are_paired_by_index_whatever_their_order() -> None:
    systems = pair(30)
    shuffled = {"A": systems["A"], "B": systems["B"].sample(frac=1, random_state=1)}
    pd.testing.assert_frame_equal(rv.compare(systems), rv.compare(shuffled), check_exact=True)


def test_rows_are_paired_by_a_key() -> None:
    systems = pair(30)
    named = {name: one.assign(item=[f"i{row}" for row in one.index]) for name, one in systems.items()}
    named["B"] = named["B"].sample(frac=1, random_state=1).reset_index(drop=True)
    pd.testing.assert_frame_equal(rv.compare(systems), rv.compare(named, key="item"), check_exact=True)
    two = {name: one.assign(part=0).set_index("item") for name, one in named.items()}
    pd.testing.assert_frame_equal(
        rv.compare(systems), rv.compare(two, key=["part", "item"]), check_exact=True
    )


def test_one_frame_of_all_systems() -> None:
    systems = {**pair(30), "C": dyadic_scores(30, 77)}
    parts = [one.assign(system=name, item=one.index) for name, one in systems.items()]
    stacked = pd.concat(parts, ignore_index=True)
    table = rv.compare(stacked, system="system", key="item", baseline="B")
    pd.testing.assert_frame_equal(table, rv.compare(systems, baseline="B"), check_exact=True)


def test_scores_of_texts_in_every_layout() -> None:
    references = ["the cat sat", "dogs bark", "it rains"]
    texts = {"A": ["a cat", "dogs", "rain"], "B": ["the cat", "bark dogs", "it rains"]}
    layouts: tuple[Any, ...] = ("wide", "multi", "long")
    wide, multi, long = (
        rv.compare(
            {
                name: rv.score(predictions=one, references=references, layout=layout)
                for name, one in texts.items()
            }
        )
        for layout in layouts
    )
    pd.testing.assert_frame_equal(wide, multi, check_exact=True)
    pd.testing.assert_frame_equal(wide, long, check_exact=True)
    assert "types:rouge1+rouge2" in wide.attrs["signature"]


def scored(**options: Any) -> pd.DataFrame:
    return rv.score(predictions=["a"], references=["a"], **options)


UNPAIRED: list[tuple[Any, dict[str, Any], type[Exception], str]] = [
    ([1], {}, InputTypeError, "must be a mapping"),
    ({"A": dyadic_scores(2)}, {}, InputError, "1 systems"),
    ({"A": dyadic_scores(2), "B": [1]}, {}, InputTypeError, "frame of 'B' must be a DataFrame"),
    (pair(2), {"baseline": "a"}, OptionError, "did you mean 'A'"),
    (pair(2), {"system": "x"}, OptionError, "leave it out"),
    (pair(2), {"test": "t"}, OptionError, "permutation"),
    (pair(2), {"power": 80}, OptionError, "power must be between 0 and 1"),
    (pair(2), {"key": "item"}, OptionError, "key='item' is no column of the frame of 'A'"),
    (pair(2), {"by": pd.Series([1, 2], name="system")}, OptionError, "'system'"),
    (dyadic_scores(2), {}, OptionError, "no column that tells its systems apart"),
    (dyadic_scores(2), {"system": "name"}, OptionError, "system='name' is no column"),
    (
        dyadic_scores(2).assign(name=["A", None]),
        {"system": "name"},
        InputError,
        "row 1 has no label in column 'name'",
    ),
    (
        {"A": dyadic_scores(5), "B": dyadic_scores(3)},
        {},
        InputError,
        "'A' has 2 rows that 'B' lacks: index 3, 4",
    ),
    (
        {"A": dyadic_scores(3), "B": dyadic_scores(9)},
        {},
        InputError,
        "'B' has 6 rows that 'A' lacks: index 3, 4, 5 and 3 more",
    ),
    (
        {"A": dyadic_scores(2), "B": dyadic_scores(2).set_axis([1, 1])},
        {},
        InputError,
        "'B' has index 1 more than once",
    ),
    (
        {"A": dyadic_scores(2).assign(item=[7, 7]), "B": dyadic_scores(2).assign(item=[7, 7])},
        {"key": "item"},
        InputError,
        "'A' has item 7 more than once",
    ),
    (
        {"A": dyadic_scores(2), "B": dyadic_scores(2, rouge_types=("rouge1",))},
        {},
        InputError,
        "'B' has no precision of rougeL",
    ),
    ({"A": scored(), "B": scored(use_stemmer=True)}, {}, InputError, "stem:none and stem:porter"),
]


@pytest.mark.parametrize(("systems", "settings", "error", "message"), UNPAIRED)
def test_what_cannot_be_compared_is_refused(
    systems: Any, settings: dict[str, Any], error: type[Exception], message: str
) -> None:
    with pytest.raises(error, match=message) as raised:
        rv.compare(systems, **settings)
    assert "Hint:" in str(raised.value)


def test_rows_of_equal_indexes_are_pairs_even_if_labels_stand_twice() -> None:
    systems = {name: one.set_axis([5, 5, 6], axis=0) for name, one in pair(3).items()}
    assert rv.compare(systems)["n"].unique().tolist() == [3]


@pytest.mark.slow
@pytest.mark.parametrize("test", ["permutation", "bootstrap"])
def test_false_positives_are_as_rare_as_the_level(test: Any) -> None:
    generator = np.random.default_rng(7)
    base = generator.beta(2, 5, (2, 2000 * 60))
    systems = {name: pd.DataFrame({"rouge1_fmeasure": one}) for name, one in zip("AB", base, strict=True)}
    table = rv.compare(systems, by=np.repeat(np.arange(2000), 60), test=test, n_resamples=499)
    assert 0.035 < (table["p_value"] <= 0.05).mean() < 0.065
    covered = ((table["low"] <= 0) & (table["high"] >= 0)).mean()
    assert 0.93 < covered < 0.97


@pytest.mark.slow
def test_a_detectable_difference_is_detected_as_often_as_its_power_says() -> None:
    generator = np.random.default_rng(8)
    rows = np.repeat(np.arange(1000), 80)
    ref = generator.normal(0, 0.2, len(rows))
    distance = stats.norm.ppf(0.975) + stats.norm.ppf(0.8)
    better = generator.normal(0, 0.2, len(rows)) + distance * 0.2 * np.sqrt(2) / np.sqrt(80)
    systems = {"A": pd.DataFrame({"rouge1_recall": ref}), "B": pd.DataFrame({"rouge1_recall": better})}
    table = rv.compare(systems, by=rows, n_resamples=499)
    assert 0.76 < (table["p_value"] <= 0.05).mean() < 0.84
