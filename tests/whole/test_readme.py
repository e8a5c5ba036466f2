"""The README is run: its Python blocks and its commands print what it shows; its tables name what exists."""

from __future__ import annotations

import contextlib
import io
import os
import re
import shlex
import subprocess
from pathlib import Path

import pytest

from rouge_vec.frontends.cli import main
from rouge_vec.options.dialects import DIALECTS
from rouge_vec.text.stemmers import stemmer_names
from rouge_vec.text.tokenizers import tokenizer_names

ROOT = Path(__file__).resolve().parents[2]
README = (ROOT / "README.md").read_text(encoding="utf-8")
BLOCK = re.compile(r"^```(\w+)\n(.*?)^```$", re.MULTILINE | re.DOTALL)
INSTALLS_AND_RUNS = ["pip install . && rouge-vec demo", 'pip install -e ".[test]" && pytest']
_ANY_LINES = "..."


def blocks() -> list[tuple[str, str]]:
    return [(found[1], found[2]) for found in BLOCK.finditer(README)]


def equal_but_for_dots(printed: str, shown: str) -> bool:
    """Whether a text is the one shown, in which a line of three dots stands for any lines."""
    lines = [
        r"(?:.*\n)*" if line.strip() == _ANY_LINES else re.escape(line.rstrip()) + r" *\n"
        for line in shown.splitlines()
    ]
    return re.fullmatch("".join(lines), printed.rstrip("\n") + "\n") is not None


def test_python_blocks_print_what_is_shown(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    names: dict[str, object] = {}
    found = blocks()
    run = 0
    for (language, code), (next_language, shown) in zip(found, [*found[1:], ("", "")], strict=True):
        if language != "python":
            continue
        printed = io.StringIO()
        with contextlib.redirect_stdout(printed):
            exec(compile(code, f"README.md, python block {run + 1}", "exec"), names)
        right = shown if next_language == "text" else ""
        assert equal_but_for_dots(printed.getvalue(), right), f"{code}\nprints\n{printed.getvalue()}"
        run += 1
    assert run >= 3


def sessions() -> list[tuple[str, str]]:
    """Each command of the console blocks with what is shown below it."""
    return [
        (command.replace("\\\n", " "), shown)
        for language, text in blocks()
        if language == "console"
        for command, shown in re.findall(r"^\$ ((?:.*\\\n)*.*)\n((?:(?!\$ ).*\n)*)", text, re.MULTILINE)
    ]


def test_commands_print_what_is_shown(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    commands = sessions()
    assert len(commands) >= 2
    for command, shown in commands:
        program, *arguments = shlex.split(command)
        assert program == "rouge-vec"
        assert main(arguments) == 0, command
        printed = capsys.readouterr().out
        assert equal_but_for_dots(printed, shown), f"{command}\nprints\n{printed}"


def test_two_commands_do_everything_on_a_fresh_machine() -> None:
    found = [line.partition("#")[0].strip() for line in README.splitlines() if line.startswith("pip install")]
    assert found == INSTALLS_AND_RUNS
    lines = README.splitlines()
    assert all(place < 45 for place, line in enumerate(lines) if line.startswith("pip install"))


def test_the_pipeline_runs_the_commands_of_the_readme() -> None:
    listed = subprocess.run(
        [ROOT / ".ci" / "run", "--list"], cwd=ROOT, env=os.environ, capture_output=True, text=True, check=True
    ).stdout
    for command in INSTALLS_AND_RUNS:
        assert command in listed.splitlines()


def test_every_name_is_in_the_tables_of_the_guides() -> None:
    guides = "".join(path.read_text(encoding="utf-8") for path in (ROOT / "notebooks").glob("*.ipynb"))
    for name in [*DIALECTS, *tokenizer_names(), *stemmer_names()]:
        assert name == "none" or f"`{name}`" in guides, f"no notebook names {name}"


def test_it_is_a_page() -> None:
    assert len(README.splitlines()) <= 150


def test_the_comparison_with_shown_output_sees_differences() -> None:
    assert equal_but_for_dots("a\nb\nc\n", "a\n...\nc\n")
    assert equal_but_for_dots("a  \n", "a\n")
    assert not equal_but_for_dots("a\nb\n", "a\n")
    assert not equal_but_for_dots("a\n", "b\n")
    assert not equal_but_for_dots("", "a\n")
