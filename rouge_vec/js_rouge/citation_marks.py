"""Apostrophes as the rules for footnote numbers see them."""

from __future__ import annotations

import re
from bisect import bisect_left

from rouge_vec.js_rouge.characters import (
    TERMINATORS,
    is_blank,
    is_blank_or_punctuation,
    is_dash,
)
from rouge_vec.js_rouge.elisions import BEFORE_NOTES
from rouge_vec.js_rouge.ellipsis_quotes import is_inside_word

CURLY_APOSTROPHE = 1
STRAIGHT_APOSTROPHE = 2
ENGLISH_DOUBLE = 4
ENGLISH_SINGLE = 8
GERMAN_CLOSER = 16
DEEPEST = 64

_SINGLE_MARKS = re.compile("['‘’]")
_GERMAN_MARKS = re.compile("[‚‘’]")
_BEFORE_ELISION = frozenset(",;:([{<\"'‘“«‹„「『")


def is_elision(text: str, position: int) -> bool:
    """Tell whether a mark stands for letters left out before a word."""
    return BEFORE_NOTES.match(text, position + 1) is not None


def may_close_before(character: str) -> bool:
    """Tell whether a single mark may close a quotation before a character."""
    return character in ".,!?;:)]}”’»›」』" or is_blank(character) or is_dash(character)


def is_shared_closer(mark: str, pending: list[str], flags: int) -> bool:
    """Tell whether a left mark closes a German quotation."""
    if not pending or pending[-1] != mark:
        return False
    is_single = mark == "‘"
    return ("’" if is_single else "”") in pending or not flags & (
        ENGLISH_SINGLE if is_single else ENGLISH_DOUBLE
    )


def citation_flags(text: str) -> tuple[dict[int, int], bool]:
    """Return what is known of each mark, as bits by position, and whether quotations nest too deep to tell."""
    flags: dict[int, int] = {}
    _flag_english_openings(text, flags, "“", "”", ENGLISH_DOUBLE)
    _flag_english_openings(text, flags, "‘", "’", ENGLISH_SINGLE)
    too_deep = _flag_german_closers(text, flags)
    marks = _SingleMarks(text, flags)
    marks.run()
    return flags, marks.too_deep or too_deep


def _is_right_elision(text: str, position: int) -> bool:
    before = text[position - 1 : position]
    opens = position == 0 or before in _BEFORE_ELISION or is_blank(before) or is_dash(before)
    return text[position] == "’" and opens and is_elision(text, position)


def _is_apostrophe(text: str, position: int) -> bool:
    return is_inside_word(text, position) or _is_right_elision(text, position)


def _flag_english_openings(text: str, flags: dict[int, int], opening: str, closing: str, flag: int) -> None:
    next_closer = next_opening = -1
    position = text.find(opening)
    while position >= 0:
        if next_closer <= position:
            found = text.find(closing, position + 1)
            while found >= 0 and closing == "’" and _is_apostrophe(text, found):
                found = text.find(closing, found + 1)
            next_closer = len(text) if found < 0 else found
        found = text.find(opening, position + 1)
        next_opening = len(text) if found < 0 else found
        if next_closer < next_opening < len(text):
            flags[position] = flags.get(position, 0) | flag
        position = found


def _flag_german_closers(text: str, flags: dict[int, int]) -> bool:
    """Flag the marks that close low single quotations; return whether they nest too deep."""
    pending: list[str] = []
    for match in _GERMAN_MARKS.finditer(text):
        position, mark = match.start(), match.group()
        if mark != "‚" and _is_apostrophe(text, position):
            continue
        if mark == "’":
            if pending and pending[-1] == mark:
                pending.pop()
            continue
        known = flags.get(position, 0)
        if mark == "‘":
            before = text[position - 1 : position]
            opens = (
                position == 0
                or before in _BEFORE_ELISION
                or before == "‚"
                or is_blank(before)
                or is_dash(before)
            )
            if opens and not known & ENGLISH_SINGLE and is_elision(text, position):
                continue
        if mark == "‘" and is_shared_closer(mark, pending, known):
            flags[position] = known | GERMAN_CLOSER
            pending.pop()
        elif len(pending) < DEEPEST:
            pending.append("‘" if mark == "‚" else "’")
        else:
            return True
    return False


class _SingleMarks:
    """Flags the single marks of a text that are apostrophes."""

    def __init__(self, text: str, flags: dict[int, int]) -> None:
        self._text = text
        self._flags = flags
        self._marks = [match.start() for match in _SINGLE_MARKS.finditer(text)]
        self._curly = [place for place in self._marks if text[place] != "'"]
        self._openers: list[int] = []
        self._candidates: list[int] = []
        self._straight_opening = -1
        self._straight_candidate = -1
        self._straight_place = 0
        self.too_deep = False

    def run(self) -> None:
        closers = self._closers_behind_elisions()
        text, flags = self._text, self._flags
        for place, position in enumerate(self._marks):
            is_straight = text[position] == "'"
            if flags.get(position, 0) & GERMAN_CLOSER:
                continue
            if _is_apostrophe(text, position):
                self._flag(position, STRAIGHT_APOSTROPHE if is_straight else CURLY_APOSTROPHE)
            elif is_straight:
                self._straight(position, place)
            elif not self.too_deep:
                self._curly_mark(position, closers)

    def _flag(self, position: int, bit: int) -> None:
        self._flags[position] = self._flags.get(position, 0) | bit

    def _unflag(self, position: int, bit: int) -> None:
        self._flags[position] = self._flags.get(position, 0) & ~bit

    def _straight(self, position: int, place: int) -> None:
        text = self._text
        before, following = text[position - 1 : position], text[position + 1 : position + 2]
        opens = position == 0 or is_blank_or_punctuation(before)
        if opens and following != "" and not may_close_before(following):
            if before not in TERMINATORS and is_elision(text, position):
                self._flag(position, STRAIGHT_APOSTROPHE)
                if self._straight_opening >= 0:
                    return
            self._straight_opening, self._straight_candidate = position, -1
        elif before in ("s", "S"):
            if self._straight_candidate < 0:
                self._straight_candidate, self._straight_place = position, place
        else:
            if self._straight_opening >= 0:
                self._unflag(self._straight_opening, STRAIGHT_APOSTROPHE)
            if self._straight_candidate >= 0:
                for earlier in self._marks[self._straight_place : place]:
                    self._flag(earlier, STRAIGHT_APOSTROPHE)
            self._straight_opening = self._straight_candidate = -1

    def _curly_mark(self, position: int, closers: dict[int, int]) -> None:
        text = self._text
        if text[position] == "‘":
            if is_elision(text, position):
                self._flag(position, CURLY_APOSTROPHE)
                if closers.get(position, 0) <= len(self._openers):
                    return
            if len(self._openers) == DEEPEST:
                self.too_deep = True
            else:
                self._openers.append(position)
                self._candidates.append(-1)
            return
        if not self._openers:
            return
        if text[position - 1 : position] in ("s", "S"):
            if self._candidates[-1] < 0:
                self._candidates[-1] = position
            return
        candidate = self._candidates.pop()
        self._unflag(self._openers.pop(), CURLY_APOSTROPHE)
        if candidate >= 0:
            self._confirm(candidate, position)

    def _confirm(self, start: int, end: int) -> None:
        """Flag what closes nothing between a candidate and the mark that closes its quotation."""
        nested = 0
        for position in self._curly[bisect_left(self._curly, start) : bisect_left(self._curly, end)]:
            if self._flags.get(position, 0) & (CURLY_APOSTROPHE | GERMAN_CLOSER):
                continue
            if self._text[position] == "‘":
                nested += 1
            elif nested > 0:
                nested -= 1
            else:
                self._flag(position, CURLY_APOSTROPHE)

    def _closers_behind_elisions(self) -> dict[int, int]:
        found: dict[int, int] = {}
        available = 0
        text = self._text
        for position in reversed(self._curly):
            if self._flags.get(position, 0) & GERMAN_CLOSER or _is_apostrophe(text, position):
                continue
            if text[position] == "’":
                available += text[position - 1 : position] not in ("s", "S")
            elif is_elision(text, position):
                found[position] = available
            else:
                available = max(0, available - 1)
        return found
