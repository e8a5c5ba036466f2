"""The warning of texts that gave no tokens names their rows, whichever thread met them."""

from __future__ import annotations

import pandas as pd
import pytest

import rouge_vec as rv


@pytest.mark.parametrize("n_jobs", [1, 2])
def test_the_first_rows_are_named_by_label(n_jobs: int) -> None:
    rows = 60_000
    predictions = pd.Series(["a few words"] * rows, index=range(100, 100 + rows))
    for place in (7, 20_000, 40_000, 59_999, 59_998, 59_990):
        predictions.iloc[place] = "..."
    with pytest.warns(rv.EmptyTextWarning) as caught:
        rv.score(predictions=predictions, references=predictions, rouge_types="rouge1", n_jobs=n_jobs)
    fact, what_to_do = str(caught[0].message).splitlines()
    rows_named = "rows 107, 20100, 40100, 60090, 60098"
    assert fact == (
        f"12 texts are not empty but gave no tokens and scored 0, first in {rows_named} of predictions and "
        f"{rows_named} of references: the tokenizer rouge-score keeps ASCII letters and digits only."
    )
    assert what_to_do.startswith("If they hold words, choose another tokenizer")


def test_one_of_several_references() -> None:
    with pytest.warns(rv.EmptyTextWarning, match=r"^1 text is .* first in row 1 of references: "):
        rv.score(predictions=["a", "b"], references=[["a"], ["b", "?"]])


def test_blank_texts_are_no_cause_for_a_warning() -> None:
    rv.score(predictions=["", " \n"], references=["a", "b"])
