"""Compare the dialect js-rouge with the npm package on random texts: ``python -m benchmarks.js_rouge_difference``.

Needs Node and npm. Installs the package into a temporary folder, makes texts of 21 kinds from a seed, and compares
sentences (with case and without), Penn Treebank tokens, and the scores ``n``, ``l`` and ``s``, floats by ``==``. Prints
the shortest text that differs and fails, if there is one.
"""

from __future__ import annotations

import argparse
import json
import random
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

from rouge_vec.compat import js_rouge
from rouge_vec.errors import RougeVecError

PACKAGE = "js-rouge@3.2.3"
_TEXTS = 5000
_MOST_PIECES = 24

_WORDS = (
    *(
        "the",
        "a",
        "cat",
        "Dog",
        "went",
        "home",
        "Paris",
        "we",
        "He",
        "said",
        "it",
        "who",
        "Which",
        "and",
        "or",
    ),
    *("but", "in", "of", "no", "yes", "can", "cannot", "I", "x"),
)
_ENDS = (".", "!", "?", ". ", "! ", "? ", ".\n", "...", "?!", ".\u201d ", '." ', ".) ")

KINDS: Mapping[str, tuple[str, ...]] = {
    "abbreviations": (
        "Mr. ",
        "Dr. ",
        "Inc. ",
        "e.g. ",
        "i.e. ",
        "vs. ",
        "St. ",
        "Jan. ",
        "No. ",
        "etc. ",
        "p.m. ",
    ),
    "initials": ("J. ", "J.R. ", "U.S. ", "a.b. ", "A. B. ", "Ph.D. ", "U.K.", "J", ". "),
    "ellipses": ("...", " ... ", ". . . ", "....", "\u2026", "\u2026 ", ".. ", "... And ", "...and "),
    "double quotations": ('"', ' "', '" ', '."', '". ', '" and "', '?" he ', '!" She '),
    "curly quotations": (
        "\u201c",
        "\u201d",
        "\u2018",
        "\u2019",
        ".\u201d ",
        "\u201d. ",
        "?\u2019 ",
        " \u2018who\u2019 ",
    ),
    "angle quotations": ("\u00ab", "\u00bb", "\u2039", "\u203a", ".\u00bb ", "\u00bb. ", " \u00ab "),
    "apostrophes": (
        "'",
        " '",
        "' ",
        "'s ",
        "n't ",
        "'tis ",
        "'twas ",
        "dogs' ",
        "'em ",
        "rock 'n' roll ",
        "''",
        "``",
    ),
    "parentheses": ("(", ")", " (", ") ", ".) ", "). ", "[", "]", "(a.) ", "(See p. 3.) "),
    "footnotes": ("[1]", "[2] ", ".[3] ", ".1 ", "\u00b9", ".\u00b2 ", "(1)", "*", "\u2020 "),
    "citations": (
        "v. ",
        "Smith v. Jones",
        " et al. ",
        "p. 5",
        "pp. 3-4",
        "\u00a7 2. ",
        "cf. ",
        "id. ",
        "Fig. 2. ",
    ),
    "numbered lists": ("1. ", "2. ", "3. ", "\n1. ", "\n2. ", "10. ", " 1) ", " 2) ", "sections 1) and 2) "),
    "lettered lists": ("a) ", "b) ", "\na. ", "\nb. ", "(a) ", "(b) ", " i. ", "ii. ", "iv) ", "A. ", "B. "),
    "numbers": ("3.14", "1,000", "$5.", " 5. ", "2.0 ", "No. 5. ", "12:30. ", "1.2.3 ", "50%. ", ".5 "),
    "addresses": (
        "http://a.b/c. ",
        "www.x.org",
        "a@b.co. ",
        "file.txt ",
        "node.js ",
        "x.y",
        "U.S.A.com ",
        "/a/b. ",
    ),
    "questions": ("? ", "?? ", "?! ", "? no ", "? yes", '"Why?" he asked. ', "who? what? ", "?\n", "(why?) "),
    "line breaks": ("\n", "\r\n", "\r", "\n\n", "\nThe ", "\nand ", ".\n", "A\nb. ", "\u2028"),
    "tabs and blanks": ("\t", "  ", "\u00a0", "\u3000", ".\t", ". \t", "\u2009", "\x85", "\x0b"),
    "dashes": ("--", " -- ", "\u2014", "\u2013", "-", ".--", ". - ", "\u2014The ", "one-two "),
    "other scripts": (
        "\u5929\u6c17\u3002",
        "\u042d\u0442\u043e. ",
        "\u0395\u03af\u03bd\u03b1\u03b9; ",
        "\u00c9t\u00e9. ",
        "\u00e9",
        "\u4eca.",
        "\u0639. ",
        "\u1e9e",
    ),
    "marks": (",", ";", ":", "&", "%", "$", "<", ">", "{", "}", "`", "@#", "/"),
    "contractions": (
        "gonna ",
        "wanna ",
        "cannot ",
        "lemme ",
        "more'n ",
        "d'ye ",
        "gimme. ",
        "y'all ",
        "whaddya ",
        "wot'cha ",
    ),
}
"""Kind of text to the pieces that make it one; words and ends of sentences stand between them."""

_SCRIPT = """
const rouge = require('js-rouge');
const asked = JSON.parse(require('fs').readFileSync(0, 'utf8'));
const tried = (f) => { try { return f(); } catch (error) { return {error: String(error.name)}; } };
const found = asked.map(([text, other]) => ({
  sentences: tried(() => rouge.sentenceSegment(text)),
  neutral: tried(() => rouge.sentenceSegment(text, {caseNeutral: true})),
  tokens: tried(() => rouge.treeBankTokenize(text)),
  n: tried(() => rouge.n(text, other, {n: 1})),
  bigrams: tried(() => rouge.n(text, other, {n: 2, caseSensitive: false})),
  l: tried(() => rouge.l(text, other)),
  lower: tried(() => rouge.l(text, other, {caseSensitive: false})),
  s: tried(() => rouge.s(text, other, {maxSkip: 4})),
}));
process.stdout.write(JSON.stringify(found));
"""


def texts(number: int, seed: int) -> Iterator[str]:
    """Yield random texts, of each kind as many as of the others."""
    source = random.Random(seed)
    kinds = list(KINDS.values())
    for place in range(number):
        pieces = (*kinds[place % len(kinds)], *source.choices(_WORDS, k=6), *source.choices(_ENDS, k=3))
        chosen = source.choices(pieces, k=source.randint(2, _MOST_PIECES))
        yield "".join(piece if source.random() < 0.5 else f"{piece} " for piece in chosen)


def ours(text: str, other: str) -> dict[str, Any]:
    """Return what the stand-in makes of a text, and of it against another."""
    made = {
        "sentences": lambda: js_rouge.sentence_segment(text),
        "neutral": lambda: js_rouge.sentence_segment(text, case_neutral=True),
        "tokens": lambda: js_rouge.tree_bank_tokenize(text),
        "n": lambda: js_rouge.n(text, other, n=1),
        "bigrams": lambda: js_rouge.n(text, other, n=2, case_sensitive=False),
        "l": lambda: js_rouge.l(text, other),
        "lower": lambda: js_rouge.l(text, other, case_sensitive=False),
        "s": lambda: js_rouge.s(text, other, max_skip=4),
    }
    return {name: _tried(make) for name, make in made.items()}


def _tried(make: Callable[[], Any]) -> Any:
    try:
        return make()
    except RougeVecError as error:
        return str(error)


def installed(folder: Path) -> None:
    """Install the npm package into a folder."""
    (folder / "package.json").write_text('{"private": true}', encoding="utf-8")
    (folder / "compare.js").write_text(_SCRIPT, encoding="utf-8")
    subprocess.run(
        ["npm", "install", "--silent", "--no-audit", "--no-fund", "--ignore-scripts", PACKAGE],
        cwd=folder,
        check=True,
    )


def theirs(folder: Path, pairs: Sequence[tuple[str, str]]) -> list[dict[str, Any]]:
    """Return what the npm package makes of texts, and of each against the one beside it."""
    done = subprocess.run(
        ["node", "compare.js"],
        cwd=folder,
        input=json.dumps(pairs),
        capture_output=True,
        text=True,
        check=True,
        encoding="utf-8",
    )
    found: list[dict[str, Any]] = json.loads(done.stdout)
    return found


def main(arguments: Sequence[str] | None = None) -> int:
    """Compare; return the exit code."""
    command = argparse.ArgumentParser(prog="python -m benchmarks.js_rouge_difference", description=__doc__)
    command.add_argument("--texts", type=int, default=_TEXTS)
    command.add_argument("--seed", type=int, default=1)
    given = command.parse_args(arguments)
    made = list(texts(given.texts, given.seed))
    pairs = list(zip(made, [*made[len(KINDS) :], *made[: len(KINDS)]], strict=True))
    with tempfile.TemporaryDirectory() as folder:
        installed(Path(folder))
        right = theirs(Path(folder), pairs)
    compared, failed, wrong = 0, 0, []
    for (text, other), figures in zip(pairs, right, strict=True):
        mine = ours(text, other)
        for name, figure in figures.items():
            if isinstance(figure, dict):  # the package itself fails: there is nothing to compare with
                failed += 1
                continue
            compared += 1
            if mine[name] != figure:
                wrong.append((text, other, name, figure, mine[name]))
    print(f"{len(pairs)} texts of {len(KINDS)} kinds, {compared} results of {PACKAGE}: {len(wrong)} differ.")
    if failed:
        print(f"{failed} results could not be had, because the package itself fails.")
    if wrong:
        text, other, name, figure, mine = min(wrong, key=lambda one: len(one[0]))
        print(f"{name} of {text!r}, against {other!r}:\n  {figure!r} in the package\n  {mine!r} here")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
