"""Every figure that ROUGE-1.5.5 printed for a document, under every option set of the golden file."""

from __future__ import annotations

import functools
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest

import rouge_vec
from tests import naive
from tests.comparing import engine_scores
from tests.corpora import golden
from tests.naive_stemmer import perl_stem

Figures = Mapping[str, Mapping[str, str]]

WORD_LISTS = Path(rouge_vec.__file__).parent / "data"
DIALECT = "rouge-1.5.5"


def runs() -> dict[str, Any]:
    return dict(golden("perl.json")["runs"])


def solo() -> dict[str, Any]:
    return dict(golden("perl.json")["solo"])


@functools.cache
def documents() -> dict[str, Any]:
    return {document["id"]: document for document in golden("corpus.json")["docs"]}


def our_name(metric: str) -> str:
    """The script's metric in this library's words: its ROUGE-L is summary-level, its star means no limit."""
    short = metric.removeprefix("ROUGE-")
    return "rougeLsum" if short == "L" else f"rouge{short.replace('*', '')}"


def after(options: list[str], flag: str, default: str) -> str:
    return options[options.index(flag) + 1] if flag in options else default


def engine_options(options: list[str]) -> dict[str, Any]:
    """The script's flags as keyword arguments."""
    made: dict[str, Any] = {"alpha": float(after(options, "-p", "0.5"))}
    made["multi_reference"] = {"A": "average", "B": "best_recall"}[after(options, "-f", "A")]
    if "-m" in options:
        made["use_stemmer"] = True
    if "-s" in options:
        made["stopwords"] = "smart"
    for flag, name in (("-l", "max_words"), ("-b", "max_bytes")):
        if flag in options:
            made[name] = int(after(options, flag, "0"))
    return made


def printed_scores(frame: Any, row: int, metric: str) -> dict[str, str]:
    columns = {"r": "recall", "p": "precision", "f": "fmeasure"}
    return {key: f"{frame[f'{our_name(metric)}_{column}'].iloc[row]:.5f}" for key, column in columns.items()}


def printed_counts(frame: Any, row: int, metric: str) -> dict[str, str]:
    """In runs with ``-t 1`` and ``-t 2`` the columns R, P and F hold counts, with up to 15 digits."""
    columns = {"r": "reference_total", "p": "prediction_total", "f": "matches"}
    return {key: f"{frame[f'{our_name(metric)}_{column}'].iloc[row]:.15g}" for key, column in columns.items()}


def engine_figures(
    names: list[str], metrics: list[str], options: list[str]
) -> dict[str, dict[str, dict[str, str]]]:
    chosen = [documents()[name] for name in names]
    frame = engine_scores(
        [document["system"] for document in chosen],
        [document["references"] for document in chosen],
        [our_name(metric) for metric in metrics],
        dialect=DIALECT,
        counts=True,
        **engine_options(options),
    )
    printed = printed_scores if after(options, "-t", "0") == "0" else printed_counts
    return {
        name: {metric: printed(frame, row, metric) for metric in metrics} for row, name in enumerate(names)
    }


def figures_that_differ(right: Mapping[str, Figures], ours: Mapping[str, Figures]) -> list[str]:
    return [
        f"{document} {metric}: {ours[document][metric]} instead of {dict(figures)}"
        for document, metrics in right.items()
        for metric, figures in metrics.items()
        if ours[document][metric] != as_numbers_are_printed(figures)
    ]


def as_numbers_are_printed(figures: Mapping[str, str]) -> dict[str, str]:
    return {key: str(value) for key, value in figures.items()}


@pytest.mark.parametrize("name", runs())
def test_documents_scored_in_one_run(name: str) -> None:
    run = runs()[name]
    right = run["per_document"]
    metrics = list(next(iter(right.values())))
    assert figures_that_differ(right, engine_figures(list(right), metrics, run["options"])) == []


@pytest.mark.parametrize("name", solo())
def test_documents_with_a_reference_without_tokens(name: str) -> None:
    """The script prints these up to where it divides by zero; the run without ROUGE-W has the rest."""
    run = solo()[name]
    for document, printed in run["documents"].items():
        right = {**printed.get("rerun_without_w", printed)["scores"], **printed["scores"]}
        ours = engine_figures([document], list(right), run["options"])
        assert figures_that_differ({document: right}, ours) == []


def test_weighted_figures_of_a_reference_without_tokens_are_zero() -> None:
    ours = engine_figures(["o089", "o090"], ["ROUGE-W-1.2"], ["-w", "1.2"])
    zeros = {"r": "0.00000", "p": "0.00000", "f": "0.00000"}
    assert ours == {name: {"ROUGE-W-1.2": zeros} for name in ("o089", "o090")}


def test_leaving_one_reference_out() -> None:
    for run in golden("perl.json")["extra"]["jackknife"]["runs"].values():
        right = run["per_evaluation"]
        metrics = list(next(iter(right.values())))
        parts = [name.rsplit("-", 1) for name in right]
        frame = engine_scores(
            [documents()[name]["system"] for name, _ in parts],
            [without(documents()[name]["references"], int(left_out)) for name, left_out in parts],
            [our_name(metric) for metric in metrics],
            dialect=DIALECT,
            **engine_options(run["options"]),
        )
        ours = {
            name: {metric: printed_scores(frame, row, metric) for metric in metrics}
            for row, name in enumerate(right)
        }
        assert figures_that_differ(right, ours) == []


def without(references: list[str], number: int) -> list[str]:
    return references[: number - 1] + references[number:]


def test_stems_of_words() -> None:
    """A stem is shown by scoring the word against it without the stemmer touching the stem again."""
    words = {word: stem for word, stem in golden("perl.json")["stems"]["words"].items() if len(word) > 3}
    assert len(words) > 6000
    exceptions = dict(
        line.split("\t")
        for line in (WORD_LISTS / "wordnet_exceptions.tsv").read_text().splitlines()
        if "\t" in line
    )
    assert {word: perl_stem(word, exceptions) for word in words} == words


@functools.cache
def pairs_by_stem() -> tuple[list[str], list[str], list[float]]:
    """Words in the order of their stems: neighbours share a stem or they do not."""
    words = sorted(
        (
            (stem, word)
            for word, stem in golden("perl.json")["stems"]["words"].items()
            if word.isalnum() and len(word) > 3
        )
    )
    following = words[1:] + words[:1]
    same = [float(one[0] == other[0]) for one, other in zip(words, following, strict=True)]
    return [word for _, word in words], [word for _, word in following], same


def test_words_match_when_the_script_gives_them_one_stem() -> None:
    predictions, references, right = pairs_by_stem()
    assert 1000 < sum(right) < len(right)
    frame = engine_scores(predictions, references, ["rouge1"], dialect=DIALECT, use_stemmer=True)
    wrong = [
        (one, other)
        for one, other, expected, got in zip(
            predictions, references, right, frame["rouge1_fmeasure"], strict=True
        )
        if expected != got
    ]
    assert wrong == []


def test_the_oracle_prints_the_same_figures() -> None:
    """The plain scorer that judges the engine elsewhere is judged here itself."""
    settings = {
        "base": naive.Settings(dialect=DIALECT, multi_reference="average"),
        "fB": naive.Settings(dialect=DIALECT, multi_reference="best_recall"),
        "l10": naive.Settings(dialect=DIALECT, multi_reference="average", max_words=10),
        "b75": naive.Settings(dialect=DIALECT, multi_reference="average", max_bytes=75),
        "p0.8": naive.Settings(dialect=DIALECT, multi_reference="average", alpha=0.8),
    }
    for name, setting in settings.items():
        right = runs()[name]["per_document"]
        short = [document for document in right if len(documents()[document]["system"]) < 500]
        for document in short:
            for metric, figures in right[document].items():
                texts = documents()[document]
                score = naive.score(texts["system"], texts["references"], our_name(metric), setting)
                ours = {
                    "r": f"{score.recall:.5f}",
                    "p": f"{score.precision:.5f}",
                    "f": f"{score.fmeasure:.5f}",
                }
                assert (name, document, metric, ours) == (name, document, metric, figures)


def paper_cases() -> list[dict[str, Any]]:
    return list(golden("paper.json")["cases"])


def paper_type(case: Mapping[str, Any]) -> str:
    params, metric = case["params"], our_name(case["metric"])
    if "max_gap" in params:
        return metric if params["max_gap"] is None else f"{metric}{params['max_gap']}"
    return f"{metric}-{params['weight_exponent']}" if "weight_exponent" in params else metric


PAPER_REFERENCES = {"A": "average", "B": "best_recall", "jackknife": "jackknife"}


def paper_scores(case: Mapping[str, Any], dialect: str, **options: Any) -> dict[str, float]:
    if "multi" in case["params"]:
        options["multi_reference"] = PAPER_REFERENCES[case["params"]["multi"]]
    frame = engine_scores(
        [case["candidate"]], [case["references"]], [paper_type(case)], dialect=dialect, **options
    )
    precision, recall, fmeasure = frame.iloc[0].tolist()
    return {"p": precision, "r": recall, "f": fmeasure}


@pytest.mark.parametrize(
    "case", [case for case in paper_cases() if "perl" in case], ids=lambda case: case["id"]
)
def test_examples_of_the_paper_as_the_script_prints_them(case: Mapping[str, Any]) -> None:
    right = {key: float(value) for key, value in case["perl"].items()}
    assert paper_scores(case, DIALECT) == right
    for alpha, fmeasure in case.get("perl_f_by_alpha", {}).items():
        assert paper_scores(case, DIALECT, alpha=float(alpha))["f"] == float(fmeasure)


# The paper's SU counts every unigram and its W ends a run at a gap in the candidate; the script does neither.
SCRIPT_ONLY = {"S2-SU*", "S3-SU*", "S4-SU*", "S5-SU*", "Y2-W"}


@pytest.mark.parametrize(
    "case", [case for case in paper_cases() if case["id"] not in SCRIPT_ONLY], ids=lambda case: case["id"]
)
def test_examples_of_the_paper_exactly(case: Mapping[str, Any]) -> None:
    right = {key: float(case["expected"][key][1]) for key in ("p", "r") if key in case["expected"]}
    ours = paper_scores(case, "rouge-score", weight_normalization="paper")
    assert {key: ours[key] for key in right} == right
