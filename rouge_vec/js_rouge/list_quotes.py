"""Quotations and brackets as the rules for lists see them: labels inside them do not count."""

from __future__ import annotations

import re
from bisect import bisect_left, bisect_right
from collections.abc import Iterable, Iterator
from unicodedata import category

from rouge_vec.js_rouge.angles import is_escaped, is_treebank_opening
from rouge_vec.js_rouge.apostrophes import is_paired_n
from rouge_vec.js_rouge.characters import (
    OPENING_BRACKETS,
    PARTNER,
    TERMINATORS,
    is_blank,
    is_blank_or_punctuation,
    is_dash,
    is_letter_or_mark,
    is_number,
    is_word_part,
)
from rouge_vec.js_rouge.elisions import IN_LISTS

_QUOTES = frozenset("\"'`“”‘’«»‹›")
_CLOSERS = {"“": "”", "«": "»", "‹": "›", "‘": "’"}
_BACKTICKS = re.compile("`+")
_STRAIGHT = re.compile("'")
_SINGLE = re.compile("['‘’]")
_MARKS = re.compile("[()\\[\\]{}<>\"'`“”‘’«»‹›]")
_STOPS_MODIFIERS = frozenset(".!?,;:\"'`‘’“”«»‹›")
_NUMBER_OPENING = 1
_LITERAL = 2


class ListQuotes:
    """Which marks of a text open and close quotations, for the rules about lists."""

    def __init__(self, text: str) -> None:
        self.text = text
        self._code_starts: list[int] = []
        self._code_ends: list[int] = []
        self._flags: dict[int, int] = {}
        if "`" in text:
            self._find_code()
        if "'" in text:
            self._find_number_quotations()
        if "'" in text or "‘" in text:
            self._find_possessives()
        self.angle_openers = self._find_angles() if "<" in text and ">" in text else frozenset()

    def is_code(self, position: int) -> bool:
        """Tell whether a position lies in a pair of single backticks."""
        place = bisect_right(self._code_starts, position) - 1
        return place >= 0 and position < self._code_ends[place]

    def closer(self, position: int) -> str:
        """Return what closes the quotation that a mark opens, or nothing."""
        text = self.text
        mark = text[position]
        if mark not in _QUOTES or self._is_escaped(position) or is_paired_n(text, position):
            return ""
        if text.startswith("``", position):
            return "''"
        if mark == "'" and text.startswith("''", position) and is_treebank_opening(text, position):
            return "''"
        if mark in "\"'":
            if not self._opens_behind(position):
                return ""
            if mark == "'":
                is_count = is_number(text[position + 1 : position + 2])
                if is_count and self._flags.get(position) != _NUMBER_OPENING:
                    return ""
                return "" if IN_LISTS.match(text, position + 1) else "'"
            return '"'
        return _CLOSERS.get(mark, "")

    def is_literal(self, position: int) -> bool:
        """Tell whether a mark closes no quotation."""
        text = self.text
        if self._is_escaped(position) or is_paired_n(text, position):
            return True
        if text[position] not in "'’":
            return False
        before = text[position - 1 : position]
        return (
            self._flags.get(position) == _LITERAL
            or (is_letter_or_mark(before) and is_letter_or_mark(text[position + 1 : position + 2]))
            or (before not in TERMINATORS and IN_LISTS.match(text, position + 1) is not None)
        )

    def closes(self, quote: str, position: int) -> bool:
        return self.text.startswith(quote, position) and not self.is_literal(position)

    def _is_escaped(self, position: int) -> bool:
        return self.text[position] in _QUOTES and is_escaped(self.text, position)

    def _opens_behind(self, position: int) -> bool:
        before = self.text[position - 1 : position]
        return position == 0 or is_blank_or_punctuation(before) or before in ("<", "=", ">")

    def _find_code(self) -> None:
        opening = -1
        for match in _BACKTICKS.finditer(self.text):
            position = match.start()
            if len(match.group()) != 1:
                continue
            if opening >= 0:
                self._code_starts.append(opening)
                self._code_ends.append(position + 1)
                opening = -1
            elif not is_escaped(self.text, position):
                opening = position

    def _find_number_quotations(self) -> None:
        """Find quotations that begin with a number, as against years without their century."""
        text = self.text
        single = [match.start() for match in _SINGLE.finditer(text)]
        candidate = -1
        for match in _STRAIGHT.finditer(text):
            position = match.start()
            if self.is_code(position) or is_escaped(text, position) or is_paired_n(text, position):
                continue
            following = text[position + 1 : position + 2]
            opens = self._opens_behind(position)
            if opens and is_number(following):
                candidate = position
            elif candidate >= 0:
                if not self._is_possessive(position) and self._may_close(position, following):
                    self._flags[candidate] = _NUMBER_OPENING
                    self._mark_literal(single, candidate + 1, position, "")
                    candidate = -1
                elif (
                    opens and following and not is_blank(following) and not IN_LISTS.match(text, position + 1)
                ):
                    candidate = -1

    def _may_close(self, position: int, following: str) -> bool:
        return (
            self.text[position - 1 : position] in (".", "!", "?")
            or following == ""
            or following in '.,!?;:)]}>"”»'
            or is_blank(following)
            or is_dash(following)
        )

    def _mark_literal(self, marks: list[int], start: int, end: int, only: str) -> None:
        for position in marks[bisect_left(marks, start) : bisect_left(marks, end)]:
            if (not only or self.text[position] == only) and not self.is_code(position):
                self._flags[position] = _LITERAL

    def _is_possessive(self, position: int) -> bool:
        text = self.text
        if (
            position == 0
            or text[position - 1] not in "sSſ"
            or not is_blank(text[position + 1 : position + 2])
        ):
            return False
        place = position + 2
        while place < len(text) and text[place] not in _STOPS_MODIFIERS:
            if not is_blank(text[place]) and category(text[place])[0] not in "PS":
                break
            place += 1
        return is_word_part(text[place : place + 1])

    def _find_possessives(self) -> None:
        text = self.text
        marks = [match.start() for match in _SINGLE.finditer(text)]
        opening = {"'": -1, "’": -1}
        candidate = {"'": -1, "’": -1}
        for position in marks:
            mark = text[position]
            kind = "'" if mark == "'" else "’"
            if opening[kind] >= 0 and self._flags.get(position) == _NUMBER_OPENING:
                self._flags[position] = _LITERAL
            if self.is_code(position) or self._flags.get(position) == _LITERAL or self.is_literal(position):
                continue
            opens = self.closer(position) == kind
            if mark == "‘" or opening[kind] < 0:
                if opens:
                    opening[kind], candidate[kind] = position, -1
                continue
            if self._is_possessive(position):
                if candidate[kind] < 0:
                    candidate[kind] = position
                continue
            following = text[position + 1 : position + 2]
            if opens and following and not is_blank(following) and text[position - 1] not in TERMINATORS:
                opening[kind], candidate[kind] = position, -1
                continue
            if candidate[kind] >= 0:
                self._mark_literal(marks, candidate[kind], position, kind)
            opening[kind] = candidate[kind] = -1

    def _find_angles(self) -> frozenset[int]:
        pending: list[int] = []
        matched: list[int] = []
        for position in self.outside():
            mark = self.text[position]
            if mark == "<":
                pending.append(position)
            elif mark == ">" and pending:
                matched.append(pending.pop())
        return frozenset(matched)

    def outside(self) -> Iterator[int]:
        """Yield the positions of brackets outside of quotations."""
        scan = QuoteScan(self)
        for match in _MARKS.finditer(self.text):
            position = match.start()
            if scan.is_outside(position) and match.group() in PARTNER:
                yield position


class QuoteScan:
    """Walks over the marks of a text and knows whether a quotation is open."""

    def __init__(self, quotes: ListQuotes) -> None:
        self._quotes = quotes
        self.quote = ""
        self._behind = 0

    def copy(self) -> QuoteScan:
        other = QuoteScan(self._quotes)
        other.quote, other._behind = self.quote, self._behind
        return other

    def is_outside(self, position: int) -> bool:
        """Take a character into account; return whether it stands outside of quotations and is no mark of one."""
        quotes = self._quotes
        if position < self._behind or quotes.is_code(position):
            return False
        if self.quote:
            if quotes.closes(self.quote, position):
                self._behind = position + len(self.quote)
                self.quote = ""
            return False
        self.quote = quotes.closer(position)
        self._behind = position + max(1, len(self.quote))
        return not self.quote


class ListBrackets:
    """The brackets that are open at a place, for the rules about lists."""

    def __init__(self, text: str, angle_openers: frozenset[int], literal: Iterable[int] = ()) -> None:
        self._text = text
        self._angle_openers = angle_openers
        self._literal = frozenset(literal)
        self.stack: list[str] = []

    def copy(self) -> ListBrackets:
        other = ListBrackets(self._text, self._angle_openers)
        other._literal, other.stack = self._literal, list(self.stack)
        return other

    def bracket(self, position: int) -> None:
        """Take a bracket into account; one that closes another kind than is open counts for nothing."""
        mark = self._text[position]
        if mark in OPENING_BRACKETS:
            if mark != "<" or position in self._angle_openers:
                self.stack.append(mark)
        elif self.stack and self.stack[-1] == PARTNER[mark] and position not in self._literal:
            self.stack.pop()


def literal_parentheses(quotes: ListQuotes, label_ends: frozenset[int]) -> list[int]:
    """Return the closing parentheses of labels inside parentheses that a later one closes.

    Parameters
    ----------
    quotes : ListQuotes
        The quotations of the text.
    label_ends : frozenset of int
        Positions of the last characters of what looks like labels.
    """
    text = quotes.text
    brackets = ListBrackets(text, quotes.angle_openers)
    depth, candidate = 0, -1
    seen: list[int] = []
    found: list[int] = []
    for position in quotes.outside():
        mark = text[position]
        if mark in "()" and all(open_mark == "(" for open_mark in brackets.stack):
            if mark == "(":
                depth, candidate = depth + 1, -1
            else:
                is_label = position in label_ends
                if depth > 0:
                    depth -= 1
                    if depth == 0 and is_label:
                        candidate = position
                elif not is_label and candidate >= 0:
                    found += seen[bisect_left(seen, candidate) :]
                    candidate = -1
                seen.append(position)
        elif mark == ")":
            seen.append(position)
        brackets.bracket(position)
    return found
