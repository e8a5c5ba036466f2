"""Whole outputs of the stand-in, character for character, against what ROUGE-1.5.5.pl itself printed."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from rouge_vec.rouge155.command import main
from tests.perl_files import write_corpus

RECORDED: dict[str, Any] = json.loads(
    (Path(__file__).parents[1] / "data" / "perl_output" / "outputs.json").read_text(encoding="utf-8")
)


@pytest.fixture(scope="module")
def corpus_folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("corpus")
    write_corpus(folder)
    return folder


@pytest.mark.parametrize("run", RECORDED["runs"], ids=lambda run: " ".join(run["arguments"]))
def test_the_scripts_own_output(
    run: dict[str, Any],
    corpus_folder: Path,
    monkeypatch: pytest.MonkeyPatch,
    capfdbinary: pytest.CaptureFixture[bytes],
) -> None:
    monkeypatch.chdir(corpus_folder)
    status = main([*RECORDED["common_options"], *run["arguments"]])
    out, err = capfdbinary.readouterr()
    assert out.decode("latin-1").split("\n") == run["stdout"]
    assert err.decode("latin-1").splitlines() == run["stderr"]
    assert status == run["status"]
