"""What is written: whole or not at all, nothing left behind, and cells of every kind."""

from __future__ import annotations

import json
import os
import platform
import re
import signal
import subprocess
import sys
import time
from pathlib import Path

import pyarrow.parquet as pq
import pytest

from rouge_vec.frontends import written_files
from rouge_vec.frontends.cli import main

ROOT = Path(__file__).resolve().parents[2]
HOST = re.sub("[^A-Za-z0-9]", "_", platform.node()) or "host"


def table(folder: Path, *kept: str) -> Path:
    path = folder / "t.jsonl"
    lines = (f'{{"prediction": "a", "reference": "a", "k": {value}}}\n' for value in kept)
    path.write_text("".join(lines), encoding="utf-8")
    return path


@pytest.mark.parametrize(
    "kept", [("1", '"x"'), ("[1]", "{}"), (str(10**40), "1")], ids=["types", "parts", "digits"]
)
def test_what_does_not_fit_parquet_is_json_text(
    kept: tuple[str, str], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    out = tmp_path / "k.parquet"
    assert (
        main(["score", str(table(tmp_path, *kept)), "--type", "rouge1", "--keep", "k", "-o", str(out)]) == 0
    )
    assert pq.read_table(out)["k"].to_pylist() == list(kept)
    assert "the column 'k' holds values of several kinds" in capsys.readouterr().err


def test_infinity_and_nan_are_json(tmp_path: Path) -> None:
    out = tmp_path / "k.jsonl"
    kept = ("Infinity", "NaN", "[1, -Infinity, NaN]", '{"a": Infinity}')
    assert (
        main(["score", str(table(tmp_path, *kept)), "--type", "rouge1", "--keep", "k", "-o", str(out)]) == 0
    )

    def refuse(name: str) -> None:
        raise AssertionError(name)

    rows = [json.loads(line, parse_constant=refuse) for line in out.read_text(encoding="utf-8").splitlines()]
    assert [row["k"] for row in rows] == ["inf", None, [1, "-inf", None], {"a": "inf"}]


def test_cells_with_parts_are_json_in_csv(tmp_path: Path) -> None:
    out = tmp_path / "k.csv"
    assert (
        main(
            ["score", str(table(tmp_path, '["x", null]')), "--type", "rouge1", "--keep", "k", "-o", str(out)]
        )
        == 0
    )
    assert out.read_text(encoding="utf-8").splitlines()[1].startswith('"[""x"", null]",')


def test_leftovers_of_killed_processes_are_removed(tmp_path: Path) -> None:
    ended = subprocess.Popen([sys.executable, "-c", ""])
    ended.wait()
    gone = tmp_path / f".rouge-vec-{HOST}-{ended.pid}-abc"
    alive = tmp_path / f".rouge-vec-{HOST}-{os.getpid()}-abc"
    elsewhere = tmp_path / f".rouge-vec-other-{ended.pid}-abc"
    for folder in (gone, alive, elsewhere):
        folder.mkdir()
        (folder / "part").write_text("", encoding="utf-8")
    written_files.write_columns(tmp_path / "a.csv", {"a": ["one"]}, "")
    assert not gone.exists()
    assert alive.exists()
    assert elsewhere.exists()


@pytest.mark.processes
def test_sigterm_leaves_nothing_behind(tmp_path: Path) -> None:
    program = """
import sys
from rouge_vec.frontends import cli, written_files
def stuck(columns, write):
    yield ("a",)
    print("writing", flush=True)
    while True:
        pass
written_files._rows = stuck
sys.exit(cli.main(["score", "t.jsonl", "--type", "rouge1", "-o", "scores.csv"]))
"""
    table(tmp_path, "1")
    (tmp_path / "scores.csv").write_text("before", encoding="utf-8")
    with subprocess.Popen(
        [sys.executable, "-c", program],
        cwd=tmp_path,
        env=os.environ | {"PYTHONPATH": str(ROOT)},
        stdout=subprocess.PIPE,
        text=True,
    ) as running:
        assert running.stdout is not None
        assert running.stdout.readline() == "writing\n"
        time.sleep(0.1)
        running.send_signal(signal.SIGTERM)
        assert running.wait(60) == 143
    assert sorted(path.name for path in tmp_path.iterdir()) == ["scores.csv", "t.jsonl"]
    assert (tmp_path / "scores.csv").read_text(encoding="utf-8") == "before"
