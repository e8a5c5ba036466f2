"""Means of scores as text: a table to read, JSON and CSV to process."""

from __future__ import annotations

import csv
import io
import json
from collections.abc import Iterable, Mapping, Sequence

import pandas as pd

from rouge_vec.scores import schema

Means = dict[str, dict[str, float]]
"""Rouge type to measure to mean."""


def mean_scores(scores: pd.DataFrame, rouge_types: Iterable[str]) -> Means:
    """Return the means over all rows that have a score."""
    return {
        rouge_type: {
            measure: float(scores[schema.column(rouge_type, measure)].mean()) for measure in schema.MEASURES
        }
        for rouge_type in rouge_types
    }


def format_means(scores: pd.DataFrame, rouge_types: Sequence[str], style: str) -> str:
    """Return means, number of rows and signature.

    Parameters
    ----------
    scores : pandas.DataFrame
        In the wide layout.
    rouge_types : sequence of str
        Their names.
    style : {"table", "json", "csv"}
        The table shows five decimals, the others all bits, and how many of the rows are missing from the means.
    """
    means = mean_scores(scores, rouge_types)
    signature = scores.attrs["signature"]
    missing = int(scores[schema.column(rouge_types[0], "fmeasure")].isna().sum())
    if style == "json":
        return _json(means, len(scores), missing, signature)
    if style == "csv":
        return _csv(means, len(scores), missing, signature)
    lines = [["rouge type", *schema.MEASURES]]
    lines += [[name, *_shown(measures)] for name, measures in means.items()]
    left_out = f" ({missing} of them missing and not in the means)" if missing else ""
    return f"{align(lines)}\n\nrows: {len(scores)}{left_out}\nsignature: {signature}"


def align(lines: Sequence[Sequence[str]]) -> str:
    """Return cells in columns, the first to the left and the others to the right."""
    widths = [max(map(len, cells)) for cells in zip(*lines, strict=True)]
    return "\n".join(
        "  ".join(
            cell.ljust(width) if place == 0 else cell.rjust(width)
            for place, (cell, width) in enumerate(zip(line, widths, strict=True))
        ).rstrip()
        for line in lines
    )


def _shown(measures: Mapping[str, float]) -> list[str]:
    return [f"{measures[name]:.5f}" for name in schema.MEASURES]


def _json(means: Means, rows: int, missing: int, signature: str) -> str:
    scores = {
        rouge_type: {name: None if value != value else value for name, value in measures.items()}
        for rouge_type, measures in means.items()
    }
    content = {"rows": rows, "missing": missing, "scores": scores, "signature": signature}
    return json.dumps(content, indent=2)


def _csv(means: Means, rows: int, missing: int, signature: str) -> str:
    text = io.StringIO()
    writer = csv.writer(text, lineterminator="\n")
    writer.writerow(["rouge_type", *schema.MEASURES, "rows", "missing", "signature"])
    for rouge_type, measures in means.items():
        values = ["" if value != value else value for value in measures.values()]
        writer.writerow([rouge_type, *values, rows, missing, signature])
    return text.getvalue().rstrip("\n")
