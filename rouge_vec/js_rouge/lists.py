"""Lists that run on inside a text: "1. First item 2. Second item", "a) this b) that"."""

from __future__ import annotations

import functools
import re
from dataclasses import dataclass

from rouge_vec.js_rouge.abbreviations import ending_of, is_abbreviation, is_never_final
from rouge_vec.js_rouge.boundaries import is_initial_after_colon
from rouge_vec.js_rouge.characters import (
    BLANKS_ON_A_LINE,
    CLOSERS_AND_BLANKS,
    NOT_BLANK,
    PARTNER,
    SPACES,
    cased_class,
    is_dash,
    is_mark,
    unicode_class,
)
from rouge_vec.js_rouge.list_quotes import ListBrackets, ListQuotes, QuoteScan, literal_parentheses
from rouge_vec.js_rouge.treebank import WHITESPACE

Family = tuple[str, str]

_YEAR = re.compile(r"(?:1[0-9]{3}|20[0-9]{2})\.")
_COUNT = re.compile(r"[0-9]+\.")
_NUMBER = re.compile(rf"(?:[•⁃][{BLANKS_ON_A_LINE}]*|[-*+][{BLANKS_ON_A_LINE}]+)?0*([0-9]+)")
_COUNTING_WORD = re.compile(
    r"\b(?:am|is|are|was|were|be|been|being|has|have|had|reached|numbered|total(?:ed)?|hit|equals?|equaled"
    r"|became|remained|scored|costs?|in|of|at|by|to|from|about|around|roughly|approximately)\Z",
    re.ASCII | re.IGNORECASE,
)
_REFERENCE_WORD = re.compile(
    r"\b(?:section|chapter|page|figure|table|paragraph|article|clause)s?\Z", re.ASCII | re.IGNORECASE
)
_JOINING_WORD = re.compile(rf"(?:\b(?:and|or)|[,;&])[{WHITESPACE}]*\Z", re.ASCII | re.IGNORECASE)
_LETTER = re.compile(r"[ |.][A-Za-z][^\n\r\u2028\u2029\U00010000-\U0010ffff]?\Z")
_EVENTS = re.compile("[()\\[\\]{}<>\"'`“”‘’«»‹›.!?:;\r\n]")
_REFERENCE_ENDS = frozenset(".!?:;\r\n")
_FARTHEST_WORD = 24
_FEWEST_LABELS = 2
# What every label ends with, as far as that can be told from one or two characters before.
_MAYBE_LABEL = re.compile(
    rf"[.)](?=[{WHITESPACE}])(?:(?<=[0-9].)|(?<=[{WHITESPACE}]\w.)|(?<=\A\w.)|(?<=[^\x00-\x7f].)|(?<=\.\)))"
)
_LARGEST_STEP = 10


@functools.cache
def _label() -> re.Pattern[str]:
    number = rf"(?:[•⁃][{BLANKS_ON_A_LINE}]*|[-*+][{BLANKS_ON_A_LINE}]+)?[0-9]+"
    letter = f"[{cased_class()}][{unicode_class('M')}]*"
    return re.compile(
        rf"(?:\A|[{WHITESPACE}])(?:{number}|{letter})(?:\.\)|[.)])(?=[{WHITESPACE}]+[^{WHITESPACE}])"
    )


@dataclass(frozen=True, slots=True)
class Label:
    """What looks like the label of a list item.

    Attributes
    ----------
    start, end : int
        Half-open range with the blank before it.
    text : str
        The label without that blank.
    family : tuple of str
        Its kind and its last character; the items of a list have labels of one family.
    starts_line : bool
        Whether a line break stands before it.
    """

    start: int
    end: int
    text: str
    family: Family
    starts_line: bool

    @property
    def is_initial(self) -> bool:
        """Whether it is a letter with a full stop."""
        return self.text[-1] == "." and self.family[0] != "number"

    @property
    def full_stop(self) -> int:
        """Position of its full stop, or -1."""
        place = self.text.find(".")
        return self.end - len(self.text) + place if place >= 0 else -1


def find_labels(text: str, case_neutral: bool) -> list[Label]:
    """Return all that looks like labels, if there may be two of one family."""
    labels: list[Label] = []
    if len(_MAYBE_LABEL.findall(text)) < _FEWEST_LABELS:
        return labels
    for match in _label().finditer(text):
        found = match.group()
        label = found.lstrip(SPACES)
        if "0" <= label.rstrip(".)")[-1] <= "9":
            kind = "number"
        elif case_neutral:
            kind = "letter"
        else:
            kind = "small" if label[0].islower() else "capital"
        starts_line = "\n" in found or "\r" in found
        labels.append(Label(match.start(), match.end(), label, (kind, label[-1]), starts_line))
    return labels


def may_hold_list(text: str, labels: list[Label]) -> bool:
    """Tell whether there are two labels of one family with something between them."""
    ends: dict[Family, int] = {}
    for label in labels:
        end = ends.get(label.family, label.start)
        if end < label.start and NOT_BLANK.search(text, end, label.start):
            return True
        if label.family in ends and _YEAR.fullmatch(label.text):
            return True  # It may be none, and then it is what stands between two others.
        ends[label.family] = label.end
    return False


@dataclass(slots=True)
class _First:
    """The first label of a family, as far as it counts."""

    label: Label
    is_empty_before: bool
    identity: str
    body_start: int
    has_body: bool = False


class LabelScanner:
    """Goes over the labels of a text and leaves out those that are none."""

    def __init__(self, text: str, case_neutral: bool, labels: list[Label]) -> None:
        self._text = text
        self._case_neutral = case_neutral
        self._labels = labels
        self._place = 0
        self._quotes = ListQuotes(text)
        self._cursor = 0
        self._scan = QuoteScan(self._quotes)
        ends = frozenset(label.end - 1 for label in labels if label.text[-1] == ")")
        literal = literal_parentheses(self._quotes, ends) if ends else []
        self._brackets = ListBrackets(text, self._quotes.angle_openers, literal)
        # None as long as no label stood behind a word such as "section", -1 when none does any more.
        self._reference_through: int | None = None
        self._reference_boundary: int | None = None
        self._has_year = False

    def restart(self) -> None:
        """Go back to the start of the text."""
        self._place = self._cursor = 0
        self._scan = QuoteScan(self._quotes)
        self._brackets = self._brackets.copy()
        self._brackets.stack = []
        self._reference_through = self._reference_boundary = None
        self._has_year = False

    def next(self, family: Family | None = None, previous: Label | None = None) -> Label | None:
        """Return the next label that counts, of a family and with something between it and the previous one."""
        text = self._text
        body_start = previous.end if previous else 0
        has_body = previous is None
        while self._place < len(self._labels):
            label = self._labels[self._place]
            self._place += 1
            self._advance(label.start)
            is_of_family = family is None or label.family == family
            if is_of_family:
                has_body = has_body or NOT_BLANK.search(text, body_start, label.start) is not None
                body_start = label.end
            is_enclosed = (
                bool(self._brackets.stack) or self._scan.quote != "" or self._quotes.is_code(label.start)
            )
            is_reference = self._is_reference(label, is_enclosed)
            may_count = is_of_family and has_body and not is_enclosed and not is_reference
            if may_count and not self._is_prose(label, previous):
                return label
        return None

    def find(self, family: Family | None = None) -> tuple[Label, Label] | None:
        """Return the first two labels of a list."""
        firsts: dict[Family, _First] = {}
        deferred: dict[Family, tuple[tuple[Label, Label], _Snapshot]] = {}
        initial_end = -1
        label = self.next(family)
        while label is not None:
            is_empty, is_boundary = self._before(label)
            first = firsts.get(label.family)
            is_prose_initial = self._is_prose_initial(label, first, is_empty, is_boundary, initial_end)
            initial_end = label.end if is_prose_initial else -1
            is_boundary = is_boundary and not is_prose_initial
            if self._joins_names(label):
                firsts.pop(label.family, None)
                deferred.pop(label.family, None)
                label = self.next(family)
                continue
            identity = label.text.lower() if self._case_neutral else label.text
            if first is not None:
                found = self._pair(firsts, first, label, identity, is_boundary)
                if found == "list":
                    return first.label, label
                if found == "perhaps" and label.family not in deferred:
                    deferred[label.family] = (first.label, label), self._snapshot()
            elif is_empty or is_boundary or not self._is_ambiguous(label):
                self._has_year = self._has_year or _YEAR.fullmatch(label.text) is not None
                firsts[label.family] = _First(label, is_empty, identity, label.end)
            label = self.next(family)
        if not deferred:
            return None
        candidate, snapshot = min(deferred.values(), key=lambda found: found[0][0].start)
        self._restore(snapshot)
        return candidate

    def _pair(
        self, firsts: dict[Family, _First], first: _First, label: Label, identity: str, is_boundary: bool
    ) -> str:
        """Say whether two labels begin a "list", do so "perhaps", or not."""
        first.has_body = first.has_body or (
            NOT_BLANK.search(self._text, first.body_start, label.start) is not None
        )
        first.body_start = label.end
        if not first.has_body or not (first.is_empty_before or first.identity != identity):
            return ""
        has_earlier_family = any(entry.label.start < first.label.start for entry in firsts.values())
        is_distant = not is_boundary and _is_distant(first.label.text, label.text)
        return "perhaps" if has_earlier_family or is_distant else "list"

    def _snapshot(self) -> _Snapshot:
        return _Snapshot(
            self._place,
            self._cursor,
            self._scan.copy(),
            self._brackets.copy(),
            self._reference_through,
            self._reference_boundary,
            self._has_year,
        )

    def _restore(self, saved: _Snapshot) -> None:
        self._place, self._cursor = saved.place, saved.cursor
        self._scan, self._brackets = saved.scan, saved.brackets
        # What was not yet there is not taken back: js-rouge copies only what there is.
        if saved.reference_through is not None:
            self._reference_through = saved.reference_through
        if saved.reference_boundary is not None:
            self._reference_boundary = saved.reference_boundary
        self._has_year = saved.has_year

    def _advance(self, end: int) -> None:
        for match in _EVENTS.finditer(self._text, self._cursor, max(end, self._cursor)):
            position, mark = match.start(), match.group()
            if not self._scan.is_outside(position):
                continue
            if mark in PARTNER:
                self._brackets.bracket(position)
            if (
                mark in _REFERENCE_ENDS
                and self._has_reference()
                and not self._brackets.stack
                and self._ends_reference(position)
            ):
                self._reference_boundary = position
        self._cursor = max(end, self._cursor)

    def _ends_reference(self, position: int) -> bool:
        text = self._text
        if text[position] != ".":
            return True
        ending = ending_of(text, position + 1)
        folded = ending.lower() if self._case_neutral else ending
        before, after = text[position - 1 : position], text[position + 1 : position + 2]
        is_decimal = "0" <= before <= "9" and "0" <= after <= "9"
        is_exception = is_abbreviation(folded) and is_never_final(folded)
        return not (is_exception or _LETTER.search(folded) or is_decimal)

    def _has_reference(self) -> bool:
        return self._reference_through is not None and self._reference_through >= 0

    def _is_reference(self, label: Label, is_enclosed: bool) -> bool:
        """Tell whether a label stands behind "section" or the like, in the same clause."""
        through, boundary = self._reference_through, self._reference_boundary
        if through is not None and boundary is not None and boundary >= through >= 0:
            self._reference_through = -1
        before = self._text[max(0, label.start - _FARTHEST_WORD) : label.start].rstrip(SPACES)
        if not is_enclosed and _REFERENCE_WORD.search(before):
            self._reference_through = label.start
        if not self._has_reference():
            return False
        self._reference_through = label.end
        return True

    def _is_prose(self, label: Label, previous: Label | None) -> bool:
        """Tell whether a label is a year, a number or an initial at the end of a sentence."""
        is_empty, is_boundary = self._before(label)
        if _YEAR.fullmatch(label.text) and not (self._has_year or is_empty or is_boundary):
            return True
        if _COUNT.fullmatch(label.text):
            before = self._text[max(0, label.start - _FARTHEST_WORD) : label.start].rstrip(SPACES)
            if _COUNTING_WORD.search(before):
                return True
        return (
            previous is not None
            and label.is_initial
            and (
                self._joins_names(label)
                or is_initial_after_colon(self._text, label.end - 1, self._case_neutral)
            )
        )

    def _before(self, label: Label) -> tuple[bool, bool]:
        """Tell whether nothing stands before a label, and whether a line or sentence ends there."""
        text = self._text
        starts_line = label.starts_line
        position = label.start - 1
        while position >= 0 and (
            (text[position] in CLOSERS_AND_BLANKS and text[position] != "“")
            or (text[position] == "`" and self._quotes.is_code(position))
        ):
            starts_line = starts_line or text[position] in "\r\n"
            position -= 1
        before = text[position] if position >= 0 else ""
        return position < 0, starts_line or (before != "" and (before in ".!?:" or is_dash(before)))

    def _joins_names(self, label: Label) -> bool:
        before = self._text[max(0, label.start - 8) : label.start]
        return label.is_initial and _JOINING_WORD.search(before) is not None

    def _is_ambiguous(self, label: Label) -> bool:
        return _COUNT.fullmatch(label.text) is not None or label.is_initial

    def _is_prose_initial(
        self, label: Label, first: _First | None, is_empty: bool, is_boundary: bool, previous_end: int
    ) -> bool:
        """Tell whether a letter with a full stop stands in a sentence, or right behind one that does."""
        if first is not None or not label.is_initial:
            return False
        follows_initial = previous_end >= 0 and not NOT_BLANK.search(self._text, previous_end, label.start)
        return not (is_empty or is_boundary) or follows_initial


@dataclass(frozen=True, slots=True)
class _Snapshot:
    """A place of the scan to which it may return."""

    place: int
    cursor: int
    scan: QuoteScan
    brackets: ListBrackets
    reference_through: int | None
    reference_boundary: int | None
    has_year: bool


def _is_distant(first: str, second: str) -> bool:
    """Tell whether two numbers are more than ten apart."""
    one, other = _NUMBER.match(first), _NUMBER.match(second)
    if one is None or other is None:
        return False
    left, right = one.group(1), other.group(1)
    if abs(len(left) - len(right)) > 1:
        return True
    width = max(len(left), len(right))
    difference = 0
    for digit, opposite in zip(left.rjust(width, "0"), right.rjust(width, "0"), strict=True):
        difference = difference * 10 + int(digit) - int(opposite)
        if abs(difference) > _LARGEST_STEP:
            return True
    return False


def is_lone_letter(text: str) -> bool:
    """Tell whether a text is a letter with a full stop."""
    return (
        len(text) > 1
        and text[-1] == "."
        and (text[0].isupper() or text[0].islower() or text[0].istitle())
        and all(map(is_mark, text[1:-1]))
    )


def label_full_stops(text: str, case_neutral: bool) -> frozenset[int]:
    """Return the full stops of labels of lists inside an item."""
    labels = find_labels(text, case_neutral)
    families = dict.fromkeys(label.family for label in labels if "." in label.text)
    found: list[int] = []
    if len(labels) > 1 and families:
        scanner = LabelScanner(text, case_neutral, labels)
        for family in families:
            scanner.restart()
            pair = scanner.find(family)
            if pair is None:
                continue
            found.append(pair[0].full_stop)
            label: Label | None = pair[1]
            while label is not None:
                found.append(label.full_stop)
                label = scanner.next(family, label)
    return frozenset(position for position in found if position >= 0)
