"""Puts pieces of a text together to sentences: abbreviations, initials, ellipses and lines go on."""

from __future__ import annotations

import re

from rouge_vec.js_rouge.abbreviations import (
    ABBREVIATIONS,
    ENDING_LENGTH,
    is_abbreviation,
    is_united_states,
    is_versus,
)
from rouge_vec.js_rouge.boundaries import is_exception, skip_openers
from rouge_vec.js_rouge.characters import (
    BLANK_RUN,
    BLANKS_ON_A_LINE,
    LINE_BREAKS,
    NOT_BLANK,
    SPACES,
    TERMINATORS,
    WORD,
    is_blank,
    is_capital,
    is_cased,
    skip_blanks,
)
from rouge_vec.js_rouge.citations import is_page_number
from rouge_vec.js_rouge.continuations import (
    CONTINUATION,
    INSTITUTION,
    continues,
    starts_quoted_sentence,
    starts_with_capital,
)
from rouge_vec.js_rouge.ellipses import OpenMarks
from rouge_vec.js_rouge.open_marks import OpenBrackets
from rouge_vec.js_rouge.pieces import Pieces
from rouge_vec.js_rouge.questions import ends_with_letter
from rouge_vec.js_rouge.scoped_questions import ScopedQuestions
from rouge_vec.js_rouge.source import Source
from rouge_vec.js_rouge.treebank import WHITESPACE

_SPACES = re.compile(" +")
_LINE_BLANKS = re.compile(f"[{BLANKS_ON_A_LINE}]+")
_EMPTY_LINE = re.compile(rf"\n[{WHITESPACE.replace(chr(10), '')}]*\n")
_EMPTY_LINE_OF_ANY_KIND = re.compile(rf"[\r\n][{BLANKS_ON_A_LINE}]*[\r\n]")
_LETTER = re.compile(r"[ |.][A-Za-z][^\n\r\u2028\u2029\U00010000-\U0010ffff]?\Z")
_CLOSED_LINE = re.compile(rf"[.!?][\"'”’“»›\])}}>][{WHITESPACE}]*[\r\n]")
_OPENERS_BEFORE = re.compile(rf"[{WHITESPACE}\"'(\[{{<]*")


class _Sentence:
    """The pieces of one sentence.

    Attributes
    ----------
    has_line_breaks : bool
        Whether lines of the text are not yet put together.
    starts_with_capital : bool
        Whether its first letter is a capital, or any letter when case is neutral.
    """

    def __init__(self, source: Source, text: str, start: int, end: int) -> None:
        text = text.strip(" ")
        self._source = source
        self._parts = [text]
        self._normalized = 0
        self._spans: list[tuple[int, int, str | None]] = [(start, end, None)]
        self._brackets: OpenBrackets | None = None
        self._brackets_seen = 0
        self._marks: OpenMarks | None = None
        self._marks_seen = 0
        self.has_line_breaks = "\n" in text or "\r" in text
        self._first = NOT_BLANK.match(text) or NOT_BLANK.search(text)

    @property
    def is_empty(self) -> bool:
        return self._first is None

    @property
    def starts_with_capital(self) -> bool:
        letter = self._first.group() if self._first else ""
        return is_cased(letter) if self._source.case_neutral else is_capital(letter)

    @property
    def end(self) -> int:
        """Position in the text where the sentence ends so far."""
        return self._spans[-1][1]

    def text(self) -> str:
        return self._parts[0] if len(self._parts) == 1 else "".join(self._parts)

    def ending(self) -> str:
        """Return its last characters, which decide about an abbreviation."""
        ending = self._parts[-1][-ENDING_LENGTH:]
        place = len(self._parts) - 1
        while len(ending) < ENDING_LENGTH and place > 0:
            place -= 1
            ending = self._parts[place][len(ending) - ENDING_LENGTH :] + ending
        return ending

    def append(self, text: str, start: int, end: int, previous: str | None = None) -> None:
        """Add a piece; `previous` stands before its characters if that is not what the text has."""
        self._spans.append((start, end, previous))
        if text:
            self.has_line_breaks = self.has_line_breaks or "\n" in text or "\r" in text
            self._parts.append(text)

    def trim(self) -> None:
        """Drop spaces at the end."""
        parts = self._parts
        while parts:
            parts[-1] = parts[-1].rstrip(" ")
            if parts[-1] or len(parts) == 1:
                break
            parts.pop()
        self._normalized = min(self._normalized, len(parts))

    def put_on_one_line(self) -> None:
        """Make single spaces of all blanks."""
        kept = self._parts
        later = kept[self._normalized :]
        del kept[self._normalized :]
        for part in later:
            line = BLANK_RUN.sub(" ", part)
            if line.startswith(" ") and (not kept or kept[-1].endswith(" ")):
                line = line[1:]
            if line:
                kept.append(line)
        if not kept:
            kept.append("")
        self.trim()
        self._normalized = len(self._parts)
        self.has_line_breaks = False

    def last_words(self) -> tuple[str, str]:
        """Return the last word but one and the last, as far as they are there."""
        words: list[str] = []
        tail = ""
        for part in reversed(self._parts):
            tail = part + tail
            words = WORD.findall(tail)
            if len(words) > 2:
                break
        return (words[-2] if len(words) > 1 else "", words[-1] if words else "")

    def has_open_bracket(self) -> bool:
        if self._brackets is None:
            self._brackets = OpenBrackets(self._source.text, self._source.quotations)
        for start, end, _ in self._spans[self._brackets_seen :]:
            self._brackets.append(start, end)
        self._brackets_seen = len(self._spans)
        return self._brackets.is_open

    def has_open_mark(self) -> bool:
        """Tell whether a quotation or bracket is open, as the rules for ellipses see it."""
        if self._marks is None:
            self._marks = OpenMarks(self._source.text, self._source.flags, self._source.angles)
        for start, end, previous in self._spans[self._marks_seen :]:
            self._marks.append(start, end, previous)
        self._marks_seen = len(self._spans)
        return self._marks.is_open


class Merger:
    """Goes over the pieces of a text and decides behind each sentence whether it goes on."""

    def __init__(self, source: Source, pieces: Pieces, quoted_versus: set[int]) -> None:
        self._source = source
        self._case_neutral = source.case_neutral
        self._texts = pieces.texts
        self._starts = pieces.starts
        self._ends = pieces.ends
        self._quoted_versus = quoted_versus
        self._scoped: ScopedQuestions | None = None
        self._place = 0
        self._found: list[str] = []

    def sentences(self) -> list[str]:
        """Return the sentences."""
        texts, found = self._texts, self._found
        pending: _Sentence | None = None
        while self._place < len(texts):
            sentence = pending
            pending = None
            if sentence is None:
                text = texts[self._place]
                if self._place % 2 == 1 and _ends_with_plain_word(text):
                    found.append(text)
                    self._place += 1
                    continue
                if not text or text == " ":
                    self._place += 1
                    continue
                sentence = _Sentence(self._source, text, self._starts[self._place], self._ends[self._place])
            sentence.trim()
            if not sentence.is_empty and self._goes_on(sentence):
                pending = sentence
            self._place += 1
        return found

    def _text(self, offset: int) -> str:
        place = self._place + offset
        return self._texts[place] if place < len(self._texts) else ""

    def _append(self, sentence: _Sentence, text: str, offset: int, previous: str | None = None) -> None:
        place = self._place + offset
        sentence.append(text, self._starts[place], self._ends[place], previous)

    def _finish(self, sentence: _Sentence) -> bool:
        self._found.append(sentence.text())
        return False

    def _goes_on(self, sentence: _Sentence) -> bool:
        """Finish a sentence, or add what follows to it and return True."""
        ending = sentence.ending()
        folded = self._source.folded(ending)
        following = self._text(1)
        if sentence.has_line_breaks:
            return self._after_line_break(sentence, ending, folded)
        if following and is_abbreviation(folded):
            return self._after_abbreviation(sentence, folded)
        if following and self._ends_with_letter(ending):
            return self._after_letter(sentence, ending)
        if ending.endswith("..") and (following or (self._text(2) and ending.endswith("..."))):
            return self._after_ellipsis(sentence, ending)
        return self._finish(sentence)

    def _ends_with_letter(self, ending: str) -> bool:
        return ends_with_letter(ending) if self._case_neutral else _LETTER.search(ending) is not None

    def _starts_sentence(self, text: str, position: int) -> bool:
        """Tell whether a piece looks like the start of a sentence."""
        if not self._case_neutral:
            return starts_with_capital(text, position)
        first = skip_blanks(text, position)
        return is_cased(text[first : first + 1]) and not continues(text, position)

    def _names_institution(self, folded: str, text: str) -> bool:
        return is_united_states(folded) and INSTITUTION.match(text, skip_blanks(text, 0)) is not None

    def _after_line_break(self, sentence: _Sentence, ending: str, folded: str) -> bool:
        following = self._text(1)
        abbreviation = folded.rstrip(SPACES)
        start = skip_openers(following, 0)
        if self._ends_at_line(sentence, ending, abbreviation, following, start):
            sentence.put_on_one_line()
            return self._finish(sentence)
        open_kinds = self._source.quotations.open_kinds(sentence.end)
        if following and (
            sentence.starts_with_capital
            or "”" in open_kinds
            or "’" in open_kinds
            or self._continues_abbreviation(ending, abbreviation, following, start)
            or (
                self._case_neutral
                and CONTINUATION.match(following, skip_blanks(following, 0))
                and _CLOSED_LINE.search(ending)
            )
        ):
            self._append(sentence, f" {following}", 1, " ")
            sentence.put_on_one_line()
            return True
        lines = (line.strip(SPACES) for line in LINE_BREAKS.split(sentence.text()))
        self._found += [line for line in lines if line]
        return False

    def _ends_at_line(
        self, sentence: _Sentence, ending: str, abbreviation: str, following: str, start: int
    ) -> bool:
        """Tell whether a sentence over several lines ends with an abbreviation."""
        if start >= len(following) or not is_abbreviation(abbreviation):
            return False
        if is_exception(abbreviation, following, start) or not self._starts_sentence(following, start):
            return False
        if self._names_institution(abbreviation, following) and not _EMPTY_LINE_OF_ANY_KIND.search(
            ending.replace("\r\n", "\n")
        ):
            return False
        open_kinds = self._source.quotations.open_kinds(sentence.end)
        if not (open_kinds or sentence.has_open_bracket()):
            return True
        if "”" not in open_kinds and "’" not in open_kinds:
            return False
        if starts_quoted_sentence(following, start):
            return True
        if self._scoped is None:
            self._scoped = ScopedQuestions(self._source)
        return self._scoped.begins_question(self._starts[self._place + 1])

    def _continues_abbreviation(self, ending: str, abbreviation: str, following: str, start: int) -> bool:
        separator = ending[len(ending.rstrip(SPACES)) :] + following[: skip_blanks(following, 0)]
        if _EMPTY_LINE.search(_unix_lines(separator)):
            return False
        if is_versus(abbreviation) and is_exception(abbreviation, following, start):
            return True
        return self._names_institution(abbreviation, following)

    def _after_abbreviation(self, sentence: _Sentence, folded: str) -> bool:
        following = self._text(1)
        versus = is_versus(folded)
        start = 0
        if versus:
            match = _OPENERS_BEFORE.match(following)
            start = match.end() if match else 0
        ends = (
            versus
            and _EMPTY_LINE.search(_unix_lines(following)) is not None
            and not self._source.quotations.open_kinds(sentence.end)
            and not sentence.has_open_bracket()
            and self._place not in self._quoted_versus
        )
        if ends or (
            self._starts_sentence(following, start)
            and not is_exception(folded, following, start)
            and not self._names_institution(folded, following)
        ):
            return self._finish(sentence)
        self._append(sentence, " " + _LINE_BLANKS.sub(" ", following).strip(" "), 1, " ")
        return True

    def _after_letter(self, sentence: _Sentence, ending: str) -> bool:
        following, sentence_after = self._text(1), self._text(2)
        if self._case_neutral:
            last = ending[_last_word_start(ending) :]
            if not is_page_number(last, sentence_after or following, 0):
                return self._finish(sentence)
            self._append(sentence, BLANK_RUN.sub(" ", following), 1)
            if sentence_after:
                self._append(sentence, sentence_after, 2)
                self._place += 1
            return True
        before, last = sentence.last_words()
        if last == last.lower():
            self._append(sentence, " " + _SPACES.sub(" ", following), 1, " ")
            return True
        if sentence_after and is_capital(before[:1]) and starts_with_capital(sentence_after, 0):
            self._append(sentence, BLANK_RUN.sub(" ", following), 1)
            self._append(sentence, sentence_after, 2)
            self._place += 1
            return True
        return self._finish(sentence)

    def _after_ellipsis(self, sentence: _Sentence, ending: str) -> bool:
        following = self._text(1)
        is_blank_gap = not following.strip(SPACES)
        later = self._text(2) if is_blank_gap else following.strip(SPACES)
        place = self._place + 1
        position = self._starts[place] if place < len(self._starts) else len(self._source.text)
        if self._source.ellipsis_ends(position, later, 0, ending, sentence.has_open_mark()):
            self._found.append(sentence.text())
            self._texts[place] = _strip_line_blanks(following)
            return False
        self._append(sentence, _SPACES.sub(" ", following), 1)
        if is_blank_gap and not LINE_BREAKS.search(following) and self._text(2):
            self._append(sentence, _SPACES.sub(" ", self._text(2)), 2)
            self._place += 1
        return True


def _ends_with_plain_word(text: str) -> bool:
    """Tell whether a sentence ends with a word of which no rule knows, and a terminator."""
    start = text.rfind(" ", -ENDING_LENGTH - 1) + 1
    word = text[start or -ENDING_LENGTH : -1]
    return (
        len(word) > 1
        and word.isalpha()
        and word.isascii()
        and text[-1] in TERMINATORS
        and word.lower() not in ABBREVIATIONS
    )


def _strip_line_blanks(text: str) -> str:
    match = _LINE_BLANKS.match(text)
    return text[match.end() :] if match else text


def _last_word_start(text: str) -> int:
    position = len(text)
    while position and not is_blank(text[position - 1]):
        position -= 1
    return position


def _unix_lines(text: str) -> str:
    return text.replace("\r\n", "\n").replace("\r", "\n")
