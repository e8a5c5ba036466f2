"""Angle brackets that enclose something, and quotations inside brackets."""

from __future__ import annotations

import re

from rouge_vec.js_rouge.characters import (
    OPENING_BRACKETS,
    is_blank,
    is_blank_or_punctuation,
    is_identifier_part,
    is_letter_or_mark,
    is_number,
)
from rouge_vec.js_rouge.elisions import IN_BRACKETS
from rouge_vec.js_rouge.quotations import starts_treebank_quotation

_CLOSERS = {"“": "”", "‘": "’", "«": "»", "‹": "›", "„": "“", "‚": "‘"}
_OPENERS = frozenset("\"'`“‘«‹„‚")
_MARKS = re.compile("[\"'`“‘«‹„‚<>]")


def is_escaped(text: str, position: int) -> bool:
    """Tell whether an odd number of backslashes stands before a character."""
    if text[position - 1 : position] != "\\":
        return False
    start = position
    while start > 0 and text[start - 1] == "\\":
        start -= 1
    return (position - start) % 2 == 1


def is_treebank_opening(text: str, position: int) -> bool:
    """Tell whether doubled single marks open a quotation."""
    before = text[position - 1 : position]
    return (
        (position == 0 or is_blank(before) or before in OPENING_BRACKETS)
        and starts_treebank_quotation(text[position + 2 : position + 3])
        and text.find("''", position + 2) >= 0
    )


class BracketQuotations:
    """Finds where quotations end, for one pass over a text from left to right."""

    def __init__(self, text: str) -> None:
        self._text = text
        self._next_closer: dict[str, int] = {}

    def closer(self, position: int) -> str:
        """Return what closes the quotation that a mark opens, or nothing if it opens none."""
        text = self._text
        mark = text[position]
        if mark not in _OPENERS or is_escaped(text, position) or self._is_apostrophe(position):
            return ""
        if text.startswith("``", position):
            return "''"
        if mark == "'" and text.startswith("''", position) and is_treebank_opening(text, position):
            return "''"
        if mark == "`":
            return "`" if self._is_single_backtick(position) else ""
        if mark in _CLOSERS:
            return _CLOSERS[mark]
        before, after = text[position - 1 : position], text[position + 1 : position + 2]
        opens = position == 0 or is_blank_or_punctuation(before) or before == "<"
        return mark if opens and after != "" and not is_blank(after) else ""

    def end(self, start: int, closer: str) -> int:
        """Return the position behind a quotation, or -1 when it has no end."""
        text = self._text
        known = self._next_closer.get(closer, -1)
        position = max(start + len(closer), known)
        while position < len(text):
            found = text.find(closer, position)
            if found < 0:
                break
            if found != known and self._is_no_closer(found, closer):
                position = found + 1
                continue
            self._next_closer[closer] = found
            inner_end = self._english_end_inside(start, found, closer)
            if inner_end >= 0:
                position = inner_end
                continue
            return -1 if self._has_later_opening(start, found) else found + len(closer)
        self._next_closer[closer] = len(text)
        return -1

    def _is_no_closer(self, position: int, closer: str) -> bool:
        return (
            is_escaped(self._text, position)
            or self._is_apostrophe(position)
            or (closer == "`" and not self._is_single_backtick(position))
        )

    def _is_apostrophe(self, position: int) -> bool:
        text = self._text
        return (
            text[position] in "'‘’"
            and is_letter_or_mark(text[position - 1 : position])
            and is_letter_or_mark(text[position + 1 : position + 2])
        )

    def _is_single_backtick(self, position: int) -> bool:
        text = self._text
        return text[position - 1 : position] != "`" and text[position + 1 : position + 2] != "`"

    def _english_end_inside(self, start: int, shared: int, closer: str) -> int:
        """Return where an English quotation inside a German one ends, or -1."""
        if self._text[start] not in "„‚":
            return -1
        english_end = self.end(shared, "”" if closer == "“" else "’")
        german_end = self.end(shared, closer)
        return english_end if english_end != -1 and german_end > english_end else -1

    def _has_later_opening(self, start: int, end: int) -> bool:
        """Tell whether what looks like an elision has another quotation between it and its closing mark."""
        text = self._text
        opener = text[start]
        if opener not in "'‘":
            return False
        if not (_starts_elision(text, start + 1) or is_number(text[start + 1 : start + 2])):
            return False
        later = text.find(opener, start + 1)
        while later != -1 and later <= end:
            previous = later - 1
            while text[previous] == "\\":
                previous -= 1
            before, after = text[previous], text[later + 1 : later + 2]
            opens = opener == "‘" or is_blank(before) or before in OPENING_BRACKETS
            if self.closer(later) and opens and after != "" and not is_blank(after):
                return True
            later = text.find(opener, later + 1)
        return False


def _starts_elision(text: str, position: int) -> bool:
    match = IN_BRACKETS.match(text, position)
    return match is not None and not is_identifier_part(text[match.end() : match.end() + 1])


def matched_angles(text: str) -> frozenset[int]:
    """Return the positions of angle brackets that have a partner outside of quotations."""
    if "<" not in text or ">" not in text:
        return frozenset()
    quotations = BracketQuotations(text)
    opened: list[int] = []
    closed: list[int] = []
    depth = 0
    behind = 0
    for match in _MARKS.finditer(text):
        position = match.start()
        if position < behind:
            continue
        mark = match.group()
        if mark not in "<>":
            closer = quotations.closer(position)
            if closer:
                behind = quotations.end(position, closer)
        elif not is_escaped(text, position):
            if mark == "<":
                opened.append(position)
                depth += 1
            elif depth > 0:
                closed.append(position)
                depth -= 1
    return frozenset(_partners(opened, closed))


def _partners(opened: list[int], closed: list[int]) -> list[int]:
    """Return the closing brackets and those of the opening ones that have one of them to themselves."""
    found = list(closed)
    depth = 0
    for position, closes in sorted(
        [(place, False) for place in opened] + [(place, True) for place in closed]
    )[::-1]:
        if closes:
            depth += 1
        elif depth > 0:
            found.append(position)
            depth -= 1
    return found
