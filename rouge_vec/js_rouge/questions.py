"""Whether the words behind a quotation are a question of their own, not what goes on about the quotation."""

from __future__ import annotations

import functools
import re

from rouge_vec.js_rouge.abbreviations import ending_of, is_abbreviation, is_never_final
from rouge_vec.js_rouge.boundaries import skip_openers
from rouge_vec.js_rouge.characters import (
    CLOSERS_AND_BLANKS,
    CLOSING_BRACKETS,
    OPENING_BRACKETS,
    TERMINATORS,
    cased_class,
    is_blank,
    is_capital,
    is_number,
    is_word_part,
    skip_blanks,
    unicode_class,
)
from rouge_vec.js_rouge.citation_quotes import CitationState, closing_end
from rouge_vec.js_rouge.citations import GOES_ON, NO_NOTE, NoteFinder
from rouge_vec.js_rouge.continuations import AUXILIARY, may_start_neutrally, number_continues
from rouge_vec.js_rouge.ellipses import OpenMarks
from rouge_vec.js_rouge.source import Source

_TERMINATORS = re.compile(r"\.{2,}|[.!?]")
_MARKS = re.compile("[()\\[\\]{}<>\"'`“”„‘’«»‹›]")
CITATION_MARKS = re.compile("[()\\[\\]{}<>\"'`“”„‘’‚«»‹›「」『』]")
_QUOTED_BREAK = re.compile("[\r\n\"'‘“„«‹]|``")
_MARKS_AFTER = frozenset("'”’“»›])}>\"")
_ENDS_ADDRESS = frozenset("\"'`”’“»›])}>")


def opens_bracket(text: str, position: int, *, before_quotation: bool = False) -> bool:
    """Tell whether a bracket opens something; an angle bracket does before a letter or a quotation."""
    mark = text[position]
    if mark not in OPENING_BRACKETS:
        return False
    return mark != "<" or before_quotation or text[position + 1 : position + 2].isalpha()


def starts_on_line(text: str, floor: int, position: int) -> bool:
    """Tell whether nothing but blanks stands between a position and a line break or another position."""
    place = position - 1
    while place >= floor:
        if text[place] in "\r\n":
            return True
        if not is_blank(text[place]):
            return False
        place -= 1
    return True


def is_numeric_start(text: str, position: int, ending: str, *, is_delimited_versus: bool = False) -> bool:
    """Tell whether a sentence may start with the number at a position."""
    return (
        is_number(text[position : position + 1])
        and (is_delimited_versus or not is_abbreviation(ending))
        and not number_continues(text, position)
    )


def continues_token(source: Source, index: int, length: int, *, is_enclosed: bool = False) -> bool:
    """Tell whether a terminator stands inside a word that goes on behind it."""
    text = source.text
    following = text[index + 1 : index + 2]
    if following == "":
        return False
    may_be_address = length == 1 and not is_blank(following) and following not in _ENDS_ADDRESS
    if may_be_address and source.addresses.has_prefix_before(index + 1):
        return True
    opens = text[index] == "." and length == 1 and not is_enclosed and following in OPENING_BRACKETS
    return (is_word_part(following) or opens) and not source.ends_unspaced(index, index + 1)


def is_question_abbreviation(source: Source, index: int, length: int, *, is_enclosed: bool = False) -> bool:
    """Tell whether a full stop belongs to an abbreviation or a single letter."""
    if length != 1 or source.text[index] != ".":
        return False
    ending = ending_of(source.text, index + 1)
    folded = source.folded(ending)
    if is_enclosed:
        return is_abbreviation(folded) and is_never_final(folded)
    return is_abbreviation(folded) or ends_with_letter(ending)


def ends_with_letter(ending: str) -> bool:
    """Tell whether the last word of a text is, or ends with, a letter behind a full stop, and one more character."""
    position = len(ending)
    while position and not is_blank(ending[position - 1]):
        position -= 1
    return _single_letter().search(ending[position:]) is not None


@functools.cache
def _single_letter() -> re.Pattern[str]:
    return re.compile(rf"(?:\A|[ |.])[{cased_class()}][{unicode_class('M')}]*[^\n\r\u2028\u2029]?\Z")


class _UnquotedTerminators:
    """Goes through the terminators outside of quotations and brackets, or at the end of those."""

    def __init__(self, source: Source) -> None:
        self._source = source
        self._text = source.text
        self._cursor = 0
        self._quoted_through = -1
        self._depth = 0
        self._bracket_start = -1

    def next(self, start: int, argument_start: int) -> tuple[int, int, bool] | None:
        """Return position and length of the next one, and whether it stands inside quotes or brackets."""
        text = self._text
        match = _TERMINATORS.search(text, start)
        while True:
            end = match.start() if match else len(text) - 1
            enclosed = self._advance(end, start, argument_start)
            if enclosed >= start:
                return self._enclosed(enclosed)
            if match is None:
                return None
            position = match.start()
            if position >= self._quoted_through and self._depth == 0:
                return position, len(match.group()), False
            resume = match.end()
            if position < self._quoted_through:
                enclosed = -1
                if self._depth == 0:
                    enclosed = enclosed_terminator(self._source, self._quoted_through, True)
                self._cursor = self._quoted_through + 1
                if enclosed >= position:
                    return self._enclosed(enclosed)
                resume = self._quoted_through + 1
            match = _TERMINATORS.search(text, resume)
            if match is None and self._cursor >= len(text):
                return None

    def _enclosed(self, position: int) -> tuple[int, int, bool]:
        match = _TERMINATORS.match(self._text, position)
        return position, len(match.group()) if match else 1, True

    def _advance(self, end: int, start: int, argument_start: int) -> int:
        """Look at quotations and brackets up to a position; return a terminator at the end of one, or -1."""
        text, ends = self._text, self._source.quotations.end_of
        while self._cursor <= end:
            match = _MARKS.search(text, self._cursor, end + 1)
            if match is None:
                self._cursor = end + 1
                break
            position = match.start()
            self._cursor = position + 1
            if position in ends:
                self._quoted_through = max(self._quoted_through, ends[position] - 1)
            if position <= self._quoted_through:
                continue
            if opens_bracket(text, position, before_quotation=position + 1 in ends):
                if self._depth == 0:
                    self._bracket_start = position
                self._depth += 1
            elif text[position] in CLOSING_BRACKETS and self._depth > 0:
                self._depth -= 1
                if self._depth == 0:
                    is_argument = self._bracket_start == argument_start
                    enclosed = enclosed_terminator(self._source, position, is_argument)
                    if enclosed >= start:
                        return enclosed
        return -1


def enclosed_terminator(source: Source, enclosure_end: int, allows_prose: bool) -> int:
    """Return the terminator at the end of a quotation or bracket that ends the sentence around it too, or -1."""
    text, case_neutral = source.text, source.case_neutral
    terminator = enclosure_end - 1
    while terminator >= 0 and text[terminator] in CLOSERS_AND_BLANKS:
        terminator -= 1
    if terminator < 0 or text[terminator] not in TERMINATORS:
        return -1
    while text[terminator] == "." and terminator and text[terminator - 1] == ".":
        terminator -= 1
    end = enclosure_end + 1
    while end < len(text) and text[end] in _MARKS_AFTER and text[end] != '"':
        end += 1
    following = skip_openers(text, end)
    if following == len(text):
        return terminator
    between = text[end:following]
    has_break = _QUOTED_BREAK.search(between) is not None
    is_boundary = (allows_prose or has_break) and (
        text[terminator] == "?" or has_break or AUXILIARY.match(text, following) is not None
    )
    if not is_boundary:
        return -1
    if case_neutral:
        is_quoted = any(mark in between for mark in "\"'“‘")
        starts = may_start_neutrally(text, end, following, is_quoted)
    else:
        starts = is_capital(text[following])
    return terminator if starts or is_numeric_start(text, following, "?") else -1


class _QuestionNotes:
    """Footnote numbers inside one possible question."""

    def __init__(
        self, source: Source, finder: NoteFinder, main: CitationState, index: int, start: int
    ) -> None:
        self._text = source.text
        self._finder = finder
        self._state = main.copy()
        self._position = index + 1
        self._start = start

    def end(self, index: int) -> int:
        text, state = self._text, self._state
        for match in CITATION_MARKS.finditer(text, self._position, index + 1):
            position = match.start()
            is_standalone = position >= self._start and starts_on_line(text, self._start, position)
            state.mark(position, is_standalone)
        self._position = max(self._position, index + 1)
        end = self._finder.end(index, state)
        if end != NO_NOTE or not state.retains:
            return end
        closed = closing_end(text, index + 1, list(state.closers), state.flags)
        return GOES_ON if state.retains_outer(index, closed) else NO_NOTE


class QuestionFinder:
    """Tells whether what follows a position ends with a question mark; asked from left to right."""

    def __init__(self, source: Source) -> None:
        self._source = source
        self._terminators = _UnquotedTerminators(source)
        self._finder = NoteFinder(source.text, source.case_neutral)
        self._through = -1
        self._is_question = False

    def ends_as_question(
        self, start: int, boundary_end: int, state: CitationState | None, index: int
    ) -> bool:
        """Tell whether the sentence that may begin at a position is a question.

        Parameters
        ----------
        start : int
            Where its first word, an auxiliary verb, stands.
        boundary_end : int
            Where the sentence before it would end.
        state : CitationState or None
            State of the rules for footnote numbers, just behind the terminator in question.
        index : int
            Position of that terminator.
        """
        if start <= self._through:
            return self._is_question
        source, text = self._source, self._source.text
        self._through, self._is_question = len(text), False
        auxiliary = AUXILIARY.match(text, start)
        argument_start = skip_blanks(text, auxiliary.end() if auxiliary else start)
        notes = None
        if state is not None and not state.too_deep:
            notes = _QuestionNotes(source, self._finder, state, index, boundary_end)
        ellipses = QuestionEllipses(source, boundary_end)
        position = start
        while (found := self._terminators.next(position, argument_start)) is not None:
            at, length, is_enclosed = found
            position = at + length
            if self._ends_here(at, length, is_enclosed, notes, ellipses):
                self._through, self._is_question = at, text[at] == "?"
                break
        return self._is_question

    def _ends_here(
        self,
        at: int,
        length: int,
        is_enclosed: bool,
        notes: _QuestionNotes | None,
        ellipses: QuestionEllipses,
    ) -> bool:
        source = self._source
        is_bare_ellipsis = length == 3 and not is_enclosed
        if (
            at in source.labels
            or (length > 1 and length != 4 and not is_bare_ellipsis)
            or (source.text[at] == "." and source.spaced_ellipses.protects(at))
        ):
            return False
        note = notes.end(at + length - 1) if notes else NO_NOTE
        if note == GOES_ON:
            return False
        if note != NO_NOTE or (is_bare_ellipsis and ellipses.ends(at)):
            return True
        if is_bare_ellipsis or continues_token(source, at, length, is_enclosed=is_enclosed):
            return False
        return not is_question_abbreviation(source, at, length, is_enclosed=is_enclosed)


class QuestionEllipses:
    """Bare ellipses inside one possible question."""

    def __init__(self, source: Source, start: int) -> None:
        self._source = source
        self._start = self._through = start
        self._marks = OpenMarks(source.text, source.flags, source.angles)

    def ends(self, index: int) -> bool:
        """Tell whether the three dots at a position end the question."""
        text, end = self._source.text, index + 3
        self._marks.append(self._through, end)
        self._through = end
        ending = text[max(self._start, end - 10) : end]
        return self._source.ellipsis_ends(end, text, end, ending, self._marks.is_open)
