"""Quotations and brackets of a text, found in one pass over its marks."""

from __future__ import annotations

import re
from bisect import bisect_right
from dataclasses import dataclass

_QUOTE = re.compile("``|''|[\"'‘’“”«»„]")
_BRACKET = re.compile(r"[()\[\]{}<>]")
_CLOSING_MARK = {'"': '"', "'": "'", "‘": "’", "“": "”", "«": "»", "„": "“", "``": "''"}
_OPENING_MARKS = {
    '"': '"',
    "'": "'",
    "’": "‘",
    "”": "“",
    "»": "«",
    "“": "„",
    "''": "``",
}
_OPENING_BRACKET = {")": "(", "]": "[", "}": "{", ">": "<"}


@dataclass(frozen=True, slots=True)
class Quotations:
    """Outermost quotations of a text, in order and without overlap.

    Attributes
    ----------
    starts, ends : list of int
        Half-open character ranges, marks included.
    unclosed : list of int
        Where a straight double quote opens and never closes, ascending.
    """

    starts: list[int]
    ends: list[int]
    unclosed: list[int]

    def around(self, position: int) -> int:
        """Return the end of the quotation that holds a character, or -1."""
        place = bisect_right(self.starts, position) - 1
        return self.ends[place] if place >= 0 and position < self.ends[place] else -1

    def starts_at(self, position: int) -> bool:
        """Tell whether a quotation begins with this character."""
        place = bisect_right(self.starts, position) - 1
        return place >= 0 and self.starts[place] == position

    def unclosed_in(self, start: int, end: int) -> bool:
        """Tell whether an opening mark without a partner lies in a half-open range."""
        place = bisect_right(self.unclosed, end - 1) - 1
        return place >= 0 and self.unclosed[place] >= start


def find_quotations(text: str) -> Quotations:
    """Pair quotation marks; an opening mark without a partner encloses nothing.

    Notes
    -----
    Each kind of mark is paired on its own: a second opening mark replaces the first. Then a quotation that
    begins inside another is dropped. Linear in the number of marks.
    """
    open_at: dict[str, int] = {}
    possible_end: dict[str, int] = {}
    pairs: list[tuple[int, int]] = []
    unclosed: list[int] = []
    for match in _QUOTE.finditer(text):
        mark, (start, end) = match.group(), match.span()
        opening = _OPENING_MARKS.get(mark, "")
        if opening in open_at:
            verdict = _closes(text, mark, start, end)
            if verdict == "yes":
                pairs.append((open_at.pop(opening), end))
                possible_end.pop(opening, None)
                continue
            if verdict == "perhaps":
                possible_end.setdefault(opening, end)
            if verdict != "opens":
                continue
        if mark in _CLOSING_MARK and _may_open(text, mark, start, end):
            _give_up(mark, open_at, possible_end, pairs, unclosed)
            open_at[mark] = start
    for mark in list(open_at):
        _give_up(mark, open_at, possible_end, pairs, unclosed)
    return _outermost(pairs, unclosed)


def _give_up(
    mark: str,
    open_at: dict[str, int],
    possible_end: dict[str, int],
    pairs: list[tuple[int, int]],
    unclosed: list[int],
) -> None:
    """Close an open quotation at its best candidate for an end, or count it as never closed."""
    start = open_at.pop(mark, -1)
    if start < 0:
        return
    if mark in possible_end:
        pairs.append((start, possible_end.pop(mark)))
    elif mark == '"':
        unclosed.append(start)


def _outermost(pairs: list[tuple[int, int]], unclosed: list[int]) -> Quotations:
    starts: list[int] = []
    ends: list[int] = []
    for start, end in sorted(pairs):
        if not ends or start >= ends[-1]:
            starts.append(start)
            ends.append(end)
    return Quotations(starts, ends, sorted(unclosed))


def _may_open(text: str, mark: str, start: int, end: int) -> bool:
    """Tell whether a mark can begin a quotation: a straight one only at the start of a word."""
    if mark not in "\"'":
        return True
    before, after = text[start - 1 : start], text[end : end + 1]
    if before.isalnum() or before == "_":
        return False
    return mark == '"' or not (after.isspace() or not after)


def _closes(text: str, mark: str, start: int, end: int) -> str:
    """Say whether a mark ends the open quotation of its kind: "yes", "no", "perhaps" or "opens" a new one."""
    before, after = text[start - 1 : start], text[end : end + 1]
    if mark == '"':
        if not before.isspace() or not after.isalnum():
            return "yes"
        last = text[max(0, start - 20) : start].rstrip()[-1:]
        return "yes" if last in (".", "?", "!", '"') else "opens"
    if mark in "'’":
        if after.isalnum() or after == "_":
            return "opens" if mark == "'" and not (before.isalnum() or before == "_") else "no"
        if before.isspace():
            return "no"
        is_possessive = before in "sS" and after == " " and text[end + 1 : end + 2].islower()
        return "perhaps" if is_possessive else "yes"
    return "yes"


def match_brackets(text: str) -> dict[int, int]:
    """Return where the partner of each closing bracket opens; each kind pairs among itself."""
    open_at: dict[str, list[int]] = {"(": [], "[": [], "{": [], "<": []}
    partner: dict[int, int] = {}
    for match in _BRACKET.finditer(text):
        bracket = match.group()
        if bracket in open_at:
            open_at[bracket].append(match.start())
        elif open_at[_OPENING_BRACKET[bracket]]:
            partner[match.start()] = open_at[_OPENING_BRACKET[bracket]].pop()
    return partner
