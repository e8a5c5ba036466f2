"""Which single quotation marks of a text are apostrophes, for the pairing of quotations."""

from __future__ import annotations

import re

from rouge_vec.js_rouge.characters import (
    BLANK_RUN,
    CLOSING_BRACKETS,
    NOT_INSIDE_WORD,
    TERMINATORS,
    is_blank,
    is_dash,
    is_letter_or_mark,
    is_number,
    is_raised_letter,
    is_word_part,
)
from rouge_vec.js_rouge.elisions import IN_PAIRS
from rouge_vec.js_rouge.openings import follows_raised_letter, opens_after, opens_before

_CURLY = re.compile(f"[‘’]{NOT_INSIDE_WORD}")
_STRAIGHT = re.compile(f"'{NOT_INSIDE_WORD}")
_SHORT_FORM = re.compile(r"'(?:s|m|d|ll|re|ve)(?![a-z0-9_])", re.ASCII | re.IGNORECASE)
_CURLY_SHORT_FORM = re.compile(r"’(?:s|m|d|ll|re|ve)(?![a-z0-9_])", re.ASCII | re.IGNORECASE)
# Without one of these, no straight mark is an apostrophe.
_STRAIGHT_ELISION = re.compile(f"'(?:n'|{IN_PAIRS.pattern})", re.ASCII | re.IGNORECASE)
_AFTER_S_OR_NUMBER = re.compile("(?<=[sS0-9\x80-\U0010ffff])'")
_ENDS_IN_S = frozenset("sSſ")
_SKIPPED = CLOSING_BRACKETS | frozenset('"”»›')


def is_paired_n(text: str, position: int) -> bool:
    """Tell whether a mark is one of the two around an elided "and": 'n'."""
    mark = text[position]
    if mark not in "'’":
        return False
    if text[position + 1 : position + 2] in ("n", "N") and text[position + 2 : position + 3] == mark:
        return True
    return position > 1 and text[position - 1] in "nN" and text[position - 2] == mark


def starts_elision(text: str, position: int) -> bool:
    """Tell whether a mark stands for letters left out at the start of a word: 'tis, '90s."""
    return position >= 0 and IN_PAIRS.match(text, position + 1) is not None


def is_number_elision(text: str, position: int) -> bool:
    """Tell whether a mark before a number stands for figures left out."""
    if not is_number(text[position + 1 : position + 2]):
        return False
    previous = _before_closers(text, position)
    last = text[previous] if previous >= 0 else ""
    if last in TERMINATORS:
        return False
    return is_blank(text[position - 1 : position]) or not is_word_part(last)


def straight_mark_state(text: str, position: int, is_inside: bool) -> bool:
    """Return whether a quotation in straight single marks is open behind a mark."""
    previous, following = text[position - 1 : position], text[position + 1 : position + 2]
    after_terminator = previous in TERMINATORS
    if is_inside:
        if after_terminator and not _SHORT_FORM.match(text, position):
            return False
        if is_number(following):
            return is_number_elision(text, position)
        return following != "" and not closes_before(following)
    if not opens_after(text, position) or (after_terminator and _SHORT_FORM.match(text, position)):
        return False
    return following != "" and not is_blank(following)


def closes_before(character: str) -> bool:
    """Tell whether a single mark may close a quotation before a character."""
    return character in '.,!?;:)]}"”»›' or is_blank(character) or is_dash(character)


def find_apostrophes(text: str) -> tuple[set[int], set[int]]:
    """Return the positions of curly and of straight marks that are apostrophes, not quotation marks."""
    curly = _curly_apostrophes(text) if "‘" in text or "’" in text else set()
    straight = _unpaired_elisions(text) if _STRAIGHT_ELISION.search(text) else set()
    if _AFTER_S_OR_NUMBER.search(text):
        _add_possessives(text, straight)
    return curly, straight


def _before_closers(text: str, position: int) -> int:
    previous = position - 1
    while previous >= 0 and (text[previous] in _SKIPPED or is_blank(text[previous])):
        previous -= 1
    return previous


def _is_possessive(text: str, position: int) -> bool:
    """Tell whether a mark behind an s may be that of a plural: a word follows after a blank."""
    if text[position - 1 : position] not in _ENDS_IN_S or position == 0:
        return False
    blanks = BLANK_RUN.match(text, position + 1)
    return blanks is not None and is_word_part(text[blanks.end() : blanks.end() + 1])


def _is_right_apostrophe(text: str, position: int) -> bool:
    following = text[position + 1 : position + 2]
    previous = _before_closers(text, position)
    last = text[previous] if previous >= 0 else ""
    after_terminator = last in TERMINATORS
    if starts_elision(text, position) and is_blank(text[position - 1 : position]):
        return True
    is_short_form = not after_terminator or _CURLY_SHORT_FORM.match(text, position) is not None
    if is_short_form and is_letter_or_mark(following) and not is_raised_letter(text, position + 1):
        return True
    if is_number(following) and not after_terminator and not is_word_part(last):
        return True
    return position >= 2 and text[position - 2] == "’" and text[position - 1] in "nN"


def _curly_apostrophes(text: str) -> set[int]:
    found: set[int] = set()
    marks = [match.start() for match in _CURLY.finditer(text)]
    candidate = opening = -1
    candidate_place = 0
    candidate_has_opening = False
    for place, position in enumerate(marks):
        following = text[position + 1 : position + 2]
        if text[position] == "‘":
            found.add(position)
            inside_word = (
                is_word_part(text[position - 1 : position])
                and is_word_part(following)
                and not follows_raised_letter(text, position)
            )
            is_elision = (
                not starts_elision(text, opening)
                and (opening >= 0 or candidate_has_opening)
                and (starts_elision(text, position) or is_number(following))
            )
            if not (inside_word or is_elision):
                opening, candidate, candidate_has_opening = position, -1, False
            continue
        if _is_right_apostrophe(text, position):
            found.add(position)
            continue
        if starts_elision(text, opening) and _is_possessive(text, position):
            if candidate < 0:
                candidate, candidate_place = position, place
            continue
        closes = opening >= 0
        if closes:
            found.discard(opening)
            opening = -1
        if _may_be_possessive(text, position):
            if candidate < 0:
                candidate, candidate_place, candidate_has_opening = position, place, closes
        elif candidate >= 0:
            found.update(marks[candidate_place:place])
            candidate, candidate_has_opening = -1, False
    return found


def _may_be_possessive(text: str, position: int) -> bool:
    last = text[position - 1 : position]
    if last != "" and (last in _ENDS_IN_S or is_number(last)):
        return True
    before = text[max(0, position - 4) : position]
    return (
        last == "." and len(before) == 4 and before[2].isalpha() and before[1] == "." and before[0].isalpha()
    )


def _unpaired_elisions(text: str) -> set[int]:
    found: set[int] = set()
    is_inside = False
    opening = -1
    for match in _STRAIGHT.finditer(text):
        position = match.start()
        if is_paired_n(text, position):
            found.add(position)
            continue
        if opening >= 0 and _opens_anew(text, position):
            opening, is_inside = -1, False
        if opening >= 0 and _is_possessive(text, position):
            continue
        state = straight_mark_state(text, position, is_inside)
        if state and not is_inside and starts_elision(text, position):
            opening = position
            found.add(position)
        elif not state and is_inside and opening >= 0:
            found.discard(opening)
            opening = -1
        is_inside = state
    return found


def _opens_anew(text: str, position: int) -> bool:
    return (
        text[position - 1 : position] not in TERMINATORS
        and opens_after(text, position)
        and opens_before(text[position + 1 : position + 2])
    )


def _add_possessives(text: str, found: set[int]) -> None:
    marks = [match.start() for match in _STRAIGHT.finditer(text)]
    opening = candidate = -1
    candidate_place = 0
    for place, position in enumerate(marks):
        if is_paired_n(text, position):
            continue
        following = text[position + 1 : position + 2]
        last = text[position - 1 : position]
        if opening >= 0 and (starts_elision(text, position) or is_number_elision(text, position)):
            continue
        is_after_terminator = opening >= 0 and last in TERMINATORS
        if not is_after_terminator and opens_after(text, position) and opens_before(following):
            opening, candidate = position, -1
            continue
        if opening < 0 or is_letter_or_mark(following):
            continue
        if not is_number(following) and last != "" and (last in _ENDS_IN_S or is_number(last)):
            if candidate < 0:
                candidate, candidate_place = position, place
            continue
        if candidate >= 0:
            found.update(marks[candidate_place:place])
        opening = candidate = -1
