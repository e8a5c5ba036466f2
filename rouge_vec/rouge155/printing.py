"""The output of ROUGE-1.5.5, character for character, and its usage text in words of our own."""

from __future__ import annotations

import functools
import re
import sys
from collections.abc import Iterable, Sequence
from typing import TextIO

from rouge_vec.errors import printable

_RULE = "-" * 45
_DOTS = "." * 45
_MEASURES = ("R", "P", "F")
_LEADING_DIGITS = re.compile(r"[0-9]+")

USAGE = """\
usage: {name} [flags] CONFIGURATION [SYSTEM]
         [-a]                    evaluate every system of the configuration
         [-b BYTES | -l WORDS]   use only the beginning of each text
         [-c PERCENT]            size of the confidence interval
         [-d]                    print the scores of each evaluation
         [-e FOLDER]             where word lists are looked for
         [-f A|B]                several references: A adds counts up, B takes the best recall
         [-h | -H]               print this text, in short or in full
         [-m]                    stem words
         [-n ORDER]              compute ROUGE-1 up to ROUGE-ORDER
         [-p ALPHA]              weight of precision in F, 0 to 1
         [-r SAMPLES]            number of bootstrap samples
         [-s]                    leave stop words out
         [-t 0|1|2]              average over texts, over tokens, or print counts
         [-u | -U]               add unigrams to skip-bigrams; -U prints both
         [-v]                    print what was matched
         [-w WEIGHT]             compute ROUGE-W with this exponent
         [-x]                    do not compute ROUGE-L
         [-z SEE|SPL|ISI|SIMPLE] CONFIGURATION is a list of files in this format
         [-2 GAP]                compute ROUGE-S with at most GAP words between; below 0: no limit
         [-3 H|HM|HMR|HM1|HMR1|HMR2] compute ROUGE-BE from basic elements
"""

DETAILS = """\
Nothing but ROUGE-L is computed unless it is asked for. Defaults: -c 95 -r 1000 -f A -p 0.5 -t 0.

CONFIGURATION is an XML file of evaluations, or with -z a list with the file of the system and the files of
its references on each line. SYSTEM is needed unless -a or -z is given.

Limits count raw words or bytes and hold for references too. The bootstrap is seeded: figures are the same on
every run. A folder given with -e (or in ROUGE_EVAL_HOME) may hold smart_common_words.txt and
WordNet-2.0-Exceptions/*.exc, which then replace the lists that come with this package.

More than the script offers:
  --exceptions wordnet|empty   with -m: irregular forms, or none as in copies with an empty database
  --install FOLDER             write a ROUGE-1.5.5.pl there that runs this command
"""


class Console:
    """Standard output and standard error, written as Perl writes strings: Latin-1 if possible, else UTF-8."""

    def out(self, text: str) -> None:
        """Write to standard output, as it is, unless it goes to a terminal."""
        _write(sys.stdout, _harmless(text) if sys.stdout.isatty() else text)

    def error(self, line: str) -> None:
        """Write a line to standard error."""
        _write(sys.stderr, f"{_harmless(line)}\n")


def _harmless(text: str) -> str:
    """Return a text, of which a character is a byte of UTF-8, with what a terminal would obey escaped."""
    try:
        data = text.encode("latin-1")
    except UnicodeEncodeError:
        return printable(text)
    return printable(data.decode("utf-8", "backslashreplace")).encode().decode("latin-1")


def _write(stream: TextIO, text: str) -> None:
    stream.flush()
    buffer = getattr(stream, "buffer", None)
    if buffer is None:
        stream.write(text)
        return
    try:
        data = text.encode("latin-1")
    except UnicodeEncodeError:
        data = text.encode("utf-8", "surrogateescape")
    buffer.write(data)
    buffer.flush()


def average_lines(name: str, confidence: str, figures: Sequence[Sequence[float]]) -> str:
    """Return the lines of averages.

    Parameters
    ----------
    name : str
        System and metric.
    confidence : str
        Per cent, as given.
    figures : sequence of three (mean, low, high)
        For recall, precision and F.
    """
    lines = [
        f"{name} Average_{measure}: {mean:.5f} ({confidence}%-conf.int. {low:.5f} - {high:.5f})\n"
        for measure, (mean, low, high) in zip(_MEASURES, figures, strict=True)
    ]
    return f"{_RULE}\n{''.join(lines)}"


def count_lines(name: str, totals: Sequence[float]) -> str:
    """Return the line of raw counts: references, predictions, matches."""
    reference, prediction, matches = map(int, totals)
    return f"{_RULE}\n{name} M_count: {reference} P_count: {prediction} H_count: {matches}\n"


def evaluation_lines(name: str, evaluations: Sequence[str], figures: Iterable[Sequence[str]]) -> str:
    """Return one line for each evaluation, ordered by number where names begin with digits."""
    shown = {
        evaluation: f"{name} Eval {evaluation} R:{first} P:{second} F:{third}\n"
        for evaluation, (first, second, third) in zip(evaluations, figures, strict=True)
    }
    ordered = sorted(sorted(shown), key=functools.cmp_to_key(_compare))
    return f"{_DOTS}\n{''.join(map(shown.__getitem__, ordered))}"


def _compare(left: str, right: str) -> int:
    numbers = _LEADING_DIGITS.match(left), _LEADING_DIGITS.match(right)
    if numbers[0] and numbers[1]:
        first, second = int(numbers[0][0]), int(numbers[1][0])
        return (first > second) - (first < second)
    return (left > right) - (left < right)


def printed_count(value: float, exact: bool) -> str:
    """Return a count as Perl prints a number: 15 digits, all of them for integers that it kept exact."""
    if exact and value < 2.0**53:
        return str(int(value))
    return f"{value:.15g}"
