"""``rouge-vec rouge155``: takes the flags and files of ROUGE-1.5.5.pl and prints what it prints."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from rouge_vec.errors import DataFileError
from rouge_vec.options.families import BASIC_ELEMENTS
from rouge_vec.rouge155 import flags, printing, text_formats
from rouge_vec.rouge155.flags import Arguments, ScriptError
from rouge_vec.rouge155.installation import install
from rouge_vec.rouge155.text_formats import Configuration

if TYPE_CHECKING:
    from rouge_vec.options.rouge_types import RougeType
    from rouge_vec.rouge155.system_scores import SystemScores, WordLists
    from rouge_vec.rouge155.system_texts import Rows

_NAME = "ROUGE-1.5.5.pl"
_FILE_ERROR = 2
_FORMAT_ERROR = 25
_OTHER_ERROR = 255
_BROKEN_PIPE = 141
_HOME_VARIABLES = ("ROUGE_EVAL_HOME", "RED_EVAL_HOME")


def main(arguments: list[str]) -> int:
    """Run the stand-in.

    Parameters
    ----------
    arguments : list of str
        Flags and operands of the script; or ``--install FOLDER``; or ``--exceptions NAME`` before all others.

    Returns
    -------
    int
        Exit status: 0, or what the script exits with when it dies.
    """
    console = printing.Console()
    try:
        if arguments == ["--help"]:
            console.out(f"{printing.USAGE.format(name=_NAME)}\n{printing.DETAILS}")
            return 0
        if arguments[:1] == ["--install"]:
            return _install(arguments[1:], console)
        exceptions, rest = _split_exceptions(arguments)
        parsed = flags.parse([os.fsencode(text).decode("latin-1") for text in rest])
        for flag in parsed.unknown:
            console.error(f"Unknown option: {flag}")
        if parsed.has("H") or parsed.has("h") or not parsed.operands:
            return _usage(console, detailed=parsed.has("H"))
        flags.check(parsed)
        _evaluate(parsed, exceptions, console)
    except ScriptError as error:
        console.error(error.message)
        return error.status
    except BrokenPipeError:
        # Whoever read the output has had enough; nothing may be flushed into the closed pipe at exit.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return _BROKEN_PIPE
    return 0


def _split_exceptions(arguments: list[str]) -> tuple[str, list[str]]:
    if arguments[:1] != ["--exceptions"]:
        return "", arguments
    name = arguments[1] if len(arguments) > 1 else ""
    if name not in ("wordnet", "empty"):
        raise ScriptError(f"--exceptions is followed by wordnet or empty, not by {name!r}.")
    return name, arguments[2:]


def _install(operands: list[str], console: printing.Console) -> int:
    if len(operands) != 1:
        raise ScriptError("--install is followed by one folder.")
    try:
        written = install(Path(operands[0]))
    except OSError as error:
        raise ScriptError(
            f"cannot install to {operands[0]}: {error.strerror or error}", _FILE_ERROR
        ) from error
    for path in written:
        console.out(f"wrote {path}\n")
        if path.name == "perl":
            console.out(f"put {path.parent} on PATH for programs that call perl themselves\n")
    return 0


def _usage(console: printing.Console, *, detailed: bool) -> int:
    text = printing.USAGE.format(name=_NAME)
    console.error((f"{text}\n{printing.DETAILS}" if detailed else text).rstrip("\n"))
    return 255


def _evaluate(arguments: Arguments, exceptions: str, console: printing.Console) -> None:
    configuration = _read_configuration(arguments)
    from rouge_vec.rouge155.stemmed_references import StemSwitch
    from rouge_vec.rouge155.system_scores import printed_blocks, score_system
    from rouge_vec.rouge155.system_texts import Texts
    from rouge_vec.rouge155.verbose import verbose_blocks

    lists = _word_lists(arguments, exceptions, console)
    runs = flags.planned_runs(arguments)
    texts = Texts(arguments)
    switch = StemSwitch(arguments.has("m")) if arguments.has("M") else None
    systems = sorted(configuration.systems) if arguments.evaluate_all else [arguments.system]
    for system in systems:
        for of_elements in (False, True):
            chosen = [run for run in runs if (run.family.reads == BASIC_ELEMENTS) == of_elements]
            if chosen:
                rows = texts.read(system, configuration.evaluations, of_elements)
                scores = score_system(rows.predictions, rows.references, chosen, arguments, lists, switch)
                blocks = printed_blocks(system, rows.names, scores, chosen, arguments)
                transcripts: Iterator[str] = ("" for _ in chosen)
                if arguments.has("v"):
                    names = [evaluation.name for evaluation in configuration.evaluations]
                    transcripts = verbose_blocks(system, names, chosen, rows, scores, arguments, lists)
                _print(chosen, rows, scores, zip(transcripts, blocks, strict=True), console)


def _read_configuration(arguments: Arguments) -> Configuration:
    path = arguments.operands[0]
    try:
        content = Path(os.fsdecode(path.encode("latin-1"))).read_bytes()
    except OSError as error:
        problem = f"Cannot open {path}" if arguments.has("z") else f"Couldn't open {path}:\n{error.strerror}"
        raise ScriptError(problem, _FILE_ERROR) from error
    try:
        if arguments.has("z"):
            return text_formats.parse_list(content, arguments.system, arguments.text("z"))
        return text_formats.parse_configuration(content, path)
    except DataFileError as error:
        status = _FORMAT_ERROR if arguments.has("z") else _OTHER_ERROR
        raise ScriptError(error.problem, status) from error


def _word_lists(arguments: Arguments, exceptions: str, console: printing.Console) -> WordLists:
    """Find the lists of ``-e``: those of the folder where it has them, else the packaged ones."""
    from rouge_vec.rouge155.system_scores import WordLists
    from rouge_vec.text.irregular_forms import read_exceptions
    from rouge_vec.text.stopwords import read_stopwords

    homes = (os.environ.get(name, "") for name in _HOME_VARIABLES)
    places = [arguments.text("e"), *(os.fsencode(home).decode("latin-1") for home in homes), "."]
    folder = Path(os.fsdecode(next(filter(None, places)).encode("latin-1")))
    stopwords: str | frozenset[str] = "smart"
    forms: str | Mapping[str, str] = exceptions or "wordnet"
    source = "the list that comes with rouge_vec"
    sources = folder / "WordNet-2.0-Exceptions"
    try:
        if (folder / "smart_common_words.txt").is_file():
            stopwords = read_stopwords(folder / "smart_common_words.txt")
        if not exceptions and any(sources.glob("*.exc")):
            forms = read_exceptions(sources)
            source = f"the lists in {sources}"
    except DataFileError as error:
        raise ScriptError(error.problem, _FILE_ERROR) from error
    database = folder / "WordNet-2.0.exc.db"
    if database.exists() and not exceptions:
        console.error(f"{database}: database files cannot be read; irregular forms are taken from {source}")
    return WordLists(forms, stopwords)


def _print(
    runs: Sequence[RougeType],
    rows: Rows,
    scores: SystemScores,
    blocks: Iterator[tuple[str, str]],
    console: printing.Console,
) -> None:
    """Print one system; what is said of a metric stands before its figures."""
    for at, run in enumerate(runs):
        for message in rows.repeated if at else rows.messages:
            console.error(message)
        if run.family.is_weighted:
            for row, place in scores.weightless:
                console.error(
                    f"{run.name}: {rows.reference_paths[row][place]} has no tokens and scores 0; "
                    "ROUGE-1.5.5.pl divides by zero there"
                )
        for text in next(blocks):
            console.out(text)
