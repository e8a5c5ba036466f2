"""``rouge-vec dialects`` and ``rouge-vec tokenizers`` print what there is to choose from."""

from __future__ import annotations

import pytest

from rouge_vec.frontends.cli import main
from rouge_vec.options.dialects import DIALECTS
from rouge_vec.text.stemmers import stemmer_names
from rouge_vec.text.tokenizers import tokenizer_names


def test_dialects(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["dialects"]) == 0
    printed = capsys.readouterr().out
    assert [line for line in printed.splitlines() if line and line[0] != " "] == list(DIALECTS)
    assert "the Perl script ROUGE-1.5.5, to the last printed digit" in printed
    assert "also known as: files2rouge, perl, pyrouge, rouge1.5.5, rouge155" in printed
    assert "counting 'distinct'" in printed


def test_tokenizers(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["tokenizers"]) == 0
    lines = capsys.readouterr().out.splitlines()
    heads = [line for line in lines if line and line[0] != " "]
    assert heads == [*tokenizer_names(), "stemmers", "sentence splitters"]
    assert all(name in "".join(lines) for name in stemmer_names())


def test_lines_fit_the_terminal(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "60")
    for command in ("dialects", "tokenizers"):
        assert main([command]) == 0
        assert max(map(len, capsys.readouterr().out.splitlines())) <= 60
