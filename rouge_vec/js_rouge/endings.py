"""Whether a sentence ends at a terminator: what closes behind it, and what follows."""

from __future__ import annotations

import functools
import re
from dataclasses import dataclass, field
from typing import Protocol

from rouge_vec.js_rouge.abbreviations import ending_of, is_abbreviation, is_versus
from rouge_vec.js_rouge.angles import BracketQuotations, is_escaped
from rouge_vec.js_rouge.boundaries import is_exception, is_initial_after_colon, skip_openers
from rouge_vec.js_rouge.characters import (
    CLOSING_BRACKETS,
    CLOSING_MARKS,
    NOT_BLANK,
    NOT_INSIDE_WORD,
    OPENING_BRACKETS,
    PARTNER,
    SPACES,
    TERMINATORS,
    is_blank,
    is_capital,
    is_cased,
    is_raised_letter,
    skip_blanks,
    skip_numbers,
    unicode_class,
)
from rouge_vec.js_rouge.continuations import (
    AUXILIARY,
    continues,
    is_attribution,
    may_start_neutrally,
    starts_with_capital,
)
from rouge_vec.js_rouge.questions import is_numeric_start
from rouge_vec.js_rouge.scoped_questions import raised_letter_in_brackets_end
from rouge_vec.js_rouge.source import Source
from rouge_vec.js_rouge.treebank import WHITESPACE

GOES_ON = -1

_QUOTES = frozenset("\"'”’“»›")
_BRACKET_QUOTES = re.compile(f"[\"'`‘“«‹„‚]{NOT_INSIDE_WORD}")
_OPENING_QUOTES = re.compile("[\"'“‘„«‹]|``")
_ELLIPSIS = re.compile(r"\.{2,10}\Z")
_BRACKET = re.compile(r"[()\[\]{}<>]")


@functools.cache
def _one_word() -> re.Pattern[str]:
    letters, dashes = unicode_class("L", "M"), unicode_class("Pd")
    return re.compile(rf"[{letters}]+(?:['’{dashes}][{letters}]+)*[.!?][{WHITESPACE}]*\Z")


class AsksQuestion(Protocol):
    """Tells whether what may start behind a quotation is a question."""

    def __call__(self, start: int, boundary_end: int) -> bool:
        """Return whether the words at a position end with a question mark."""


@dataclass(slots=True)
class Brackets:
    """Which brackets are open around a place of a text.

    Attributes
    ----------
    depth : int
        How many are open.
    is_standalone : bool
        Whether the outermost of them opened at the start of a sentence.
    quotation_end : int
        Last position of a quotation in which brackets do not count.
    """

    text: str
    angles: frozenset[int]
    depth: int = 0
    is_standalone: bool = False
    quotation_end: int = -1
    _cursor: int = 0
    _quotations: BracketQuotations = field(init=False)
    _has_quotes: bool = field(init=False)

    def __post_init__(self) -> None:
        self._quotations = BracketQuotations(self.text)
        self._has_quotes = _BRACKET_QUOTES.search(self.text) is not None

    def advance(self, end: int) -> None:
        """Take the quotation marks before a position into account."""
        if not self._has_quotes:
            return
        for match in _BRACKET_QUOTES.finditer(self.text, self._cursor, end):
            position = match.start()
            if position > self.quotation_end and self.text[position - 1 : position] != "'":
                closer = self._quotations.closer(position)
                if closer:
                    self.quotation_end = self._quotations.end(position, closer) - 1
        self._cursor = max(self._cursor, end)

    def bracket(self, position: int, starts_sentence: bool) -> None:
        """Take a bracket outside of quotations into account."""
        self.advance(position)
        mark = self.text[position]
        if position < self.quotation_end or is_escaped(self.text, position):
            return
        if mark in "<>" and position not in self.angles:
            return
        if mark in OPENING_BRACKETS:
            if self.depth == 0:
                self.is_standalone = starts_sentence or _follows_paragraph(self.text, position)
            self.depth += 1
        else:
            self.depth = max(0, self.depth - 1)

    def is_literal(self, position: int, is_quoted: bool) -> bool:
        """Tell whether an angle bracket closes nothing."""
        return (
            self.text[position] == ">"
            and not is_quoted
            and position >= self.quotation_end
            and position not in self.angles
        )


def _follows_paragraph(text: str, position: int) -> bool:
    breaks = 0
    place = position - 1
    while place >= 0 and is_blank(text[place]):
        if text[place] == "\n" or (text[place] == "\r" and text[place + 1] != "\n"):
            breaks += 1
            if breaks == 2:
                return True
        place -= 1
    return False


@dataclass(slots=True)
class _Closing:
    """What closes behind a terminator."""

    closed_brackets: int = 0
    has_bracket: bool = False
    is_delimited: bool = False
    closes_quotation: bool = False


class SentenceEnds:
    """Decides at one terminator after another whether a sentence ends."""

    def __init__(self, source: Source, brackets: Brackets) -> None:
        self._source = source
        self._text = source.text
        self._brackets = brackets
        self._pairs = source.quotations

    def end(self, index: int, open_kinds: str, asks_question: AsksQuestion) -> int:
        """Return the end of the sentence, or GOES_ON.

        Parameters
        ----------
        index : int
            Position of the terminator.
        open_kinds : str
            Closing marks of the quotations that are open there.
        asks_question : callable
            Tells whether the words behind a quotation are a question.
        """
        text, brackets = self._text, self._brackets
        closed = self._closing_end(index + 1, open_kinds)
        end = self._raised_letter_end(index, closed, open_kinds)
        if end == GOES_ON:
            return GOES_ON
        has_raised_letter = end is not None
        if end is None:
            end = closed
        ending = ending_of(text, index + 1)
        closing = self._closing(index + 1, end, open_kinds)
        closing.closes_quotation = closing.closes_quotation or has_raised_letter
        versus = is_versus(ending)
        if has_raised_letter and text[closed] in "[(" and closing.closed_brackets < brackets.depth:
            return GOES_ON
        if versus and index + 1 < end <= brackets.quotation_end:
            return GOES_ON
        if versus and closing.is_delimited and closing.closed_brackets < brackets.depth:
            return GOES_ON
        if closing.closes_quotation and self._keeps_abbreviation(end, ending, closing.is_delimited):
            return GOES_ON
        if end < len(text) and not is_blank(text[end]):
            if open_kinds and self._pairs.remains_inside(index, end, open_kinds):
                return GOES_ON
            ends = self._source.ends_unspaced(index, end, is_delimited=closing.is_delimited)
            return end if ends else GOES_ON
        if end == index + 1:
            if open_kinds and text[end : end + 1] not in ("\r", "\n"):
                return GOES_ON
            is_initial = is_initial_after_colon(text, index, self._source.case_neutral)
            return GOES_ON if is_initial else end
        if self._is_inside_brackets(end, closing, versus):
            return GOES_ON
        return end if self._starts_behind(end, ending, closing, asks_question) else GOES_ON

    def _is_inside_brackets(self, end: int, closing: _Closing, versus: bool) -> bool:
        if closing.closed_brackets == 0:
            return False
        brackets = self._brackets
        if closing.closed_brackets < brackets.depth:
            return True
        is_free = brackets.is_standalone or closing.closes_quotation or (versus and closing.is_delimited)
        return not is_free and NOT_BLANK.search(self._text, end) is not None

    def _closing_end(self, position: int, open_kinds: str) -> int:
        """Return the position behind all marks that close, with blanks before those that close something."""
        text, pairs, brackets = self._text, self._pairs, self._brackets
        pending = open_kinds
        end = position
        while end < len(text):
            mark = text[end]
            closer = pairs.closer_at.get(end)
            if closer == '"' and mark == "'" and '"' in pending and text.startswith("''", end):
                pending = pending.replace('"', "", 1)
                end += 2
                continue
            if end in pairs.end_of or (
                open_kinds and mark in _QUOTES and (closer is None or closer not in pending)
            ):
                break
            if (mark in CLOSING_MARKS or mark in pending) and not brackets.is_literal(end, pending != ""):
                pending = pending.replace(mark, "", 1)
                end += 1
                continue
            following = skip_blanks(text, end)
            if following > end and following < len(text):
                mark = text[following]
                is_bracket = mark in CLOSING_BRACKETS and not brackets.is_literal(following, pending != "")
                if is_bracket or pairs.closer_at.get(following, "\0") in pending:
                    end = following
                    continue
            break
        return end

    def _raised_letter_end(self, index: int, closed: int, open_kinds: str) -> int | None:
        """Return the end behind a raised letter or number at a quotation, GOES_ON, or None for none."""
        text, closers = self._text, self._pairs.closer_at
        pending, has_closed = open_kinds, False
        for position in range(index + 1, closed):
            closer = closers.get(position)
            if closer is not None:
                has_closed = True
                pending = pending.replace(closer, "", 1)
        if not has_closed:
            return None
        bracketed = raised_letter_in_brackets_end(text, closed)
        if bracketed >= 0:
            return self._closing_end(bracketed, pending)
        letter = skip_numbers(text, closed)
        if not is_raised_letter(text, letter):
            following = text[letter : letter + 1]
            return GOES_ON if letter > closed and (following == "." or is_cased(following)) else None
        return self._closing_end(letter + 1, pending)

    def _closing(self, start: int, end: int, open_kinds: str) -> _Closing:
        """Describe the marks that close between two positions."""
        found = _Closing()
        if start == end:
            return found
        text, brackets = self._text, self._brackets
        pending = open_kinds
        position = start
        closes_quote = False
        while position < end:
            raised_end = raised_letter_in_brackets_end(text, position)
            if 0 <= raised_end <= end:
                position = raised_end
                continue
            mark = text[position]
            closer = self._pairs.closer_at.get(position)
            if closer is not None:
                pending = pending.replace(closer, "", 1)
            is_outside = pending == "" and position >= brackets.quotation_end
            if mark in CLOSING_BRACKETS and (mark != ">" or position in brackets.angles):
                found.has_bracket = True
                found.closed_brackets += is_outside
            if is_outside and (mark == "'" or (open_kinds and closer is not None)):
                closes_quote = True
            position += 1
        found.is_delimited = closes_quote or (
            brackets.is_standalone and 0 < found.closed_brackets >= brackets.depth
        )
        found.closes_quotation = open_kinds != "" and (
            text[end - 1] in open_kinds or text[max(0, end - 2) : end] == "''"
        )
        return found

    def _keeps_abbreviation(self, end: int, ending: str, is_delimited: bool) -> bool:
        """Tell whether a quoted abbreviation goes on, perhaps behind an aside in brackets."""
        if not is_abbreviation(ending):
            return False
        text = self._text
        following = text[end : end + 1]
        adjoins = following == "" or not (following in OPENING_BRACKETS or is_blank(following))
        if adjoins and is_exception(ending, text, end, is_delimited=is_delimited):
            return True
        return self._goes_on_behind_aside(end)

    def _goes_on_behind_aside(self, end: int) -> bool:
        text = self._text
        start = skip_blanks(text, end)
        opening = text[start : start + 1]
        if opening not in OPENING_BRACKETS:
            return False
        match = _BRACKET.search(text, start + 1)
        if match is None or match.group() != PARTNER[opening]:
            return False
        content = text[start + 1 : match.start()].strip(SPACES)
        ending = ending_of(content, len(content))
        if ending[-1:] not in TERMINATORS or (is_abbreviation(ending) and not any(map(is_blank, content))):
            return True
        following = skip_blanks(text, match.end())
        if not self._source.case_neutral and starts_with_capital(text, following):
            return False
        return continues(text, following) or _one_word().match(text, following) is not None

    def _starts_behind(self, end: int, ending: str, closing: _Closing, asks_question: AsksQuestion) -> bool:
        """Tell whether a sentence starts behind closing marks."""
        text, case_neutral = self._text, self._source.case_neutral
        following = skip_openers(text, end)
        if following == len(text):
            return True
        between = text[end:following]
        if closing.closes_quotation and attributes_quotation(text, following, between, asks_question):
            return False
        folded = self._source.folded(ending)
        if case_neutral:
            is_quoted = any(mark in between for mark in "\"'“‘")
            starts = may_start_neutrally(text, end, following, is_quoted)
        else:
            starts = is_capital(text[following])
        if not starts:
            is_delimited_versus = closing.is_delimited and is_versus(folded)
            if not is_numeric_start(text, following, folded, is_delimited_versus=is_delimited_versus):
                return False
        if closing.has_bracket and _ELLIPSIS.search(ending):
            return False
        return not (
            is_abbreviation(folded)
            and is_exception(folded, text, following, is_delimited=closing.is_delimited)
        )


def attributes_quotation(text: str, start: int, between: str, asks_question: AsksQuestion) -> bool:
    """Tell whether the words behind a quotation say who said it, and are no question of their own."""
    if _OPENING_QUOTES.search(between):
        return False
    if AUXILIARY.match(text, start) and asks_question(start, start - len(between)):
        return False
    return is_attribution(text, start)
