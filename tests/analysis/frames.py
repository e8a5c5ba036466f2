"""Frames of scores for tests of what is made of them."""

from __future__ import annotations

import numpy as np
import pandas as pd

MEASURES = ("precision", "recall", "fmeasure")


def dyadic_scores(
    rows: int, seed: int = 3, rouge_types: tuple[str, ...] = ("rouge1", "rougeL")
) -> pd.DataFrame:
    """Scores that are multiples of 1/64: floats add them up exactly, in whatever order."""
    generator = np.random.default_rng(seed)
    names = [f"{rouge_type}_{measure}" for rouge_type in rouge_types for measure in MEASURES]
    return pd.DataFrame({name: generator.integers(0, 65, rows) / 64 for name in names})
