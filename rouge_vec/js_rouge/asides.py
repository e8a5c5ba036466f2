"""Quotations and brackets after which the sentence around them goes on."""

from __future__ import annotations

import re
from unicodedata import category

from rouge_vec.js_rouge.characters import OPENING_BRACKETS, PARTNER, is_blank, is_cased, is_dash, skip_blanks
from rouge_vec.js_rouge.continuations import CONTINUATION
from rouge_vec.js_rouge.ellipsis_quotes import STRAIGHT_APOSTROPHE, CurlyQuotes, doubled_marks_open
from rouge_vec.js_rouge.quotations import starts_treebank_quotation

_QUOTES = re.compile("[\"'`“”‘’«»„‹›]")
_BRACKETS_AND_QUOTES = re.compile("[()\\[\\]{}<>\"'`“”‘’«»„‹›]")


class Asides:
    """Finds what stands in quotation marks or brackets; made when it is first asked."""

    def __init__(self, text: str, flags: dict[int, int], angles: frozenset[int]) -> None:
        self._text = text
        self._flags = flags
        self._angles = angles
        self._end_of: dict[int, int] | None = None

    def is_inline(self, position: int, case_neutral: bool) -> bool:
        """Tell whether an aside follows a position, and small letters follow that."""
        text = self._text
        start = skip_blanks(text, position)
        opener = text[start : start + 1]
        opens = opener in OPENING_BRACKETS or (opener != "" and opener in "\"'“‘«„‹")
        if not opens and not text.startswith("``", start):
            return False
        if self._end_of is None:
            self._end_of = self._ends()
        end = self._end_of.get(start, 0)
        if end == 0:
            return False
        following, separated = end, False
        while following < len(text):
            character = text[following]
            separates = is_blank(character) or is_dash(character)
            if not separates and character not in ",;:":
                break
            separated = separated or separates
            following += 1
        if not separated or (opener not in OPENING_BRACKETS and not CONTINUATION.match(text, following)):
            return False
        first = text[following : following + 1]
        return is_cased(first) if case_neutral else _is_small_letter(first)

    def _ends(self) -> dict[int, int]:
        ends = self._quotation_ends()
        text, angles = self._text, self._angles
        brackets: list[int] = []
        behind = 0
        for match in _BRACKETS_AND_QUOTES.finditer(text):
            position = match.start()
            if position < behind:
                continue
            if ends.get(position, 0) > 0:
                behind = ends[position]
                continue
            mark = match.group()
            if mark not in PARTNER or (mark in "<>" and position not in angles):
                continue
            if mark in OPENING_BRACKETS:
                if mark != "<" or text[position + 1 : position + 2].isalpha():
                    brackets.append(position)
            elif brackets and text[brackets[-1]] == PARTNER[mark]:
                ends[brackets.pop()] = position + 1
        return ends

    def _quotation_ends(self) -> dict[int, int]:
        ends: dict[int, int] = {}
        curly = CurlyQuotes()
        curly_starts: list[int] = []
        starts = {'"': -1, "'": -1, "''": -1}
        behind = 0
        for match in _QUOTES.finditer(self._text):
            position = match.start()
            if position < behind:
                continue
            flags = self._flags.get(position, 0)
            change = curly.mark(match.group(), flags)
            if change > 0:
                curly_starts.append(position)
            elif change < 0:
                if curly_starts:
                    ends[curly_starts.pop()] = position + 1
            else:
                behind = self._straight_mark(position, flags, starts, ends)
        return ends

    def _straight_mark(self, position: int, flags: int, starts: dict[str, int], ends: dict[int, int]) -> int:
        """Take a straight mark into account; return where the next may begin."""
        text = self._text
        mark = text[position]
        if text.startswith("``", position):
            starts["''"] = position
            return position + 2
        doubled = starts["''"]
        if text.startswith("''", position) and not (
            doubled != -1 and starts["'"] > doubled and text[position + 2 : position + 3] == "'"
        ):
            if doubled == -1 and doubled_marks_open(text, position):
                starts["''"] = position
            elif doubled != -1:
                ends[doubled] = position + 2
                starts["''"] = -1
            return position + 2
        if mark == '"' or (mark == "'" and not flags & STRAIGHT_APOSTROPHE):
            if starts[mark] == -1 or self._opens(position):
                starts[mark] = position
            else:
                ends[starts[mark]] = position + 1
                starts[mark] = -1
        return position + 1

    def _opens(self, position: int) -> bool:
        before = self._text[position - 1 : position]
        return (
            position == 0 or is_blank(before) or before in OPENING_BRACKETS
        ) and starts_treebank_quotation(self._text[position + 1 : position + 2])


def _is_small_letter(character: str) -> bool:
    return character != "" and category(character) == "Ll"
