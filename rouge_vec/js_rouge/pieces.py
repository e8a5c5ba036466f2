"""Pieces of a text: sentences as far as terminators tell, and what stands between them."""

from __future__ import annotations

import re

from rouge_vec.js_rouge.abbreviations import ending_of, is_abbreviation, is_versus
from rouge_vec.js_rouge.boundaries import is_exception, starts_delimited
from rouge_vec.js_rouge.characters import (
    LINE_BREAKS,
    NOT_BLANK,
    NOT_INSIDE_WORD,
    PARTNER,
    TERMINATORS,
    skip_blanks,
    skip_blanks_on_line,
)
from rouge_vec.js_rouge.citations import GOES_ON, NO_NOTE, NoteFinder
from rouge_vec.js_rouge.ellipsis_ends import EllipsisEnds
from rouge_vec.js_rouge.endings import Brackets, SentenceEnds
from rouge_vec.js_rouge.questions import QuestionFinder
from rouge_vec.js_rouge.scoped_questions import ScopedQuestions, note_outside_elision
from rouge_vec.js_rouge.source import Source
from rouge_vec.js_rouge.treebank import WHITESPACE

# Behind a bare terminator stand blanks, and then no bracket that closes anything.
_EVENTS = re.compile(
    rf"[.!?\r\n()\[\]{{}}<>\"'`“”„‘’‚«»‹›「」『』]{NOT_INSIDE_WORD}"
    rf"(?P<bare>(?<=[.!?])(?=[{WHITESPACE}]++(?![)\]}}>])|\Z))?"
)
_MORE = (".", "!", "?")
_FARTHEST_COLON = 97
_OPENERS_BEFORE = re.compile(rf"[{WHITESPACE}\"'(\[{{<]*")


class Pieces:
    """Pieces of a text: what stands before a sentence and a sentence, by turns, and at last what is left.

    Attributes
    ----------
    texts : list of str
        Their characters; line breaks inside a sentence are blanks.
    starts, ends : list of int
        Where they stand in the text.
    """

    def __init__(self) -> None:
        self.texts: list[str] = []
        self.starts: list[int] = []
        self.ends: list[int] = []

    def add(self, text: str, start: int, end: int) -> None:
        """Add one piece."""
        self.texts.append(text)
        self.starts.append(start)
        self.ends.append(end)


class PieceScanner:
    """Goes over the marks and terminators of a text once."""

    def __init__(self, source: Source) -> None:
        self._source = source
        self._text = text = source.text
        self._pieces = Pieces()
        self.quoted_versus: set[int] = set()
        self._last_end = 0
        self._line_start = 0
        self._start = -1
        self._content = -1
        self._began_before: tuple[int, int] | None = None
        self._open_kinds = ""
        self._kinds_behind = source.quotations.kinds_behind
        self._brackets = Brackets(text, source.angles)
        self._ends = SentenceEnds(source, self._brackets)
        self._questions: QuestionFinder | None = None
        self._scoped = ScopedQuestions(source)
        self._has_ellipses = "..." in text or bool(source.spaced_ellipses.starts)
        self._ellipses = EllipsisEnds(source, self._asks_question) if self._has_ellipses else None
        self._citations = source.citations.fresh() if source.citations is not None else None
        self._has_colon = ":" in text
        self._is_simple = not (self._has_ellipses or source.labels or source.citations is not None)
        self._notes: NoteFinder | None = None
        self._index = 0

    def scan(self) -> Pieces:
        """Return the pieces of the text."""
        text = self._text
        for match in _EVENTS.finditer(text):
            position = match.start()
            mark = text[position]
            if mark in TERMINATORS:
                if position >= self._last_end:
                    self._terminator(position, match.lastgroup is not None)
            elif mark in "\r\n":
                if match.end() > self._last_end:
                    self._line_start, self._start = match.end(), -1
            else:
                self._mark(position, mark)
        tail_start = self._last_end
        if self._citations is not None and 0 < self._citations.through == tail_start:
            tail_start = skip_blanks(text, tail_start)
        self._pieces.add(text[tail_start:], self._last_end, len(text))
        return self._pieces

    def _sentence_start(self, position: int) -> int:
        """Return where the sentence around a position starts on its line, or -1 if not before it."""
        if self._start < 0:
            floor = max(self._line_start, self._last_end)
            if self._text[floor : floor + 1] == " ":  # Most sentences start behind one.
                floor += 1
            match = NOT_BLANK.match(self._text, floor) or NOT_BLANK.search(self._text, floor)
            self._start = match.start() if match else len(self._text)
        return self._start if self._start < position else -1

    def _mark(self, position: int, mark: str) -> None:
        """Take a quotation mark or bracket into account."""
        source = self._source
        is_first = position < self._last_end or self._sentence_start(position) < 0
        if self._ellipses is not None:
            self._ellipses.mark(position, is_first)
        pairs = source.quotations
        kinds = self._kinds_behind.get(position)
        if kinds is not None:
            self._open_kinds = kinds
        if mark in PARTNER and not self._open_kinds:
            self._brackets.bracket(position, not self._has_begun(position))
        if self._citations is not None:
            self._citations.mark(position, is_first)
        if not is_first and position in pairs.end_of:
            self._scoped.holds(self._start, position)

    def _has_begun(self, position: int) -> bool:
        """Tell whether the sentence has anything before a position, or goes on after an abbreviation."""
        if self._began_before is not None:
            index, end = self._began_before
            self._began_before = None
            if self._keeps_abbreviation(index, end):
                self._content = -2
        if self._content == -1:
            match = NOT_BLANK.search(self._text, self._last_end)
            self._content = match.start() if match else len(self._text)
        return self._content < position

    def _keeps_abbreviation(self, index: int, end: int) -> bool:
        text = self._text
        ending = self._source.folded(ending_of(text, index + 1))
        if end != index + 1 or not is_abbreviation(ending):
            return False
        match = _OPENERS_BEFORE.match(text, end)
        return not is_versus(ending) or is_exception(ending, text, match.end() if match else end)

    def _terminator(self, index: int, is_bare: bool) -> None:
        start = self._sentence_start(index)
        if start < 0:
            return
        if self._text[index + 1 : index + 2] in _MORE and not self._has_open_curly():
            return
        if self._is_simple:
            if is_bare:
                if not self._open_kinds and not self._may_be_initial(index):
                    self._cut(start, index, index + 1, index + 1)
                    return
            elif self._is_inside_word(index):
                return
        self._careful(start, index)

    def _is_inside_word(self, index: int) -> bool:
        """Tell whether a figure or small letter follows a terminator, as in a number or an address."""
        following = self._text[index + 1 : index + 2]
        if "0" <= following <= "9":
            return self._text[index] == "."
        return "a" <= following <= "z" and not self._source.case_neutral

    def _has_open_curly(self) -> bool:
        return self._ellipses is not None and self._ellipses.has_open_curly

    def _may_be_initial(self, index: int) -> bool:
        """Tell whether a terminator may belong to an initial in a list of names after a colon."""
        if not self._has_colon:
            return False
        before = self._text[max(0, index - 2) : index]
        if before.isascii() and len(before) == 2 and before.isalpha():
            return False
        return self._text.rfind(":", max(0, index - _FARTHEST_COLON), index) >= 0

    def _careful(self, start: int, index: int) -> None:
        source, text = self._source, self._text
        is_scoped = self._scoped.holds(start, index)
        self._index = index
        self._brackets.advance(index)
        ellipses = source.spaced_ellipses
        if index in source.labels:
            return
        if text[index] == "." and self._has_ellipses and ellipses.protects(index):
            if self._ellipses is not None:
                self._ellipses.keep(index)
            return
        spaced = self._has_ellipses and ellipses.boundary_end(index) >= 0
        is_ellipsis = spaced or text.endswith("...", max(0, index - 2), index + 1)
        note = self._note(index)
        if note == GOES_ON or (note == NO_NOTE and is_scoped):
            return
        unspaced = (
            note == NO_NOTE
            and not is_ellipsis
            and not self._open_kinds
            and index >= self._brackets.quotation_end
            and self._brackets.depth == 0
            and starts_delimited(text, index + 1, source.case_neutral)
        )
        end = note
        if note == NO_NOTE:
            end = self._ellipsis_end(index) if is_ellipsis else self._ordinary_end(index, unspaced)
        if self._ellipses is not None and self._ellipses.keeps(index, end, note == NO_NOTE, is_ellipsis):
            return
        if end < 0:
            return
        if self._citations is not None:
            if note != NO_NOTE:
                self._citations.through = note
            self._citations.retains = False
        last_end = end
        if note == NO_NOTE and (spaced or (is_ellipsis and end > index + 1)):
            last_end = skip_blanks_on_line(text, end)
        self._cut(start, index, end, last_end)
        if note != NO_NOTE or unspaced:
            self._began_before = None

    def _note(self, index: int) -> int:
        if self._citations is None:
            return NO_NOTE
        if self._notes is None:
            self._notes = NoteFinder(self._text, self._source.case_neutral)
        end = self._notes.end(index, self._citations)
        return note_outside_elision(self._source, index, end, "’" in self._open_kinds)

    def _ellipsis_end(self, index: int) -> int:
        assert self._ellipses is not None
        end = self._ellipses.end(index)
        return GOES_ON if end >= 0 and self._retains(index, end) else end

    def _ordinary_end(self, index: int, unspaced: bool) -> int:
        end = index + 1 if unspaced else self._ends.end(index, self._open_kinds, self._asks_question)
        if end < 0:
            return GOES_ON
        kinds = self._open_kinds
        if len(kinds) > 1 and self._source.quotations.remains_inside(index, end, kinds):
            return GOES_ON
        return GOES_ON if self._retains(index, end) else end

    def _retains(self, index: int, end: int) -> bool:
        return self._citations is not None and self._citations.retains_outer(index, end)

    def _asks_question(self, start: int, boundary_end: int) -> bool:
        if self._questions is None:
            self._questions = QuestionFinder(self._source)
        return self._questions.ends_as_question(start, boundary_end, self._citations, self._index)

    def _cut(self, start: int, index: int, end: int, last_end: int) -> None:
        """Note a sentence and what stands before it."""
        text = self._text
        pieces = self._pieces
        pieces.texts.append(text[self._last_end : start])
        pieces.starts += (self._last_end, start)
        pieces.ends += (start, end)
        sentence = text[start:end]
        if end > index + 1:
            sentence = LINE_BREAKS.sub(" ", sentence)
        if text[index - 1] in "sS" and is_versus(text[max(0, index - 4) : index + 1]):
            self._brackets.advance(index)
            if end <= self._brackets.quotation_end:
                self.quoted_versus.add(len(pieces.texts))
        pieces.texts.append(sentence)
        self._last_end = last_end
        self._start = self._content = -1
        self._began_before = (index, end)
