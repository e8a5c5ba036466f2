"""Only the measures that were asked for become columns, in every layout."""

from __future__ import annotations

import pandas as pd
import pytest

import rouge_vec as rv

TEXTS = {"predictions": ["a b c", "d"], "references": ["a b", "d e"]}


@pytest.mark.parametrize("counts", [False, True])
@pytest.mark.parametrize("layout", ["wide", "multi", "long"])
@pytest.mark.parametrize("measures", ["fmeasure", ["fmeasure", "recall"]])
def test_chosen_measures_are_those_of_the_whole_frame(layout, measures, counts: bool) -> None:
    whole = rv.score(**TEXTS, rouge_types=["rouge1", "rougeL"], layout=layout, counts=counts)
    some = rv.score(
        **TEXTS, rouge_types=["rouge1", "rougeL"], layout=layout, counts=counts, measures=measures
    )
    chosen = [measures] if isinstance(measures, str) else measures
    gone = {"precision", "recall", "fmeasure"} - set(chosen)
    kept = [
        name
        for name in whole.columns
        if not set("_".join([name] if isinstance(name, str) else name).split("_")) & gone
    ]
    pd.testing.assert_frame_equal(some, whole[kept], check_exact=True)
    assert some.attrs["signature"] == whole.attrs["signature"]


def test_the_accessor_takes_them() -> None:
    frame = pd.DataFrame(TEXTS)
    scores = frame.rouge.score("predictions", "references", rouge_types="rouge1", measures="recall")
    assert scores.to_dict("list") == {"rouge1_recall": [1.0, 0.5]}


@pytest.mark.parametrize(
    ("measures", "message"),
    [("f1", "mean 'fmeasure'"), ([], "empty list"), (["recal"], "mean 'recall'")],
)
def test_unknown_measures_are_refused(measures, message: str) -> None:
    with pytest.raises(rv.RougeVecError, match=message):
        rv.score(**TEXTS, measures=measures)
