"""Files that the command cannot score: nothing in them, or not in the encoding that was named."""

from __future__ import annotations

import gzip
from pathlib import Path

import pytest

from rouge_vec.frontends import written_files
from rouge_vec.frontends.cli import main

EXTENSIONS = (".csv", ".tsv", ".csv.gz", ".jsonl", ".ndjson", ".jsonl.gz", ".parquet")


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    return tmp_path


def refused(capsys: pytest.CaptureFixture[str], *arguments: str) -> str:
    """What the command says of data that it cannot score."""
    assert main(["score", *arguments]) == 1
    out, err = capsys.readouterr()
    assert out == ""
    assert "\nHint: " in err
    return err


@pytest.mark.parametrize("extension", EXTENSIONS)
@pytest.mark.parametrize("style", ["table", "json", "csv"])
def test_tables_without_rows(
    extension: str, style: str, folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    name = f"none{extension}"
    written_files.write_columns(name, {"prediction": [], "reference": []}, "")
    said = refused(capsys, name, "--format", style, "-o", "scores.csv")
    assert f"{name}: no rows" in said
    assert ("first line names the columns" in said) == (extension[:2] in (".c", ".t"))
    assert not (folder / "scores.csv").exists()


def test_several_reference_columns_without_rows(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (folder / "none.csv").write_text("prediction,one,two\n")
    assert "none.csv: no rows" in refused(capsys, "none.csv", "--reference", "one", "--reference", "two")


def test_a_column_that_is_not_there_is_named_first(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (folder / "none.csv").write_text("prediction,references\n")
    assert "no column 'reference'" in refused(capsys, "none.csv")


@pytest.mark.parametrize(
    ("name", "separator"), [("a.csv", ";"), ("a.csv", "\t"), ("a.tsv", ","), ("a.csv.gz", "|")]
)
def test_columns_with_another_delimiter(
    name: str, separator: str, folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    text = f"prediction{separator}reference\na{separator}b\n".encode()
    (folder / name).write_bytes(gzip.compress(text) if name.endswith(".gz") else text)
    said = refused(capsys, name)
    assert f"names one column, {f'prediction{separator}reference'!r}" in said
    named = "tab" if separator == "\t" else f"{separator!r}"
    assert f"if they are by {separator!r}, add --delimiter {named}." in said
    assert main(["score", name, "--delimiter", named.strip("'"), "--format", "csv"]) == 0
    assert capsys.readouterr().out.startswith("rouge_type,precision,")


@pytest.mark.parametrize(
    ("name", "delimiter", "said"),
    [
        ("a.csv", ";;", "one character, not ';;'"),
        ("a.csv", '"', "one character"),
        ("a.csv", "", "one character, not ''"),
        ("a.jsonl", ";", "for CSV and TSV"),
    ],
)
def test_delimiters_that_cannot_be(
    name: str, delimiter: str, said: str, capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(SystemExit) as stop:
        main(["score", name, "--delimiter", delimiter])
    assert stop.value.code == 2
    assert said in capsys.readouterr().err


def test_text_files_have_no_delimiter(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        main(["score", "--predictions-file", "a", "--references-file", "b", "--delimiter", ";"])
    assert "for CSV and TSV" in capsys.readouterr().err


def test_text_files_without_lines(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (folder / "system.txt").write_bytes(b"")
    (folder / "gold.txt").write_bytes(b"\xef\xbb\xbf")
    arguments = ("--predictions-file", "system.txt", "--references-file", "gold.txt")
    assert "system.txt, gold.txt: no lines" in refused(capsys, *arguments)
    for name in ("system.txt", "gold.txt"):
        (folder / name).write_bytes(b"\n")
    assert main(["score", *arguments]) == 0
    assert "rows: 1" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("encoding", "written"),
    [
        ("utf-16", "utf-16-le"),
        ("utf-16", "utf-16-be"),
        ("utf-32", "utf-32-le"),
        ("utf-32", "utf-32-be"),
    ],
)
@pytest.mark.parametrize("extension", [".csv", ".jsonl", ".csv.gz"])
def test_a_byte_order_mark_tells_the_encoding(
    extension: str, encoding: str, written: str, folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    name = f"wide{extension}"
    is_json = extension == ".jsonl"
    text = '{"prediction": "a", "reference": "a"}\n' if is_json else "prediction,reference\na,a\n"
    content = ("\ufeff" + text).encode(written)
    (folder / name).write_bytes(gzip.compress(content) if extension.endswith(".gz") else content)
    said = refused(capsys, name)
    assert f"{name}: not in the encoding utf-8" in said
    assert f"byte order mark of {encoding.upper()}" in said
    assert f"Hint: give --encoding {encoding}" in said
    assert main(["score", name, "--encoding", encoding]) == 0
    assert "1.00000" in capsys.readouterr().out


def test_text_files_in_utf_16(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    for name in ("system.txt", "gold.txt"):
        (folder / name).write_text("caf\u00e9\nb\n", encoding="utf-16")
    arguments = ("--predictions-file", "system.txt", "--references-file", "gold.txt")
    assert "system.txt: not in the encoding utf-8: it begins with" in refused(capsys, *arguments)


def test_the_wrong_one_of_two_wide_encodings(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (folder / "wide.csv").write_text("prediction,reference\na,a\n", encoding="utf-16")
    assert "Hint: give --encoding utf-16" in refused(capsys, "wide.csv", "--encoding", "utf-32")
