"""Means and intervals: against scipy, the printed figures of ROUGE-1.5.5, and by simulation."""

from __future__ import annotations

from typing import Any

import numpy as np
import pandas as pd
import pytest
from scipy import stats

import rouge_vec as rv
from rouge_vec.analysis.resamples import bootstrap_sums
from rouge_vec.errors import InputError, InputTypeError, OptionError
from tests.analysis.frames import MEASURES, dyadic_scores
from tests.corpora import golden

PERL: Any = golden("perl.json")
PREDICTIONS = ["the cat sat on the mat", "dogs bark", "", "a b c d", "rain today"]
REFERENCES = ["a cat sat on a mat", "the dogs barked", "nothing", "a b c d", "rain and wind tomorrow"]


@pytest.fixture(scope="module")
def scored() -> pd.DataFrame:
    types = ["rouge1", "rouge2", "rougeL"]
    scores = rv.score(predictions=PREDICTIONS, references=REFERENCES, rouge_types=types, counts=True)
    scores["system"] = ["x", "y", "x", "y", "x"]
    return scores


def test_index_and_columns_are_those_of_the_contract(scored: pd.DataFrame) -> None:
    table = rv.aggregate(scored, by="system")
    assert list(table.columns) == ["mean", "low", "high", "n", "n_missing"]
    assert table.index.names == ["system", "rouge_type", "measure"]
    assert [str(dtype) for dtype in table.dtypes] == ["float64"] * 3 + ["int64"] * 2
    assert table.attrs["signature"] == scored.attrs["signature"]
    assert rv.aggregate(scored).index.tolist() == [
        (rouge_type, measure) for rouge_type in ("rouge1", "rouge2", "rougeL") for measure in MEASURES
    ]


def test_the_mean_is_the_plain_mean(scored: pd.DataFrame) -> None:
    table = rv.aggregate(scored)
    for rouge_type, measure in table.index:
        assert table.loc[(rouge_type, measure), "mean"] == scored[f"{rouge_type}_{measure}"].mean()


@pytest.mark.parametrize("rows", [2, 3, 50, 700])
@pytest.mark.parametrize("confidence", [0.5, 0.9, 0.95])
def test_intervals_are_made_of_the_resamples_of_scipy(rows: int, confidence: float) -> None:
    scores = dyadic_scores(rows)
    table = rv.aggregate(scores, confidence=confidence, n_resamples=999, seed=7)
    for name in scores:
        ref = stats.bootstrap(
            (scores[name].to_numpy(),),
            np.mean,
            n_resamples=999,
            confidence_level=confidence,
            method="percentile",
            rng=np.random.default_rng(7),
        )
        outside = (1 - confidence) / 2
        low, high = np.quantile(ref.bootstrap_distribution, [outside, 1 - outside])
        rouge_type, _, measure = name.rpartition("_")
        assert table.loc[(rouge_type, measure), ["low", "high"]].tolist() == [low, high]
        assert f"{low:.12f} {high:.12f}" == "{:.12f} {:.12f}".format(*ref.confidence_interval)


def test_a_group_is_aggregated_as_if_it_were_alone(scored: pd.DataFrame) -> None:
    table = rv.aggregate(scored, by="system")
    for system in ("x", "y"):
        alone = rv.aggregate(scored[scored["system"] == system])
        pd.testing.assert_frame_equal(table.loc[system], alone, check_exact=True)


@pytest.mark.parametrize("layout", ["multi", "long"])
def test_layouts_make_no_difference(layout: Any) -> None:
    named = {"predictions": pd.Series(PREDICTIONS, index=[4, 4, 2, 9, 0]), "references": REFERENCES}
    wide = rv.aggregate(rv.score(**named, counts=True), average="micro")
    other = rv.aggregate(rv.score(**named, counts=True, layout=layout), average="micro")
    pd.testing.assert_frame_equal(wide, other, check_exact=True)


def test_long_scores_by_a_column_of_theirs() -> None:
    long = rv.score(predictions=PREDICTIONS, references=REFERENCES, layout="long")
    wide = rv.score(predictions=PREDICTIONS, references=REFERENCES)
    long["side"] = [row % 2 for row in long.index]
    ref = rv.aggregate(wide, by=pd.Series([0, 1, 0, 1, 0], name="side"))
    pd.testing.assert_frame_equal(rv.aggregate(long, by="side"), ref, check_exact=True)


def test_groups_by_several_labels(scored: pd.DataFrame) -> None:
    length = pd.Series(
        pd.Categorical(["long", "short", None, "short", "short"], ["short", "long"]), name="length"
    )
    table = rv.aggregate(scored, by=["system", length, np.array([1, 1, 1, 2, 2])])
    assert table.index.names == ["system", "length", "by_3", "rouge_type", "measure"]
    firsts = list(dict.fromkeys(label[:3] for label in table.index))
    assert [tuple(None if part != part else part for part in label) for label in firsts] == [
        ("x", "short", 2),
        ("x", "long", 1),
        ("x", None, 1),
        ("y", "short", 1),
        ("y", "short", 2),
    ]
    assert table["n"].tolist() == [1] * 45


def test_rows_without_scores_are_counted_and_in_no_mean() -> None:
    scores = rv.score(predictions=["a", None, "b"], references=["a", "b", "a"], missing="nan", counts=True)
    for average in ("macro", "micro"):
        table = rv.aggregate(scores, average=average)
        assert table["n"].unique().tolist() == [2]
        assert table["n_missing"].unique().tolist() == [1]
        assert table.loc[("rouge1", "fmeasure"), "mean"] == 0.5
    other = scores.copy()
    other.loc[0, "rouge1_fmeasure"] = np.nan
    table = rv.aggregate(other)
    assert table.loc["rouge1", ["n", "n_missing"]].to_numpy().tolist() == [[2, 1], [2, 1], [1, 2]]
    none = rv.aggregate(scores.iloc[1:2])
    assert none["mean"].isna().all()
    assert none["low"].isna().all()
    assert none["n"].unique().tolist() == [0]


def test_no_rows() -> None:
    scores = rv.score(predictions=["a"], references=["a"], rouge_types="rouge1").iloc[:0]
    assert rv.aggregate(scores)["n"].tolist() == [0, 0, 0]
    assert len(rv.aggregate(scores, by=np.array([]))) == 0


def test_micro_is_the_score_of_counts_added_up(scored: pd.DataFrame) -> None:
    table = rv.aggregate(scored, average="micro")
    for rouge_type in ("rouge1", "rouge2", "rougeL"):
        sums = {
            name: scored[f"{rouge_type}_{name}"].sum()
            for name in ("matches", "prediction_total", "reference_total")
        }
        precision = sums["matches"] / sums["prediction_total"]
        recall = sums["matches"] / sums["reference_total"]
        assert table.loc[rouge_type, "mean"].tolist() == [
            precision,
            recall,
            2 * precision * recall / (precision + recall),
        ]
    assert (table["low"] <= table["mean"]).all()
    assert (table["mean"] <= table["high"]).all()


def test_micro_takes_f_from_the_signature() -> None:
    named = {"predictions": PREDICTIONS, "references": REFERENCES, "rouge_types": "rouge1", "counts": True}
    recall = rv.aggregate(rv.score(**named, beta=float("inf")), average="micro").loc["rouge1", "mean"]
    assert recall["fmeasure"] == recall["recall"]
    custom = rv.aggregate(rv.score(**named, tokenizer=str.split, alpha=1.0), average="micro").loc[
        "rouge1", "mean"
    ]
    assert custom["fmeasure"] == custom["precision"]


def test_micro_without_counts_is_refused() -> None:
    scores = rv.score(predictions=["a"], references=["a"])
    with pytest.raises(InputError, match="'rouge1_matches'"):
        rv.aggregate(scores, average="micro")


def of_the_script(name: str, values: tuple[str, ...]) -> pd.DataFrame:
    """What ROUGE-1.5.5.pl printed for each document, in its order."""
    per_document = PERL["runs"][name]["per_document"]
    documents = sorted(per_document, key=lambda document: f"{document}.sys")
    printed = zip("rpf", values, strict=True)
    return pd.DataFrame(
        {
            f"rouge{kind}_{value}": [
                float(per_document[document][f"ROUGE-{kind}"][letter]) for document in documents
            ]
            for letter, value in printed
            for kind in "12L"
        }
    )


def printed_averages(name: str) -> dict[tuple[str, str], list[str]]:
    average = PERL["runs"][name]["average"]
    return {
        (f"rouge{kind}", measure): [
            average[f"ROUGE-{kind}"][letter][part] for part in ("mean", "ci_low", "ci_high")
        ]
        for kind in "12L"
        for letter, measure in zip("rpf", ("recall", "precision", "fmeasure"), strict=True)
    }


def shown(table: pd.DataFrame) -> dict[Any, list[str]]:
    figures = table[["mean", "low", "high"]].map("{:.5f}".format)
    return dict(zip(table.index.tolist(), figures.to_numpy().tolist(), strict=True))


@pytest.mark.parametrize(
    ("name", "settings"),
    [
        ("base", {}),
        ("m", {}),
        ("fB", {}),
        ("c90_r1000", {"confidence": 0.9}),
        ("c99_r1000", {"confidence": 0.99}),
        ("c50", {"confidence": 0.5}),
        ("r10", {"n_resamples": 10}),
        ("r100", {"n_resamples": 100, "confidence": 0.9}),
    ],
)
def test_averages_of_the_script_to_the_printed_digit(name: str, settings: dict[str, Any]) -> None:
    scores = of_the_script(name, ("recall", "precision", "fmeasure"))
    assert shown(rv.aggregate(scores, method="rouge-1.5.5", **settings)) == printed_averages(name)


@pytest.mark.parametrize("name", ["t1", "t1_fB", "t1_m_s"])
def test_averages_of_token_counts_of_the_script(name: str) -> None:
    counts = of_the_script(name, ("reference_total", "prediction_total", "matches"))
    scores = counts.assign(
        **{f"rouge{kind}_{measure}": 0.0 for kind in "12L" for measure in ("recall", "precision", "fmeasure")}
    )
    assert shown(rv.aggregate(scores, method="rouge-1.5.5", average="micro")) == printed_averages(name)


def test_global_random_state_is_left_alone(scored: pd.DataFrame) -> None:
    before = np.random.get_state()[1].tolist()  # noqa: NPY002
    one = rv.aggregate(scored, seed=1)
    pd.testing.assert_frame_equal(one, rv.aggregate(scored, seed=1), check_exact=True)
    assert np.random.get_state()[1].tolist() == before  # noqa: NPY002
    assert not one.equals(rv.aggregate(scored, seed=2))


@pytest.mark.parametrize("rows", [1, 5, 300, 600_000])
def test_blocks_of_resamples_change_nothing(rows: int) -> None:
    values = dyadic_scores(rows).to_numpy().T[:2]
    sums = bootstrap_sums(values, 3, seed=5)
    draws = np.random.default_rng(5).integers(0, rows, (3, rows))
    assert sums.tolist() == values[:, draws].sum(axis=2).T.tolist()


BAD: list[tuple[Any, Any, str]] = [
    ({"confidence": 95}, OptionError, "between 0 and 1, got 95"),
    ({"confidence": "0.95"}, OptionError, "must be a number"),
    ({"n_resamples": 0}, OptionError, "at least 1"),
    ({"n_resamples": 10.5}, OptionError, "whole number"),
    ({"seed": -1}, OptionError, "at least 0"),
    ({"average": "mean"}, OptionError, "macro, micro"),
    ({"method": "perl"}, OptionError, "percentile, rouge-1.5.5"),
    ({"by": "systm"}, OptionError, "did you mean 'system'"),
    ({"by": []}, OptionError, "empty list"),
    ({"by": np.array([1, 2])}, InputError, "2 labels, scores 5 rows"),
    ({"by": pd.Series(list("abcde"), index=[5, 4, 3, 2, 1])}, InputError, "index is not that"),
    ({"by": pd.Series(list("abcde"), name="measure")}, OptionError, "taken"),
]


@pytest.mark.parametrize(("settings", "error", "message"), BAD)
def test_what_does_not_fit_is_refused(
    scored: pd.DataFrame, settings: Any, error: type[Exception], message: str
) -> None:
    with pytest.raises((error, TypeError), match=message) as raised:
        rv.aggregate(scored, **settings)
    assert "Hint:" in str(raised.value)


def test_what_is_no_frame_of_scores_is_refused(scored: pd.DataFrame) -> None:
    with pytest.raises(InputTypeError, match="got list"):
        rv.aggregate([1.0])  # type: ignore[arg-type]
    with pytest.raises(InputError, match=r"no columns of scores.*'system'"):
        rv.aggregate(scored[["system"]])
    with pytest.raises(InputTypeError, match="does not hold numbers"):
        rv.aggregate(scored.assign(rouge1_fmeasure="x"))
    with pytest.raises(InputError, match="more than one column 'system'"):
        rv.aggregate(pd.concat([scored, scored[["system"]]], axis=1))
    long = rv.score(predictions=PREDICTIONS, references=REFERENCES, layout="long")
    with pytest.raises(InputError, match="some rows lack a line"):
        rv.aggregate(long.iloc[1:])


@pytest.mark.slow
def test_intervals_cover_the_mean_as_often_as_they_say() -> None:
    generator = np.random.default_rng(20040725)
    scores = pd.DataFrame({"rouge1_fmeasure": generator.beta(2, 5, 2000 * 100)})
    table = rv.aggregate(scores, by=np.repeat(np.arange(2000), 100), n_resamples=1000)
    covered = ((table["low"] <= 2 / 7) & (table["high"] >= 2 / 7)).mean()
    assert 0.93 < covered < 0.97
