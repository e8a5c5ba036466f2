"""Classes of characters as the expressions of JavaScript see them."""

from __future__ import annotations

import functools
import re
from itertools import groupby
from unicodedata import category, normalize

from rouge_vec.js_rouge.treebank import WHITESPACE

_LAST_BLANK = 0x3001
_LAST_LETTER = 0x33480
_LONGEST_CASED_RUN = 0x100
_VARIATION_SELECTORS = range(0xE0100, 0xE01F0)

#: Sets of characters for the inside of a class in an expression.
BLANKS_ON_A_LINE = WHITESPACE.replace("\n", "").replace("\r", "")
BLANKS_IN_A_PARAGRAPH = BLANKS_ON_A_LINE.replace("\u2028\u2029", "")
LINE_BREAKS = re.compile(r"[\r\n]+")
BLANK_RUN = re.compile(f"[{WHITESPACE}]+")
NOT_BLANK = re.compile(f"[^{WHITESPACE}]")
WORD = re.compile(f"[^{WHITESPACE}]+")
#: Behind a single mark in an expression: it does not stand between letters, where it closes and opens nothing.
NOT_INSIDE_WORD = r"(?!(?<=[A-Za-z]['’])[A-Za-z])"
#: No ASCII letter, digit or underscore follows: what JavaScript calls the end of a word.
WORD_END = r"(?![A-Za-z0-9_])"

_MAYBE_BLANK = re.compile(f"[{WHITESPACE}]*")
_MAYBE_BLANK_ON_A_LINE = re.compile(f"[{BLANKS_ON_A_LINE}]*")
_MAYBE_BLANK_IN_PARAGRAPH = re.compile(f"[{BLANKS_IN_A_PARAGRAPH}]*")
_BLANK_CHARACTERS = frozenset(re.findall(f"[{WHITESPACE}]", "".join(map(chr, [*range(_LAST_BLANK), 0xFEFF]))))
_BLANKS_AND_PUNCTUATION = _BLANK_CHARACTERS | frozenset("!\"#%&'()*,-./:;?@[\\]_{}")
SPACES = "".join(sorted(_BLANK_CHARACTERS))
TERMINATORS = frozenset(".!?")
OPENING_BRACKETS = frozenset("([{<")
CLOSING_BRACKETS = frozenset(")]}>")
CLOSING_MARKS = frozenset("])}>\"'”»›")
#: Marks that may stand between a terminator and what matters before it.
CLOSERS_AND_BLANKS = frozenset("\"'”’“»›])}>") | _BLANK_CHARACTERS
PARTNER = dict(zip(")]}>([{<", "([{<)]}>", strict=True))


@functools.cache
def _runs() -> list[tuple[str, int, int]]:
    """Return runs of characters of one general category, with their first and last code points."""
    codes = [*range(_LAST_LETTER), *_VARIATION_SELECTORS]
    found: list[tuple[str, int, int]] = []
    place = 0
    for kind, group in groupby(map(category, map(chr, codes))):
        count = len(list(group))
        found.append((kind, codes[place], codes[place + count - 1]))
        place += count
    return found


@functools.cache
def unicode_class(*prefixes: str) -> str:
    """Return the characters whose general categories begin so, as ranges for a class in an expression."""
    runs = [(chr(first), chr(last)) for kind, first, last in _runs() if kind.startswith(prefixes)]
    return "".join(f"{re.escape(first)}-{re.escape(last)}" for first, last in runs)


@functools.cache
def cased_class() -> str:
    """Return the characters that have a case, as a class in an expression."""
    runs = [(chr(first), chr(last)) for kind, first, last in _runs() if kind in ("Lu", "Ll", "Lt")]
    others = "".join(
        chr(code)
        for kind, first, last in _runs()
        if kind in ("Lo", "Lm", "Nl", "So", "Mn")
        for code in range(first, min(last, first + _LONGEST_CASED_RUN) + 1)
        if is_cased(chr(code))
    )
    return "".join(f"{first}-{last}" for first, last in runs) + others


def in_any_case(words: str) -> str:
    """Return an expression for words in any case, as the tables of Unicode fold them; others are kept."""
    others = {"s": "\u017f", "k": "\u212a"}
    return "".join(
        f"[{letter}{letter.upper()}{others.get(letter, '')}]" if letter.isalpha() else letter
        for letter in words
    )


def is_blank(character: str) -> bool:
    """Tell whether a character is white space to JavaScript."""
    return character in _BLANK_CHARACTERS


def is_mark(character: str) -> bool:
    """Tell whether a character is a combining mark."""
    return character > "\x7f" and category(character)[0] == "M"


def is_number(character: str) -> bool:
    """Tell whether a character is a number of any kind."""
    return character.isdecimal() or (character > "\x7f" and category(character)[0] == "N")


def is_word_part(character: str) -> bool:
    """Tell whether a character is a letter, a mark or a number."""
    return character.isalnum() or is_mark(character)


def is_letter_or_mark(character: str) -> bool:
    """Tell whether a character is a letter or a combining mark."""
    return character.isalpha() or is_mark(character)


def is_dash(character: str) -> bool:
    """Tell whether a character is a hyphen or dash."""
    return character == "-" or (character > "\x7f" and category(character) == "Pd")


def is_blank_or_punctuation(character: str) -> bool:
    """Tell whether a character is white space or punctuation."""
    return character in _BLANKS_AND_PUNCTUATION or (character > "\x7f" and category(character)[0] == "P")


def is_cased(character: str) -> bool:
    """Tell whether a character has a case."""
    return character.isupper() or character.islower() or character.istitle()


def is_identifier_part(character: str) -> bool:
    """Tell whether a character may stand inside an identifier."""
    return character in ("\u200c", "\u200d") or (character != "" and f"a{character}".isidentifier())


def is_capital(character: str) -> bool:
    """Tell whether a letter is a capital; a symbol in upper case is one when it has a small form."""
    if character.isupper():
        return character.isascii() or category(character) in ("Lu", "Lt") or character.lower() != character
    return character.istitle()


def starts_sentence(character: str, case_neutral: bool) -> bool:
    """Tell whether a sentence may start with a character: a capital, or any letter when case is neutral."""
    return is_cased(character) if case_neutral else is_capital(character)


def is_raised_letter(text: str, position: int) -> bool:
    """Tell whether a modifier letter such as a raised a stands at a position and ends a word there."""
    letter = text[position : position + 1]
    if letter <= "\x7f" or category(letter) != "Lm" or normalize("NFKC", letter) == letter:
        return False
    following = text[position + 1 : position + 2]
    return not following or following in _BLANK_CHARACTERS or following in ".,;:!?\"'“‘”’])}>"


def skip_blanks(text: str, position: int) -> int:
    """Return the position behind blanks."""
    match = _MAYBE_BLANK.match(text, position)
    return match.end() if match else position


def skip_blanks_on_line(text: str, position: int) -> int:
    """Return the position behind blanks that are neither CR nor LF."""
    match = _MAYBE_BLANK_ON_A_LINE.match(text, position)
    return match.end() if match else position


def skip_blanks_in_paragraph(text: str, position: int) -> int:
    """Return the position behind blanks that are no line breaks of any kind."""
    match = _MAYBE_BLANK_IN_PARAGRAPH.match(text, position)
    return match.end() if match else position


def skip_numbers(text: str, position: int) -> int:
    """Return the position behind numbers."""
    while is_number(text[position : position + 1]):
        position += 1
    return position
