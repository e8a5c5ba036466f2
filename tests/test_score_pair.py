"""What users meet with one pair, beyond its scores, which other files compare."""

from __future__ import annotations

from typing import Any

import numpy as np
import pandas as pd
import pytest

import rouge_vec as rv
from rouge_vec.errors import InputError


@pytest.mark.parametrize("missing", [None, float("nan"), pd.NA, pd.NaT], ids=str)
@pytest.mark.parametrize("side", ["prediction", "reference"])
def test_a_missing_text_is_named_with_what_can_be_done(side: str, missing: Any) -> None:
    texts = {"prediction": "a", "reference": "a", side: missing}
    with pytest.raises(InputError, match=f"the {side} of score_pair is missing") as raised:
        rv.Scorer("rouge1").score_pair(**texts)
    assert "missing=" not in str(raised.value)
    assert "row" not in str(raised.value)


def test_a_missing_text_among_several_references() -> None:
    with pytest.raises(InputError, match="the reference of score_pair is missing: None"):
        rv.Scorer("rouge1").score_pair("a", ["a", None])  # type: ignore[list-item]


def test_a_flag_of_numpy_is_a_flag() -> None:
    scorer = rv.Scorer("rouge1", use_stemmer=np.True_)
    assert scorer == rv.Scorer("rouge1", use_stemmer=True)
    assert rv.Scorer("rouge1", use_stemmer=np.False_) == rv.Scorer("rouge1")


def test_very_many_equal_lines() -> None:
    """Quadratic work would take minutes."""
    text = "a\n" * 400_000
    scores = rv.Scorer("rougeLsum").score_pair(text, text)
    assert scores["rougeLsum"] == (1.0, 1.0, 1.0)
    assert rv.Scorer("rougeLsum").score_pair(text, "a\n" * 300_000)["rougeLsum"].precision == 0.75
