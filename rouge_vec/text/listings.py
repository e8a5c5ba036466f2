"""Lists that run on inside a text: "1. First item 2. Second item", "a) this b) that"."""

from __future__ import annotations

import re
from bisect import bisect_right
from dataclasses import dataclass

from rouge_vec.text.abbreviations import QUANTITY_WORDS, REFERENCE_WORDS
from rouge_vec.text.enclosures import Quotations

_DOTTED = re.compile(r"(?<!\S)(?P<bullet>[-*+•]\s+)?(?P<label>\d+|[A-Za-z])\.(?=\s+\S)")
_LABELS_BESIDE = re.compile(r"(?:\s+(?:[-*+•]\s+)?(?:\d+|[A-Za-z])\.(?=\s+\S))*+")
_PARENTHESISED = re.compile(r"(?<!\S)(?P<bullet>[-*+•]\s+)?(?P<label>\d+|[A-Za-z])\.?\)(?=\s)")
_CROSS_REFERENCE = re.compile(r"([^\W\d_]+)\s+(?:\d+|[A-Za-z])\.?\)\s+(?:and|or)\s+\Z")
_WORD_BEFORE = re.compile(r"([^\W\d_]+|[^\w\s])\s*\Z")


@dataclass(frozen=True, slots=True)
class ListItems:
    """Where list items start and where their labels end, both ascending."""

    starts: list[int]
    label_ends: list[int]

    def label_end(self, position: int) -> int:
        """Return the end of the label that holds a character, or -1."""
        place = bisect_right(self.starts, position) - 1
        return self.label_ends[place] if place >= 0 and position < self.label_ends[place] else -1

    def next_start(self, position: int) -> int:
        """Return where the first item after a character starts, or -1."""
        place = bisect_right(self.starts, position)
        return self.starts[place] if place < len(self.starts) else -1


def find_list_items(
    text: str, quotations: Quotations, bracket_partners: dict[int, int], *, case_neutral: bool
) -> ListItems:
    """Find the items of lists with at least two labels of one kind.

    Labels with a full stop begin to count at the start of a line, after the end of a sentence or after a
    colon; labels with a bracket count anywhere. Labels in quotations or brackets never count.
    """
    scanner = _LabelScanner(text, quotations, bracket_partners, case_neutral)
    found = sorted(scanner.dotted() + scanner.parenthesised())
    return ListItems([start for start, _ in found], [end for _, end in found])


class _LabelScanner:
    """Finds the labels of list items in one text."""

    def __init__(
        self, text: str, quotations: Quotations, bracket_partners: dict[int, int], case_neutral: bool
    ) -> None:
        self._text = text
        self._quotations = quotations
        self._brackets = _outermost_brackets(bracket_partners)
        self._case_neutral = case_neutral

    def dotted(self) -> list[tuple[int, int]]:
        """Return the spans of labels such as "1." or "b."; labels side by side count as one."""
        groups: dict[str, list[tuple[int, int]]] = {}
        latest_kind, latest_end = "number", 0
        match = _DOTTED.search(self._text)
        while match is not None:
            kind = self._kind(match)
            start, end = match.span()
            may_count = "number" in (kind, latest_kind) or not self._text[latest_end:start].isspace()
            if may_count and self._is_free(start) and self._counts(match, kind, kind in groups):
                beside = _LABELS_BESIDE.match(self._text, end)
                end = beside.end() if beside else end
                groups.setdefault(kind, []).append((start, end))
            latest_kind, latest_end = kind, end
            match = _DOTTED.search(self._text, end)
        return [span for spans in groups.values() if len(spans) > 1 for span in spans]

    def parenthesised(self) -> list[tuple[int, int]]:
        """Return the spans of labels such as "1)" or "b)"."""
        groups: dict[str, list[tuple[int, int]]] = {}
        for match in _PARENTHESISED.finditer(self._text):
            before = self._text[max(0, match.start() - 60) : match.start()]
            pair = _CROSS_REFERENCE.search(before)
            is_reference = _last_word(before) in REFERENCE_WORDS or (
                pair is not None and pair.group(1).lower() in REFERENCE_WORDS
            )
            if self._is_free(match.start()) and not is_reference:
                groups.setdefault(self._kind(match), []).append(match.span())
        return [span for spans in groups.values() if len(spans) > 1 for span in spans]

    def _kind(self, match: re.Match[str]) -> str:
        label = match.group("label")
        if label.isdigit():
            return "number"
        return "letter" if self._case_neutral or label.islower() else "capital"

    def _is_free(self, position: int) -> bool:
        starts, ends = self._brackets
        place = bisect_right(starts, position) - 1
        is_bracketed = place >= 0 and position < ends[place]
        return not is_bracketed and self._quotations.around(position) < 0

    def _counts(self, match: re.Match[str], kind: str, begun: bool) -> bool:
        before = self._text[max(0, match.start() - 40) : match.start()]
        body = before.rstrip()
        last = body.rstrip("\"'”’»)]")[-1:] if len(body) > 1 else body
        if match.group("bullet") or not body or last in (".", "?", "!") or body[-1] == ":":
            return True
        if "\n" in before[len(body) :] or "\r" in before[len(body) :]:
            return True
        word = _last_word(before)
        if not begun or word in REFERENCE_WORDS:
            return False
        return word not in QUANTITY_WORDS if kind == "number" else word not in ("and", "or", ",")


def _outermost_brackets(partners: dict[int, int]) -> tuple[list[int], list[int]]:
    starts: list[int] = []
    ends: list[int] = []
    for start, end in sorted((opening, closing) for closing, opening in partners.items()):
        if not ends or start >= ends[-1]:
            starts.append(start)
            ends.append(end)
    return starts, ends


def _last_word(text: str) -> str:
    match = _WORD_BEFORE.search(text)
    return match.group(1).lower() if match else ""
