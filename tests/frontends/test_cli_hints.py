"""The command speaks of its flags, not of the library's parameters: warnings as well as errors."""

from __future__ import annotations

from pathlib import Path

import pandas as pd
import pytest

import rouge_vec as rv
from rouge_vec.frontends.cli import main
from rouge_vec.frontends.cli_hints import in_words_of_the_command

CYRILLIC = "\u0434\u043e\u043c"


@pytest.fixture
def cyrillic(tmp_path: Path) -> str:
    path = tmp_path / "cyrillic.csv"
    path.write_text(f"prediction,reference\n{CYRILLIC},{CYRILLIC}\n", encoding="utf-8")
    return str(path)


def test_the_warning_of_texts_without_tokens_names_the_flag_that_helps(
    cyrillic: str, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    assert main(["score", cyrillic]) == 0
    assert capsys.readouterr().err == (
        "rouge-vec: warning: 2 texts are not empty but gave no tokens and scored 0, first in row 1 of predictions and "
        "row 1 of references: the tokenizer rouge-score keeps ASCII letters and digits only.\n"
        "If they hold words, choose another tokenizer, for example --tokenizer unicode-v1.\n"
    )
    out = tmp_path / "scores.csv"
    assert main(["score", cyrillic, "--type", "rouge1", "--tokenizer", "unicode-v1", "-o", str(out)]) == 0
    assert capsys.readouterr().err == ""
    assert pd.read_csv(out)["rouge1_fmeasure"].tolist() == [1.0]


def test_the_library_itself_goes_on_naming_its_parameter() -> None:
    with pytest.warns(rv.EmptyTextWarning, match=r'tokenizer="unicode-v1", or a callable of your own\.$'):
        rv.score(predictions=[CYRILLIC], references=["house"])


def test_stop_words_may_be_why_nothing_is_left() -> None:
    with pytest.warns(
        rv.EmptyTextWarning, match=r"the tokenizer rouge-score and the stop words left none\.\n"
    ):
        rv.score(predictions=["the and"], references=["house"], stopwords="smart")


def test_what_is_no_message_of_this_package_stays_as_it_is() -> None:
    text = 'sentence_separator="a", or a callable of your own.'
    assert in_words_of_the_command(UserWarning(text)) == text
    assert in_words_of_the_command(text) == text
