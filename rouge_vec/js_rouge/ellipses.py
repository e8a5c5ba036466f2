"""Ellipses: where they end a sentence, and how spaced ones are read."""

from __future__ import annotations

import re
from bisect import bisect_right
from unicodedata import category

from rouge_vec.js_rouge.abbreviations import is_abbreviation, is_never_final
from rouge_vec.js_rouge.characters import (
    BLANKS_ON_A_LINE,
    CLOSING_BRACKETS,
    OPENING_BRACKETS,
    PARTNER,
    is_blank,
    is_blank_or_punctuation,
    is_cased,
    is_dash,
    is_number,
    skip_blanks,
    starts_sentence,
)
from rouge_vec.js_rouge.continuations import (
    ELLIPSIS_CONTINUATION,
    continues,
    may_start_neutrally,
    quantity_after_ellipsis,
)
from rouge_vec.js_rouge.elisions import AROUND_ELLIPSES
from rouge_vec.js_rouge.ellipsis_quotes import (
    STRAIGHT_APOSTROPHE,
    AsciiQuotes,
    CurlyQuotes,
    continues_with_elision,
    is_curly_closer,
)

_SPACED = re.compile(rf"\.[{BLANKS_ON_A_LINE}]+\.(?:[{BLANKS_ON_A_LINE}]+\.)+")
_OPENERS = frozenset("\"'([{<“‘«„‹")
_FORM_OF_BE = re.compile(r"\b(?:am|is|are|was|were|be|been|being|i)\.{3}\Z", re.ASCII | re.IGNORECASE)
_OMISSION = re.compile(r"[\[(]\.{2,10}\Z")
_SHORT_CLOSERS = frozenset("])}>\"'")
_WINDOW = 6


def is_three(ending: str) -> bool:
    """Tell whether a text ends with three dots and no more."""
    return ending.endswith("...") and not ending.endswith("....")


def starts_number(text: str, position: int) -> bool:
    """Tell whether a number starts at a position, perhaps with a sign, a currency or a point before it."""
    first, second = text[position : position + 1], text[position + 1 : position + 2]
    if first in ("+", "-", "−"):
        position += 1
        position += second != "" and category(second) == "Sc"
    elif first != "" and category(first) == "Sc":
        position += 1
        position += second in ("+", "-", "−")
    position += text[position : position + 1] == "."
    return is_number(text[position : position + 1])


def skip_openers(text: str, position: int, *, skips_blanks: bool = True) -> int:
    """Return the position behind opening marks and brackets, and blanks between them."""
    while position < len(text):
        character = text[position]
        if character in _OPENERS or (skips_blanks and is_blank(character)):
            position += 1
        elif text.startswith("``", position):
            position += 2
        elif character == "’" and AROUND_ELLIPSES.match(text, position + 1):
            position += 1
        else:
            break
    return position


def starts_unspaced(text: str, position: int, case_neutral: bool) -> bool:
    """Tell whether an opening mark and the start of a sentence follow without a blank."""
    start = skip_openers(text, position, skips_blanks=False)
    if start == position or is_numbered_note(text, position):
        return False
    return starts_number(text, start) or starts_sentence(text[start : start + 1], case_neutral)


def is_numbered_note(text: str, position: int) -> bool:
    """Tell whether a number in brackets stands at a position."""
    opening = text[position : position + 1]
    if opening not in ("[", "("):
        return False
    end = position + 1
    while is_number(text[end : end + 1]):
        end += 1
    return end > position + 1 and text[end : end + 1] == PARTNER[opening]


class SpacedEllipses:
    """Ellipses with blanks between their dots, and which of their dots may end a sentence."""

    def __init__(self, text: str, case_neutral: bool) -> None:
        self.starts: list[int] = []
        self.ends: list[int] = []
        self.boundaries: list[int] = []
        for match in _SPACED.finditer(text):
            self._add(text, match.start(), match.end(), case_neutral)

    def _add(self, text: str, start: int, end: int, case_neutral: bool) -> None:
        dots = text.count(".", start, end)
        if dots >= 5 and is_number(text[end : end + 1]):
            end, dots = end - 1, dots - 1
        following = skip_openers(text, end)
        while text[following : following + 1] in ("”", "’"):
            following = skip_openers(text, following + 1)
        boundary = -1
        if dots >= 4 and (
            starts_number(text[following : following + _WINDOW], 0)
            or starts_sentence(text[following : following + 1], case_neutral)
        ):
            before = text[start - 1 : start]
            is_attached = start > 0 and not is_blank(before)
            boundary = start if is_attached else text.rfind(".", 0, end)
        self.starts.append(start)
        self.ends.append(end)
        self.boundaries.append(boundary)

    def place(self, position: int) -> int:
        """Return which ellipsis ends behind a position first, perhaps one past the last."""
        return bisect_right(self.ends, position)

    def protects(self, position: int) -> bool:
        """Tell whether a full stop is a dot of an ellipsis and ends no sentence."""
        place = self.place(position)
        return (
            place < len(self.starts) and position >= self.starts[place] and position != self.boundaries[place]
        )

    def boundary_end(self, position: int) -> int:
        """Return the end of the ellipsis whose boundary is a position, or -1."""
        place = self.place(position)
        is_boundary = place < len(self.starts) and self.boundaries[place] == position
        return self.ends[place] if is_boundary else -1

    def is_kept_end(self, position: int) -> bool:
        """Tell whether a position is the last dot of an ellipsis that ends no sentence."""
        place = self.place(position)
        return place < len(self.starts) and self.boundaries[place] == -1 and position == self.ends[place] - 1


def ends_sentence(
    following: str, start: int, ending: str, is_open: bool, case_neutral: bool, *, is_elided: bool
) -> bool:
    """Tell whether a bare ellipsis ends a sentence, apart from asides that follow it.

    Parameters
    ----------
    following : str
        Text that holds what follows.
    start : int
        Where in it that starts.
    ending : str
        The end of the text before, with the ellipsis.
    is_open : bool
        Whether a quotation or bracket is open.
    case_neutral : bool
        Whether case says nothing.
    is_elided : bool
        Whether a word with an apostrophe follows that carries the sentence on.
    """
    is_long = ending.endswith("....")
    if not ending.endswith("..."):
        return False
    first = skip_openers(following, start)
    character = following[first : first + 1]
    starts = starts_sentence(character, case_neutral)
    if starts and case_neutral and not is_long:
        starts = not (
            is_elided or ELLIPSIS_CONTINUATION.match(following, first) or continues(following, first)
        )
    if not starts and not (starts_number(following, first) and not quantity_after_ellipsis(following, first)):
        return False
    return is_long or not (is_open or _FORM_OF_BE.search(ending))


class OpenMarks:
    """Tracks which quotations and brackets are open in the pieces of one sentence."""

    def __init__(self, text: str, flags: dict[int, int], angles: frozenset[int]) -> None:
        self._text = text
        self._flags = flags
        self._angles = angles
        self._brackets: list[str] = []
        self._curly = CurlyQuotes()
        self._ascii = AsciiQuotes()
        self._is_first = True

    @property
    def is_open(self) -> bool:
        return bool(self._brackets) or self._ascii.is_open or len(self._curly) > 0

    def append(self, start: int, end: int, previous: str | None = None) -> None:
        """Take a piece of the text into account; `previous` stands before it if that is not what the text has."""
        text = self._text
        position = start
        for match in _MARKS.finditer(text, start, end):
            mark_at = match.start()
            if mark_at < position:
                continue
            if mark_at > start or (previous is None and not self._is_first):
                before = text[mark_at - 1 : mark_at]
            else:
                before = previous or ""
            position = self._add(mark_at, before, end)
        self._is_first = self._is_first and start == end

    def _add(self, position: int, previous: str, end: int) -> int:
        text = self._text
        mark = text[position]
        flags = self._flags.get(position, 0)
        if mark in "'`" and self._ascii.doubled_mark(text, position, flags):
            return position + 2
        if self._curly.mark(mark, flags):
            return position + 1
        if mark == '"':
            opens = previous == "" or is_blank_or_punctuation(previous)
            self._ascii.double = not self._ascii.double and opens
            self._ascii.double_inside_single = self._ascii.double and self._ascii.single
        elif mark == "'" and not flags & STRAIGHT_APOSTROPHE:
            following = text[position + 1 : position + 2] if position + 1 < end else ""
            self._ascii.single_mark(text, position, previous, following)
        elif mark in PARTNER:
            self._bracket(mark, position, end)
        return position + 1

    def _bracket(self, mark: str, position: int, end: int) -> None:
        if (mark in "<>" and position not in self._angles) or self._ascii.is_open or len(self._curly):
            return
        if mark in OPENING_BRACKETS:
            if mark != "<" or (position + 1 < end and self._text[position + 1].isalpha()):
                self._brackets.append(mark)
        elif self._brackets and self._brackets[-1] == PARTNER[mark]:
            self._brackets.pop()


_MARKS = re.compile("[()\\[\\]{}<>\"'`“”‘’«»„‹›]")


class _PendingMarks:
    """Walks over what closes behind an ellipsis."""

    def __init__(self, ascii_quotes: AsciiQuotes, curly: CurlyQuotes, is_three_dots: bool) -> None:
        self.ascii = ascii_quotes.copy()
        self.closed_brackets = 0
        self._started_single = ascii_quotes.single
        self._closers = curly.closers
        self._remaining = len(curly)
        self._english_depth = curly.english_depth
        self._is_three = is_three_dots

    def end(self, text: str, position: int, flags: dict[int, int]) -> int:
        """Return the position behind all that closes, or -1 when a quotation stays open."""
        end = position
        while end < len(text):
            mark = text[end]
            if mark in "‘’" and flags.get(end, 0) & 1:
                break
            if self._is_closer(mark, flags.get(end, 0)):
                self._english_depth -= mark == "”"
                self._remaining -= 1
                end += 1
                continue
            if self._breaks(text, end):
                break
            is_doubled = self.ascii.double and text.startswith("''", end)
            if is_doubled and self.ascii.doubled_mark(text, end, flags.get(end, 0)):
                end += 2
                continue
            if mark in _SHORT_CLOSERS:
                self._close(mark)
                end += 1
                continue
            following = skip_blanks(text, end)
            if following > end and following < len(text) and self._closes_later(text, following, flags):
                end = following
                continue
            break
        return -1 if end > position and self._remaining > 0 else end

    def _is_closer(self, mark: str, flags: int) -> bool:
        return self._remaining > 0 and is_curly_closer(
            mark, self._closers[self._remaining - 1], self._english_depth, flags
        )

    def _breaks(self, text: str, position: int) -> bool:
        """Tell whether a straight mark stands here that closes nothing."""
        mark = text[position]
        if mark == '"':
            closes_nothing = not self.ascii.double
        elif mark == "'":
            closes_nothing = not (
                self.ascii.single or (self.ascii.double and text.startswith("''", position))
            )
        else:
            return False
        ended_single = self._is_three and self._started_single and not self.ascii.single and mark == '"'
        return closes_nothing and self._remaining == 0 and (len(self._closers) > 0 or ended_single)

    def _close(self, mark: str) -> None:
        is_outer = not self._is_three or (self._remaining == 0 and not self.ascii.is_open)
        if mark in CLOSING_BRACKETS and is_outer:
            self.closed_brackets += 1
        self.ascii.double = self.ascii.double and mark != '"'
        self.ascii.single = self.ascii.single and mark != "'"

    def _closes_later(self, text: str, position: int, flags: dict[int, int]) -> bool:
        mark = text[position]
        if mark in CLOSING_BRACKETS or self._is_closer(mark, flags.get(position, 0)):
            return True
        if self.ascii.double and (mark == '"' or text.startswith("''", position)):
            return True
        following = text[position + 1 : position + 2]
        may_close = (
            following == "" or following in '.,!?;:)]}"”’»›' or is_blank(following) or is_dash(following)
        )
        return self._is_three and self.ascii.single and mark == "'" and may_close


def pending_marks(ascii_quotes: AsciiQuotes, curly: CurlyQuotes, is_three_dots: bool) -> _PendingMarks:
    """Return what follows the closing marks behind an ellipsis."""
    return _PendingMarks(ascii_quotes, curly, is_three_dots)


def follows_closing(text: str, end: int, ending: str, case_neutral: bool) -> bool:
    """Tell whether a sentence may start behind the marks that close after an ellipsis."""
    start = skip_openers(text, end)
    if start == len(text):
        return True
    folded = ending.lower() if case_neutral else ending
    character = text[start]
    if case_neutral:
        starts = may_start_neutrally(text, end, start) and not (
            is_three(ending) and ELLIPSIS_CONTINUATION.match(text, start)
        )
    else:
        starts = starts_sentence(character, False)
    starts = starts or (
        starts_number(text[start : start + _WINDOW], 0)
        and not is_abbreviation(folded)
        and not quantity_after_ellipsis(text, start)
    )
    if not starts or _OMISSION.search(ending):
        return False
    return not (is_abbreviation(folded) and is_never_final(folded))


def cased_follows(text: str, position: int) -> bool:
    """Tell whether a character with a case stands at a position."""
    return is_cased(text[position : position + 1])


def elision_follows(text: str, position: int, flags: dict[int, int]) -> bool:
    """Tell whether a word with an apostrophe follows that carries the sentence on."""
    return continues_with_elision(text, skip_blanks(text, position), flags)
