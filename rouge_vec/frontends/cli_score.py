"""``rouge-vec score`` and ``rouge-vec warmup``: files in, one call of the scorer, means and files out."""

from __future__ import annotations

import argparse
import itertools
import os
import sys
import warnings
from pathlib import Path
from typing import Any, NamedTuple

import pandas as pd

from rouge_vec.api.functions import warmup
from rouge_vec.api.scorer import Scorer
from rouge_vec.errors import InputError, OptionError
from rouge_vec.frontends import files, list_cells, table_formats, tables, written_files
from rouge_vec.frontends.cli_hints import HINT
from rouge_vec.frontends.table_formats import TableLayout
from rouge_vec.options.rouge_options import RougeOptions
from rouge_vec.options.rouge_types import DEFAULT_ROUGE_TYPES

_PASSED_ON = (
    "exceptions",
    "stopwords",
    "tokenizer",
    "sentence_separator",
    "sentence_splitter",
    "max_words",
    "max_bytes",
    "alpha",
    "beta",
    "multi_reference",
    "weight_normalization",
)
"""Arguments that are options of the scorer under the same name."""


ROW = "row"
REFERENCE = "reference"
NUMBER = "_number"
"""Columns written when every reference has a score of its own, and what follows their names if a column that is kept
has the name; both count from 1, as messages do."""


class Texts(NamedTuple):
    """What is scored, and columns that are copied to the output."""

    predictions: files.Column
    references: files.Column
    kept: dict[str, files.Column]


def find_problem(arguments: argparse.Namespace) -> str | None:
    """Return what is wrong with arguments that are each right on their own, and a hint."""
    text_files = [arguments.predictions_file, *arguments.references_file]
    named = [name for name in (arguments.prediction, arguments.reference) if name]
    if arguments.table and any(text_files):
        return f"give either a table (FILE) or two text files, not both{HINT}leave one of them out."
    if not arguments.table and not (all(text_files) and arguments.references_file):
        return (
            "give a table (FILE), or both --predictions-file and --references-file"
            f"{HINT}for example rouge-vec score summaries.csv; rouge-vec demo needs no file."
        )
    problem = _problem_of_layout(arguments)
    if problem:
        return problem
    if arguments.missing == "nan" and not _has_nulls(arguments):
        return (
            "--missing nan is for null in JSONL and Parquet; in other files an empty cell or line is an empty text"
            f"{HINT}leave it out, or leave such rows out of the file."
        )
    if not arguments.table and (named or arguments.keep):
        return (
            "--prediction, --reference and --keep name columns of a table (FILE)"
            f"{HINT}leave them out; text files have no columns."
        )
    inputs = [path for path in (arguments.table, *text_files) if path]
    if inputs.count(table_formats.STANDARD_INPUT) > 1:
        return (
            f"- is given more than once, but standard input can be read once{HINT}name files for the others."
        )
    return _problem_of_output(arguments, [Path(path) for path in inputs])


def _has_nulls(arguments: argparse.Namespace) -> bool:
    return bool(arguments.table) and not _is_delimited(arguments)


def _is_delimited(arguments: argparse.Namespace) -> bool:
    return bool(arguments.table) and _layout(arguments).format_of(arguments.table) in table_formats.DELIMITERS


def _layout(arguments: argparse.Namespace) -> TableLayout:
    return TableLayout(
        arguments.input_format,
        arguments.encoding,
        _one_character(arguments.delimiter),
        arguments.quoting,
        _one_character(arguments.escape),
    )


def _one_character(given: str | None) -> str | None:
    return table_formats.TAB if given in ("tab", "\\t") else given


def _problem_of_layout(arguments: argparse.Namespace) -> str | None:
    if arguments.input_format and not arguments.table:
        return f"--input-format is for a table (FILE){HINT}leave it out; text files hold a text a line."
    if arguments.table == table_formats.STANDARD_INPUT and not arguments.input_format:
        return (
            f"- is standard input, whose format no name tells{HINT}add --input-format "
            f"{', '.join(table_formats.FORMATS[:-1])} or {table_formats.FORMATS[-1]}."
        )
    for flag, example in (("delimiter", "';', or tab"), ("escape", "'\\'")):
        given = _one_character(getattr(arguments, flag))
        if given is not None and (len(given) != 1 or given in '"\r\n'):
            return f"--{flag} takes one character, not {given!r}{HINT}for example --{flag} {example}."
    if arguments.escape and arguments.quoting == "none":
        return f"--escape is for quote marks inside quoted cells{HINT}leave out --quoting none."
    if arguments.escape and _one_character(arguments.escape) == _one_character(arguments.delimiter):
        return f"--escape and --delimiter are the same character{HINT}leave one of them out."
    for flag in ("delimiter", "quoting", "escape", "parse_lists"):
        if getattr(arguments, flag) and not _is_delimited(arguments):
            return f"--{flag.replace('_', '-')} is for CSV and TSV{HINT}leave it out; other files have none."
    return None


def _problem_of_output(arguments: argparse.Namespace, inputs: list[Path]) -> str | None:
    if arguments.output == "":
        return f"-o was given no name of a file{HINT}for example -o scores.csv."
    if (arguments.keep or arguments.counts) and not arguments.output:
        return f"--keep and --counts say what is written into the file of -o{HINT}add -o scores.csv."
    if arguments.output and any(_is_same_file(path, Path(arguments.output)) for path in inputs):
        return f"-o {arguments.output} would overwrite what is scored{HINT}give another name with -o."
    return None


def run(arguments: argparse.Namespace) -> int:
    """Score what the arguments name, write the rows and print the means.

    Raises
    ------
    RougeVecError
        If an option, a file or a text is not as it must be.
    """
    scorer = Scorer(_types(arguments), arguments.dialect, **_options(arguments))
    if arguments.output:
        written_files.check_output(arguments.output)
    texts = _read_table(arguments) if arguments.table else _read_text_files(arguments)
    inputs = (
        [arguments.table] if arguments.table else [arguments.predictions_file, *arguments.references_file]
    )
    source = ", ".join(map(files.shown, inputs))
    if not len(texts.predictions):
        raise _no_rows(source, arguments)
    if arguments.output:
        texts = texts._replace(kept=written_files.fitting(arguments.output, texts.kept))
    references = [_references_of(cell) for cell in texts.references]
    beside = len(arguments.reference or ()) > 1
    pairs = zip(references, texts.references, strict=True)
    if beside and not arguments.missing_references and any(len(one) < len(cell) for one, cell in pairs):
        # Columns beside each other have no other way to say that a row has fewer references.
        options = {**_options(arguments), "missing_references": "skip"}
        scorer = Scorer(_types(arguments), arguments.dialect, **options)
    try:
        scores = scorer.score(
            predictions=texts.predictions,
            references=texts.references,
            counts=arguments.counts,
            missing=arguments.missing,
            n_jobs=_useful_jobs(arguments.jobs),
        )
    except InputError as error:
        raise type(error)(f"{source}: {error.problem}", error.hint) from error
    if not arguments.table:
        _warn_of_spelled_line_breaks(texts, scorer.options)
    _tell_of_gaps(texts.predictions, references)
    if arguments.output:
        _write(arguments.output, scores, texts.kept)
    rouge_types = [rouge_type.name for rouge_type in scorer.options.rouge_types]
    print(tables.format_means(scores, rouge_types, arguments.format))
    return 0


def _no_rows(source: str, arguments: argparse.Namespace) -> InputError:
    """Return the error for files that hold nothing to score: a mean of nothing is no result to go on with."""
    if not arguments.table:
        return InputError(
            f"{source}: no lines, so there is nothing to score.", "give files with one text a line."
        )
    hint = "give a table with at least one row."
    if _is_delimited(arguments):
        hint = "the first line names the columns; each line below it is a row."
    return InputError(f"{source}: no rows, so there is nothing to score.", hint)


def run_warmup(arguments: argparse.Namespace) -> int:
    """Compile what the arguments need and print how long it took.

    Raises
    ------
    OptionError
        If an option is not known.
    """
    rouge_types = _types(arguments)
    seconds = warmup(rouge_types, arguments.dialect, **_options(arguments))
    print(
        f"{', '.join(rouge_types)}: ready after {seconds:.1f} s; later runs load the machine code from disk, "
        "unless ROUGE_VEC_CACHE=0 is set or no cache folder can be written."
    )
    return 0


def _useful_jobs(jobs: int | None) -> int | None:
    """Return no more threads than there are cores: more of them only cost memory."""
    return None if jobs is None else min(jobs, os.cpu_count() or 1)


def _is_same_file(one: Path, other: Path) -> bool:
    return one.exists() and other.exists() and one.samefile(other)


def _types(arguments: argparse.Namespace) -> list[str]:
    if not arguments.types:
        return list(DEFAULT_ROUGE_TYPES)
    return [name.strip() for given in arguments.types for name in given.split(",") if name.strip()]


def _options(arguments: argparse.Namespace) -> dict[str, Any]:
    options = {name: getattr(arguments, name) for name in _PASSED_ON if getattr(arguments, name) is not None}
    if arguments.stemmer or arguments.stemmer_name:
        options["use_stemmer"] = arguments.stemmer_name or True
    if arguments.keep_case:
        options["lowercase"] = False
    if getattr(arguments, "missing_references", None):
        options["missing_references"] = arguments.missing_references
    return options


def _read_table(arguments: argparse.Namespace) -> Texts:
    prediction = arguments.prediction or "prediction"
    references = arguments.reference or ["reference"]
    wanted = list(dict.fromkeys([prediction, *references, *arguments.keep]))
    columns = files.read_columns(arguments.table, wanted, _layout(arguments))
    of_tokens = arguments.tokenizer == "pretokenized"
    if arguments.parse_lists:
        for name in (*references, *([prediction] if of_tokens else [])):
            columns[name] = list_cells.read_lists(columns[name], name, files.shown(arguments.table))
    side = columns[references[0]]
    if len(references) > 1:
        sides = [columns[name] for name in references]
        if _is_delimited(arguments):
            sides = [[cell or None for cell in files.cells(side)] for side in sides]
        side = _side_by_side(sides, of_tokens)
    kept = {name: columns[name] for name in arguments.keep}
    return Texts(_counted_from_one(columns[prediction]), _counted_from_one(side), kept)


def _tell_of_gaps(predictions: files.Column, references: list[list[Any]]) -> None:
    """Say on standard error how many rows are empty or have fewer references than others."""
    sizes = [len(several) for several in references]
    gaps = {
        "an empty prediction": sum(isinstance(text, str) and not text for text in predictions),
        "an empty reference": sum("" in several for several in references),
        "fewer references than others": sum(0 < size < max(sizes) for size in sizes),
        "no reference": sum(size == 0 for size in sizes),
    }
    told = [f"{count} with {what}" for what, count in gaps.items() if count]
    if told:
        print(f"rouge-vec: of {len(sizes)} rows {', '.join(told)}.", file=sys.stderr)


def _references_of(cell: Any) -> list[Any]:
    """Return the references in a cell that are there."""
    several = [cell] if pd.api.types.is_scalar(cell) else list(cell)
    return [one for one in several if not (pd.api.types.is_scalar(one) and pd.isna(one))]


def _side_by_side(columns: list[files.Column], of_tokens: bool) -> list[list[Any]]:
    """Return for each row all its references.

    A cell may hold several of them, in a list; but in a column of tokens a list is one text, whose tokens are
    put into a list of sentences so that nothing else can be meant.
    """
    rows = zip(*(files.cells(column) for column in columns), strict=True)
    if of_tokens:
        return [[cell if cell is None or _is_nested(cell) else [cell] for cell in row] for row in rows]
    return [[text for cell in row for text in (cell if isinstance(cell, list) else [cell])] for row in rows]


def _is_nested(cell: list[Any]) -> bool:
    return bool(cell) and isinstance(cell[0], list)


def _counted_from_one(column: files.Column) -> pd.Series:
    """Return the column with the row numbers that messages show."""
    index = pd.RangeIndex(1, len(column) + 1)
    if isinstance(column, list):
        return pd.Series(column, index=index, dtype=object)
    return pd.Series(pd.arrays.ArrowExtensionArray(column), index=index)


def _read_text_files(arguments: argparse.Namespace) -> Texts:
    predictions = files.read_lines(arguments.predictions_file, arguments.encoding)
    sides = []
    for name in arguments.references_file:
        references = files.read_lines(name, arguments.encoding)
        if len(predictions) != len(references):
            raise InputError(
                f"{files.shown(arguments.predictions_file)} has {len(predictions)} lines, {files.shown(name)} has "
                f"{len(references)}: "
                "the lengths differ.",
                "line n of one file is scored against line n of the other; a blank line is an empty text.",
            )
        sides.append(references)
    side: list[Any] = sides[0] if len(sides) == 1 else list(map(list, zip(*sides, strict=True)))
    return Texts(_counted_from_one(predictions), _counted_from_one(side), {})


def _warn_of_spelled_line_breaks(texts: Texts, options: RougeOptions) -> None:
    """Warn if sentences seem to be parted by a backslash and an n, which is how a line can hold several."""
    by_sentence = [rouge_type.name for rouge_type in options.rouge_types if rouge_type.by_sentence]
    if not by_sentence or options.sentence_splitter or options.sentence_separator != "\n":
        return
    cells = itertools.chain(texts.predictions, texts.references)
    several = (cell if isinstance(cell, list) else [cell] for cell in cells)
    lines = sum("\\n" in text for text in itertools.chain.from_iterable(several))
    if lines:
        warnings.warn(
            f"{lines} line{'s hold' if lines > 1 else ' holds'} a backslash followed by n, which is no line break: "
            f"{', '.join(by_sentence)} took each text for one sentence. If it stands between sentences, add "
            "--sentence-separator '\\n'.",
            stacklevel=2,
        )


def _write(path: str, scores: pd.DataFrame, kept: dict[str, files.Column]) -> None:
    columns: dict[str, files.Column] = {str(name): scores[name].to_numpy() for name in scores.columns}
    if isinstance(scores.index, pd.MultiIndex):  # a line for each reference
        rows, references = (scores.index.get_level_values(level).to_numpy() for level in (0, 1))
        places = (rows - 1).tolist()
        kept = {name: files.repeated(column, places) for name, column in kept.items()}
        row, reference = (name + NUMBER if name in kept else name for name in (ROW, REFERENCE))
        columns = {row: rows, reference: references + 1, **columns}
    both = [name for name in kept if name in columns]
    if both:
        raise OptionError(f"--keep {both[0]} has the name of a column of scores.", "rename it in the table.")
    written_files.write_columns(path, {**kept, **columns}, scores.attrs["signature"])
