"""``rouge-vec score`` with several columns of references of which some cells are empty."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from rouge_vec.frontends.cli import main

CSV = "prediction,r1,r2\na b,a b,\nc d,c x,c d\n"
AVERAGE = ["--reference", "r1", "--reference", "r2", "--type", "rouge1", "--multi-reference", "average"]


def mean(capsys: pytest.CaptureFixture[str], *arguments: str) -> tuple[float, str]:
    assert main(["score", *arguments, "--format", "json"]) == 0
    printed = capsys.readouterr()
    return json.loads(printed.out)["scores"]["rouge1"]["fmeasure"], printed.err


def test_an_empty_cell_among_several_is_no_reference(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    table = tmp_path / "t.csv"
    table.write_text(CSV, encoding="utf-8")
    found, told = mean(capsys, str(table), *AVERAGE)
    assert found == 0.875
    assert told == "rouge-vec: of 2 rows 1 with fewer references than others.\n"
    found, told = mean(capsys, str(table), *AVERAGE, "--missing-references", "nan")
    assert found == 0.75
    assert main(["score", str(table), *AVERAGE, "--missing-references", "raise"]) == 1
    assert "references: missing value (None, NaN or NA) in row 1." in capsys.readouterr().err


def test_an_empty_cell_of_a_single_column_is_an_empty_text(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    table = tmp_path / "t.csv"
    table.write_text(CSV, encoding="utf-8")
    found, told = mean(capsys, str(table), "--reference", "r2", "--type", "rouge1")
    assert found == 0.5
    assert told == "rouge-vec: of 2 rows 1 with an empty reference.\n"


def test_a_row_without_any_reference_is_named(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    table = tmp_path / "t.jsonl"
    table.write_text('{"prediction": "a", "r1": null, "r2": null}\n', encoding="utf-8")
    assert main(["score", str(table), *AVERAGE]) == 1
    assert "missing value (None, NaN or NA) in row 1" in capsys.readouterr().err
    table.write_text(
        '{"prediction": "a", "r1": null, "r2": ["a", null]}\n{"prediction": "", "r1": "b", "r2": "c"}\n',
        encoding="utf-8",
    )
    found, told = mean(capsys, str(table), *AVERAGE)
    assert found == 0.5
    assert told == "rouge-vec: of 2 rows 1 with an empty prediction, 1 with fewer references than others.\n"
