"""The command ``rouge-vec``: reads its arguments, teaches its use, and only then loads what work needs."""

from __future__ import annotations

import argparse
import contextlib
import os
import signal
import sys
import warnings
from collections.abc import Iterator, Sequence
from typing import TextIO

from rouge_vec._version import __version__
from rouge_vec.errors import OptionError, RougeVecError
from rouge_vec.frontends.cli_hints import HINT, HintingParser, in_words_of_the_command
from rouge_vec.frontends.table_formats import FORMATS, QUOTINGS
from rouge_vec.options.dialects import DIALECTS

DATA_ERROR = 1
USAGE_ERROR = 2
_INTERRUPTED = 130
_TERMINATED = 143
_BROKEN_PIPE = 141
"""What a shell reports of a program that a closed pipe has ended."""

_OVERVIEW = """\
Exact ROUGE scores for columns of text, fast.

  rouge-vec demo                                   score a sample that ships with the package
  rouge-vec score summaries.csv                    score the columns "prediction" and "reference"
  rouge-vec score summaries.jsonl --prediction model_a --reference human --type rouge1,rougeL -o scores.csv
  rouge-vec score --predictions-file system.txt --references-file gold.txt
  rouge-vec rouge155 -n 2 -m -a settings.xml       stand in for ROUGE-1.5.5.pl
  rouge-vec dialects                               whose numbers can be reproduced
"""

_EXIT_CODES = """\
exit status:
  0 done, 1 the data cannot be scored as asked, 2 the command line is wrong
"""

_DEFAULT_DIALECT = "rouge-score"

_SCORE_USAGE = """\
rouge-vec score FILE [--prediction COL] [--reference COL] [--type TYPE] [-o OUT] [options]
       rouge-vec score --predictions-file FILE --references-file FILE [--type TYPE] [-o OUT] [options]"""

_SCORE_HELP = """\
Score predictions against references, print the means, and keep the scores of every row on request.
"""

_SCORE_EXAMPLES = """\
examples:
  rouge-vec score summaries.csv
      scores the column "prediction" against the column "reference"
  rouge-vec score summaries.parquet --prediction model_a --reference human --stemmer -o scores.parquet
      other columns, with stemming, and the scores of every row written to a file
  rouge-vec score summaries.tsv --reference first_human --reference second_human
      two references for each prediction: the better one counts, for each rouge type on its own
  rouge-vec score summaries.jsonl --keep id -o scores.jsonl
      writes the column "id" beside the scores; in JSONL a reference may be a list of strings
  rouge-vec score summaries.jsonl --multi-reference each --keep id -o scores.csv
      a line for each reference; the columns "row" and "reference" count rows and their references from 1
      ("reference_number" if a column "reference" is kept)
  rouge-vec score --predictions-file system.txt --references-file gold.txt --sentence-separator "<q>"
      line n of one file against line n of the other; "<q>" stands between the sentences of a line
  rouge-vec score summaries.csv --format json | jq .scores.rougeL.fmeasure
  zcat summaries.csv.gz | rouge-vec score - --input-format csv
      a table out of a pipe

tables:
  The ending tells the format: .csv, .tsv, .jsonl, .ndjson (each also with .gz) or .parquet. The first line of
  CSV and TSV names the columns. Every cell below is text: NA, null, None and an empty cell are texts, too.
  Messages count rows from 1, without the first line. In TSV a quote mark is a character like any other, unless
  the lines cannot be read so.

text files:
  One text a line, UTF-8. A byte order mark and CRLF are fine, the last line need not be ended, and a blank
  line is an empty text. A backslash followed by n stays two characters: where it stands between sentences,
  say --sentence-separator '\\n'.

rouge types:
  rouge1, rouge2, ... (n-grams), rougeL (a text as one sequence), rougeLsum (sentence by sentence), rougeW,
  rougeW-1.5 (weighted), rougeS, rougeS4 (skip-bigrams), rougeSU, rougeSU4 (with unigrams)
  rougeW of a text and itself is below 1, as the script has it: 0.86 for four words, less for more. With
  --weight-normalization paper it is 1.
"""

_SCORING_OPTIONS: tuple[tuple[str, str, type, str], ...] = (
    ("--stemmer-name", "NAME", str, "stem words with this stemmer (porter, perl, german, ...)"),
    ("--exceptions", "NAME", str, "irregular forms looked up before stemming (wordnet, empty)"),
    ("--stopwords", "NAME", str, "leave these words out (smart)"),
    ("--tokenizer", "NAME", str, "how texts become words (words, characters, unicode-v1, ...)"),
    ("--sentence-separator", "TEXT", str, "what stands between sentences (a line break)"),
    ("--sentence-splitter", "NAME", str, "find sentences instead (js-rouge, punkt)"),
    ("--max-words", "N", int, "cut texts after N words"),
    ("--max-bytes", "N", int, "cut texts after N bytes"),
    ("--alpha", "X", float, "weight of precision in F, from 0 to 1"),
    ("--beta", "X", float, "weight of recall over precision in F"),
    ("--multi-reference", "RULE", str, "how several references become one score (best, average, ...)"),
    (
        "--weight-normalization",
        "NAME",
        str,
        "of rougeW: that of ROUGE-1.5.5 (script) or of its paper (paper)",
    ),
)
"""Flag, name of its value, type and help: options of ``rouge_vec.score`` that are passed on as they are."""

_DEMO_HELP = """\
Score a sample that ships with the package: 225 invented summaries of 45 news items by five systems. Says
what the numbers show and what to try next.
"""

_WARMUP_HELP = """\
Compile what these options need, so that the first scoring of a new machine or container image is fast.
"""

_WARMUP_EXAMPLES = """\
examples:
  rouge-vec warmup
  rouge-vec warmup --type rouge1,rougeL --stemmer
  NUMBA_CACHE_DIR=cache rouge-vec warmup     keep the machine code in that folder (set it for later runs, too)
"""


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command.

    Parameters
    ----------
    arguments : sequence of str, optional
        What stands behind ``rouge-vec``; that of this process by default.

    Returns
    -------
    int
        Exit status: 0, or 1 for data that cannot be scored, or 2 for a wrong command line.
    """
    given = list(sys.argv[1:] if arguments is None else arguments)
    for stream in (sys.stdout, sys.stderr):
        if hasattr(stream, "reconfigure"):
            stream.reconfigure(errors="backslashreplace")
    try:
        with _warnings_as_lines(), _ending_in_order():
            status = _run_and_flush(given)
    except RougeVecError as error:
        print(f"rouge-vec: {in_words_of_the_command(error)}", file=sys.stderr)
        return USAGE_ERROR if isinstance(error, OptionError) else DATA_ERROR
    except KeyboardInterrupt:
        return _INTERRUPTED
    except BrokenPipeError:
        _discard_output()
        return _BROKEN_PIPE
    except OSError as error:  # files have their errors named, so this is of the output stream
        _discard_output()
        print(
            f"rouge-vec: the output cannot be written: {error.strerror or error}."
            f"{HINT}check where the output goes, and that there is room.",
            file=sys.stderr,
        )
        return DATA_ERROR
    return status


def _run_and_flush(given: list[str]) -> int:
    try:
        return _run(given)
    finally:  # also when help or the version was asked for, which ends the parser
        if sys.stdout is not None:
            sys.stdout.flush()


def _run(given: list[str]) -> int:
    if given[:1] == ["rouge155"]:  # its flags are those of the script, which argparse cannot read
        from rouge_vec.rouge155 import command

        return command.main(given[1:])
    parser = make_parser()
    arguments, unknown = parser.parse_known_args(given)
    if unknown:  # the parser of the subcommand knows which flags there could have been
        getattr(arguments, "parser", parser).error(f"unrecognized arguments: {' '.join(unknown)}")
    if arguments.command == "score":
        from rouge_vec.frontends import cli_score

        problem = cli_score.find_problem(arguments)
        if problem:
            arguments.parser.error(problem)
        return cli_score.run(arguments)
    if arguments.command == "warmup":
        from rouge_vec.frontends import cli_score

        return cli_score.run_warmup(arguments)
    if arguments.command in ("dialects", "tokenizers"):
        from rouge_vec.frontends.registries import PRINTED

        PRINTED[arguments.command]()
        return 0
    if arguments.command == "demo":
        from rouge_vec.frontends import demo

        if arguments.save == "":
            arguments.parser.error(f"--save was given no name of a file{HINT}for example --save demo.csv.")
        return demo.run(arguments.save)
    parser.print_help(sys.stderr)
    return USAGE_ERROR


def make_parser() -> argparse.ArgumentParser:
    """Return the parser of the whole command."""
    parser: argparse.ArgumentParser = HintingParser(
        prog="rouge-vec",
        description=_OVERVIEW,
        epilog=_EXIT_CODES,
        formatter_class=argparse.RawDescriptionHelpFormatter,
        allow_abbrev=False,
    )
    parser.add_argument("--version", action="version", version=f"rouge-vec {__version__}")
    commands = parser.add_subparsers(dest="command", title="commands", metavar="COMMAND")
    _add_score(commands)
    demo = _add_command(commands, "demo", "score a sample that ships with the package", _DEMO_HELP)
    demo.add_argument("--save", metavar="FILE", help="only save the sample, as CSV, to score it yourself")
    _add_warmup(commands)
    _add_command(commands, "dialects", "whose numbers can be reproduced", "Print the dialects.")
    _add_command(commands, "tokenizers", "how texts can become words", "Print tokenizers and stemmers.")
    commands.add_parser("rouge155", help="stand in for ROUGE-1.5.5.pl: its flags, its output")
    return parser


def _add_command(
    commands: argparse._SubParsersAction[argparse.ArgumentParser],
    name: str,
    short: str,
    description: str,
    examples: str = "",
    usage: str | None = None,
) -> argparse.ArgumentParser:
    parser = commands.add_parser(
        name,
        help=short,
        usage=usage,
        description=description,
        epilog=f"{examples}\n{_EXIT_CODES}" if examples else _EXIT_CODES,
        formatter_class=argparse.RawDescriptionHelpFormatter,
        allow_abbrev=False,
    )
    parser.set_defaults(parser=parser)
    return parser


def _add_score(commands: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    short = "score a table or two text files"
    parser = _add_command(commands, "score", short, _SCORE_HELP, _SCORE_EXAMPLES, _SCORE_USAGE)
    texts = parser.add_argument_group("texts")
    texts.add_argument(
        "table", nargs="?", metavar="FILE", help="a table: CSV, TSV, JSONL or Parquet; - is standard input"
    )
    texts.add_argument("--prediction", metavar="COL", help='column of the predictions ("prediction")')
    texts.add_argument(
        "--reference",
        metavar="COL",
        action="append",
        help='column of the references ("reference"); repeat it for several references a row',
    )
    texts.add_argument(
        "--predictions-file", metavar="FILE", help="predictions, one a line; - is standard input"
    )
    texts.add_argument(
        "--references-file",
        metavar="FILE",
        action="append",
        default=[],
        help="references, one a line; repeat it for several references a line",
    )
    texts.add_argument("--encoding", default="utf-8", help="of text formats (utf-8)")
    texts.add_argument(
        "--delimiter", metavar="CHAR", help="between the columns of CSV and TSV (a comma; a tab)"
    )
    texts.add_argument(
        "--input-format",
        choices=FORMATS,
        help="of FILE, if the ending of its name does not tell it, and of - (standard input)",
    )
    texts.add_argument(
        "--quoting",
        choices=QUOTINGS,
        help="quote marks stand around cells (csv, as in CSV) or are characters like any other (none, as in TSV unless "
        "its lines cannot be read so)",
    )
    texts.add_argument(
        "--escape",
        metavar="CHAR",
        help="before quote marks inside quoted cells, a backslash in CSV of Spark (else they are doubled)",
    )
    texts.add_argument(
        "--parse-lists",
        action="store_true",
        help="cells of CSV and TSV that begin with a bracket are lists of references, as JSON or Python writes them",
    )
    texts.add_argument(
        "--missing",
        choices=("raise", "nan", "empty"),
        default="raise",
        help="a null in JSONL or Parquet stops (default), leaves its row unscored, or is an empty text",
    )
    texts.add_argument(
        "--missing-references",
        choices=("raise", "skip", "nan"),
        help="among several columns of references, a null, or an empty cell of CSV and TSV, stops, is no reference "
        "(default), or leaves its row unscored; in a single column an empty cell is an empty text",
    )
    _add_options(parser)
    output = parser.add_argument_group("output")
    output.add_argument(
        "-o", "--output", metavar="OUT", help="file for the scores of every row; formats as for FILE"
    )
    output.add_argument(
        "--keep",
        metavar="COL",
        action="append",
        default=[],
        help="column of FILE to copy into OUT; repeatable",
    )
    output.add_argument("--counts", action="store_true", help="also write matches and totals into OUT")
    output.add_argument(
        "--format",
        choices=("table", "json", "csv"),
        default="table",
        help="how the means are printed (table)",
    )
    output.add_argument(
        "--jobs", type=int, metavar="N", help="threads (all cores); scores do not depend on it"
    )


def _add_warmup(commands: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    usage = "rouge-vec warmup [--type TYPE] [scoring options]"
    parser = _add_command(commands, "warmup", "compile ahead of time", _WARMUP_HELP, _WARMUP_EXAMPLES, usage)
    _add_options(parser)


def _add_options(parser: argparse.ArgumentParser) -> None:
    """Add what changes a number; each is an option of ``rouge_vec.score``."""
    options = parser.add_argument_group("scoring")
    options.add_argument(
        "--type",
        dest="types",
        metavar="TYPE",
        action="append",
        help="rouge types, separated by commas; repeatable (rouge1,rouge2,rougeL,rougeLsum)",
    )
    options.add_argument(
        "--dialect",
        default=_DEFAULT_DIALECT,
        metavar="NAME",
        help=f"whose numbers are reproduced ({_DEFAULT_DIALECT}); known: {', '.join(DIALECTS)}",
    )
    options.add_argument("--stemmer", action="store_true", help="stem words, with the stemmer of the dialect")
    for flag, metavar, kind, text in _SCORING_OPTIONS:
        options.add_argument(flag, metavar=metavar, type=kind, help=text)
    options.add_argument("--keep-case", action="store_true", help="do not lower-case texts")


@contextlib.contextmanager
def _ending_in_order() -> Iterator[None]:
    """Let SIGTERM, which batch systems send, end the command as an exit does: what is unfinished is removed."""

    def end(number: int, frame: object) -> None:
        raise SystemExit(_TERMINATED)

    try:
        before = signal.signal(signal.SIGTERM, end)
    except ValueError:  # not the main thread, which alone hears signals
        yield
        return
    try:
        yield
    finally:
        signal.signal(signal.SIGTERM, before)


@contextlib.contextmanager
def _warnings_as_lines() -> Iterator[None]:
    """Print warnings as lines of this command, without a place in the source."""

    def show(
        message: Warning | str,
        category: type[Warning],
        filename: str,
        lineno: int,
        file: TextIO | None = None,
        line: str | None = None,
    ) -> None:
        print(f"rouge-vec: warning: {in_words_of_the_command(message)}", file=sys.stderr)

    with warnings.catch_warnings():
        warnings.simplefilter("always", UserWarning)
        warnings.showwarning = show
        yield


def _discard_output() -> None:
    """Send what is still to be flushed nowhere, so that the interpreter ends without a complaint."""
    with contextlib.suppress(OSError, ValueError):
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
