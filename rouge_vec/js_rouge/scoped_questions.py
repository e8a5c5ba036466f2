"""Questions that begin with "who" or "which" and hold a quotation: they end where the question ends."""

from __future__ import annotations

import re
from bisect import bisect_left

from rouge_vec.js_rouge.apostrophes import starts_elision
from rouge_vec.js_rouge.boundaries import skip_openers
from rouge_vec.js_rouge.characters import (
    CLOSERS_AND_BLANKS,
    OPENING_BRACKETS,
    PARTNER,
    TERMINATORS,
    is_blank,
    is_cased,
    is_raised_letter,
    skip_blanks,
    skip_numbers,
    starts_sentence,
)
from rouge_vec.js_rouge.citation_quotes import CitationState
from rouge_vec.js_rouge.citations import GOES_ON, NO_NOTE, NoteFinder, note_end
from rouge_vec.js_rouge.continuations import RELATIVE_PRONOUN, may_start_neutrally
from rouge_vec.js_rouge.ellipses import starts_number
from rouge_vec.js_rouge.questions import (
    CITATION_MARKS,
    QuestionEllipses,
    continues_token,
    is_question_abbreviation,
    starts_on_line,
)
from rouge_vec.js_rouge.source import Source

_TERMINATORS = re.compile(r"\.{2,}|[.!?]")
_QUOTES = re.compile("``|''|[\"'‘’“”„«»‹›]")
_TOKENS = re.compile(r"``|''|\.{2,}|[.!?\"'‘’“”„«»‹›]")
_CLOSES_ADDRESS = frozenset(".!?\"'“”‘’()[]{}<>")

_REAL = 0
_PROSPECTIVE = 1
_PROTECTED = 2
_ACCEPTED_ELLIPSIS = 3


def note_outside_elision(source: Source, index: int, end: int, in_curly_single: bool) -> int:
    """Ignore a footnote where an elided word stands inside a quotation in curly single marks."""
    if end < 0 or not in_curly_single:
        return end
    text = source.text
    following = skip_blanks(text, index + 1)
    quotations = source.quotations
    is_elided = (
        following > index + 1
        and text[following : following + 1] == "’"
        and following not in quotations.closer_at
        and starts_elision(text, following)
    )
    return NO_NOTE if is_elided else end


def raised_letter_in_brackets_end(text: str, position: int) -> int:
    """Return the position behind a raised letter in brackets, or -1."""
    opening = text[position : position + 1]
    if opening not in ("[", "(") or not is_raised_letter(text, position + 1):
        return -1
    return position + 3 if text[position + 2 : position + 3] == PARTNER[opening] else -1


class ScopedQuestions:
    """Finds the question mark of a sentence that begins with a relative pronoun; asked from left to right."""

    def __init__(self, source: Source) -> None:
        self._source = source
        self._kinds: _TerminatorKinds | None = None
        self._scopes: dict[str, _Scope] = {}
        self._next_quote = 0
        self._start = -1
        self._content = 0
        self._is_scoped = False
        self._through = 0

    def begins_question(self, start: int) -> bool:
        """Tell whether a question begins at a position."""
        self._look_at(start)
        return self._is_scoped and self._question_mark(self._content) >= 0

    def holds(self, start: int, index: int) -> bool:
        """Tell whether a position lies in a quotation inside the question that begins at another position."""
        self._look_at(start)
        quotation_end = self._source.quotations.end_of.get(index, 0)
        if index >= self._through and quotation_end > index and self._is_scoped:
            mark = self._question_mark(self._content)
            if mark >= 0:
                self._through = min(quotation_end, mark)
        if index >= self._through:
            return False
        return self._kinds is None or self._kinds.of(index) != _ACCEPTED_ELLIPSIS

    def _look_at(self, start: int) -> None:
        if start != self._start:
            text = self._source.text
            self._start = start
            self._content = skip_openers(text, start)
            self._is_scoped = RELATIVE_PRONOUN.match(text, self._content) is not None

    def _question_mark(self, start: int) -> int:
        source, text = self._source, self._source.text
        if self._kinds is None:
            self._kinds = _TerminatorKinds(source)
            self._scopes = {kind: _Scope() for kind in ("", *"\"'”“’»›")}
        offset = skip_openers(text, start)
        scope = self._scope(offset)
        if offset <= scope.through:
            return scope.through if scope.is_question else -1
        scope.through, scope.is_question = self._search(offset, scope)
        return scope.through if scope.is_question else -1

    def _search(self, offset: int, scope: _Scope) -> tuple[int, bool]:
        """Return where the search ends and whether with a question."""
        source, text, kinds = self._source, self._source.text, self._kinds
        assert kinds is not None
        ends, starts = source.quotations.end_of, source.quotations.start_of
        ellipses = QuestionEllipses(source, offset)
        token = _TOKENS.search(text, offset)
        while token is not None:
            position, resume = token.start(), token.end()
            if position in ends:
                accepted = kinds.next_accepted(position, ends[position])
                if accepted >= 0:
                    return accepted, False
                end = _quotation_end(text, ends[position])
                is_outermost = scope.opening < 0
                limit = len(text) if is_outermost else _quotation_end(text, ends[scope.opening])
                question = self._quoted_question(position, end, limit, is_outermost)
                if question >= 0:
                    return question, True
                resume = end
            elif self._is_unquoted_end(token, position in starts, ellipses, kinds):
                return token.end() - 1, token.group() == "?"
            token = _TOKENS.search(text, resume)
        return len(text), False

    def _is_unquoted_end(
        self, token: re.Match[str], closes: bool, ellipses: QuestionEllipses, kinds: _TerminatorKinds
    ) -> bool:
        kind = kinds.of(token.end() - 1)
        mark = token.group()
        if mark == "...":
            return kind != _PROTECTED and (kind == _REAL or ellipses.ends(token.start()))
        is_end = closes or mark == "”" or any(terminator in mark for terminator in TERMINATORS)
        return kind in (_REAL, _ACCEPTED_ELLIPSIS) and is_end

    def _quoted_question(self, opening: int, end: int, limit: int, is_outermost: bool) -> int:
        """Return the question mark at the end of a quotation that ends the sentence around it too, or -1."""
        text, case_neutral = self._source.text, self._source.case_neutral
        mark = end - 1
        while mark > opening and text[mark] in CLOSERS_AND_BLANKS:
            mark -= 1
        if text[mark] != "?":
            return -1
        following = note_end(text, end) if text[end : end + 1] in ("[", "(") else -1
        if following < 0:
            following = raised_letter_in_brackets_end(text, end)
        if following < 0:
            following = skip_numbers(text, end)
            following += is_raised_letter(text, following)
        while following < limit and text[following] in CLOSERS_AND_BLANKS:
            following += 1
        if following >= limit:
            return mark
        content = skip_openers(text, following)
        if not is_outermost:
            return -1
        if case_neutral:
            is_quoted = any(quote in text[following:content] for quote in "\"'“‘")
            starts = may_start_neutrally(text, following, content, is_quoted)
        else:
            starts = starts_sentence(text[content : content + 1], False)
        return mark if starts else -1

    def _scope(self, offset: int) -> _Scope:
        """Return the innermost quotation that is open at a position, or the scope outside of all."""
        text, quotations = self._source.text, self._source.quotations
        while True:
            match = _QUOTES.search(text, self._next_quote)
            if match is None or match.start() >= offset:
                break
            position = match.start()
            self._next_quote = match.end()
            if position in quotations.end_of:
                scope = self._scopes[quotations.kind(position)]
                scope.opening, scope.through = position, -1
            elif position in quotations.closer_at:
                scope = self._scopes[quotations.closer_at[position]]
                scope.opening = scope.through = -1
        current = self._scopes[""]
        for scope in self._scopes.values():
            if scope.opening > current.opening:
                current = scope
        return current


class _Scope:
    """What is known of the sentence inside one kind of quotation."""

    def __init__(self) -> None:
        self.opening = -1
        self.through = -1
        self.is_question = False


def _quotation_end(text: str, end: int) -> int:
    return end + 1 if text[end - 1 : end + 1] == "''" else end


class _TerminatorKinds:
    """Which terminators are real, belong to words and numbers, or are ellipses that end a sentence."""

    def __init__(self, source: Source) -> None:
        self._source = source
        self._kinds: dict[int, int] = {}
        self._accepted: list[int] = []
        notes = _ScopedNotes(source) if source.citations is not None else None
        for match in _TERMINATORS.finditer(source.text):
            kind = self._kind(match.start(), match.end(), notes)
            for position in range(match.start(), match.end()):
                self._kinds[position] = _PROTECTED if kind == _PROTECTED else _PROSPECTIVE
            self._kinds[match.end() - 1] = kind
            if kind == _ACCEPTED_ELLIPSIS:
                self._accepted.append(match.end() - 1)

    def of(self, position: int) -> int:
        return self._kinds.get(position, _REAL)

    def next_accepted(self, start: int, end: int) -> int:
        """Return the first ellipsis in a half-open range that ends a sentence, or -1."""
        place = bisect_left(self._accepted, start)
        return self._accepted[place] if place < len(self._accepted) and self._accepted[place] < end else -1

    def _kind(self, start: int, end: int, notes: _ScopedNotes | None) -> int:
        source = self._source
        length = end - start
        ellipses = source.spaced_ellipses
        if (
            start in source.labels
            or length == 2
            or ellipses.protects(start)
            or self._is_in_address(start, end)
        ):
            return _PROTECTED
        note = notes.end(end - 1) if notes else NO_NOTE
        if note == GOES_ON:
            return _PROTECTED
        spaced_end = ellipses.boundary_end(start)
        ellipsis_end = end if length >= 4 else spaced_end
        if note == NO_NOTE and ellipsis_end >= 0 and self._is_boundary(start, ellipsis_end, spaced_end >= 0):
            return _ACCEPTED_ELLIPSIS
        if note != NO_NOTE:
            return _REAL
        goes_on = (
            length == 3
            or continues_token(source, start, length)
            or is_question_abbreviation(source, start, length)
        )
        return _PROSPECTIVE if goes_on else _REAL

    def _is_boundary(self, start: int, end: int, is_spaced: bool) -> bool:
        source, text = self._source, self._source.text
        following = skip_blanks(text, end)
        is_apart = (is_spaced and start + 1 < end) or following > end
        if not is_apart and not source.ends_unspaced(end - 1, end):
            return False
        first = text[following : following + 1]
        if not (is_cased(first) or starts_number(text, following) or first in OPENING_BRACKETS):
            return False
        return is_spaced or source.ellipsis_ends(end, text, end, "....", True)

    def _is_in_address(self, start: int, end: int) -> bool:
        text = self._source.text
        if not self._source.addresses.has_prefix_before(start):
            return False
        while text[end : end + 1] in TERMINATORS:
            end += 1
        following = text[end : end + 1]
        return following != "" and not is_blank(following) and following not in _CLOSES_ADDRESS


class _ScopedNotes:
    """Footnote numbers, found ahead of the main pass."""

    def __init__(self, source: Source) -> None:
        assert source.citations is not None
        self._source = source
        self._state: CitationState = source.citations.fresh()
        self._finder = NoteFinder(source.text, source.case_neutral)
        self._position = 0
        self._floor = 0

    def end(self, index: int) -> int:
        source, text = self._source, self._source.text
        for match in CITATION_MARKS.finditer(text, self._position, index + 1):
            self._state.mark(match.start(), starts_on_line(text, self._floor, match.start()))
        self._position = index + 1
        end = note_outside_elision(
            source,
            index,
            self._finder.end(index, self._state),
            "’" in source.quotations.open_kinds(index + 1),
        )
        if end >= 0:
            self._state.through, self._state.retains = end, False
            self._floor = index + 1
        return end
