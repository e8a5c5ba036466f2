"""Column names, their order and dtypes, in one place for every kind of frame."""

from __future__ import annotations

from collections.abc import Iterable

MEASURES = ("precision", "recall", "fmeasure")
"""Measures of a rouge type, in column order."""

COUNTS = ("matches", "prediction_total", "reference_total")
"""Counts of a rouge type, in column order."""

LAYOUTS = ("wide", "multi", "long")
"""Names of the layouts."""

ROUGE_TYPE = "rouge_type"
"""Name of the column or column level that holds the rouge type."""


def column(rouge_type: str, value: str) -> str:
    """Return the name of a wide column."""
    return f"{rouge_type}_{value}"


def values(counts: bool) -> tuple[str, ...]:
    """Return the values of a rouge type in column order."""
    return MEASURES + COUNTS if counts else MEASURES


def wide_columns(rouge_types: Iterable[str], counts: bool) -> list[str]:
    """Return the columns of the wide layout in order."""
    return [column(rouge_type, value) for rouge_type in rouge_types for value in values(counts)]
