"""Web and mail addresses, host names and dotted identifiers around a full stop."""

from __future__ import annotations

import functools
import re
from bisect import bisect_left, bisect_right
from unicodedata import category, name

from rouge_vec.js_rouge.characters import (
    BLANK_RUN,
    cased_class,
    is_blank,
    is_cased,
    is_mark,
    is_number,
    is_word_part,
    unicode_class,
)
from rouge_vec.js_rouge.treebank import WHITESPACE

HOST_LABELS = "com|org|net|edu|gov|mil|io|dev|app|co|uk|us|ca|ai|info|biz|me|tv"

_LABEL = re.compile(
    rf"(?:{HOST_LABELS})(?=[/.!?\"'“”‘’()[\]{{}}<>{WHITESPACE}]|\Z)", re.ASCII | re.IGNORECASE
)
_DOTTED_LABEL = re.compile(rf"\.({HOST_LABELS})(?=[/.{WHITESPACE}]|\Z)", re.ASCII | re.IGNORECASE)
_PREFIX = re.compile(r"https?://|www\.", re.ASCII | re.IGNORECASE)
_FULL_ADDRESS = re.compile(rf"@[^{WHITESPACE}.]+(?:\.[^{WHITESPACE}.]+)+\.\Z")
_OPENING = re.compile("^[\"'“‘”«‹„‚「『(\\[{<]+")
_STARTS_WWW = re.compile("www\\.", re.ASCII | re.IGNORECASE)
_FARTHEST_AT = 320


class Addresses:
    """Where the addresses of a text are."""

    def __init__(self, text: str) -> None:
        self._text = text
        self._prefix_ends: list[int] | None = None
        self._ats = [match.start() for match in re.finditer("@", text)] if "@" in text else []
        self._word = (0, 0)

    def has_prefix_before(self, end: int) -> bool:
        """Tell whether the start of a web address stands before a position in the same word."""
        if self._prefix_ends is None:
            self._prefix_ends = [match.end() for match in _PREFIX.finditer(self._text)]
        place = bisect_right(self._prefix_ends, end) - 1
        if place < 0:
            return False
        return BLANK_RUN.search(self._text, self._prefix_ends[place], end) is None

    def has_at_behind(self, position: int) -> bool:
        """Tell whether an @ follows in the same word."""
        place = bisect_left(self._ats, position)
        if place == len(self._ats):
            return False
        return self._ats[place] < self._word_end(position)

    def _word_end(self, position: int) -> int:
        start, end = self._word
        if not start <= position < end:
            blank = BLANK_RUN.search(self._text, position)
            end = blank.start() if blank else len(self._text)
            self._word = position, max(end, position + 1)
        return self._word[1]

    def is_inside_mail_address(self, position: int, end: int) -> bool:
        """Tell whether the word before a position is a mail address that is not yet complete."""
        if not self._ats:
            return False
        before = self._text[max(0, position - _FARTHEST_AT) : end]
        blanks = list(BLANK_RUN.finditer(before))
        word = before[blanks[-1].end() :] if blanks else before
        return "@" in word and _FULL_ADDRESS.search(word) is None


class PathsAndHosts:
    """Tells of one word after another whether it is a path, an address or a host name."""

    def __init__(self, text: str, case_neutral: bool) -> None:
        self._text = text
        self._case_neutral = case_neutral
        self._end = 0
        self._verdict = False

    def holds(self, position: int) -> bool:
        """Tell whether the word around a position is one of those; asked from left to right."""
        if position < self._end:
            return self._verdict
        text = self._text
        start = position
        while start > 0 and not is_blank(text[start - 1]):
            start -= 1
        blank = BLANK_RUN.search(text, position)
        self._end = blank.start() if blank else len(text)
        word = _OPENING.sub("", text[start : self._end])
        self._verdict = (
            "\\" in word
            or "/" in word
            or "@" in word
            or _STARTS_WWW.match(word) is not None
            or any(self._is_label(match.group(1)) for match in _DOTTED_LABEL.finditer(word))
        )
        return self._verdict

    def _is_label(self, label: str) -> bool:
        return self._case_neutral or label in (label.lower(), label.upper())


def host_continues(text: str, position: int, case_neutral: bool) -> bool:
    """Tell whether the label of a host name, such as "com", follows."""
    match = _LABEL.match(text, position)
    if match is None:
        return False
    label = match.group()
    return case_neutral or label in (label.lower(), label.upper())


def identifier_continues(text: str, position: int) -> bool:
    """Tell whether capitals and figures follow up to a blank, a slash or a full stop."""
    end = position
    while end < len(text) and (text[end] in "_-" or is_number(text[end]) or category(text[end]) == "Lu"):
        end += 1
    following = text[end : end + 1]
    return end > position and (following == "" or following in "/." or is_blank(following))


def ends_with_identifier(ending: str) -> bool:
    """Tell whether a word with a capital as its first letter stands before the full stop that ends a text."""
    position = len(ending) - 2
    while position >= 0 and (
        ending[position] in "_-" or ending[position].isalpha() or is_number(ending[position])
    ):
        if category(ending[position]) == "Lu" and is_edge(ending, position):
            return True
        position -= 1
    return False


def ends_with_initial(ending: str) -> bool:
    """Tell whether a single capital stands before the full stop that ends a text."""
    position = len(ending) - 2
    return position >= 0 and category(ending[position]) == "Lu" and is_edge(ending, position)


def is_edge(text: str, position: int) -> bool:
    """Tell whether an ASCII word starts or ends before a character."""
    before = text[position - 1 : position] if position else ""
    return _is_word(before) != _is_word(text[position])


def _is_word(character: str) -> bool:
    return character != "" and (character == "_" or (character.isascii() and character.isalnum()))


def identifier_before(text: str, position: int) -> str:
    """Return the letters, marks, numbers, underscores and hyphens right before a position."""
    start = position
    while start > 0 and (text[start - 1] in "_-" or is_word_part(text[start - 1])):
        start -= 1
    return text[start:position]


def starts_short_part(text: str, position: int) -> bool:
    """Tell whether one or two letters or figures follow, and then a blank, a slash or a full stop."""
    for _ in range(2):
        base = text[position : position + 1]
        if base == "" or not (base in "_-" or is_cased(base) or is_number(base)):
            return False
        position += 1
        if base == "İ" or text[position : position + 1] == "\u0307":
            while is_mark(text[position : position + 1]):
                position += 1
        following = text[position : position + 1]
        if following == "" or following in "/." or is_blank(following):
            return True
    return False


def looks_like_identifier(word: str) -> bool:
    """Tell without regard to case whether a word is part of an identifier."""
    if not any(map(is_cased, word)):
        return False
    if _has_plain_letter(word):
        return True
    return any(map(_is_latin, word)) and any(
        _is_greek(letter) or (is_mark(letter) and is_cased(letter)) for letter in word
    )


def _has_plain_letter(word: str) -> bool:
    for place, letter in enumerate(word):
        if letter in "0123456789_":
            return True
        plain = (letter.isascii() and letter.isalpha()) or letter == "\u212a"
        if plain and not is_mark(word[place + 1 : place + 2]):
            return True
    return False


def _is_latin(letter: str) -> bool:
    known = name(letter, "")
    return "LATIN" in known or known.startswith(
        ("ROMAN NUMERAL", "KELVIN", "ANGSTROM", "MODIFIER LETTER SMALL")
    )


def _is_greek(letter: str) -> bool:
    known = name(letter, "")
    return known.startswith(("GREEK", "OHM", "MODIFIER LETTER SMALL GREEK"))


@functools.cache
def neutral_initial() -> re.Pattern[str]:
    """Return what finds a letter and a full stop."""
    return re.compile(rf"[{cased_class()}][{unicode_class('M')}]*\.")


@functools.cache
def neutral_single_letter() -> re.Pattern[str]:
    """Return what finds a letter that stands alone and is neither "a" nor "I"."""
    return re.compile(
        rf"(?![aAiI](?:[{WHITESPACE}]|\Z))[{cased_class()}][{unicode_class('M')}]*(?=[{WHITESPACE}]|\Z)"
    )


def has_neutral_initial(text: str, position: int, length: int) -> bool:
    """Tell whether a letter that stands alone, perhaps with marks, ends before a position."""
    start = position
    while start > 0 and is_mark(text[start - 1]):
        start -= 1
    start -= 1
    letter = text[start : start + 1] if start >= 0 else ""
    if start < position - length - 2 or not is_cased(letter) or is_mark(letter):
        return False
    before = text[start - 1 : start] if start else ""
    return before == "" or not (before in "_-" or is_word_part(before))
