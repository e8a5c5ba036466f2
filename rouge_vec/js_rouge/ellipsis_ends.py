"""Whether a sentence ends at an ellipsis, and what quotations stay open around it."""

from __future__ import annotations

from rouge_vec.js_rouge.abbreviations import ending_of
from rouge_vec.js_rouge.characters import CLOSING_BRACKETS, OPENING_BRACKETS, is_blank
from rouge_vec.js_rouge.ellipses import (
    cased_follows,
    elision_follows,
    follows_closing,
    is_three,
    pending_marks,
    skip_openers,
    starts_unspaced,
)
from rouge_vec.js_rouge.ellipsis_quotes import (
    STRAIGHT_APOSTROPHE,
    AsciiQuotes,
    CurlyQuotes,
    double_mark_opens,
    is_curly_closer,
)
from rouge_vec.js_rouge.endings import AsksQuestion, attributes_quotation
from rouge_vec.js_rouge.source import Source

GOES_ON = -1


class EllipsisEnds:
    """Decides at one ellipsis after another whether a sentence ends; must see every mark before it."""

    def __init__(self, source: Source, asks_question: AsksQuestion) -> None:
        self._source = source
        self._text = source.text
        self._flags = source.flags
        self._asks_question = asks_question
        self._ascii = AsciiQuotes()
        self._curly = CurlyQuotes()
        self._depth = 0
        self._is_standalone = False
        self._behind = 0
        self._floor = 0
        self._retains = False

    @property
    def has_open_curly(self) -> bool:
        """Whether a typographic quotation is open."""
        return len(self._curly) > 0

    def mark(self, position: int, is_first: bool) -> None:
        """Take a mark into account; `is_first` tells whether it begins its sentence."""
        text = self._text
        mark = text[position]
        flags = self._flags.get(position, 0)
        if position >= self._behind:
            self._straight(position, mark, flags)
        self._curly.mark(mark, flags)
        self._floor = min(self._floor, len(self._curly))
        if len(self._curly) == self._floor:
            self._retains = False
        if self._ascii.is_open or len(self._curly) or (mark in "<>" and position not in self._source.angles):
            return
        if mark in OPENING_BRACKETS:
            if self._depth == 0:
                self._is_standalone = is_first
            self._depth += 1
        elif mark in CLOSING_BRACKETS:
            self._depth = max(0, self._depth - 1)

    def _straight(self, position: int, mark: str, flags: int) -> None:
        text = self._text
        if mark in "'`" and self._ascii.doubled_mark(text, position, flags):
            self._behind = position + 2
        elif mark == '"':
            self._ascii.double = not self._ascii.double and double_mark_opens(text, position)
            self._ascii.double_inside_single = self._ascii.double and self._ascii.single
        elif mark == "'" and not flags & STRAIGHT_APOSTROPHE:
            previous, following = text[position - 1 : position], text[position + 1 : position + 2]
            self._ascii.single_mark(text, position, previous, following)

    def keep(self, index: int) -> None:
        """Note a dot of a spaced ellipsis that ends no sentence."""
        if self._source.spaced_ellipses.is_kept_end(index) and len(self._curly) > self._floor:
            self._retains = True

    def keeps(self, index: int, end: int, is_ordinary: bool, is_ellipsis: bool) -> bool:
        """Tell whether the sentence goes on although it could end, because an outer quotation is still open."""
        source, text = self._source, self._text
        ending = ending_of(text, index + 1)
        retained = (
            is_ordinary
            and ending.endswith("...")
            and len(self._curly) > self._floor
            and (end < 0 or (end == index + 1 and not source.ellipsis_ends(end, text, end, ending, True)))
        )
        self._retains = self._retains or retained
        if end < 0:
            return True
        if is_ordinary and not is_ellipsis and self._retains and self._closes_inner_only(index, end):
            return True
        if not retained:
            self._retains = False
            self._floor = len(self._curly)
        return False

    def _closes_inner_only(self, index: int, end: int) -> bool:
        closers = self._curly.closers
        remaining, english_depth = len(closers), self._curly.english_depth
        for position in range(index + 1, end):
            if remaining <= self._floor:
                break
            pending = closers[remaining - 1]
            flags = self._flags.get(position, 0)
            if is_curly_closer(self._text[position], pending, english_depth, flags):
                remaining -= 1
                english_depth -= pending == "”"
        return self._floor < remaining < len(closers)

    def end(self, index: int) -> int:
        """Return the end of the sentence, or GOES_ON."""
        text, case_neutral = self._text, self._source.case_neutral
        ending = ending_of(text, index + 1)
        three = is_three(ending)
        if self._opens_next(index, three) and starts_unspaced(text, index + 1, case_neutral):
            return index + 1
        pending = pending_marks(self._ascii, self._curly, three)
        end = pending.end(text, index + 1, self._flags)
        if end < 0:
            return GOES_ON
        closed_ascii = self._ascii.is_open and not pending.ascii.is_open
        is_inside = pending.closed_brackets < self._depth
        if end > index + 1 and three and (is_inside or pending.ascii.is_open):
            return GOES_ON
        closes_quotation = closed_ascii or len(self._curly) > 0
        adjoins = closes_quotation and (
            starts_unspaced(text, end, case_neutral)
            or (three and self._ascii.single and closed_ascii and cased_follows(text, end))
        )
        if end < len(text) and not is_blank(text[end]) and not adjoins:
            return end if self._source.ends_unspaced(index, end) else GOES_ON
        if end == index + 1:
            return end
        if pending.closed_brackets > 0 and (is_inside or not (self._is_standalone or closes_quotation)):
            return GOES_ON
        following = skip_openers(text, end)
        between = text[end:following]
        if closes_quotation and attributes_quotation(text, following, between, self._asks_question):
            return GOES_ON
        if not follows_closing(text, end, ending, case_neutral):
            return GOES_ON
        return GOES_ON if three and closes_quotation and self._continues(end) else end

    def _opens_next(self, index: int, three: bool) -> bool:
        """Tell whether a mark right behind may open a new quotation."""
        text, position = self._text, index + 1
        mark = text[position : position + 1]
        if self._ascii.double or self._depth:
            return False
        if three and self._ascii.single and mark == "'" and not text.startswith("''", position):
            return False
        return not (mark and self._curly.closes(mark, self._flags.get(position, 0)))

    def _continues(self, end: int) -> bool:
        source = self._source
        if source.case_neutral and elision_follows(self._text, end, self._flags):
            return True
        return source.asides.is_inline(end, source.case_neutral)
