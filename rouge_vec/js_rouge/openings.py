"""Where a quotation may open, judged by the characters on both sides of its mark."""

from __future__ import annotations

from unicodedata import category

from rouge_vec.js_rouge.characters import TERMINATORS, is_blank_or_punctuation, is_number, is_raised_letter

_OPENING_MARKS = frozenset("'‘“„«‹`")


def opens_after(text: str, position: int) -> bool:
    """Tell whether what stands before a mark lets it open a quotation."""
    if position == 0:
        return True
    before = text[position - 1]
    if is_blank_or_punctuation(before) or before == "<" or text[max(0, position - 2) : position] == "``":
        return True
    return before > "\x7f" and follows_raised_letter(text, position)


def opens_before(character: str) -> bool:
    """Tell whether a quotation may begin with a character."""
    return character != "" and (
        character in _OPENING_MARKS or category(character)[0] in "LMNS" or category(character) == "Ps"
    )


def follows_raised_letter(text: str, position: int) -> bool:
    """Tell whether a raised letter, as of a footnote, stands before, right behind a closed quotation."""
    start = position - 1
    if start < 0 or not is_raised_letter(text, start):
        return False
    while start > 0 and is_number(text[start - 1]):
        start -= 1
    return start >= 2 and text[start - 1] in "\"'”’" and text[start - 2] in TERMINATORS
