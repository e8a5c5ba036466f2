"""Reading columns and lines out of files, writing scores into them: what stands there is what is scored."""

from __future__ import annotations

import gzip
import json
import math
import sys
from pathlib import Path

import pandas as pd
import pyarrow
import pytest
from pyarrow import parquet

from rouge_vec.errors import DataFileError, MissingLibraryError, OptionError
from rouge_vec.frontends import files, table_formats, written_files
from rouge_vec.frontends.table_formats import TableLayout

ODD_TEXTS = [
    "plain",
    "NA",
    "null",
    "None",
    "",
    " blanks ",
    'a "quoted" word',
    "comma, and\ttab",
    "two\nlines",
    "two\r\nlines",
    "\u2028 \u0085 \x0b \x0c \x1c",
    "\u4eca\u65e5 caf\u00e9 \U0001f600",
    "nul \x00 inside",
    "long " * 40_000,
]


def write(folder: Path, name: str, content: str | bytes) -> Path:
    path = folder / name
    path.write_bytes(content.encode() if isinstance(content, str) else content)
    return path


@pytest.mark.parametrize("extension", table_formats.TABLE_EXTENSIONS)
def test_texts_survive_every_format(extension: str, tmp_path: Path) -> None:
    path = tmp_path / f"texts{extension}"
    rows = {"prediction": ODD_TEXTS, "reference": ODD_TEXTS[::-1]}
    written_files.write_columns(path, rows, "signature")
    read = files.read_columns(path, ["reference", "prediction"])
    assert {name: files.cells(column) for name, column in read.items()} == rows


@pytest.mark.parametrize("extension", [".csv.gz", ".TSV.gz", ".jsonl.gz"])
def test_compressed_tables(extension: str, tmp_path: Path) -> None:
    path = tmp_path / f"texts{extension}"
    written_files.write_columns(path, {"a": ["one", "two"]}, "signature")
    assert path.read_bytes()[:2] == b"\x1f\x8b"
    assert files.read_columns(path, ["a"]) == {"a": ["one", "two"]}


@pytest.mark.parametrize("extension", table_formats.TABLE_EXTENSIONS)
def test_floats_come_back_with_all_bits(extension: str, tmp_path: Path) -> None:
    path = tmp_path / f"scores{extension}"
    scores = pd.Series([0.1 + 0.2, 1 / 3, 1e-300, 0.0, 1.0, math.nan]).to_numpy()
    written_files.write_columns(path, {"score": scores}, "signature")
    read = files.cells(files.read_columns(path, ["score"])["score"])
    back = [math.nan if cell in (None, "") else float(cell) for cell in read]
    assert back[:-1] == scores[:-1].tolist()
    assert math.isnan(back[-1])


def test_more_rows_than_a_block(tmp_path: Path) -> None:
    rows = [str(number) for number in range(25_001)]
    written_files.write_columns(tmp_path / "many.csv", {"a": rows, "b": rows}, "signature")
    assert files.read_columns(tmp_path / "many.csv", ["b"]) == {"b": rows}


def test_parquet_keeps_the_signature(tmp_path: Path) -> None:
    written_files.write_columns(tmp_path / "scores.parquet", {"score": [0.5]}, "dialect:rouge-score|...")
    metadata = parquet.read_schema(tmp_path / "scores.parquet").metadata
    assert metadata[b"rouge_vec.signature"] == b"dialect:rouge-score|..."


def test_parquet_of_lists_and_of_dictionaries(tmp_path: Path) -> None:
    table = pyarrow.table(
        {"several": [["a", "b"], ["c"], None], "coded": pyarrow.array(["x", "y", "x"]).dictionary_encode()}
    )
    parquet.write_table(table, tmp_path / "texts.parquet")
    read = files.read_columns(tmp_path / "texts.parquet", ["several", "coded"])
    assert read["several"] == [["a", "b"], ["c"], None]
    assert files.cells(read["coded"]) == ["x", "y", "x"]


def test_json_lines(tmp_path: Path) -> None:
    lines = ['{"p": "a", "r": ["b", "c"]}', "", '  {"r": null, "p": "\\ud83d", "more": 1}', '{"p": "z"}']
    path = write(tmp_path, "texts.jsonl", "\ufeff" + "\r\n".join(lines))
    assert files.read_columns(path, ["p", "r"]) == {"p": ["a", "\ud83d", "z"], "r": [["b", "c"], None, None]}


def test_lone_surrogates_can_be_written(tmp_path: Path) -> None:
    path = tmp_path / "kept.jsonl"
    written_files.write_columns(path, {"text": ["\ud83d caf\u00e9"]}, "signature")
    assert files.read_columns(path, ["text"]) == {"text": ["\ud83d caf\u00e9"]}


def test_tables_without_rows(tmp_path: Path) -> None:
    assert files.read_columns(write(tmp_path, "none.csv", "p,r\n"), ["p", "r"]) == {"p": [], "r": []}
    assert files.read_columns(write(tmp_path, "none.jsonl", ""), ["p"]) == {"p": []}
    written_files.write_columns(tmp_path / "empty.csv", {"a": [], "b": []}, "signature")
    assert (tmp_path / "empty.csv").read_text() == "a,b\n"


def test_byte_order_mark_is_no_part_of_a_column_name(tmp_path: Path) -> None:
    path = write(tmp_path, "excel.csv", b"\xef\xbb\xbfprediction,reference\r\na,b\r\n")
    assert files.read_columns(path, ["prediction"]) == {"prediction": ["a"]}


def test_blank_lines_of_a_table_are_no_rows(tmp_path: Path) -> None:
    path = write(tmp_path, "blank.csv", "p,r\n\na,b\n\n")
    assert files.read_columns(path, ["p", "r"]) == {"p": ["a"], "r": ["b"]}


def test_other_encodings(tmp_path: Path) -> None:
    path = write(tmp_path, "old.csv", "p,r\ncaf\u00e9,na\u00efve\n".encode("cp1252"))
    assert files.read_columns(path, ["p"], TableLayout(encoding="cp1252")) == {"p": ["caf\u00e9"]}
    wide = write(tmp_path, "wide.txt", "caf\u00e9\nb\n".encode("utf-16"))
    assert files.read_lines(wide, encoding="utf-16") == ["caf\u00e9", "b"]


@pytest.mark.parametrize(
    ("content", "texts"),
    [
        (b"", []),
        (b"\n", [""]),
        (b"a\nb", ["a", "b"]),
        (b"a\nb\n", ["a", "b"]),
        (b"a\n\n", ["a", ""]),
        (b"\xef\xbb\xbfa b\r\nc\r\n", ["a b", "c"]),
        (b"a\\nb\n", ["a\\nb"]),
        (b"old\rmac\n", ["old\rmac"]),
        (
            "a\u2028b\u2029c\u0085d\x0be\x0cf\x1cg\x1eh\n".encode(),
            ["a\u2028b\u2029c\u0085d\x0be\x0cf\x1cg\x1eh"],
        ),
    ],
)
def test_lines(content: bytes, texts: list[str], tmp_path: Path) -> None:
    assert files.read_lines(write(tmp_path, "lines.txt", content)) == texts
    (tmp_path / "lines.txt.gz").write_bytes(gzip.compress(content))
    assert files.read_lines(tmp_path / "lines.txt.gz") == texts


def refused(path: Path, *columns: str) -> str:
    with pytest.raises(DataFileError, match=r"\nHint: ") as error:
        files.read_columns(path, columns)
    assert path.name in str(error.value)
    return str(error.value)


def test_wrong_encoding_names_file_line_and_encoding(tmp_path: Path) -> None:
    path = write(tmp_path, "old.csv", b"p,r\na,b\ncaf\xe9,c\n")
    message = refused(path, "p")
    assert "line 3" in message
    assert "utf-8" in message
    (tmp_path / "old.txt.gz").write_bytes(gzip.compress(b"a\ncaf\xe9\n"))
    with pytest.raises(DataFileError, match=r"old\.txt\.gz, line 2: not in the encoding utf-8"):
        files.read_lines(tmp_path / "old.txt.gz")
    with pytest.raises(DataFileError, match=r"old\.csv: not in the encoding utf-16"):
        files.read_lines(path, encoding="utf-16")


@pytest.mark.parametrize("encoding", ["utf-9", "base64"])
def test_unknown_encoding(encoding: str, tmp_path: Path) -> None:
    with pytest.raises(OptionError, match=encoding):
        files.read_lines(write(tmp_path, "a.txt", "a"), encoding=encoding)


def test_unknown_column_suggests_the_nearest(tmp_path: Path) -> None:
    assert "'prediction'" in refused(write(tmp_path, "a.csv", "prediction,reference\na,b\n"), "predictoin")
    assert "'reference'" in refused(write(tmp_path, "a.jsonl", '{"reference": "a"}\n'), "refrence")
    written_files.write_columns(tmp_path / "a.parquet", {"human": ["a"]}, "signature")
    assert "'humans'" in refused(tmp_path / "a.parquet", "humans")


def test_a_column_that_stands_twice(tmp_path: Path) -> None:
    path = write(tmp_path, "twice.csv", "p,p,r\na,b,c\n")
    assert "more than one column 'p'" in refused(path, "p")
    assert files.read_columns(path, ["r"]) == {"r": ["c"]}


@pytest.mark.parametrize(
    ("name", "content", "said"),
    [
        ("none.csv", "", "no header"),
        ("short.csv", "p,r\na,b\nc\n", "line 3: cells: 1, columns: 2"),
        ("long.csv", "p,r\na,b,c\n", "line 2: cells: 3, columns: 2"),
        ("below.csv", 'p,r\n"a\nb",c\n"d\ne",f,g\n', "line 4: cells: 3, columns: 2"),
        ("open.csv", 'p,r\na,"b\nc,d\n', "in the row that begins in line 2"),
        ("later.csv", 'p,r\n"a\nb",c\n\nd,"e\nf,g\n', "in the row that begins in line 5"),
        ("stray.csv", 'p,r\n"a" b,c\n', "line 2"),
        ("broken.jsonl", '{"p": "a"}\n{"p": \n', "line 2: not JSON (Expecting value, character 8)"),
        ("digits.jsonl", '{"p": ' + "1" * 5000 + "}\n", "line 1: not JSON (Exceeds the limit"),
        ("deep.jsonl", '{"p": "a"}\n' + "[" * 100_000 + "\n", "line 2: brackets are nested too deeply"),
        ("twice.jsonl", '{"p": "a"}\n{"p": "a", "p": "b"}\n', "line 2: the key 'p' stands twice"),
        ("list.jsonl", '["a"]\n', "line 1: a JSON list where an object is expected"),
        ("broken.parquet", "p,r\n", "Parquet"),
        ("broken.csv.gz", "p,r\n", "gzip"),
        ("texts.xlsx", "p,r\n", "known endings: .csv"),
        ("texts.json", "[]", "name such a file .jsonl"),
        ("texts.parquet.gz", "p,r\n", "known endings: .csv"),
    ],
)
def test_files_that_are_not_in_order(name: str, content: str, said: str, tmp_path: Path) -> None:
    assert said in refused(write(tmp_path, name, content), "p")


def test_a_cut_off_compressed_file(tmp_path: Path) -> None:
    whole = gzip.compress("\n".join(map(str, range(10_000))).encode())
    refused(write(tmp_path, "cut.csv.gz", whole[: len(whole) // 2]), "0")


def test_no_such_file(tmp_path: Path) -> None:
    assert "No such file" in refused(tmp_path / "nothing.csv", "p")
    assert "No such file" in refused(tmp_path / "nothing.parquet", "p")
    (tmp_path / "folder.csv").mkdir()
    refused(tmp_path / "folder.csv", "p")
    assert "is a folder" in refused(tmp_path, "p")


def test_output_is_checked_before_the_work(tmp_path: Path) -> None:
    written_files.check_output(tmp_path / "scores.csv.gz")
    with pytest.raises(DataFileError, match="no folder"):
        written_files.check_output(tmp_path / "no" / "scores.csv")
    with pytest.raises(DataFileError, match="known endings"):
        written_files.check_output(tmp_path / "scores.txt")
    with pytest.raises(DataFileError, match=r"folder\.csv"):
        written_files.write_columns(write_folder(tmp_path / "folder.csv"), {"a": [1]}, "signature")


@pytest.mark.parametrize("name", ["scores.csv", "scores.jsonl.gz", "scores.parquet"])
def test_a_file_is_written_whole_or_not_at_all(name: str, tmp_path: Path) -> None:
    path = write(tmp_path, name, "before")
    with pytest.raises((ValueError, TypeError)):
        written_files.write_columns(path, {"a": ["one", "two"], "b": ["three"]}, "signature")
    assert path.read_text() == "before"
    path.chmod(0o640)
    written_files.write_columns(path, {"a": ["one", "two"]}, "signature")
    assert files.cells(files.read_columns(path, ["a"])["a"]) == ["one", "two"]
    assert path.stat().st_mode & 0o777 == 0o640
    assert list(tmp_path.iterdir()) == [path]


def test_a_full_disk_is_named(tmp_path: Path) -> None:
    (tmp_path / "full.csv").symlink_to("/dev/full")
    with pytest.raises(DataFileError, match=r"full\.csv: No space left on device"):
        written_files.write_columns(tmp_path / "full.csv", {"a": ["one"]}, "signature")


def test_a_link_stays_a_link(tmp_path: Path) -> None:
    (tmp_path / "link.csv").symlink_to(write(tmp_path, "target.csv", "before"))
    written_files.write_columns(tmp_path / "link.csv", {"a": ["one"]}, "signature")
    assert (tmp_path / "link.csv").is_symlink()
    assert (tmp_path / "target.csv").read_text() == "a\none\n"


def write_folder(path: Path) -> Path:
    path.mkdir()
    return path


def test_parquet_of_a_lone_surrogate_names_the_column(tmp_path: Path) -> None:
    with pytest.raises(DataFileError, match=r"the column 'id' cannot be written as Parquet"):
        written_files.write_columns(tmp_path / "table.parquet", {"id": ["\ud800"]}, "signature")
    assert list(tmp_path.iterdir()) == []


def test_parquet_without_pyarrow(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "pyarrow", None)
    with pytest.raises(MissingLibraryError, match=r'Hint: pip install "rouge-vec\[arrow\]"'):
        files.read_columns(tmp_path / "texts.parquet", ["p"])
    with pytest.raises(MissingLibraryError, match="pyarrow"):
        written_files.check_output(tmp_path / "scores.parquet")


def test_the_limit_of_the_csv_module_is_put_back(tmp_path: Path) -> None:
    import csv

    before = csv.field_size_limit()
    files.read_columns(write(tmp_path, "a.csv", "p,r\na,b\n"), ["p"])
    refused(write(tmp_path, "b.csv", 'p,r\n"a'), "p")
    assert csv.field_size_limit() == before


def test_json_lines_are_plain_json(tmp_path: Path) -> None:
    path = tmp_path / "scores.jsonl"
    written_files.write_columns(path, {"id": ["caf\u00e9", 7], "score": [0.5, math.nan]}, "signature")
    lines = path.read_text(encoding="utf-8").splitlines()
    assert [json.loads(line) for line in lines] == [
        {"id": "caf\u00e9", "score": 0.5},
        {"id": 7, "score": None},
    ]
    assert "caf\u00e9" in lines[0]
