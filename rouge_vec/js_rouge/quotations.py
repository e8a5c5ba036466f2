"""Pairs of quotation marks in a text, found in one pass over its marks."""

from __future__ import annotations

import re
from bisect import bisect_left
from unicodedata import category

from rouge_vec.js_rouge.apostrophes import (
    find_apostrophes,
    is_number_elision,
    starts_elision,
    straight_mark_state,
)
from rouge_vec.js_rouge.characters import CLOSERS_AND_BLANKS, NOT_INSIDE_WORD, TERMINATORS
from rouge_vec.js_rouge.openings import opens_after, opens_before

_MARKS = re.compile(f"[\"'`“”„‘’«»‹›]{NOT_INSIDE_WORD}")
_KINDS = {"`": '"', '"': '"', "'": "'", "“": "”", "„": "“", "‘": "’", "«": "»", "‹": "›"}
_CLOSED_BY_ITSELF = {"”": "”", "»": "»", "›": "›"}
_ORDER = "\"'”“’»›"
_SKIPPED = CLOSERS_AND_BLANKS


def starts_treebank_quotation(character: str) -> bool:
    """Tell whether a quotation in doubled single marks may begin with a character."""
    return character != "" and (category(character)[0] in "LN" or category(character) in ("Sc", "Ps"))


class Quotations:
    """Pairs of quotation marks.

    Attributes
    ----------
    end_of : dict of int to int
        Position of an opening mark to the position right behind its closing mark.
    start_of : dict of int to int
        Position of a closing mark to that of its opening mark.
    closer_at : dict of int to str
        Position of a closing mark to the kind of quotation that it closes, named by its closing mark; a
        double mark stands for doubled single ones too.
    kinds_behind : dict of int to str
        Position of a mark to the closing marks of the quotations that are open behind it.
    """

    def __init__(self, text: str) -> None:
        self.end_of: dict[int, int] = {}
        self.start_of: dict[int, int] = {}
        self.closer_at: dict[int, str] = {}
        self._text = text
        self.kinds_behind: dict[int, str] = {}
        self._marks: list[int] = []
        if _MARKS.search(text):
            _Pairing(text, self).run()
            self._note_kinds()

    def kind(self, opening: int) -> str:
        """Return the kind of the quotation that an opening mark begins."""
        mark = self._text[opening]
        return '"' if mark == "'" and self._text.startswith("''", opening) else _KINDS[mark]

    def open_kinds(self, position: int) -> str:
        """Return the closing marks of the quotations that are open before a position."""
        place = bisect_left(self._marks, position) - 1
        return self.kinds_behind[self._marks[place]] if place >= 0 else ""

    def _note_kinds(self) -> None:
        """Note which quotations are open behind each mark that has a partner."""
        self._marks = sorted([*self.end_of, *self.start_of])
        known: dict[tuple[str, str, bool], str] = {}
        kinds = ""
        for position in self._marks:
            closer = self.closer_at.get(position)
            change = kinds, closer or self.kind(position), closer is None
            if change not in known:
                kept = kinds.replace(change[1], "") + change[1] * change[2]
                known[change] = "".join(mark for mark in _ORDER if mark in kept)
            kinds = self.kinds_behind[position] = known[change]

    def remains_inside(self, start: int, end: int, kinds: str) -> bool:
        """Tell whether some of the kinds that were open at one place are still so at a later one."""
        for position in range(start + 1, end):
            if not kinds:
                break
            kinds = kinds.replace(self.closer_at.get(position, "\0"), "", 1)
        return kinds != ""


class _Pairing:
    """Goes over the marks of a text once and pairs each kind on its own."""

    def __init__(self, text: str, found: Quotations) -> None:
        self._text = text
        self._found = found
        self._curly_apostrophes, self._straight_apostrophes = find_apostrophes(text)
        self._open = dict.fromkeys(_ORDER, -1)
        self._next_place = dict.fromkeys(("”", "“", "''"), -1)
        self._context_end = 0
        self._context = ""

    def run(self) -> None:
        behind = 0
        for match in _MARKS.finditer(self._text):
            position = match.start()
            if position >= behind:
                behind = self._add(position, match.group())

    def _add(self, position: int, mark: str) -> int:
        """Take one mark into account; return where the next may begin."""
        text = self._text
        if mark in "'`" and text.startswith(mark, position + 1):
            doubled = self._doubled(position, mark)
            if doubled >= 0:
                return doubled
        if mark == '"':
            if self._open['"'] >= 0 and self._recovery(position) != "open":
                self._close('"', position)
            elif opens_after(text, position):
                self._open['"'] = position
        elif mark == "“":
            self._left_double(position)
        elif mark in _CLOSED_BY_ITSELF:
            self._close(mark, position)
        elif mark in "„«‹":
            self._open[_KINDS[mark]] = position
        elif mark in "'‘’":
            self._single(position, mark)
        return position + 1

    def _doubled(self, position: int, mark: str) -> int:
        text = self._text
        if mark == "`":
            self._open['"'] = position
            return position + 2
        single, double = self._open["'"], self._open['"']
        if single >= 0 and single > double:
            return -1
        if double >= 0:
            self._close('"', position)
            return position + 2
        closing = self._next_of("''", position + 1)
        if (
            opens_after(text, position)
            and starts_treebank_quotation(text[position + 2 : position + 3])
            and closing < len(text)
        ):
            self._open['"'] = position
            return position + 2
        return position + 1

    def _left_double(self, position: int) -> None:
        """Take a left mark into account: it closes a German quotation, or opens an English one inside it."""
        right, left = self._next_of("”", position), self._next_of("“", position)
        if self._open["“"] >= 0 and (self._open["”"] >= 0 or right >= left):
            self._close("“", position)
        else:
            self._open["”"] = position

    def _next_of(self, mark: str, position: int) -> int:
        if self._next_place[mark] <= position:
            place = self._text.find(mark, position + 1)
            self._next_place[mark] = len(self._text) if place < 0 else place
        return self._next_place[mark]

    def _single(self, position: int, mark: str) -> None:
        kind = "'" if mark == "'" else "’"
        is_inside = self._open[kind] >= 0
        if mark == "'":
            is_apostrophe = position in self._straight_apostrophes
            state = is_inside if is_apostrophe else straight_mark_state(self._text, position, is_inside)
        else:
            state = is_inside if position in self._curly_apostrophes else mark == "‘"
        recovery = self._single_recovery(position) if state and is_inside and mark == "'" else ""
        if state and (not is_inside or recovery == "open"):
            self._open[kind] = position
        elif is_inside and (not state or recovery == "close"):
            self._close(kind, position)

    def _single_recovery(self, position: int) -> str:
        if (
            position in self._straight_apostrophes
            or starts_elision(self._text, position)
            or is_number_elision(self._text, position)
        ):
            return ""
        return self._recovery(position)

    def _recovery(self, position: int) -> str:
        """Say whether a mark in an open quotation of its kind must "close" it or "open" a new one."""
        text = self._text
        if not (opens_after(text, position) and opens_before(text[position + 1 : position + 2])):
            return ""
        closers = self._found.closer_at
        place, context = position - 1, ""
        while place >= self._context_end:
            if place in closers:
                context = "close"
                break
            if text[place] not in _SKIPPED:
                context = text[place]
                break
            place -= 1
        self._context_end = position
        self._context = context or self._context
        if self._context == "close":
            return "close"
        return "" if self._context in TERMINATORS else "open"

    def _close(self, kind: str, position: int) -> None:
        opening = self._open[kind]
        if opening >= 0:
            self._found.end_of[opening] = position + 1
            self._found.start_of[position] = opening
            self._found.closer_at[position] = self._found.kind(opening)
            self._open[kind] = -1
