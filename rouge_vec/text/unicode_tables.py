"""Properties of code points in Unicode 17.0, and normalization that knows letters newer than Python's tables."""

from __future__ import annotations

import functools
import re
import unicodedata
from dataclasses import dataclass
from importlib import resources

import numpy as np
import numpy.typing as npt

Codes = npt.NDArray[np.uint8]

_CODE_POINTS = 0x110000
_CAPITALS = {code: code + 32 for code in range(ord("A"), ord("Z") + 1)}
# No character composes with ASCII behind it, so a run ends there; marks may compose with the one in front.
_NOT_ASCII = re.compile(r"[\x00-\x7f]?[^\x00-\x7f]+")
_WORD_CLASSES = (
    "-",
    "ALetter",
    "Hebrew_Letter",
    "Numeric",
    "Katakana",
    "ExtendNumLet",
    "MidLetter",
    "MidNum",
    "MidNumLet",
    "Single_Quote",
    "Double_Quote",
    "Extend",
    "Format",
    "ZWJ",
    "Regional_Indicator",
    "WSegSpace",
    "CR",
    "LF",
    "Newline",
)
_CLUSTER_CLASSES = (
    "-",
    "CR",
    "LF",
    "Control",
    "Extend",
    "ZWJ",
    "Regional_Indicator",
    "Prepend",
    "SpacingMark",
    "L",
    "V",
    "T",
    "LV",
    "LVT",
)
_CONJUNCT_CLASSES = ("-", "Consonant", "Extend", "Linker")


@dataclass(frozen=True)
class BreakTables:
    """One code for each code point, uint8, shape (0x110000,); 0 is "any other".

    Attributes
    ----------
    words, clusters, conjuncts : ndarray of uint8
        Places in the lists of values of Word_Break, Grapheme_Cluster_Break and Indic_Conjunct_Break.
    pictographic, alphanumeric : ndarray of bool
        Extended_Pictographic; Alphabetic or a Number.
    """

    words: Codes
    clusters: Codes
    conjuncts: Codes
    pictographic: npt.NDArray[np.bool_]
    alphanumeric: npt.NDArray[np.bool_]


def word_classes(*names: str) -> list[int]:
    """Return the codes of values of Word_Break."""
    return [_WORD_CLASSES.index(name) for name in names]


def cluster_classes(*names: str) -> list[int]:
    """Return the codes of values of Grapheme_Cluster_Break."""
    return [_CLUSTER_CLASSES.index(name) for name in names]


def conjunct_class(name: str) -> int:
    """Return the code of a value of Indic_Conjunct_Break."""
    return _CONJUNCT_CLASSES.index(name)


@functools.cache
def break_tables() -> BreakTables:
    """Read the tables, once."""
    words, clusters, conjuncts = (np.zeros(_CODE_POINTS, np.uint8) for _ in range(3))
    pictographic, alphanumeric = (np.zeros(_CODE_POINTS, np.bool_) for _ in range(2))
    for line in _lines("unicode17_breaks.tsv"):
        first, last, word, cluster, conjunct, flags = line.split("\t")
        span = slice(int(first, 16), int(last, 16) + 1)
        words[span] = _WORD_CLASSES.index(word)
        clusters[span] = _CLUSTER_CLASSES.index(cluster)
        conjuncts[span] = _CONJUNCT_CLASSES.index(conjunct)
        pictographic[span] = "p" in flags
        alphanumeric[span] = "a" in flags
    return BreakTables(words, clusters, conjuncts, pictographic, alphanumeric)


def _lines(file: str) -> list[str]:
    return resources.files("rouge_vec.data").joinpath(file).read_text(encoding="ascii").splitlines()


def normalize(text: str, *, fold_case: bool) -> str:
    """Return the text in the form NFKC; with its case folded, in NFKC before and after."""
    if text.isascii():
        return text.lower() if fold_case else text
    newer = _newer_letters()
    if newer is None or newer.pattern.search(text) is None:
        return _normalize_known(text, fold_case)

    def normalize_run(run: re.Match[str]) -> str:
        if newer.pattern.search(run.group()) is None:
            return _normalize_known(run.group(), fold_case)
        composed = newer.compose(run.group())
        return newer.compose(composed.translate(newer.folds).casefold()) if fold_case else composed

    if fold_case:
        text = text.translate(_CAPITALS)
    return _NOT_ASCII.sub(normalize_run, text)


def _normalize_known(text: str, fold_case: bool) -> str:
    text = unicodedata.normalize("NFKC", text)
    return unicodedata.normalize("NFKC", text.casefold()) if fold_case else text


@dataclass(frozen=True)
class _NewerLetters:
    """What normalization must know of code points that Python's own tables lack.

    Attributes
    ----------
    pattern : re.Pattern
        Finds a code point that needs it.
    folds : dict of int to str
        Case foldings.
    classes : dict of str to int
        Combining classes other than 0.
    decompositions : dict of str to str
        Full compatibility decompositions.
    composites : dict of str to str
        Two characters to the one that is made of them.
    """

    pattern: re.Pattern[str]
    folds: dict[int, str]
    classes: dict[str, int]
    decompositions: dict[str, str]
    composites: dict[str, str]

    def compose(self, text: str) -> str:
        """Return the text in the form NFKC: decomposed, marks put in order, composed."""
        parts = [self.decompositions.get(one) or unicodedata.normalize("NFKD", one) for one in text]
        characters = list("".join(parts))
        start = 0
        for place in range(len(characters) + 1):
            if place == len(characters) or self._class(characters[place]) == 0:
                characters[start:place] = sorted(characters[start:place], key=self._class)
                start = place + 1
        return "".join(self._composed(characters))

    def _class(self, character: str) -> int:
        return self.classes.get(character) or unicodedata.combining(character)

    def _composed(self, characters: list[str]) -> list[str]:
        """Join each mark to the last starter, unless a mark of its own class, or a starter, stands between."""
        result: list[str] = []
        starter = -1
        last_class = -1
        for character in characters:
            combining = self._class(character)
            if starter >= 0 and last_class < combining:
                composite = self._pair(result[starter] + character)
                if composite:
                    result[starter] = composite
                    continue
            if combining == 0:
                starter, last_class = len(result), -1
            else:
                last_class = combining
            result.append(character)
        return result

    def _pair(self, pair: str) -> str:
        composite = self.composites.get(pair) or unicodedata.normalize("NFC", pair)
        return composite if len(composite) == 1 else ""


@functools.cache
def _newer_letters() -> _NewerLetters | None:
    """Return what this Python's tables lack, or None if they lack nothing."""
    folds: dict[int, str] = {}
    classes: dict[str, int] = {}
    decompositions: dict[str, str] = {}
    composites: dict[str, str] = {}
    triggers: set[str] = set()
    for line in _lines("unicode17_newer.tsv"):
        code, combining, decomposition, fold = line.split("\t")
        character = chr(int(code, 16))
        if unicodedata.category(character) != "Cn":
            continue
        triggers.add(character)
        if fold:
            folds[ord(character)] = _characters(fold)
        if combining != "0":
            classes[character] = int(combining)
        if decomposition.startswith("<"):
            decompositions[character] = _characters(decomposition.partition(" ")[2])
        elif decomposition:
            parts = _characters(decomposition)
            composites[parts] = character
            triggers.update(part for part in parts if unicodedata.category(part) == "Cn")
            decompositions[character] = "".join(decompositions.get(part, part) for part in parts)
    if not triggers:
        return None
    pattern = re.compile(f"[{''.join(sorted(triggers))}]")
    return _NewerLetters(pattern, folds, classes, decompositions, composites)


def _characters(codes: str) -> str:
    return "".join(chr(int(code, 16)) for code in codes.split())
