"""The command as its users meet it: what it prints, what it writes, how it refuses, and its exit status."""

from __future__ import annotations

import csv
import json
import os
import pty
import subprocess
import sys
import termios
import types
from pathlib import Path

import pandas as pd
import pytest

import rouge_vec as rv
from rouge_vec.frontends.cli import main
from tests import corpora

ROOT = Path(__file__).resolve().parents[2]
TYPES = ("rouge1", "rouge2", "rougeL", "rougeLsum")
GAPS = "rouge-vec: of 3 rows 1 with an empty prediction.\n"
"""What is said of PAIRS on standard error."""
PAIRS = {
    "prediction": ["the cat sat", "a dog\nran off", ""],
    "reference": ["the cat sat down", "ran off\na dog", "text"],
}


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The current directory, holding one table."""
    monkeypatch.chdir(tmp_path)
    pd.DataFrame(PAIRS).to_csv("texts.csv", index=False)
    return tmp_path


class Printed:
    """What the command answered."""

    def __init__(self, status: int, out: str, err: str) -> None:
        self.status, self.out, self.err = status, out, err


@pytest.fixture
def run(folder: Path, capsys: pytest.CaptureFixture[str]):
    def run_command(*arguments: str) -> Printed:
        try:
            status = main(arguments)
        except SystemExit as stop:
            status = int(stop.code or 0)
        return Printed(status, *capsys.readouterr())

    return run_command


def in_process(*arguments: str, **options: object) -> subprocess.CompletedProcess[bytes]:
    environment = {**os.environ, "PYTHONPATH": str(ROOT), **options.pop("environment", {})}
    command = [sys.executable, "-m", "rouge_vec", *arguments]
    return subprocess.run(command, env=environment, capture_output=True, check=False, timeout=240, **options)


def expected(**options: object) -> pd.DataFrame:
    return rv.score(predictions=PAIRS["prediction"], references=PAIRS["reference"], **options)


def test_means_rows_and_signature_are_printed(run) -> None:
    printed = run("score", "texts.csv")
    scores = expected()
    lines = printed.out.splitlines()
    assert (printed.status, printed.err) == (0, GAPS)
    assert lines[0].split() == ["rouge", "type", "precision", "recall", "fmeasure"]
    for line, rouge_type in zip(lines[1:5], TYPES, strict=True):
        means = [scores[f"{rouge_type}_{name}"].mean() for name in ("precision", "recall", "fmeasure")]
        assert line.split() == [rouge_type, *(f"{mean:.5f}" for mean in means)]
    assert lines[5:] == ["", "rows: 3", f"signature: {scores.attrs['signature']}"]


def test_json_means_have_all_bits(run) -> None:
    printed = json.loads(run("score", "texts.csv", "--format", "json").out)
    scores = expected()
    assert (printed["rows"], printed["missing"]) == (3, 0)
    assert printed["signature"] == scores.attrs["signature"]
    assert list(printed["scores"]) == list(TYPES)
    assert printed["scores"]["rougeL"]["recall"] == scores["rougeL_recall"].mean()


def test_csv_means_have_all_bits(run) -> None:
    rows = list(csv.DictReader(run("score", "texts.csv", "--format", "csv").out.splitlines()))
    scores = expected()
    assert [row["rouge_type"] for row in rows] == list(TYPES)
    assert float(rows[0]["fmeasure"]) == scores["rouge1_fmeasure"].mean()
    assert {(row["rows"], row["signature"]) for row in rows} == {("3", scores.attrs["signature"])}


@pytest.mark.parametrize("extension", [".csv", ".tsv", ".jsonl", ".ndjson", ".csv.gz", ".parquet"])
def test_scores_of_every_row_are_written(extension: str, run, folder: Path) -> None:
    assert run("score", "texts.csv", "-o", f"scores{extension}").status == 0
    path = folder / f"scores{extension}"
    if extension == ".parquet":
        written = pd.read_parquet(path)
    elif "json" in extension:
        written = pd.DataFrame([json.loads(line) for line in path.read_text().splitlines()])
    else:
        written = pd.read_csv(path, sep="\t" if extension == ".tsv" else ",", dtype=str).map(float)
    scores = expected()
    assert list(written.columns) == list(scores.columns)
    assert written.to_numpy().tolist() == scores.to_numpy().tolist()


@pytest.mark.parametrize("extension", ["tsv", "jsonl", "parquet"])
def test_every_format_is_read(extension: str, run, folder: Path) -> None:
    table = pd.DataFrame(PAIRS)
    if extension == "tsv":
        table.to_csv("other.tsv", sep="\t", index=False)
    elif extension == "jsonl":
        table.to_json("other.jsonl", orient="records", lines=True)
    else:
        table.to_parquet("other.parquet")
    assert run("score", f"other.{extension}").out == run("score", "texts.csv").out


def test_columns_types_and_counts(run, folder: Path) -> None:
    table = pd.DataFrame(PAIRS).rename(columns={"prediction": "model", "reference": "human"})
    table.assign(id=["x", "y", "z"]).to_csv("named.csv", index=False)
    columns = ["--prediction", "model", "--reference", "human", "--keep", "id", "--counts"]
    printed = run(
        "score", "named.csv", *columns, "--type", "rouge1,rougeL", "--type", "rouge3", "-o", "out.csv"
    )
    assert printed.status == 0
    written = pd.read_csv("out.csv")
    scores = expected(rouge_types=["rouge1", "rougeL", "rouge3"], counts=True)
    assert list(written.columns) == ["id", *scores.columns]
    assert written["id"].tolist() == ["x", "y", "z"]
    assert written["rouge1_matches"].tolist() == scores["rouge1_matches"].tolist()


def test_scoring_options_reach_the_scorer(run, folder: Path) -> None:
    (folder / "stem.csv").write_text("prediction,reference\nRunning dogs<q>ran,dog runs\n")
    options = ["--sentence-separator", "<q>", "--stemmer", "--beta", "2", "--max-words", "3"]
    signature = run("score", "stem.csv", *options).out.splitlines()[-1]
    right = rv.Scorer(sentence_separator="<q>", use_stemmer=True, beta=2.0, max_words=3).signature
    assert signature == f"signature: {right}"
    named = run(
        "score", "stem.csv", "--stemmer-name", "martin", "--keep-case", "--jobs", "1"
    ).out.splitlines()[-1]
    assert named == f"signature: {rv.Scorer(use_stemmer='martin', lowercase=False).signature}"
    others = ["--dialect", "js-rouge", "--weight-normalization", "paper", "--multi-reference", "macro"]
    right = rv.Scorer(dialect="js-rouge", weight_normalization="paper", multi_reference="macro").signature
    assert run("score", "stem.csv", *others).out.splitlines()[-1] == f"signature: {right}"
    split = run("score", "stem.csv", "--sentence-splitter", "js-rouge").out.splitlines()[-1]
    assert split == f"signature: {rv.Scorer(sentence_splitter='js-rouge').signature}"


def test_several_reference_columns(run, folder: Path) -> None:
    (folder / "two.csv").write_text("prediction,first,second\na b,a x,a b\nc,c,d\n")
    printed = run("score", "two.csv", "--reference", "first", "--reference", "second", "--format", "json")
    assert json.loads(printed.out)["scores"]["rouge1"]["fmeasure"] == 1.0


def test_references_that_are_lists(run, folder: Path) -> None:
    rows = [{"prediction": "a b", "reference": ["a x", "a b"]}, {"prediction": "c", "reference": "c"}]
    (folder / "lists.jsonl").write_text("".join(json.dumps(row) + "\n" for row in rows))
    printed = run("score", "lists.jsonl", "--format", "json")
    assert json.loads(printed.out)["scores"]["rouge1"]["fmeasure"] == 1.0
    pd.DataFrame(rows).assign(reference=[["a x", "a b"], ["c"]], other="q").to_parquet("lists.parquet")
    both = ["--reference", "reference", "--reference", "other"]
    assert run("score", "lists.parquet", *both, "--format", "json").out == printed.out


@pytest.mark.parametrize("extension", ["jsonl", "parquet"])
def test_a_line_for_each_reference(extension: str, run, folder: Path) -> None:
    table = pd.DataFrame({"id": ["x", "y"], "prediction": ["a b", "c"], "reference": [["a b"], ["c", "d"]]})
    if extension == "jsonl":
        table.to_json("each.jsonl", orient="records", lines=True)
    else:
        table.to_parquet("each.parquet")
    each = ["score", f"each.{extension}", "--type", "rouge1", "--multi-reference", "each"]
    assert run(*each, "--keep", "id", "-o", "each.csv").status == 0
    written = pd.read_csv("each.csv")
    assert written["id"].tolist() == ["x", "y", "y"]
    assert written["row"].tolist() == [1, 2, 2]
    assert written["reference"].tolist() == [1, 1, 2]
    assert written["rouge1_fmeasure"].tolist() == [1.0, 1.0, 0.0]
    assert run(*each, "--keep", "reference", "-o", "kept.jsonl").status == 0
    kept = pd.read_json("kept.jsonl", lines=True)
    assert kept["reference"].tolist() == [["a b"], ["c", "d"], ["c", "d"]]
    assert kept["reference_number"].tolist() == [1, 1, 2]


def test_cells_may_be_lists_of_tokens(run, folder: Path) -> None:
    row = {"prediction": ["a", "b"], "reference": ["a", "x"], "other": ["b", "a"]}
    (folder / "tokens.jsonl").write_text(json.dumps(row) + "\n")
    options = ["--tokenizer", "pretokenized", "--type", "rouge1", "--format", "json"]
    both = ["--reference", "reference", "--reference", "other"]
    assert json.loads(run("score", "tokens.jsonl", *options).out)["scores"]["rouge1"]["fmeasure"] == 0.5
    assert (
        json.loads(run("score", "tokens.jsonl", *options, *both).out)["scores"]["rouge1"]["fmeasure"] == 1.0
    )


@pytest.mark.parametrize("word", ["NA", "null", "None", "nan", "N/A"])
def test_cells_that_look_missing_are_text(word: str, run, folder: Path) -> None:
    (folder / "words.csv").write_text(f"prediction,reference\n{word},{word}\n")
    means = json.loads(run("score", "words.csv", "--type", "rouge1", "--format", "json").out)
    assert means["scores"]["rouge1"]["fmeasure"] == 1.0


def test_missing_texts(run, folder: Path) -> None:
    (folder / "gaps.jsonl").write_text('{"prediction": "a", "reference": "a"}\n{"prediction": "b"}\n')
    (folder / "key.jsonl").write_text('{"prediction": "a", "reference": "a"}\n{"reference": "b"}\n')
    printed = run("score", "gaps.jsonl")
    assert (printed.status, printed.out) == (1, "")
    assert "gaps.jsonl: references: missing value" in printed.err
    assert "Hint: --missing nan scores such rows as NaN, --missing empty reads" in printed.err
    assert "row 2" in printed.err
    assert "predictions: missing value" in run("score", "key.jsonl").err
    left_out = run("score", "gaps.jsonl", "--missing", "nan", "-o", "out.jsonl")
    assert "rows: 2 (1 of them missing and not in the means)" in left_out.out
    assert "1.00000" in left_out.out
    assert json.loads((folder / "out.jsonl").read_text().splitlines()[1])["rouge1_fmeasure"] is None
    assert "rows: 2\n" in run("score", "gaps.jsonl", "--missing", "empty").out


def test_rows_that_are_all_missing(run, folder: Path) -> None:
    (folder / "none.jsonl").write_text('{"prediction": null, "reference": "a"}\n')
    arguments = ["score", "none.jsonl", "--missing", "nan"]
    assert "rows: 1 (1 of them missing and not in the means)" in run(*arguments).out
    means = json.loads(run(*arguments, "--format", "json").out)
    assert means["scores"]["rouge1"] == {"precision": None, "recall": None, "fmeasure": None}
    assert (means["rows"], means["missing"]) == (1, 1)
    lines = run(*arguments, "--format", "csv", "--type", "rouge1").out.splitlines()
    assert lines[0].startswith("rouge_type,precision,recall,fmeasure,rows,missing,")
    assert lines[1].startswith("rouge1,,,,1,1,")


def text_files(folder: Path, predictions: bytes, references: bytes) -> list[str]:
    (folder / "system.txt").write_bytes(predictions)
    (folder / "gold.txt").write_bytes(references)
    return ["score", "--predictions-file", "system.txt", "--references-file", "gold.txt"]


def test_two_text_files(run, folder: Path) -> None:
    files = text_files(folder, b"\xef\xbb\xbfthe cat\r\n\r\na\xe2\x80\xa8b\r\n", b"the cat\ndog\na b")
    assert run(*files, "-o", "out.csv").status == 0
    scores = rv.score(predictions=["the cat", "", "a\u2028b"], references=["the cat", "dog", "a b"])
    assert pd.read_csv("out.csv").to_numpy().tolist() == scores.to_numpy().tolist()


def test_a_backslash_and_an_n_can_separate_sentences(run, folder: Path) -> None:
    files = text_files(folder, b"the dog ran\\na cat sat\n", b"a cat sat\\nthe dog ran\n")
    separated = run(*files, "--sentence-separator", "\\n", "--format", "json")
    assert json.loads(separated.out)["scores"]["rougeLsum"]["fmeasure"] == 1.0
    assert separated.err == ""
    as_it_is = run(*files, "--format", "json")
    assert json.loads(as_it_is.out)["scores"]["rougeLsum"]["fmeasure"] < 1.0
    assert "warning: 2 lines hold a backslash followed by n" in as_it_is.err
    assert "rougeLsum took each text for one sentence" in as_it_is.err
    assert "add --sentence-separator '\\n'." in as_it_is.err
    assert run(*files, "--type", "rouge1,rougeL").err == ""


def test_several_files_of_references(run, folder: Path) -> None:
    (folder / "other.txt").write_text("a cat\nthe dog\n")
    files = [*text_files(folder, b"the cat\ndog\n", b"the cat\ndogs\n"), "--references-file", "other.txt"]
    assert run(*files, "-o", "out.csv").status == 0
    scores = rv.score(predictions=["the cat", "dog"], references=[["the cat", "a cat"], ["dogs", "the dog"]])
    assert pd.read_csv("out.csv").to_numpy().tolist() == scores.to_numpy().tolist()
    (folder / "other.txt").write_text("a cat\n")
    assert "system.txt has 2 lines, other.txt has 1" in run(*files).err


def test_text_files_of_different_lengths(run, folder: Path) -> None:
    printed = run(*text_files(folder, b"a\nb\n", b"a\n"))
    assert printed.status == 1
    assert "system.txt has 2 lines" in printed.err
    assert "gold.txt has 1" in printed.err
    assert "Hint: " in printed.err


def test_text_file_in_another_encoding(run, folder: Path) -> None:
    files = text_files(folder, b"a\ncaf\xe9\n", b"a\nb\n")
    printed = run(*files)
    assert (printed.status, printed.out) == (1, "")
    assert "system.txt, line 2: not in the encoding utf-8" in printed.err
    assert run(*files, "--encoding", "cp1252").status == 0


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        ([], "usage: rouge-vec"),
        (["scroe"], "invalid choice"),
        (["score"], "give a table (FILE), or both"),
        (["score", "--predictions-file", "a.txt"], "give a table (FILE), or both"),
        (["score", "texts.csv", "--predictions-file", "a.txt"], "not both"),
        (
            ["score", "--predictions-file", "a", "--references-file", "b", "--reference", "c"],
            "columns of a table",
        ),
        (["score", "texts.csv", "--keep", "id"], "-o"),
        (["score", "texts.csv", "-o", "texts.csv"], "overwrite"),
        (["score", "texts.csv", "--missing", "drop"], "invalid choice"),
        (["score", "texts.csv", "--jobs", "many"], "invalid int"),
        (["score", "texts.csv", "--jobs", "0"], "--jobs must be a whole number"),
        (["score", "texts.csv", "--jobs", "many"], "Hint: --jobs takes a whole number"),
        (["score", "texts.csv", "-o", ""], "no name of a file"),
        (["score", "texts.csv", "--format", "xml"], "Hint: known names: table, json, csv"),
        (["score", "texts.csv", "--counts"], "Hint: add -o scores.csv"),
        (["score", "texts.csv", "--predicton", "a"], "did you mean '--prediction'"),
        (["scor"], "did you mean 'score'"),
        (["score", "texts.csv", "-o", "a.csv", "-o", "b.csv"], "-o is given twice: 'a.csv' and 'b.csv'"),
        (["score", "texts.csv", "--missing", "raise", "--missing", "nan"], "--missing is given twice"),
        (
            ["score", "texts.csv", "--dialect", "rouge-score", "--dialect", "pltrdy"],
            "--dialect is given twice",
        ),
        (
            ["score", "--predictions-file", "a", "--predictions-file", "b", "--references-file", "c"],
            "--predictions-file is given twice",
        ),
        (["score", "texts.csv", "--missing", "nan"], "--missing nan is for null in JSONL and Parquet"),
        (
            ["score", "--predictions-file", "a", "--references-file", "b", "--missing", "nan"],
            "--missing nan is for null",
        ),
        (["demo", "--save", ""], "no name of a file"),
        (["score", "texts.csv", "--type", "rougeX"], "Hint: did you mean"),
        (["score", "texts.csv", "--type", ","], "no rouge type"),
        (["score", "texts.csv", "--dialect", "rouge-scores"], "'rouge-score'"),
        (["score", "texts.csv", "--tokenizer", "rouge"], "unknown tokenizer"),
        (["score", "texts.csv", "--encoding", "utf-9"], "unknown text encoding"),
        (["score", "texts.csv", "--pred", "prediction"], "unrecognized arguments"),
        (["warmup", "--type", "rougeX"], "rougeX"),
        (["demo", "extra"], "unrecognized arguments"),
    ],
)
def test_wrong_command_lines(arguments: list[str], said: str, run) -> None:
    printed = run(*arguments)
    assert (printed.status, printed.out) == (2, "")
    assert said in printed.err
    assert "Traceback" not in printed.err
    assert not arguments or "\nHint: " in printed.err


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["nothing.csv"], "nothing.csv"),
        (["texts.txt"], "known endings"),
        (["texts.csv", "--prediction", "predictions"], "did you mean 'prediction'"),
        (["texts.csv", "-o", "scores.txt"], "known endings"),
        (["texts.csv", "-o", "no/scores.csv"], "no folder"),
        (["numbers.jsonl"], "row 1 holds 5 of type int"),
        (["numbers.jsonl"], "Hint: convert the cells to strings in the file."),
        (["nested.jsonl"], "no reference in row 2"),
    ],
)
def test_data_that_cannot_be_scored(arguments: list[str], said: str, run, folder: Path) -> None:
    (folder / "texts.txt").write_text("a")
    (folder / "numbers.jsonl").write_text('{"prediction": 5, "reference": "a"}\n')
    (folder / "nested.jsonl").write_text(
        '{"prediction": "a", "reference": ["a"]}\n{"prediction": "a", "reference": []}\n'
    )
    printed = run("score", *arguments)
    assert (printed.status, printed.out) == (1, "")
    assert said in printed.err
    assert "\nHint: " in printed.err


def test_a_kept_column_must_not_have_the_name_of_a_score(run, folder: Path) -> None:
    pd.DataFrame(PAIRS).assign(rouge1_recall=1).to_csv("scored.csv", index=False)
    printed = run("score", "scored.csv", "--keep", "rouge1_recall", "-o", "out.csv")
    assert printed.status == 2
    assert "rouge1_recall" in printed.err


def test_texts_without_tokens_are_a_line_of_fact_and_one_of_what_to_do(run, folder: Path) -> None:
    (folder / "cyrillic.csv").write_text("prediction,reference\n\u0434\u043e\u043c,house\n", encoding="utf-8")
    printed = run("score", "cyrillic.csv")
    assert printed.status == 0
    assert printed.err.startswith("rouge-vec: warning: 1 text is not empty but gave no tokens")
    assert printed.err.count("\n") == 2


def test_demo_explains_itself(run) -> None:
    printed = run("demo")
    assert printed.status == 0
    for word in (
        "225 invented summaries",
        "45 news items",
        "abstractive-large",
        "keywords",
        "rows: 225",
        "signature: ",
    ):
        assert word in printed.out
    for word in (
        "3 of 450 texts (1%) lose more than a fifth of their letters",
        "3 predictions are empty",
        "rouge-vec score --help",
    ):
        assert word in printed.out
    assert "scored in" in printed.err


def test_the_sample_can_be_saved_and_scored(run, folder: Path) -> None:
    assert run("demo", "--save", "demo.csv").status == 0
    sample = pd.read_csv("demo.csv", dtype=str, keep_default_na=False)
    assert len(sample) == 225
    assert "rows: 225" in run("score", "demo.csv").out
    again = run("demo", "--save", "demo.csv")
    assert again.status == 1
    assert "exists already" in again.err
    assert run("demo", "--save", "no/demo.csv").status == 1
    (folder / "demo.foo").touch()
    assert "ends with .csv" in run("demo", "--save", "demo.foo").err


def test_warmup(run) -> None:
    printed = run("warmup", "--type", "rouge1")
    assert printed.status == 0
    assert printed.out.startswith("rouge1: ready after ")


def test_flags_of_the_script_are_passed_on_untouched(run, monkeypatch: pytest.MonkeyPatch) -> None:
    given = []
    script = types.ModuleType("rouge_vec.rouge155.command")
    script.main = lambda arguments: given.append(arguments) or 255
    monkeypatch.setitem(sys.modules, "rouge_vec.rouge155.command", script)
    monkeypatch.setattr("rouge_vec.rouge155.command", script, raising=False)
    assert run("rouge155", "-n", "2", "-2", "-1", "-h", "--", "-a", "settings.xml").status == 255
    assert given == [["-n", "2", "-2", "-1", "-h", "--", "-a", "settings.xml"]]


@pytest.mark.parametrize("command", [[], ["score"], ["demo"], ["warmup"]])
def test_help_needs_neither_numba_nor_pandas(command: list[str]) -> None:
    code = (
        "import sys\nfrom rouge_vec.frontends.cli import main\n"
        "try:\n    main(sys.argv[1:])\nexcept SystemExit as stop:\n    assert stop.code == 0\n"
        "assert not {'numpy', 'pandas', 'numba', 'pyarrow'} & set(sys.modules)\n"
    )
    environment = {**os.environ, "PYTHONPATH": str(ROOT)}
    done = subprocess.run(
        [sys.executable, "-c", code, *command, "--help"],
        env=environment,
        capture_output=True,
        text=True,
        check=False,
    )
    assert (done.returncode, done.stderr) == (0, "")
    assert "rouge-vec " + " ".join(command) in done.stdout
    assert done.stdout.isascii()


def test_version(run) -> None:
    assert run("--version").out == f"rouge-vec {rv.__version__}\n"


def big_table(folder: Path, rows: int) -> None:
    predictions, references = corpora.random_pairs(rows, seed=7)
    pd.DataFrame({"prediction": predictions, "reference": references}).to_csv("big.csv", index=False)


@pytest.mark.processes
def test_a_closed_pipe_is_no_error(folder: Path) -> None:
    read_end, write_end = os.pipe()
    os.close(read_end)
    environment = {**os.environ, "PYTHONPATH": str(ROOT)}
    done = subprocess.run(
        [sys.executable, "-m", "rouge_vec", "score", "texts.csv"],
        env=environment,
        stdout=write_end,
        stderr=subprocess.PIPE,
        check=False,
        timeout=240,
    )
    os.close(write_end)
    assert (done.returncode, done.stderr) == (141, GAPS.encode())


@pytest.mark.processes
@pytest.mark.parametrize("arguments", [["score", "texts.csv"], ["demo"], ["--version"]])
def test_a_full_disk_behind_the_output(arguments: list[str], folder: Path) -> None:
    with Path("/dev/full").open("wb") as full:
        environment = {**os.environ, "PYTHONPATH": str(ROOT)}
        done = subprocess.run(
            [sys.executable, "-m", "rouge_vec", *arguments],
            env=environment,
            stdout=full,
            stderr=subprocess.PIPE,
            check=False,
            timeout=240,
        )
    assert done.returncode == 1
    assert b"No space left on device.\nHint: " in done.stderr
    assert b"Traceback" not in done.stderr


def test_no_output_stream_and_very_many_jobs(run, folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "stdout", None)
    printed = run("score", "texts.csv", "--jobs", "1000000000", "-o", "scores.csv")
    assert (printed.status, printed.err) == (0, GAPS)
    assert len(pd.read_csv("scores.csv")) == 3


@pytest.mark.processes
def test_progress_bar_only_on_a_terminal(folder: Path) -> None:
    big_table(folder, 30_000)
    environment = {**os.environ, "PYTHONPATH": str(ROOT), "PYTHONWARNINGS": "ignore"}
    code = (
        "import sys, rouge_vec.api.progress as progress\nprogress._PROGRESS_DELAY = 0.0\n"
        "from rouge_vec.frontends.cli import main\nsys.exit(main(sys.argv[1:]))"
    )
    command = [sys.executable, "-c", code, "score", "big.csv", "--type", "rouge1"]
    piped = subprocess.run(command, env=environment, capture_output=True, check=False, timeout=240)
    assert piped.returncode == 0
    assert b"row/s" not in piped.stderr
    leader, follower = pty.openpty()
    termios.tcsetwinsize(follower, (24, 80))
    seen = subprocess.run(
        command, env=environment, stdout=subprocess.PIPE, stderr=follower, check=False, timeout=240
    )
    os.close(follower)
    shown = os.read(leader, 1 << 16)
    os.close(leader)
    assert b"30000/30000" in shown
    assert seen.stdout == piped.stdout


def test_python_m_is_the_command(folder: Path) -> None:
    assert in_process("--version").stdout.decode().strip() == f"rouge-vec {rv.__version__}"
