"""The sentence segmenter of js-rouge: rules over punctuation, quotations, abbreviations and lines."""

from __future__ import annotations

import re
import string
from functools import lru_cache
from typing import NamedTuple

from rouge_vec.text import abbreviations as words
from rouge_vec.text.enclosures import find_quotations, match_brackets
from rouge_vec.text.listings import find_list_items

# Behind a bare terminator stands one blank, and then nothing that closes anything or marks a footnote.
_TERMINATORS = re.compile(r"(?P<spaced>\.(?:[ \t]\.){2,})|[.?!]+(?P<bare>(?= [^\s\[)\]}>]))?")
_BLANK = re.compile(r"\s*")
_LEADING_MARKS = re.compile(r"\s*[“‘«„]*")
_LINE_BREAK = re.compile(r"[\r\n]+")
_BLANKS = re.compile(r" +")
_WORD = re.compile(r"\w*")
_WORD_WITH_APOSTROPHE = re.compile(r"[\w'’]*")
_CLOSING_MARKS = "\"'”»"
_CLOSING_BRACKETS = ")]}>"
_OPENERS = frozenset("\"'“‘«([{<")
_FOOTNOTE = re.compile(r"(?:(?:\[\d+\])+|\(\d+\)|\d+|[¹²³⁰⁴-⁹]+)(?=\s|\Z)")
_SPACED_FOOTNOTE = re.compile(r"(?:\[\d+\])+(?=\s)")
_LETTERS_AND_DOTS = string.ascii_letters + "."
_LONGEST_ABBREVIATION = 16
_ADDRESS = re.compile(r"@|://|www\.", re.IGNORECASE)
_QUANTITY = re.compile(
    r"\d+ (?:(?:day|hour|minute|month|point|second|star|time|week|year)s?|percent)(?=[.?!]|\s*\Z)"
)
_LONGEST_WORD = 40

_SPEECH = "|".join(sorted(words.SPEECH_VERBS))
_AUXILIARIES = "|".join(sorted(words.AUXILIARY_VERBS))
_SUBJECT = rf"(?!(?:{_AUXILIARIES})\s)[^\W\d_][\w'’-]*\s+"
_ATTRIBUTION = re.compile(
    rf"[\s(–—-]*(?:(?:{_SUBJECT}){{1,3}}(?:{_SPEECH})|(?:{_SPEECH})(?:\s+[\w'’-]+){{1,3}})(?=[.,;!?]|\s*\Z)",
    re.IGNORECASE,
)
_CLAUSE_WITHOUT_COMMA = re.compile(r"[^,.?!]*[.?!]")
_ONE_WORD_CLAUSE = re.compile(r"\w+\s+(?:[^\s,]+[.?!]|[\"'“‘][^\"'“”‘’]*[.?!][\"'”’])(?=\s|\Z)")


def sentence_segment(text: str, *, case_neutral: bool = False) -> list[str]:
    """Split a text into sentences as js-rouge 3.2.3 does.

    Parameters
    ----------
    text : str
        Any text; line breaks may be LF, CRLF or CR.
    case_neutral : bool, default False
        Do not look at capital letters, so that texts which differ in case only are split alike.

    Returns
    -------
    list of str
        The sentences without the blanks around them. A text of white space only is returned as it is, an
        empty one gives an empty list.

    Notes
    -----
    A sentence ends at a full stop, question or exclamation mark with the closing quotes and brackets behind
    it, unless an abbreviation, initial, ellipsis, quotation or parenthesis goes on. A sentence that starts
    with a capital letter may run over several lines; other lines stand alone. Linear in the length of the
    text. js-rouge knows more special cases; `tests/test_segmenter.py` lists known differences.
    """
    if not text or text.isspace():
        return [text] if text else []
    readable = text.removeprefix("\ufeff").replace("\x85", " ")
    return _Segmenter(readable, case_neutral).sentences() or [text]


class _Closing(NamedTuple):
    """What closes behind a terminator: where that ends, what was closed and whether a quotation is still open."""

    end: int
    is_quoted: bool
    is_bracketed: bool
    is_inside: bool


class _Joint(NamedTuple):
    """Where two pieces of one sentence meet."""

    end: int
    start: int
    gap: str
    squeezes: bool


class _Segmenter:
    """Walks over the terminators of one text and decides at each whether a sentence ends."""

    def __init__(self, text: str, case_neutral: bool) -> None:
        self._text = text
        self._case_neutral = case_neutral
        self._has_line_breaks = _LINE_BREAK.search(text) is not None
        self._sentences: list[str] = []
        self._start = 0
        self._first_mark = 0
        self._label_end = 0
        self._joints: list[_Joint] = []
        self._leading_brackets: set[int] = set()
        self._items: list[tuple[int, int]] = []

    def sentences(self) -> list[str]:
        """Return the sentences of the text."""
        text = self._text
        match = _TERMINATORS.search(text)
        if match is not None or ")" in text:
            self._quotations = find_quotations(text)
            self._partners = match_brackets(text)
            items = find_list_items(text, self._quotations, self._partners, case_neutral=self._case_neutral)
            self._items = list(zip(items.starts, items.label_ends, strict=True))[::-1]
            self._begin(0)
            while match is not None:
                match = _TERMINATORS.search(text, self._step(match))
            self._split_at_items(len(text))
        self._add(len(text), is_complete=False)
        return self._sentences

    def _step(self, match: re.Match[str]) -> int:
        """Look at one run of terminators; return where to go on."""
        start, end = match.span()
        if self._items:
            self._split_at_items(start)
        if start < self._label_end:
            return self._label_end
        kind = match.lastgroup
        is_bare = kind == "bare" and not (self._quotations.starts and self._quotations.around(start) > 0)
        if end - start == 1 and ((is_bare and start == self._first_mark) or self._opens_line(start)):
            return end
        if kind == "spaced":
            if start == 0 or self._text[start - 1].isspace():
                return end
            end = start + 1
        if is_bare:  # Most are: nothing closes here, so the words on both sides decide alone.
            sentence_end = -1 if self._goes_on(start, end, end, end + 1, False) else end
        else:
            sentence_end = self._sentence_end(start, end)
        if sentence_end < 0:
            return end
        self._add(sentence_end, is_complete=True)
        return sentence_end

    def _opens_line(self, position: int) -> bool:
        if not self._has_line_breaks:
            return False
        before = self._text[max(0, position - _LONGEST_WORD) : position].rstrip(" \t")
        return before.endswith(("\n", "\r"))

    def _split_at_items(self, limit: int) -> None:
        """End the current sentence before each list item that starts up to a position."""
        while self._items and self._items[-1][0] <= limit:
            position, label_end = self._items.pop()
            if position > self._start and not self._text[self._start : position].isspace():
                self._add(position, is_complete=False)
            else:
                self._begin(position)
            self._label_end = label_end

    def _begin(self, position: int) -> None:
        """Start a sentence and note the brackets it opens with."""
        self._start = position
        self._label_end = 0
        self._joints = []
        self._first_mark = place = _skip(_BLANK, self._text, position)
        while self._text[place : place + 1] in _OPENERS:
            self._leading_brackets.add(place)
            place += 1

    def _add(self, end: int, *, is_complete: bool) -> None:
        """Take the text up to a position as a sentence, or as lines where it does not read as one.

        Of a sentence without an end, the part up to its last abbreviation reads as one.
        """
        sentence = self._text[self._start : end]
        if self._joints or "\n" in sentence or "\r" in sentence:
            self._add_lines(end, is_complete)
        elif sentence and not sentence.isspace():
            self._sentences.append(sentence.strip() if is_complete else sentence.strip(" "))
        self._begin(end)

    def _add_lines(self, end: int, is_complete: bool) -> None:
        head, tail = self._joined(end)
        if is_complete:
            head, tail = head + tail, ""
        if self._starts_like_a_sentence():
            head = _on_one_line(head)
        if is_complete and not _LINE_BREAK.search(head.strip()):
            head = head.strip()
        sentence = head + tail
        if not _LINE_BREAK.search(sentence):
            self._sentences += [sentence.strip(" ")] if sentence and not sentence.isspace() else []
        else:
            lines = (line.strip() for line in _LINE_BREAK.split(sentence))
            self._sentences += [line for line in lines if line]

    def _joined(self, end: int) -> tuple[str, str]:
        """Return the current sentence in two parts, before and after the last abbreviation that goes on.

        Single blanks stand where an abbreviation was joined to what follows.
        """
        pieces: list[str] = []
        position = self._start
        squeezes = False
        for joint in self._joints:
            if joint.start >= end:
                break
            piece = self._text[position : joint.end]
            pieces += (_BLANKS.sub(" ", piece) if squeezes else piece, joint.gap)
            position, squeezes = joint.start, joint.squeezes
        last = self._text[position:end]
        return "".join(pieces), _BLANKS.sub(" ", last) if squeezes else last

    def _starts_like_a_sentence(self) -> bool:
        """Tell whether the sentence starts with a capital letter, or any letter when case is neutral."""
        first = _skip(_LEADING_MARKS, self._text, max(self._start, self._label_end))
        letter = self._text[first : first + 1]
        return letter.lower() != letter.upper() if self._case_neutral else _is_capital(letter)

    def _sentence_end(self, start: int, end: int) -> int:
        """Return where the sentence ends that a run of terminators closes, or -1 when it goes on."""
        text = self._text
        closing = self._closing_marks(start, end)
        if closing is None or (closing.end - start == 1 and start == self._first_mark):
            return -1
        after = self._skip_footnote(start, closing)
        following = _skip(_BLANK, text, after)
        if following == len(text):
            return after
        is_cut_off = end - start > 3 and self._is_start(text[following])
        if closing.is_inside and not is_cut_off and not _LINE_BREAK.search(text, after, following):
            if end - start > 2:
                self._join(after, following, squeezes=True)
            return -1
        if following == after and not self._ends_without_blank(start, end, after):
            return -1
        if after > closing.end and not self._may_start_sentence(following):
            return -1
        if (closing.is_quoted or closing.is_bracketed) and self._goes_on_after_closing(following, closing):
            return -1
        if self._goes_on(start, end, after, following, closing.is_quoted):
            return -1
        return after

    def _skip_footnote(self, start: int, closing: _Closing) -> int:
        """Return the position behind a footnote mark that follows the end of a sentence."""
        after = closing.end
        before = self._text[start - 1 : start]
        if not closing.is_quoted and before and not before.isdigit() and not before.isspace():
            after = _skip(_FOOTNOTE, self._text, after)
        spaced = _SPACED_FOOTNOTE.match(self._text, _skip(_BLANK, self._text, after))
        if spaced and self._abbreviation(start) not in words.NEVER_FINAL:
            return spaced.end()
        return after

    def _may_start_sentence(self, position: int) -> bool:
        """Tell whether the text behind a footnote mark looks like a new sentence."""
        if self._text[position] in _OPENERS:
            position += 1
        return self._is_start(self._text[position : position + 1])

    def _is_start(self, letter: str) -> bool:
        """Tell whether a sentence may start with a letter: a capital, or any when case is neutral."""
        return letter.isalpha() if self._case_neutral else _is_capital(letter)

    def _closing_marks(self, start: int, end: int) -> _Closing | None:
        """Follow the marks that close quotations or brackets right after a terminator.

        Returns
        -------
        _Closing or None
            None when they close a bracket that stands inside a sentence.
        """
        text = self._text
        quotation_end = self._quotations.around(start)
        position = end
        is_quoted = is_bracketed = False
        while position < len(text):
            mark = text[position]
            if mark in _CLOSING_BRACKETS:
                if not self._closes_sentence(position, start, end):
                    return None
                position, is_bracketed = position + 1, True
            elif position < quotation_end <= position + 2 and quotation_end == self._mark_end(position):
                position, quotation_end, is_quoted = quotation_end, -1, True
            elif mark in _CLOSING_MARKS and not self._opens_at(position):
                position += 1
                is_quoted = is_quoted or quotation_end < 0
            else:
                break
        spaced = _skip(_BLANK, text, position)
        if text[spaced : spaced + 1] in tuple(_CLOSING_BRACKETS):
            if not self._closes_sentence(spaced, start, end):
                return None
            position, is_bracketed = spaced + 1, True
        if position < spaced < quotation_end == self._mark_end(spaced):
            self._join(position, spaced, squeezes=False, keeps_line=False)
            return _Closing(quotation_end, True, is_bracketed, False)
        return _Closing(position, is_quoted, is_bracketed, quotation_end > 0)

    def _closes_sentence(self, position: int, start: int, end: int) -> bool:
        """Tell whether a closing bracket ends a sentence in brackets, or the next sentence follows at once."""
        if self._is_start(self._text[position + 1 : position + 2]):
            return True
        is_omission = end - start > 2 and self._text[start - 1 : start] in tuple('([{<"')
        return self._partners.get(position, -1) in self._leading_brackets and not is_omission

    def _opens_at(self, position: int) -> bool:
        """Tell whether a mark opens a quotation, or would if the quotation had an end."""
        if self._quotations.starts_at(position):
            return True
        return self._text[position] == '"' and self._text[position + 1 : position + 2].isalnum()

    def _mark_end(self, position: int) -> int:
        return position + (2 if self._text.startswith(("''", "``"), position) else 1)

    def _ends_without_blank(self, start: int, end: int, after: int) -> bool:
        """Tell whether a sentence ends although the next one follows without a blank."""
        text = self._text
        if not self._may_start_sentence(after) or (after > end and not self._is_start(text[after])):
            return False
        left = self._word_before(start)
        right = text[after : after + _LONGEST_WORD].split(maxsplit=1)[0]
        if _ADDRESS.search(f"{left}.{right}"):
            return False
        name = right[: _skip(_WORD_WITH_APOSTROPHE, right, 0)]
        tail = right[len(name) :][:1]
        may_be_address = text[start:end] == "." and (self._case_neutral or name.isupper())
        if name and may_be_address and words.looks_like_domain(name, case_neutral=self._case_neutral):
            return tail in tuple(",:;-") or not (after > end or left[-1:].isalnum())
        if after > end or not name.isupper():
            return True
        return tail != "." and not (
            tail != "," and _is_capital(left[:1]) and (len(left) > 1 or len(name) == 1)
        )

    def _word_before(self, position: int) -> str:
        """Return the last letters before a position up to a blank."""
        return (self._text[max(self._start, position - _LONGEST_WORD) : position].split() or [""])[-1]

    def _goes_on_after_closing(self, following: int, closing: _Closing) -> bool:
        """Tell whether a sentence goes on after a quotation or bracket that ends with a terminator."""
        text = self._text
        first = text[following]
        if closing.is_quoted and (first in ".?!" or _ATTRIBUTION.match(text, following)):
            return True
        if self._case_neutral:
            word = self._word_at(following)
            return self._continues(following, word) or (closing.is_quoted and word in words.AUXILIARY_VERBS)
        if first in "–—-" or first in _OPENERS:
            following = _skip(_BLANK, text, following + 1)
        return text[following : following + 1].islower()

    def _word_at(self, position: int) -> str:
        match = _WORD.match(self._text[position : position + _LONGEST_WORD])
        return match.group().lower() if match else ""

    def _continues(self, following: int, word: str) -> bool:
        """Tell from the next words alone whether a sentence goes on."""
        if word in words.CONTINUING_WORDS:
            return _CLAUSE_WITHOUT_COMMA.match(self._text, following) is not None
        return word in words.COORDINATING_WORDS and _ONE_WORD_CLAUSE.match(self._text, following) is not None

    def _goes_on(self, start: int, end: int, after: int, following: int, is_quoted: bool) -> bool:
        """Tell whether an abbreviation, an initial or an ellipsis carries the sentence on."""
        text = self._text
        is_single = end - start == 1
        abbreviation = self._abbreviation(start) if is_single else ""
        if abbreviation in words.NEVER_FINAL:
            goes_on = True
        elif abbreviation:
            goes_on = self._goes_on_after_abbreviation(abbreviation, following)
        elif is_single and self._case_neutral and self._is_page(start, following):
            goes_on = True
        elif is_single and not is_quoted and following > end and self._is_initial(start):
            return self._goes_on_after_initial(start, after, following)
        elif text[start] == "!" and self._word_before(start) in words.NAMES_WITH_EXCLAMATION_MARK:
            return (
                self._continues(following, self._word_at(following))
                if self._case_neutral
                else text[following].islower()
            )
        elif text[end - 2 : end] == ".." and not is_quoted:
            goes_on = self._goes_on_after_ellipsis(start, end, following)
        else:
            return False
        if goes_on:
            self._join(after, following, squeezes=True)
        return goes_on

    def _join(self, end: int, start: int, *, squeezes: bool, gap: str = " ", keeps_line: bool = True) -> None:
        if start > end:
            is_line_end = keeps_line and _LINE_BREAK.search(self._text, end, start) is not None
            self._joints.append(_Joint(end, start, "\n" if is_line_end else gap, squeezes))

    def _abbreviation(self, start: int) -> str:
        """Return the abbreviation that stands before a full stop, in small letters, or nothing."""
        if self._text[start - 2 : start - 1] not in _LETTERS_AND_DOTS:
            return ""  # None has fewer than two letters.
        word = self._text[max(self._start, start - _LONGEST_ABBREVIATION) : start]
        letters = word[len(word.rstrip(_LETTERS_AND_DOTS)) :]
        before = self._text[start - len(letters) - 1 : start - len(letters)]
        if not letters or before.isdigit() or before == "_":
            return ""
        return _known_abbreviation(letters)

    def _goes_on_after_abbreviation(self, abbreviation: str, following: int) -> bool:
        first = self._text[following]
        word = self._word_at(following)
        if abbreviation == "u.s" and word in words.AMERICAN_INSTITUTIONS:
            return True
        if self._case_neutral:
            return not first.isalpha() or self._continues(following, word)
        return not _is_capital(first)

    def _is_page(self, start: int, following: int) -> bool:
        before = self._text[max(self._start, start - 2) : start]
        return before.strip() in ("p", "P") and self._text[following].isdigit()

    def _is_initial(self, start: int) -> bool:
        """Tell whether a single letter stands before a full stop, as in a name or an acronym."""
        text = self._text
        return (
            start - 2 >= self._first_mark
            and text[start - 1].isalpha()
            and text[start - 1].isascii()
            and text[start - 2] in " .|"
        )

    def _goes_on_after_initial(self, start: int, after: int, following: int) -> bool:
        if self._case_neutral:
            return False
        before = self._text[max(self._start, start - 2 * _LONGEST_WORD) : start + 1].split()
        later = _TERMINATORS.search(self._text, following)
        ends_later = later is not None
        if before[-1].islower():
            self._join(after, following, squeezes=True, gap=" " if ends_later else "  ")
            return True
        is_name = len(before) > 1 and _is_capital(before[-2][0]) and _is_capital(self._text[following])
        if not is_name or later is None or _LINE_BREAK.search(self._text, following, later.start()):
            return False
        self._join(after, following, squeezes=False)
        return True

    def _goes_on_after_ellipsis(self, start: int, end: int, following: int) -> bool:
        text = self._text
        first = text[following]
        if end - start == 2 or _QUANTITY.match(text, following):
            return True
        if self._quotations.unclosed_in(self._start, start):
            return True
        if self._case_neutral:
            word = self._word_at(following)
            return not first.isalnum() or word == "what" or self._continues(following, word)
        return not (_is_capital(first) or first.isdigit() or first in '"“')


def _on_one_line(text: str) -> str:
    """Return a text with line breaks inside it as one line; other blanks stay when there are none."""
    body = text.strip()
    if not _LINE_BREAK.search(body):
        return text
    line = " ".join(body.split())
    return line + " " if text[-1].isspace() else line


@lru_cache
def _known_abbreviation(letters: str) -> str:
    """Return what is an abbreviation of the last one, two or three dotted parts of a word, or nothing."""
    parts = letters.lower().split(".")
    endings = [".".join(parts[-count:]) for count in (1, 2, 3)]
    known = [
        ending
        for listed in (words.NEVER_FINAL, words.FINAL_BEFORE_CAPITAL)
        for ending in endings
        if ending in listed
    ]
    return known[0] if known else ""


def _skip(pattern: re.Pattern[str], text: str, position: int) -> int:
    match = pattern.match(text, position)
    return match.end() if match else position


def _is_initial(word: str) -> bool:
    return word[-1:].isupper() and not word[-2:-1].isalnum()


def _is_capital(character: str) -> bool:
    return character.isupper() or character.istitle()
