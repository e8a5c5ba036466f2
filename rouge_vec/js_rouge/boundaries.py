"""Where a sentence ends although the next begins without a blank, and names after a colon."""

from __future__ import annotations

import functools
import re
from unicodedata import category

from rouge_vec.js_rouge.abbreviations import (
    ending_of,
    is_abbreviation,
    is_never_final,
    is_united_states,
    is_versus,
)
from rouge_vec.js_rouge.addresses import (
    Addresses,
    ends_with_identifier,
    ends_with_initial,
    has_neutral_initial,
    host_continues,
    identifier_before,
    identifier_continues,
    looks_like_identifier,
    neutral_initial,
    neutral_single_letter,
    starts_short_part,
)
from rouge_vec.js_rouge.apostrophes import starts_elision
from rouge_vec.js_rouge.characters import (
    cased_class,
    in_any_case,
    is_blank,
    is_mark,
    is_number,
    skip_blanks,
    starts_sentence,
    unicode_class,
)
from rouge_vec.js_rouge.continuations import INSTITUTION_NAMED_WITHOUT_BLANK, follows_form_of_be, is_pronoun
from rouge_vec.js_rouge.ellipses import is_numbered_note
from rouge_vec.js_rouge.treebank import WHITESPACE

_OPENERS = frozenset("\"'“‘„«‹([{<")
_LONGEST_NAME = 96


def skip_openers(text: str, position: int, *, skips_blanks: bool = True) -> int:
    """Return the position behind opening marks and brackets, and blanks between them."""
    while position < len(text):
        character = text[position]
        if (
            character in _OPENERS
            or (skips_blanks and is_blank(character))
            or (character == "’" and starts_elision(text, position))
        ):
            position += 1
        elif text.startswith("``", position):
            position += 2
        else:
            break
    return position


def is_exception(ending: str, text: str, position: int, *, is_delimited: bool = False) -> bool:
    """Tell whether an abbreviation goes on whatever follows at a position."""
    if not is_never_final(ending):
        return False
    if not is_versus(ending):
        return True
    return not (is_delimited or follows_form_of_be(ending) or is_pronoun(text, skip_blanks(text, position)))


def starts_delimited(text: str, position: int, case_neutral: bool) -> bool:
    """Tell whether an opening mark and the start of a sentence follow without a blank."""
    following = skip_openers(text, position, skips_blanks=False)
    if following == position:
        return False
    if text.startswith("``", position) and is_abbreviation(_folded(ending_of(text, position), case_neutral)):
        return False
    if is_numbered_note(text, position):
        return False
    character = text[following : following + 1]
    return character != "" and (is_number(character) or starts_sentence(character, case_neutral))


def ends_unspaced(
    text: str,
    index: int,
    following: int,
    case_neutral: bool,
    addresses: Addresses,
    *,
    is_delimited: bool = False,
) -> bool:
    """Tell whether a terminator ends a sentence although no blank follows.

    Parameters
    ----------
    text : str
        The text.
    index : int
        Position of the terminator.
    following : int
        Where the next sentence would start, behind the marks that close.
    case_neutral : bool
        Whether case says nothing.
    addresses : Addresses
        The addresses of the text.
    is_delimited : bool
        Whether a quotation or bracket closes here.
    """
    if starts_delimited(text, following, case_neutral):
        return True
    character = text[following : following + 1]
    is_full_stop = text[index] == "."
    if not starts_sentence(character, case_neutral) and (is_full_stop or not is_number(character)):
        return False
    inside_url = addresses.has_prefix_before(following)
    if not is_full_stop or inside_url:
        return not inside_url
    ending = ending_of(text, index + 1)
    folded = _folded(ending, case_neutral)
    if is_abbreviation(folded) and (
        is_exception(folded, text, following, is_delimited=is_delimited)
        or (is_united_states(folded) and INSTITUTION_NAMED_WITHOUT_BLANK.match(text, following))
    ):
        return False
    if addresses.is_inside_mail_address(index, following) or host_continues(text, following, case_neutral):
        return False
    if addresses.has_at_behind(following):
        return False
    return not (_neutral_part if case_neutral else _part_of_name)(text, index, following, ending)


def _part_of_name(text: str, index: int, following: int, ending: str) -> bool:
    """Tell whether initials or identifiers stand on both sides of a full stop."""
    first, second = text[following], text[following + 1 : following + 2]
    starts_initial = category(first) == "Lu" and second == "."
    if starts_initial or (ends_with_identifier(ending) and identifier_continues(text, following)):
        return not _is_greek_context(text, following)
    return category(first) == "Lu" and (second == "" or is_blank(second)) and ends_with_initial(ending)


def _neutral_part(text: str, index: int, following: int, ending: str) -> bool:
    """Tell the same without regard to case."""
    word = identifier_before(text, index)
    is_part = neutral_initial().match(text, following) is not None or (
        looks_like_identifier(word) and starts_short_part(text, following)
    )
    if is_part and not _is_greek_context(text, following):
        return True
    return has_neutral_initial(text, index, len(word)) and (
        neutral_single_letter().match(text, following) is not None
    )


def _is_greek_context(text: str, position: int) -> bool:
    """Tell whether a sigma with marks and a full stop follow, whose small form depends on what comes next."""
    if text[position] not in "Σσς":
        return False
    end = position + 1
    while is_mark(text[end : end + 1]):
        end += 1
    if end == position + 1 or text[end : end + 1] != ".":
        return False
    end += 1
    while end < len(text) and (
        text[end] in "'.:^`¨­·’‘․" or category(text[end]) in ("Mn", "Me", "Cf", "Lm", "Sk")
    ):
        if text[end].isupper() or text[end].islower():
            return True
        end += 1
    character = text[end : end + 1]
    return character.isupper() or character.islower() or character.istitle()


@functools.cache
def _names() -> tuple[re.Pattern[str], re.Pattern[str], re.Pattern[str], re.Pattern[str]]:
    blank, letters, marks = f"[{WHITESPACE}]", unicode_class("L"), unicode_class("M")
    dashes, cased = unicode_class("Pd"), cased_class()
    name = f"[{letters}][{letters}{marks}]*(?:['’{dashes}][{letters}][{letters}{marks}]*)*"
    joint = f"(?:{blank}+(?:{in_any_case('(?:and|or)')}|&)|[,;])"
    initial = rf"[{cased}][{marks}]*\."
    return (
        re.compile(rf":{blank}+{initial}\Z"),
        re.compile(f"{blank}+{name}{joint}{blank}+{initial}{blank}+[{letters}]"),
        re.compile(rf":{blank}+{initial}(?:{blank}+{name}{joint}{blank}+{initial})+\Z"),
        re.compile(f"{blank}+[{cased}](?:[{marks}'’{dashes}])*[{letters}]"),
    )


def is_initial_after_colon(text: str, index: int, case_neutral: bool) -> bool:
    """Tell whether a full stop belongs to an initial in a list of names after a colon."""
    before = text[max(0, index - _LONGEST_NAME) : index + 1]
    if text[index] != "." or ":" not in before:
        return False
    after = text[index + 1 : index + _LONGEST_NAME]
    if case_neutral:
        before, after = before.lower()[-_LONGEST_NAME - 1 :], after.lower()[: _LONGEST_NAME - 1]
    first_initial, first_author, later_initial, surname = _names()
    is_listed = (first_initial.search(before) and first_author.match(after)) or later_initial.search(before)
    return is_listed is not None and surname.match(after) is not None


def _folded(ending: str, case_neutral: bool) -> str:
    return ending.lower() if case_neutral else ending
