"""Every notebook runs from top to bottom and prints what is stored in it, for readers who only look."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

pytestmark = pytest.mark.processes

ROOT = Path(__file__).resolve().parents[2]
NOTEBOOKS = sorted((ROOT / "notebooks").glob("*.ipynb"))
LARGEST_PLOT = 200_000
_MACHINE_PATH = re.compile(r"(?<![\w.-])/(?:root|home|tmp|opt|mnt|Users)/")

Notebook = dict[str, Any]


def stored(path: Path) -> Notebook:
    return dict(json.loads(path.read_text(encoding="utf-8")))


def code_cells(notebook: Notebook) -> list[Notebook]:
    return [cell for cell in notebook["cells"] if cell["cell_type"] == "code"]


def texts(notebook: Notebook) -> list[str]:
    """What each cell printed and showed, as text; a plot only by being there."""
    return ["".join(map(text, cell["outputs"])) for cell in code_cells(notebook)]


def text(output: Notebook) -> str:
    return "".join(output.get("text", output.get("data", {}).get("text/plain", "")))


@pytest.mark.parametrize("path", NOTEBOOKS, ids=lambda path: path.stem)
def test_a_run_prints_what_is_stored(path: Path) -> None:
    command = [sys.executable, "-m", "nbconvert", "--to", "notebook", "--execute", "--stdout", str(path)]
    environment = {**os.environ, "PYTHONPATH": str(ROOT), "PYTHONWARNINGS": "", "MPLBACKEND": ""}
    done = subprocess.run(
        command, env=environment, capture_output=True, text=True, check=False, timeout=240, encoding="utf-8"
    )
    assert done.returncode == 0, done.stderr
    assert texts(json.loads(done.stdout)) == texts(stored(path))


@pytest.mark.parametrize("path", NOTEBOOKS, ids=lambda path: path.stem)
def test_stored_outputs_are_complete_and_clean(path: Path) -> None:
    cells = code_cells(stored(path))
    assert [cell["execution_count"] for cell in cells] == list(range(1, len(cells) + 1))
    outputs = [output for cell in cells for output in cell["outputs"]]
    assert not [
        output for output in outputs if output["output_type"] == "error" or output.get("name") == "stderr"
    ]
    plots = [output["data"]["image/png"] for output in outputs if "image/png" in output.get("data", {})]
    assert plots
    assert max(map(len, plots)) < LARGEST_PLOT
    assert not [output for output in outputs if any("widget" in kind for kind in output.get("data", {}))]


@pytest.mark.parametrize("path", NOTEBOOKS, ids=lambda path: path.stem)
def test_no_paths_of_one_machine(path: Path) -> None:
    assert _MACHINE_PATH.findall(path.read_text(encoding="utf-8")) == []


def test_the_readme_names_every_notebook() -> None:
    readme = (ROOT / "README.md").read_text(encoding="utf-8")
    assert NOTEBOOKS
    assert [path.name for path in NOTEBOOKS if f"notebooks/{path.name}" not in readme] == []
