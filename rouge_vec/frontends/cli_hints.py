"""What the command says of mistakes: hints for a wrong command line, and messages in words of the command."""

from __future__ import annotations

import argparse
import re
from collections.abc import Callable, Sequence
from typing import Any, NoReturn

from rouge_vec.errors import (
    EmptyTextWarning,
    InputError,
    LostLettersWarning,
    OptionError,
    RougeVecError,
    SpelledListWarning,
    UnpartedSentencesWarning,
    nearest_names,
    printable,
)

HINT = "\nHint: "

_FLAGS = {
    "rouge_types": "--type",
    "n_jobs": "--jobs",
    "use_stemmer": "--stemmer-name",
    **{
        name: "--" + name.replace("_", "-")
        for name in (
            "missing",
            "multi_reference",
            "sentence_separator",
            "sentence_splitter",
            "max_words",
            "max_bytes",
            "weight_normalization",
            "tokenizer",
            "stopwords",
            "exceptions",
            "dialect",
            "alpha",
            "beta",
        )
    },
}
"""Parameter of the library to flag of the command."""

_Replacement = str | Callable[[re.Match[str]], str]

_PHRASES: tuple[tuple[str, _Replacement], ...] = (
    (r"the column to strings first, for example with \.astype\(str\)", "the cells to strings in the file"),
    (r", or a callable of your own", ""),
    (r"make lists of them, for example with column\.map\(ast\.literal_eval\)", "add --parse-lists"),
    (r"None and -1 use all usable cores", "leave --jobs out to use all usable cores"),
    (r"use_stemmer=True", "--stemmer"),
    (r"lowercase=False", "--keep-case"),
    (r"lowercase=True", "leaving out --keep-case"),
    (r"rouge_types=\[([^\]]*)\]", lambda found: "--type " + re.sub(r"['\" ]", "", found[1])),
    # Of the rest, name=value is always an option; a bare name is one only if no text could hold it.
    (rf"\b({'|'.join(_FLAGS)})=", lambda found: f"{_FLAGS[found[1]]} "),
    (r"\b([a-z]+_[a-z]+)\b", lambda found: _FLAGS.get(found[1], found[1])),
    (r"(--(?:missing|tokenizer|multi-reference|stemmer-name|dialect)) (['\"])([\w-]+)\2", r"\1 \3"),
)
"""What messages of the library say to people who write Python, and what it is on the command line."""


_OF_OPTIONS = (
    OptionError,
    EmptyTextWarning,
    LostLettersWarning,
    SpelledListWarning,
    UnpartedSentencesWarning,
)
"""Messages that name options, and quote no text."""


def in_words_of_the_command(error: RougeVecError | Warning | str) -> str:
    """Return a message with parameters of the library named as the flags of the command are.

    What an error of data says is wrong stays as it is, since it quotes texts, columns and files; and so does
    what is no message of this package. What a terminal would obey is escaped.
    """
    return printable(_in_words_of_the_command(error))


def _in_words_of_the_command(error: RougeVecError | Warning | str) -> str:
    if isinstance(error, _OF_OPTIONS):
        return _translated(str(error))
    if isinstance(error, InputError):
        return error.problem + (HINT + _translated(error.hint) if error.hint else "")
    return str(error)


def _translated(message: str) -> str:
    for pattern, replacement in _PHRASES:
        message = re.sub(pattern, replacement, message)
    return message


_GIVEN = "given"
"""Name under which the arguments that were given so far are kept beside them."""


class StoreOnce(argparse.Action):
    """Store a value, and refuse a second one, which would replace the first without a word."""

    def __call__(
        self,
        parser: argparse.ArgumentParser,
        namespace: argparse.Namespace,
        values: Any,
        option_string: str | None = None,
    ) -> None:
        """Store the value of an argument."""
        given_before = getattr(namespace, _GIVEN, ())
        if option_string and self.dest in given_before:
            before = getattr(namespace, self.dest)
            parser.error(
                f"{option_string} is given twice: {before!r} and {values!r}{HINT}leave one of them out."
            )
        setattr(namespace, _GIVEN, (*given_before, self.dest))
        setattr(namespace, self.dest, values)


class HintingParser(argparse.ArgumentParser):
    """A parser whose every complaint ends with a hint."""

    def __init__(self, *arguments: Any, **options: Any) -> None:
        super().__init__(*arguments, **options)
        self.register("action", None, StoreOnce)

    def error(self, message: str) -> NoReturn:
        """Print usage, complaint and hint, and exit with status 2."""
        super().error(message if HINT in message else message + HINT + self._hint(message))

    def _print_message(self, message: str, file: Any = None) -> None:
        """Print without hiding that it failed: help on a full disk is no success."""
        if message and file is not None:
            file.write(printable(message))

    def _hint(self, message: str) -> str:
        if found := re.search(r"invalid choice: '(.*)' \(choose from (.*)\)", message):
            return nearest_names(found[1], re.sub(r"['\" ]", "", found[2]).split(","))
        if found := re.search(r"unrecognized arguments: (-\S+)", message):
            return nearest_names(found[1].partition("=")[0], self._flags())
        if found := re.search(r"argument (?:-\w/)?(--[\w-]+)\S*: invalid (int|float) value", message):
            number = "a whole number, for example 4" if found[2] == "int" else "a number, for example 0.5"
            return f"{found[1]} takes {number}."
        return f"{self.prog} --help shows what can be given."

    def _flags(self) -> Sequence[str]:
        return [flag for flag in self._option_string_actions if flag.startswith("--") and flag != "--help"]
