"""Tables as other programs leave them: quote marks, backslashes, lists spelled in cells, pipes."""

from __future__ import annotations

import gzip
import io
import json
import os
import subprocess
import sys
import threading
from pathlib import Path
from typing import Any

import pandas as pd
import pytest

import rouge_vec as rv
from rouge_vec.errors import DataFileError
from rouge_vec.frontends.cli import main
from rouge_vec.frontends.files import read_columns
from rouge_vec.frontends.table_formats import TableLayout

SPARK = 'prediction,reference\n"a \\"b\\" c","a b c"\n"x, \\"y\\"","x y"\nz \\ ""w,"\\\\"\n'
SPARK_CELLS = {"prediction": ['a "b" c', 'x, "y"', 'z \\ ""w'], "reference": ["a b c", "x y", "\\"]}
JOINED = 'prediction\treference\n"Come in, she said\tshe said come in\nrain all day\tit rained\nthey went"\tthey went\n'


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    return tmp_path


def write(name: str, text: str) -> str:
    Path(name).write_bytes(text.encode())
    return name


def cells(name: str, text: str, **layout: Any) -> dict[str, list[str]]:
    return read_columns(write(name, text), ["prediction", "reference"], TableLayout(**layout))


def scored(capsys: pytest.CaptureFixture[str], *arguments: str) -> tuple[dict[str, Any], str]:
    """The means of rouge1 as JSON, and what stands on standard error."""
    assert main(["score", *arguments, "--type", "rouge1", "--format", "json"]) == 0
    out, err = capsys.readouterr()
    return json.loads(out), err


def refused(capsys: pytest.CaptureFixture[str], *arguments: str) -> str:
    with pytest.raises(SystemExit) as stop:
        main(["score", *arguments])
    assert stop.value.code == 2
    return capsys.readouterr().err


class TestQuoteMarks:
    def test_marks_of_two_texts_do_not_join_the_rows_between(
        self, capsys: pytest.CaptureFixture[str]
    ) -> None:
        result, said = scored(capsys, write("t.tsv", JOINED))
        assert result["rows"] == 3
        assert said == (
            "rouge-vec: warning: t.tsv: quote marks are read as characters like any other, which gives 3 rows; around "
            "cells they would give 1.\nAdd --quoting none or --quoting csv to say which is right.\n"
        )
        assert scored(capsys, "t.tsv", "--quoting", "none") == (result, "")
        assert scored(capsys, "t.tsv", "--quoting", "csv")[0]["rows"] == 1

    @pytest.mark.parametrize(
        ("line", "found"),
        [
            ('"Stop" he said\t"Go"', ['"Stop" he said', '"Go"']),  # quoted cells end with their mark
            ('5" pipe\tx', ['5" pipe', "x"]),
            ('"he said ""no"""\t"x"', ['he said "no"', "x"]),
            ('"two\nlines"\tx', ["two\nlines", "x"]),
            ('"a\ttab"\tx', ["a\ttab", "x"]),
        ],
    )
    def test_tsv_is_read_without_quoting_unless_its_rows_say_otherwise(
        self, line: str, found: list[str]
    ) -> None:
        for end in ("\n", "\r\n"):
            read = cells("t.tsv", f"prediction\treference\n{line}\n".replace("\n", end))
            assert [column[0] for column in read.values()] == [cell.replace("\n", end) for cell in found]

    def test_what_pandas_writes_comes_back(self) -> None:
        texts = ['say "x"', "a\tb", "a\nb", '"', '""', "", "plain", '"q" w', "\\", "'"]
        table = pd.DataFrame({"prediction": texts, "reference": texts[::-1]})
        for name, separator in (("t.tsv", "\t"), ("t.csv", ","), ("t.tsv.gz", "\t")):
            table.to_csv(name, sep=separator, index=False)
            assert read_columns(name, list(table)) == table.to_dict("list")

    def test_a_csv_may_have_no_quoting(self) -> None:
        read = cells("t.csv", 'prediction,reference\n"a,b"\n', quoting="none")
        assert read == {"prediction": ['"a'], "reference": ['b"']}

    def test_lines_that_cannot_be_read_either_way(self) -> None:
        with pytest.raises(DataFileError, match=r"t\.tsv, line 3: cells: 3, columns: 2\."):
            cells("t.tsv", "prediction\treference\na\tb\na\tb\tc\n")
        with pytest.raises(DataFileError, match=r"line 2: unexpected end of data.*\n.*--quoting none"):
            cells("t.tsv", 'prediction\treference\n"a\nb\tc\td\n')


class TestBackslashes:
    @pytest.mark.parametrize("end", ["\n", "\r\n"])
    def test_files_of_spark(self, end: str) -> None:
        read = cells("t.csv", SPARK.replace("\n", end), escape="\\")
        assert read == SPARK_CELLS

    def test_a_file_that_can_be_read_in_no_other_way(self, capsys: pytest.CaptureFixture[str]) -> None:
        result, said = scored(capsys, write("t.csv", SPARK))
        assert result["rows"] == 3
        assert said.splitlines()[:2] == [
            "rouge-vec: warning: t.csv: quote marks inside cells are not doubled; a backslash before them is read as "
            "what says that they do not end the cell.",
            "Add --escape '\\' to say so, or --quoting none.",
        ]
        assert "Add --escape" not in scored(capsys, "t.csv", "--escape", "\\")[1]

    def test_backslashes_of_other_files_are_characters(self) -> None:
        read = cells("t.csv", 'prediction,reference\n"a\\b","c\\"\nd\\,"e ""f"""\n')
        assert read == {"prediction": ["a\\b", "d\\"], "reference": ["c\\", 'e "f"']}

    def test_what_is_wrong_in_both_ways_is_told_as_before(self) -> None:
        with pytest.raises(DataFileError, match=r"row that begins in line 2: ',' expected after '\"'"):
            cells("t.csv", 'prediction,reference\n"a"b,c\n')

    @pytest.mark.parametrize(
        ("options", "said"),
        [
            (["--escape", "ab"], "--escape takes one character"),
            (["--escape", '"'], "--escape takes one character"),
            (["--escape", "\\", "--quoting", "none"], "leave out --quoting none"),
            (["--escape", ";", "--delimiter", ";"], "the same character"),
        ],
    )
    def test_what_cannot_be(self, options: list[str], said: str, capsys: pytest.CaptureFixture[str]) -> None:
        assert said in refused(capsys, write("t.csv", SPARK), *options)


class TestSpelledLists:
    @pytest.mark.parametrize("cell", ["\"['a b', 'x']\"", '"[""a b"", ""x""]"'])
    def test_a_warning_names_rows_and_the_option_that_reads_them(
        self, cell: str, capsys: pytest.CaptureFixture[str]
    ) -> None:
        write("t.csv", f"prediction,reference\na b,plain\na b,{cell}\n")
        result, said = scored(capsys, "t.csv")
        assert result["scores"]["rouge1"]["fmeasure"] == 0.4
        assert said == (
            "rouge-vec: warning: 1 text spells a list of texts, in row 2 of references: each is scored as one text, "
            "with all that is in it.\nIf they are several references, add --parse-lists.\n"
        )
        result, said = scored(capsys, "t.csv", "--parse-lists")
        assert result["scores"]["rouge1"]["fmeasure"] == 0.5
        assert said == "rouge-vec: of 2 rows 1 with fewer references than others.\n"

    def test_the_library_names_labels_and_the_last_of_many_rows(self) -> None:
        references = pd.Series(["plain text"] * 9_998 + ["['a', 'b']"] * 2)
        with pytest.warns(
            rv.SpelledListWarning, match=r"^2 texts .* in rows 9998, 9999 of references: "
        ) as caught:
            rv.score(
                predictions=["plain text"] * 10_000, references=references.tolist(), rouge_types="rouge1"
            )
        assert "ast.literal_eval" in str(caught[0].message)

    @pytest.mark.parametrize("text", ["[a, b]", "['tis the season", "[1] 'x'", '["x"] and more', "['x'"])
    def test_other_brackets_are_text(self, text: str) -> None:
        rv.score(predictions=["a x"], references=[text])

    @pytest.mark.parametrize("cell", ["['a' 'b']", "[1, 2]", "[f'{1}']", "['a'", "[['a']]", "[" * 100_000])
    def test_what_spells_no_list_of_texts_is_refused(
        self, cell: str, capsys: pytest.CaptureFixture[str]
    ) -> None:
        pd.DataFrame({"prediction": ["a"], "reference": [cell]}).to_csv("t.csv", index=False)
        assert main(["score", "t.csv", "--parse-lists"]) == 1
        assert (
            "t.csv, row 1, column 'reference': a cell begins with a bracket, but" in capsys.readouterr().err
        )

    def test_gaps_and_escapes_in_lists(self, capsys: pytest.CaptureFixture[str]) -> None:
        several = ["['it\\'s', None]", '["caf\\u00e9", null]', "[]"]
        table = pd.DataFrame({"prediction": ["it's", "caf\u00e9", "x"], "reference": several})
        table.to_csv("t.csv", index=False)
        options = ["--parse-lists", "--missing-references", "skip", "--missing", "empty", "-o", "o.csv"]
        assert main(["score", "t.csv", "--type", "rouge1", *options]) == 0
        assert pd.read_csv("o.csv")["rouge1_fmeasure"].tolist() == [1.0, 1.0, 0.0]

    def test_tokens(self, capsys: pytest.CaptureFixture[str]) -> None:
        write("t.csv", "prediction,reference\n\"['a', 'b']\",\"['a', 'c']\"\n")
        result, _ = scored(capsys, "t.csv", "--tokenizer", "pretokenized", "--parse-lists")
        assert result["scores"]["rouge1"]["fmeasure"] == 0.5


class TestPipes:
    CSV = "prediction,reference\na b,a c\n"
    TABLES = (
        ("csv", CSV.encode()),
        ("csv", gzip.compress(CSV.encode())),
        ("tsv", CSV.replace(",", "\t").encode()),
        ("jsonl", b'{"prediction": "a b", "reference": "a c"}\n'),
    )

    @pytest.mark.parametrize(("format_name", "table"), TABLES)
    def test_a_table_from_standard_input(
        self,
        format_name: str,
        table: bytes,
        capsys: pytest.CaptureFixture[str],
        monkeypatch: pytest.MonkeyPatch,
    ) -> None:
        monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(table)))
        result, said = scored(capsys, "-", "--input-format", format_name)
        assert result["scores"]["rouge1"]["fmeasure"] == 0.5
        assert said == ""

    @pytest.mark.processes
    @pytest.mark.parametrize(("format_name", "table"), TABLES)
    @pytest.mark.parametrize("source", ["-", "/dev/stdin", "pipe"])
    def test_a_table_out_of_a_pipe(self, source: str, format_name: str, table: bytes, folder: Path) -> None:
        if source == "pipe":
            os.mkfifo("pipe")
            threading.Thread(target=(folder / "pipe").write_bytes, args=(table,)).start()
        command = [sys.executable, "-m", "rouge_vec", "score", source, "--input-format", format_name]
        command += ["--format", "json", "--type", "rouge1"]
        root = Path(__file__).resolve().parents[2]
        ran = subprocess.run(
            command,
            input=b"" if source == "pipe" else table,
            capture_output=True,
            check=True,
            env={**os.environ, "PYTHONPATH": str(root)},
        )
        assert json.loads(ran.stdout)["scores"]["rouge1"]["fmeasure"] == 0.5

    def test_parquet_from_standard_input(
        self, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
    ) -> None:
        table = pd.DataFrame({"prediction": ["a b"], "reference": ["a c"]}).to_parquet()
        monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(table)))
        assert scored(capsys, "-", "--input-format", "parquet")[0]["rows"] == 1

    def test_texts_a_line(self, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
        write("r.txt", "a b\nc x\n")
        monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(b"a b\nc d\n")))
        both = ["--predictions-file", "-", "--references-file", "r.txt"]
        assert scored(capsys, *both)[0]["scores"]["rouge1"]["fmeasure"] == 0.75
        assert not sys.stdin.closed

    def test_errors_name_standard_input(
        self, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(b"prediction,ref\na,b\n")))
        assert main(["score", "-", "--input-format", "csv"]) == 1
        assert "rouge-vec: standard input has no column 'reference'" in capsys.readouterr().err
        monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(b"prediction,reference\na,\xff\n")))
        assert main(["score", "-", "--input-format", "csv"]) == 1
        assert "rouge-vec: standard input: not in the encoding utf-8" in capsys.readouterr().err
        monkeypatch.setattr(sys, "stdin", None)
        assert main(["score", "-", "--input-format", "csv"]) == 1
        assert "standard input is closed" in capsys.readouterr().err

    def test_what_cannot_be(self, capsys: pytest.CaptureFixture[str]) -> None:
        assert "add --input-format csv, tsv, jsonl or parquet" in refused(capsys, "-")
        both = ["--predictions-file", "-", "--references-file", "-"]
        assert "standard input can be read once" in refused(capsys, *both)
        assert "--input-format is for a table" in refused(capsys, *both, "--input-format", "csv")
        write("t.jsonl", "")
        assert "--quoting is for CSV and TSV" in refused(capsys, "t.jsonl", "--quoting", "none")
        assert "--parse-lists is for CSV and TSV" in refused(capsys, "t.jsonl", "--parse-lists")

    def test_the_format_may_be_named_against_the_ending(self, capsys: pytest.CaptureFixture[str]) -> None:
        write("table", self.CSV)
        assert main(["score", "table"]) == 1
        assert "or --input-format says it" in capsys.readouterr().err
        assert scored(capsys, "table", "--input-format", "csv")[0]["rows"] == 1


def test_gzip_is_known_by_its_first_bytes(capsys: pytest.CaptureFixture[str]) -> None:
    Path("t.csv").write_bytes(gzip.compress(b"prediction,reference\na,\xc3\xa9\n"))
    assert scored(capsys, "t.csv", "--tokenizer", "words")[0]["rows"] == 1


def test_bytes_in_parquet_are_text_if_they_are_utf8(capsys: pytest.CaptureFixture[str]) -> None:
    pd.DataFrame({"prediction": [b"a b"], "reference": [b"a c"]}).to_parquet("t.parquet")
    assert scored(capsys, "t.parquet")[0]["scores"]["rouge1"]["fmeasure"] == 0.5
    pd.DataFrame({"prediction": [b"\xff"], "reference": ["a"]}).to_parquet("t.parquet")
    assert main(["score", "t.parquet"]) == 1
    assert "the column 'prediction' holds bytes that are not UTF-8" in capsys.readouterr().err
