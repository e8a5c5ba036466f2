"""Quotations as the rules for footnote numbers see them: one stack of all kinds."""

from __future__ import annotations

import functools
import re

from rouge_vec.js_rouge.characters import (
    CLOSING_BRACKETS,
    OPENING_BRACKETS,
    TERMINATORS,
    is_blank,
    is_blank_or_punctuation,
    is_dash,
    is_letter_or_mark,
    is_number,
    skip_blanks,
    skip_blanks_in_paragraph,
    unicode_class,
)
from rouge_vec.js_rouge.citation_marks import (
    CURLY_APOSTROPHE,
    DEEPEST,
    STRAIGHT_APOSTROPHE,
    citation_flags,
    is_shared_closer,
    may_close_before,
)
from rouge_vec.js_rouge.ellipsis_quotes import double_mark_opens, doubled_marks_open

_CLOSER_OF = dict(zip("“‘«‹„‚「『", "”’»›“‘」』", strict=True))
_OUTER_CLOSER_OF = {"'": "'", **_CLOSER_OF}


class CitationState:
    """Which quotations and brackets are open at a place of a text, for the rules about footnote numbers."""

    def __init__(self, text: str, flags: dict[int, int] | None = None, *, too_deep: bool = False) -> None:
        self.text = text
        if flags is None:
            flags, too_deep = citation_flags(text)
        self.flags = flags
        self.too_deep = too_deep
        self.closers: list[str] = []
        self.through = 0
        self.retains = False
        self.depth = 0
        self.is_standalone = False
        self.angles = 0
        self._pair_through = 0
        self._inside_double = False

    def copy(self) -> CitationState:
        """Return a state of its own that starts where this one is."""
        other = CitationState(self.text, self.flags, too_deep=self.too_deep)
        other.closers = list(self.closers)
        other.through, other.retains = self.through, self.retains
        other.depth, other.is_standalone, other.angles = self.depth, self.is_standalone, self.angles
        other._pair_through, other._inside_double = self._pair_through, self._inside_double
        return other

    def fresh(self) -> CitationState:
        """Return a state for the start of the text."""
        return CitationState(self.text, self.flags, too_deep=self.too_deep)

    def mark(self, position: int, is_standalone: bool) -> None:
        """Take one mark or bracket into account.

        Parameters
        ----------
        position : int
            Where it stands.
        is_standalone : bool
            Whether nothing but blanks stands before it in its sentence.
        """
        character = self.text[position]
        if character in OPENING_BRACKETS:
            self._open_bracket(position, character, is_standalone)
        elif character in CLOSING_BRACKETS:
            if character != ">" or self.angles > 0:
                self.depth = max(0, self.depth - 1)
                self.angles -= character == ">"
        else:
            was_inside = self._inside_double
            self._inside_double = self._narrow_state(position, was_inside)
            if not self.too_deep and not self._double_mark(position, was_inside):
                self._other_mark(position)
            if self.too_deep or not self.closers:
                self.retains = False

    def _open_bracket(self, position: int, character: str, is_standalone: bool) -> None:
        if character == "<" and is_comparison(self.text, position):
            return
        if self.depth == 0:
            self.is_standalone = is_standalone
        self.depth += 1
        self.angles += character == "<"

    def _narrow_state(self, position: int, inside: bool) -> bool:
        """Return whether a double quotation is open by the narrow rule of older releases."""
        text = self.text
        if text[position] == '"':
            return not inside and double_mark_opens(text, position)
        if text.startswith("``", position):
            return True
        if not text.startswith("''", position):
            return inside
        return not inside and doubled_marks_open(text, position)

    def _push(self, closer: str) -> None:
        if len(self.closers) < DEEPEST:
            self.closers.append(closer)
        else:
            self.too_deep = True

    def _double_mark(self, position: int, was_inside: bool) -> bool:
        """Take a double mark into account; return whether nothing else is to be done."""
        text = self.text
        if position < self._pair_through:
            return True
        pending = self.closers[-1] if self.closers else ""
        if text[position] == '"':
            outer = _OUTER_CLOSER_OF.get(text[position - 1 : position], "\0")
            opening = (
                double_mark_opens(text, position)
                or outer == pending
                or (pending == "''" and position == self._pair_through)
            )
            if pending == '"' or (pending == "''" and (position < self.through or not opening)):
                self.closers.pop()
            elif opening:
                self._push('"')
            return True
        if pending in ('"', "''") and text.startswith("''", position):
            self.closers.pop()
            self._pair_through = position + 2
            return True
        if text.startswith("``", position) or (
            not was_inside and self._inside_double and text.startswith("''", position)
        ):
            self._push("''")
            self._pair_through = position + 2
            return True
        return False

    def _other_mark(self, position: int) -> None:
        text = self.text
        mark = text[position]
        flags = self.flags.get(position, 0)
        if mark in "'‘’" and flags & (STRAIGHT_APOSTROPHE if mark == "'" else CURLY_APOSTROPHE):
            return
        pending = self.closers[-1] if self.closers else ""
        if mark in "“‘" and is_shared_closer(mark, self.closers, flags):
            self.closers.pop()
        elif mark in _CLOSER_OF:
            self._push(_CLOSER_OF[mark])
        elif mark in "”’»›」』":
            if pending == mark:
                self.closers.pop()
            elif mark == "”" and right_double_opens(text, position, position == self.through):
                self._push(mark)
        elif mark == "'":
            self._straight_mark(position, pending)

    def _straight_mark(self, position: int, pending: str) -> None:
        text = self.text
        previous, following = text[position - 1 : position], text[position + 1 : position + 2]
        if pending == "'":
            if (
                position < self.through
                or following == ""
                or previous in TERMINATORS
                or may_close_before(following)
                or following in "[("
                or is_number(following)
            ):
                self.closers.pop()
            return
        after_doubled = pending == "''" and position == self._pair_through
        opens = after_doubled or previous == "" or is_blank_or_punctuation(previous)
        if opens and following != "" and not is_blank(following):
            self._push("'")

    def retains_outer(self, position: int, end: int) -> bool:
        """Tell whether an inner quotation closes between two positions while an outer one stays open."""
        if not self.retains or self.too_deep:
            return False
        remaining = len(self.closers)
        place = position + 1
        while place < end:
            width = closer_width(self.text, place, self.closers, remaining)
            if width > 0 and place + width <= end:
                remaining -= 1
                place += width
            else:
                place += 1
        return 0 < remaining < len(self.closers)


def closer_width(text: str, position: int, pending: list[str], remaining: int) -> int:
    """Return how many characters close the innermost of the quotations that remain, or 0."""
    if remaining <= 0:
        return 0
    closing = pending[remaining - 1]
    if closing in ('"', "''"):
        return 2 if text.startswith("''", position) else int(text[position : position + 1] == '"')
    return int(text[position : position + 1] == closing)


def right_double_opens(text: str, position: int, after_note: bool) -> bool:
    """Tell whether a right double mark opens a quotation, as in Swedish."""
    before, following = text[position - 1 : position], text[position + 1 : position + 2]
    opens = (
        after_note or position == 0 or before in "([<{\"'“‘«„‹‚「『,:;" or is_blank(before) or is_dash(before)
    )
    return opens and following != "" and not is_blank(following)


def opens_quotation(text: str, position: int, after_note: bool) -> bool:
    """Tell whether a mark opens a quotation, perhaps right behind a footnote."""
    mark = text[position : position + 1]
    if mark == "”":
        return right_double_opens(text, position, after_note)
    return mark != "" and mark in "\"'“‘«‹„‚「『"


def closing_end(
    text: str, position: int, pending: list[str], flags: dict[int, int], *, keeps_openers: bool = False
) -> int:
    """Return the position behind all that closes from a position on; closes it in the list of pending marks."""
    end = position
    while True:
        next_end = _straight_end(text, end, any(closer in ('"', "''") for closer in pending))
        stop = _close_straight(text, end, next_end, pending, keeps_openers)
        if stop < next_end:
            return stop
        end = next_end
        following = skip_blanks(text, end)
        last = pending[-1] if pending else ""
        if following > end and last in ('"', "''") and closer_width(text, following, pending, len(pending)):
            end = following
            continue
        mark = text[following : following + 1]
        if keeps_openers and mark == "”" and last != "”":
            return end
        if following > end and mark != last:
            return end
        if mark == "":
            return end
        closes = (
            mark in "”’»›」』"
            or (mark in "“‘" and is_shared_closer(mark, pending, flags.get(following, 0)))
            or (mark == last and mark in "\"'")
        )
        if not closes:
            return end
        if mark == last:
            pending.pop()
        end = following + 1


def _straight_end(text: str, position: int, is_quoted: bool) -> int:
    end = position
    while end < len(text):
        mark = text[end]
        if mark in "])}>\"'":
            is_quoted = is_quoted and mark != '"'
            end += 1
            continue
        following = skip_blanks(text, end)
        mark = text[following : following + 1]
        if following > end and mark and (mark in CLOSING_BRACKETS or (is_quoted and mark == '"')):
            end = following
            continue
        break
    return end


def _close_straight(text: str, start: int, end: int, pending: list[str], keeps_openers: bool) -> int:
    position = start
    while position < end:
        width = closer_width(text, position, pending, len(pending))
        if width > 0:
            pending.pop()
            position += width
        elif keeps_openers and text[position] in "\"'":
            return position
        else:
            position += 1
    return end


@functools.cache
def _operands() -> tuple[re.Pattern[str], re.Pattern[str]]:
    numbers, letters, marks = unicode_class("N"), unicode_class("L"), unicode_class("M")
    number = rf"(?:[{numbers}]+(?:\.[{numbers}]+)?|\.[{numbers}]+)(?:[eE][+-]?[{numbers}]+)?"
    word = f"{letters}{marks}{numbers}_"
    return (
        re.compile(rf"[{letters}][{marks}]*|{number}"),
        re.compile(rf"{number}(?![{word}]|\.[{word}])"),
    )


def is_comparison(text: str, position: int) -> bool:
    """Tell whether an angle bracket stands between two operands and compares them."""
    right = skip_blanks_in_paragraph(text, position + 1)
    if not (is_number(text[right : right + 1]) or text[right : right + 1] == "."):
        return False
    left = position - 1
    while left >= 0 and is_blank(text[left]) and text[left] not in "\r\n\u2028\u2029":
        left -= 1
    start = left
    while start >= 0 and (text[start] in "._" or text[start].isalnum() or is_letter_or_mark(text[start])):
        start -= 1
    one_operand, other_operand = _operands()
    is_operand = (left >= 0 and text[left] in ")]}") or one_operand.fullmatch(text, start + 1, left + 1)
    return bool(is_operand) and other_operand.match(text, right) is not None
