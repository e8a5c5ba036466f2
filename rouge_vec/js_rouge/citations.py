"""Footnote numbers behind the end of a sentence: whether they belong to it, and whether it ends there."""

from __future__ import annotations

import functools
import re
from unicodedata import category

from rouge_vec.js_rouge.abbreviations import (
    MONTHS,
    ending_of,
    is_abbreviation,
    is_dotted_place,
    is_never_final,
)
from rouge_vec.js_rouge.addresses import PathsAndHosts, identifier_before
from rouge_vec.js_rouge.characters import (
    BLANK_RUN,
    BLANKS_IN_A_PARAGRAPH,
    CLOSING_BRACKETS,
    NOT_BLANK,
    WORD,
    is_blank,
    is_capital,
    is_cased,
    is_letter_or_mark,
    is_mark,
    is_number,
    skip_blanks_in_paragraph,
    unicode_class,
)
from rouge_vec.js_rouge.citation_marks import is_elision
from rouge_vec.js_rouge.citation_quotes import CitationState, closer_width, closing_end, opens_quotation
from rouge_vec.js_rouge.continuations import (
    INSTITUTION_NAMED_WITHOUT_BLANK,
    may_start_neutrally,
    number_continues,
)
from rouge_vec.js_rouge.treebank import WHITESPACE

GOES_ON = -1
NO_NOTE = -2

# In a text without a match there is no footnote number; a decimal point is none.
_NUMBER = "[0-9²³¹¼-¾\\u0660-\\U0001ffff]"
_CLOSING = rf"[{WHITESPACE})\]}}>\"'“‘”’»›」』]"
MAY_HOLD_NOTE = re.compile(
    rf"[.!?]{_CLOSING}*[\[(]{_NUMBER}|(?<![0-9])[.!?]{_NUMBER}|[.!?]{_CLOSING}*[)\]}}>\"'“‘”’»›」』]{_NUMBER}"
)
_LABEL = re.compile(
    r"\b(?:appendix|section|chapter|part|figure|table|paragraph|article|clause)\Z", re.ASCII | re.IGNORECASE
)
_ELLIPSIS = re.compile(r"\.{2,10}\Z")
_BEFORE_START = frozenset("([{<")


@functools.cache
def _note() -> re.Pattern[str]:
    number, dash, blank = f"[{unicode_class('N')}]+", unicode_class("Pd"), f"[{BLANKS_IN_A_PARAGRAPH}]*"
    numbers = f"{number}(?:{blank}[,;{dash}]{blank}{number})*"
    return re.compile(rf"\[{numbers}\]|\({numbers}\)|{number}")


@functools.cache
def _page_number() -> re.Pattern[str]:
    number, blank = f"[{unicode_class('N')}]+", f"[{WHITESPACE}]*"
    return re.compile(
        rf"{blank}(?:\({blank}{number}{blank}\)|#{blank}{number}|{number})(?=[{WHITESPACE}.,;:!?)]|\Z)"
    )


def note_end(text: str, start: int) -> int:
    """Return the end of the footnote numbers that start at a position, or -1."""
    match = _note().match(text, start)
    if match is None:
        return -1
    end = match.end()
    if text[start] not in "[(":
        return end
    while end < len(text):
        following = skip_blanks_in_paragraph(text, end)
        is_joined = text[following : following + 1] in (",", ";")
        if is_joined:
            following = skip_blanks_in_paragraph(text, following + 1)
        mark = text[following : following + 1]
        if mark not in ("[", "(") or (not is_joined and following > end and mark != "["):
            break
        match = _note().match(text, following)
        if match is None:
            break
        end = match.end()
    return end


def is_page_number(last_word: str, text: str, position: int) -> bool:
    """Tell whether a page number follows "p."."""
    return last_word in ("p.", "P.") and _page_number().match(text, position) is not None


class NoteFinder:
    """Decides about footnote numbers from left to right."""

    def __init__(self, text: str, case_neutral: bool) -> None:
        self._text = text
        self._case_neutral = case_neutral
        self._paths = PathsAndHosts(text, case_neutral)
        self._evidence_end = 0
        self._evidence = False

    def end(self, index: int, state: CitationState) -> int:
        """Return the end of a sentence with its footnote numbers, GOES_ON, or NO_NOTE where there are none."""
        end = self._end(index, state)
        if end == GOES_ON and not state.too_deep and state.closers:
            state.retains = True
        return end

    def _end(self, index: int, state: CitationState) -> int:
        text = self._text
        if state.too_deep:
            return NO_NOTE
        following = text[index + 1 : index + 2]
        if following == "" or not (
            following in "[()]}>\"'“‘”’»›」』" or is_blank(following) or is_number(following)
        ):
            return NO_NOTE
        if following in "\"'“‘" and not state.closers:
            return NO_NOTE
        pending = list(state.closers)
        closed = closing_end(text, index + 1, pending, state.flags)
        start = skip_blanks_in_paragraph(text, closed)
        first = text[start : start + 1]
        if start > closed and first != "[":
            return NO_NOTE
        if start == index + 1 and is_number(first) and self._paths.holds(index):
            return NO_NOTE
        content_end = note_end(text, start)
        if content_end < 0:
            return NO_NOTE
        is_grouped = first in ("[", "(")
        otherwise = GOES_ON if is_grouped else NO_NOTE
        end = closing_end(text, content_end, pending, state.flags, keeps_openers=True)
        closing = text[index + 1 : closed] + text[content_end:end]
        if not _closes_all(closing, state.closers):
            return otherwise
        brackets = _count_brackets(closing, state.angles)
        if brackets > 0 and state.depth > 0 and not (state.is_standalone or state.closers):
            return otherwise
        if not self._is_note(index, first, max(0, state.depth - brackets)):
            return otherwise
        if NOT_BLANK.search(text, end) is None:
            return end
        return end if self._starts_sentence(index, end, is_grouped) else otherwise

    def _has_identifier_evidence(self, index: int) -> bool:
        """Tell whether a figure or underscore stands before in the same dotted word."""
        text = self._text
        while self._evidence_end < index:
            character = text[self._evidence_end]
            if is_number(character) or character == "_":
                self._evidence = True
            elif not (character in ".-" or is_letter_or_mark(character)):
                self._evidence = False
            self._evidence_end += 1
        return self._evidence

    def _is_note(self, index: int, first: str, depth: int) -> bool:
        text = self._text
        evidence = self._has_identifier_evidence(index)
        is_bracketed = first in ("[", "(")
        if depth > 0 or not (is_bracketed or is_number(first)):
            return False
        if is_bracketed:
            words = WORD.findall(text[max(0, index - 10) : index + 1])
            return not (first == "(" and is_page_number(words[-1], text, index + 1))
        previous = text[index - 1 : index] if index else ""
        if not (is_letter_or_mark(previous) or (previous != "" and previous in ")]}>!?")):
            return False
        is_full_stop = text[index] == "."
        word = identifier_before(text, index)
        start = index - len(word)
        if is_full_stop and (evidence or (not self._case_neutral and _is_code(word))):
            return False
        if word and _is_labelled(text, start):
            return False
        if is_full_stop and word.lower() in MONTHS:
            return False
        is_alone = start == 0 or is_blank(text[start - 1])
        return not (is_full_stop and is_alone and word[:1].isalpha() and all(map(is_mark, word[1:])))

    def _starts_sentence(self, index: int, end: int, is_grouped: bool) -> bool:
        text = self._text
        if not self._is_separated(end, is_grouped):
            return False
        following, is_quoted = end, False
        while following < len(text):
            opens = opens_quotation(text, following, following == end)
            if not opens and text[following] not in _BEFORE_START and not is_blank(text[following]):
                break
            is_quoted = is_quoted or opens
            following += 1
        ending = ending_of(text, index + 1)
        folded = ending.lower() if self._case_neutral else ending
        is_ellipsis = _ELLIPSIS.search(ending) is not None
        abbreviated = is_abbreviation(folded)
        if is_ellipsis and not ending.endswith("...."):
            return False
        if abbreviated and (
            is_never_final(folded)
            or (is_dotted_place(folded) and INSTITUTION_NAMED_WITHOUT_BLANK.match(text, following))
        ):
            return False
        if not self._case_neutral and self._is_initial(index, end, following):
            return False
        is_ordinary = not (is_ellipsis or abbreviated)
        between = text[end:following]
        if is_ordinary and any(line_end in between for line_end in "\r\n\u2028\u2029"):
            return True
        return self._may_start(end, following, is_quoted, is_ordinary, is_grouped)

    def _may_start(
        self, end: int, following: int, is_quoted: bool, is_ordinary: bool, is_grouped: bool
    ) -> bool:
        text = self._text
        first = text[following : following + 1]
        if first == "":
            return False
        if is_ordinary and first.isalpha() and not is_cased(first):
            return True
        if self._case_neutral:
            if may_start_neutrally(text, end, following, is_quoted):
                return True
        elif is_capital(first):
            return True
        if not is_ordinary:
            return False
        if is_number(first):
            return not self._counts(following)
        is_marker = first in "¿¡•⁃" or category(first)[0] == "S"
        return is_grouped and is_marker and any(map(is_blank, text[end:following]))

    def _counts(self, position: int) -> bool:
        """Tell whether a number counts something in the same sentence."""
        text = self._text
        blank = BLANK_RUN.search(text, position)
        word_end = blank.start() if blank else len(text)
        return text.rfind("%", position + 1, word_end) > position or number_continues(text, word_end - 1)

    def _is_separated(self, end: int, is_grouped: bool) -> bool:
        text = self._text
        character = text[end : end + 1]
        if character in _BEFORE_START or is_blank(character) or opens_quotation(text, end, True):
            return True
        before = text[end - 1 : end]
        return (
            is_grouped
            and is_cased(character)
            and not (before in ("'", "‘", "’") and is_elision(text, end - 1))
        )

    def _is_initial(self, index: int, end: int, following: int) -> bool:
        """Tell whether a cited initial goes on with a name."""
        text = self._text
        if text[index] != "." or index < 2:
            return False
        letter = text[index - 1]
        if not (letter.isascii() and letter.isalpha()) or text[index - 2] not in " \r\n":
            return False
        if letter.islower():
            return True
        if NOT_BLANK.search(text, end, following):
            return False
        word_end = index - 2
        while word_end > 0 and is_blank(text[word_end - 1]):
            word_end -= 1
        start = word_end
        while start > 0 and not is_blank(text[start - 1]):
            start -= 1
        return start < word_end and is_capital(text[start]) and is_capital(text[following : following + 1])


def _closes_all(closing: str, closers: list[str]) -> bool:
    """Tell whether marks close all quotations that are open, and no more."""
    remaining = len(closers)
    position = 0
    while position < len(closing):
        width = closer_width(closing, position, closers, remaining)
        if width > 0:
            remaining -= 1
        elif closing[position] in "\"'“‘”’»›」』":
            return False
        position += width or 1
    return remaining == 0


def _count_brackets(closing: str, angles: int) -> int:
    count = 0
    for mark in closing:
        if mark in CLOSING_BRACKETS and (mark != ">" or angles > 0):
            count += 1
            angles -= mark == ">"
    return count


def _is_code(word: str) -> bool:
    return len(word) >= 2 and all(
        letter in "_-" or is_number(letter) or is_mark(letter) or category(letter) in ("Lu", "Lt")
        for letter in word
    )


def _is_labelled(text: str, start: int) -> bool:
    """Tell whether a word such as "section" stands before."""
    end = start
    while end > 0 and is_blank(text[end - 1]):
        end -= 1
    return end < start and _LABEL.search(text[max(0, end - 16) : end]) is not None
