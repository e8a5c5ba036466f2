"""Quotations as the rules for ellipses see them: nested, with their own idea of apostrophes."""

from __future__ import annotations

import re
from dataclasses import dataclass

from rouge_vec.js_rouge.characters import (
    OPENING_BRACKETS,
    is_blank,
    is_blank_or_punctuation,
    is_dash,
    is_letter_or_mark,
)
from rouge_vec.js_rouge.elisions import AROUND_ELLIPSES, BEHIND_ELLIPSES
from rouge_vec.js_rouge.quotations import starts_treebank_quotation

CURLY_APOSTROPHE = 1
STRAIGHT_APOSTROPHE = 2
ENGLISH_OPENING = 4

_SINGLE_MARKS = re.compile("['‘’]")
_ELISION_AFTER_DOTS = re.compile(rf"(?<!\.)\.{{3}}[‘’]{BEHIND_ELLIPSES.pattern}", re.ASCII | re.IGNORECASE)
_CLOSER_OF = {"“": "”", "‘": "’", "«": "»", "„": "“", "‹": "›"}


def is_inside_word(text: str, position: int) -> bool:
    """Tell whether a mark stands between letters."""
    return is_letter_or_mark(text[position - 1 : position]) and is_letter_or_mark(
        text[position + 1 : position + 2]
    )


def is_leading_elision(text: str, position: int, *, right_after_dots: bool = False) -> bool:
    """Tell whether a mark stands for letters left out before a word."""
    if not AROUND_ELLIPSES.match(text, position + 1):
        return False
    if text[position - 1 : position] not in (".", "!", "?") or position == 0:
        return True
    may_follow_dots = text[position] == "‘" or right_after_dots
    return may_follow_dots and (
        _ELISION_AFTER_DOTS.search(text[max(0, position - 4) : position + 8]) is not None
    )


def continues_with_elision(text: str, position: int, flags: dict[int, int]) -> bool:
    """Tell whether "'cause" or "'til" follows an ellipsis; the position is that of its mark."""
    return flags.get(position, 0) & 3 != 0 and BEHIND_ELLIPSES.match(text, position + 1) is not None


def quotation_flags(text: str) -> dict[int, int]:
    """Return what is known of each single mark and of each left double one: bits by position."""
    flags: dict[int, int] = {}
    if "“" in text:
        _flag_english_openings(text, flags)
    marks = [match.start() for match in _SINGLE_MARKS.finditer(text)]
    if marks:
        _SingleMarks(text, flags).run(marks)
    return flags


def _flag_english_openings(text: str, flags: dict[int, int]) -> None:
    """Flag left marks that open an English quotation in a German one: their closing mark comes first."""
    next_right = next_left = -1
    position = text.find("“")
    while position >= 0:
        if next_right <= position:
            next_right = _find(text, "”", position)
        next_left = _find(text, "“", position)
        if next_right < next_left < len(text):
            flags[position] = flags.get(position, 0) | ENGLISH_OPENING
        position = next_left if next_left < len(text) else -1


def _find(text: str, mark: str, position: int) -> int:
    found = text.find(mark, position + 1)
    return len(text) if found < 0 else found


class _SingleMarks:
    """Flags the single marks of a text that are apostrophes."""

    def __init__(self, text: str, flags: dict[int, int]) -> None:
        self._text = text
        self._flags = flags
        self._depth = 0
        self._candidates: list[tuple[int, int, bool]] = []
        self._straight_opening = -1
        self._straight_candidate = -1
        self._straight_marks: list[int] = []

    def run(self, marks: list[int]) -> None:
        closers = self._closers_behind_elisions(marks)
        for position in marks:
            mark = self._text[position]
            elision = is_leading_elision(
                self._text, position, right_after_dots=mark == "’" and self._depth == 0
            )
            if is_inside_word(self._text, position):
                self._flag(position, STRAIGHT_APOSTROPHE if mark == "'" else CURLY_APOSTROPHE)
                if mark == "'":
                    self._straight_marks.append(position)
            elif mark == "'":
                self._straight_marks.append(position)
                self._straight(position, elision)
            elif elision:
                self._flag(position, CURLY_APOSTROPHE)
                if mark == "‘" and closers.get(position, 0) > self._depth:
                    self._depth += 1
                    self._candidates.append((self._depth, position, True))
            elif mark == "‘":
                self._depth += 1
            elif self._text[position - 1 : position] in ("s", "S"):
                if self._depth > 0:
                    self._candidates.append((self._depth, position, False))
            else:
                self._close()

    def _flag(self, position: int, bit: int) -> None:
        self._flags[position] = self._flags.get(position, 0) | bit

    def _close(self) -> None:
        while self._candidates and self._candidates[-1][0] == self._depth:
            _, position, is_opening = self._candidates.pop()
            if is_opening:
                self._flags[position] = self._flags.get(position, 0) & ~CURLY_APOSTROPHE
            else:
                self._flag(position, CURLY_APOSTROPHE)
        self._depth = max(0, self._depth - 1)

    def _straight(self, position: int, elision: bool) -> None:
        text = self._text
        before, following = text[position - 1 : position], text[position + 1 : position + 2]
        if elision:
            self._flag(position, STRAIGHT_APOSTROPHE)
            if self._straight_opening < 0:
                self._straight_opening = position
        elif (position == 0 or is_blank_or_punctuation(before)) and following and not _may_close(following):
            self._straight_candidate = -1
            self._straight_opening = position
        elif before in ("s", "S"):
            if self._straight_candidate < 0:
                self._straight_candidate = position
                self._straight_marks = [position]
        else:
            if self._straight_opening >= 0:
                opening = self._straight_opening
                self._flags[opening] = self._flags.get(opening, 0) & ~STRAIGHT_APOSTROPHE
            self._straight_opening = -1
            if self._straight_candidate >= 0:
                for place in self._straight_marks:
                    if place < position:
                        self._flag(place, STRAIGHT_APOSTROPHE)
            self._straight_candidate = -1

    def _closers_behind_elisions(self, marks: list[int]) -> dict[int, int]:
        """Count the closing marks behind each elision that no other opening mark needs."""
        found: dict[int, int] = {}
        available = 0
        text = self._text
        for position in reversed(marks):
            mark = text[position]
            if mark == "'" or is_inside_word(text, position):
                continue
            elision = is_leading_elision(text, position)
            if mark == "’":
                if not elision and text[position - 1 : position] not in ("s", "S"):
                    available += 1
            elif elision:
                found[position] = available
            else:
                available = max(0, available - 1)
        return found


def _may_close(character: str) -> bool:
    return character in ".,!?;:)]}”’»›" or is_blank(character) or is_dash(character)


@dataclass(slots=True)
class AsciiQuotes:
    """Which quotations in straight marks are open."""

    double: bool = False
    single: bool = False
    double_inside_single: bool = False

    @property
    def is_open(self) -> bool:
        return self.double or self.single

    def copy(self) -> AsciiQuotes:
        """Return a state of its own."""
        return AsciiQuotes(self.double, self.single, self.double_inside_single)

    def doubled_mark(self, text: str, position: int, flags: int) -> bool:
        """Take a doubled mark into account; return whether there was one that counts."""
        if text.startswith("``", position):
            self.double, self.double_inside_single = True, self.single
            return True
        if not text.startswith("''", position):
            return False
        if self.double:
            if self.single and not self.double_inside_single:
                return False
            self.double = False
            return True
        if not flags & STRAIGHT_APOSTROPHE and doubled_marks_open(text, position):
            self.double, self.double_inside_single = True, self.single
            return True
        return False

    def single_mark(self, text: str, position: int, previous: str, following: str) -> None:
        """Take a straight single mark into account."""
        if self.single:
            before_doubled = (
                self.double and not self.double_inside_single and text.startswith("''", position + 1)
            )
            closes = following != "" and (
                following in ".,!?;:)]}" or is_blank(following) or is_dash(following)
            )
            self.single = not before_doubled and following != "" and not closes
            return
        opens = (
            previous == ""
            or is_blank_or_punctuation(previous)
            or (self.double and text[max(0, position - 2) : position] == "``")
        )
        self.single = opens and following != "" and not is_blank(following)


def double_mark_opens(text: str, position: int) -> bool:
    """Tell whether a straight double mark may open a quotation, by the narrow rule of older releases."""
    before = text[position - 1 : position]
    return position == 0 or is_blank(before) or before in OPENING_BRACKETS


def doubled_marks_open(text: str, position: int) -> bool:
    """Tell whether two single marks open a quotation."""
    return (
        double_mark_opens(text, position)
        and starts_treebank_quotation(text[position + 2 : position + 3])
        and text.find("''", position + 2) >= 0
    )


class CurlyQuotes:
    """The typographic quotations that are open, innermost last, by their closing marks."""

    def __init__(self) -> None:
        self.closers: list[str] = []
        self.english_depth = 0

    def __len__(self) -> int:
        return len(self.closers)

    def closes(self, mark: str, flags: int) -> bool:
        """Tell whether a mark closes the innermost quotation."""
        return bool(self.closers) and is_curly_closer(mark, self.closers[-1], self.english_depth, flags)

    def mark(self, mark: str, flags: int) -> int:
        """Take a mark into account: 1 if it opened a quotation, -1 if it closed one, else 0."""
        if mark in "‘’" and flags & CURLY_APOSTROPHE:
            return 0
        if self.closes(mark, flags):
            self.english_depth -= self.closers.pop() == "”"
            return -1
        closer = _CLOSER_OF.get(mark)
        if closer is None:
            return 0
        self.closers.append(closer)
        self.english_depth += closer == "”"
        return 1


def is_curly_closer(mark: str, pending: str, english_depth: int, flags: int) -> bool:
    """Tell whether a mark closes a quotation that waits for a closing mark."""
    return (
        mark == pending
        and not (mark in "‘’" and flags & CURLY_APOSTROPHE)
        and not (mark == "“" and english_depth == 0 and flags & ENGLISH_OPENING)
    )
