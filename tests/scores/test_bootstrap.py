"""Averages and intervals: every one that ROUGE-1.5.5.pl printed, from the per-document figures it printed."""

from __future__ import annotations

import random
from typing import Any

import numpy as np
import pytest

from rouge_vec.errors import OptionError
from rouge_vec.kernels.resampling import sum_resamples
from rouge_vec.scores.script_averages import average_scores, average_tokens
from tests.corpora import golden

PERL: Any = golden("perl.json")
MEASURES = ("r", "p", "f")
SUBSETS = [(subset, name) for subset, runs in PERL["subset_averages"].items() for name in runs]


def option(options: list[str], flag: str, default: float) -> float:
    return float(options[options.index(flag) + 1]) if flag in options else default


def values(per_document: dict[str, Any], documents: list[str], kinds: list[str]) -> np.ndarray:
    """Printed figures of the documents in the byte order of ``<document>.sys``."""
    ordered = sorted(documents, key=lambda document: f"{document}.sys")
    return np.array(
        [
            [[float(per_document[document][kind][measure]) for measure in MEASURES] for document in ordered]
            for kind in kinds
        ]
    )


def check_averages(options: list[str], average: dict[str, Any], figures: np.ndarray) -> None:
    unit = option(options, "-t", 0)
    if unit == 2:
        totals = figures.sum(axis=1).astype(np.int64).tolist()
        ref = [
            [int(average[kind][count]) for count in ("model_count", "peer_count", "hit_count")]
            for kind in average
        ]
        assert totals == ref
        return
    settings = {"confidence": option(options, "-c", 95), "n_resamples": option(options, "-r", 1000)}
    if unit == 1:
        found = average_tokens(figures, alpha=option(options, "-p", 0.5), **settings)
    else:
        found = average_scores(figures, **settings)
    for at, kind in enumerate(average):
        for column, measure in enumerate(MEASURES):
            printed = {
                "mean": f"{found.mean[at, column]:.5f}",
                "ci_low": f"{found.low[at, column]:.5f}",
                "ci_high": f"{found.high[at, column]:.5f}",
            }
            assert printed == average[kind][measure], (kind, measure)


@pytest.mark.parametrize("name", list(PERL["runs"]))
def test_every_option_set_of_the_golden_run(name: str) -> None:
    run = PERL["runs"][name]
    documents = list(run["per_document"])
    check_averages(
        run["options"], run["average"], values(run["per_document"], documents, list(run["average"]))
    )


@pytest.mark.parametrize(("subset", "name"), SUBSETS)
def test_every_subset_of_the_golden_run(subset: str, name: str) -> None:
    run = PERL["subset_averages"][subset][name]
    per_document = PERL["runs"][name]["per_document"]
    figures = values(per_document, PERL["subset_documents"][subset], list(run["average"]))
    check_averages(run["options"], run["average"], figures)


def drand48_indices(seed: int, rows: int) -> list[int]:
    state, drawn = (seed << 16) + 0x330E, []
    for _ in range(rows):
        state = (0x5DEECE66D * state + 0xB) % 2**48
        drawn.append(int(rows * (state / 2**48)))
    return drawn


@pytest.mark.kernels
@pytest.mark.parametrize("rows", [1, 2, 3, 100, 4097])
def test_draws_are_those_of_drand48_and_sums_keep_their_order(rows: int) -> None:
    source = random.Random(rows)
    scores = [[[source.random() for _ in range(3)] for _ in range(rows)] for _ in range(2)]
    out = np.full((7, 2, 3), np.nan)
    sum_resamples(np.array(scores), 2, 5, np.empty(rows, np.int64), out)
    assert np.isnan(out[[0, 1, 5, 6]]).all()
    for seed in range(2, 5):
        for kind in range(2):
            ref = [0.0, 0.0, 0.0]
            for row in drand48_indices(seed, rows):
                ref = [total + score for total, score in zip(ref, scores[kind][row], strict=True)]
            assert out[seed, kind].tolist() == ref


def test_no_text_at_all_averages_to_zero() -> None:
    nothing = np.empty((2, 0, 3))
    for found in (average_scores(nothing), average_tokens(nothing)):
        assert found.mean.tolist() == found.low.tolist() == found.high.tolist() == [[0.0] * 3] * 2


@pytest.mark.parametrize(
    "settings", [{"n_resamples": 0}, {"n_resamples": -1}, {"confidence": 101}, {"confidence": -1}]
)
@pytest.mark.parametrize("average", [average_scores, average_tokens])
def test_settings_out_of_range_are_refused(average: Any, settings: dict[str, float]) -> None:
    with pytest.raises(OptionError, match="Hint:"):
        average(np.zeros((1, 3, 3)), **settings)
