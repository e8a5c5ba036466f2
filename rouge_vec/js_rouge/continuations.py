"""Words after a terminator that carry a sentence on, or begin a new one."""

from __future__ import annotations

import functools
import re

from rouge_vec.js_rouge.characters import (
    BLANK_RUN,
    WORD_END,
    in_any_case,
    is_capital,
    is_cased,
    is_dash,
    is_identifier_part,
    skip_blanks,
    unicode_class,
)
from rouge_vec.js_rouge.treebank import WHITESPACE

_S = f"[{WHITESPACE}]"
_NOT_S = f"[^{WHITESPACE}]"
# Where case is ignored by the tables of Unicode, the long s and the Kelvin sign are letters of ASCII words too.
_FOLDED_WORD = "[A-Za-z0-9_\u017f\u212a]"
_FOLDED_WORD_END = f"(?!{_FOLDED_WORD})"


def _words(words: str, flags: int = re.ASCII | re.IGNORECASE) -> re.Pattern[str]:
    return re.compile(f"(?:{'|'.join(words.split())}){WORD_END}", flags)


CONTINUATION = _words(
    "and or but nor for yet so at in on of to from with by as then because while after before although though "
    "since unless until when where whether if once whereas"
)
PRONOUN = re.compile("this|that|these|those|it|we|they|he|she|i", re.ASCII | re.IGNORECASE)
RELATIVE_PRONOUN = _words("who which whose whom")
INSTITUTION = _words("government army navy military congress senate commission")
INSTITUTION_NAMED_WITHOUT_BLANK = _words("government army navy military congress")
ELLIPSIS_CONTINUATION = re.compile(rf"(?:what|and{_S}+then){WORD_END}", re.ASCII | re.IGNORECASE)
AUXILIARY = re.compile(
    r"(?:(?:am|is|are|was|were|be|been|being|has|have|had|will|would|could|should|must)(?:n['’]t)?"
    rf"|can(?:not|['’]t)?|won['’]t){WORD_END}",
    re.ASCII | re.IGNORECASE,
)
_FORM_OF_BE = re.compile(rf"\b(?:am|is|are|was|were|be|been|being){_S}+v\.?s\.\Z", re.ASCII | re.IGNORECASE)
_COORDINATION, _PRONOUNS = (
    in_any_case("(?:and|but|or|yet|so|then)"),
    in_any_case("(?:i|we|he|she|they|you|it)"),
)
_IN_FACT = re.compile(f"{in_any_case('in')}{_S}+{in_any_case('(?:fact|time)')}{_FOLDED_WORD_END}")
_COORDINATED_PRONOUN = re.compile(f"{_COORDINATION}{_S}+{_PRONOUNS}{_FOLDED_WORD_END}")
_LETTERS = re.compile(r"[^\W\d_]+")
_CLAUSE_END = re.compile("[,.!?]")
_LONGEST_CLAUSE = 120
_QUOTED_START = re.compile(
    rf"(?:(?:i|we|he|she|they|you|it|what|why|how){WORD_END}"
    r"|(?:do|does|did|is|are|was|were|has|have|had|can|could|will|would|shall|should|may|might|must)"
    rf"{_S}+(?:i|we|he|she|they|you|it){WORD_END})",
    re.ASCII | re.IGNORECASE,
)
_YEARS = in_any_case("(?:time|year)s?")
_COUNTED = in_any_case("(?:month|week|day|hour|minute|second|star|point|percent)s?")
_NUMBER_CONTINUATION = re.compile(
    rf"{_NOT_S}+(?:{_S}*%|{_S}+{_YEARS}{_FOLDED_WORD_END}"
    rf"|{_S}+{_COUNTED}(?={_S}*[.!?](?:{_S}|\Z)|{_S}*\Z))"
)
_ELLIPSIS_QUANTITY = re.compile(
    rf"{_NOT_S}+(?:{_S}*%|{_S}+(?:{_YEARS}|{_COUNTED}))"
    rf"(?={_S}*[.!?][\])}}>\"'”’»“›]*(?:{_S}|\Z)|{_S}*[\])}}>\"'”’»“›]*\Z)"
)
_ALOUD = re.compile(rf"aloud{WORD_END}(?:{_S}*,{_S}*)?", re.ASCII | re.IGNORECASE)
_SUBJECT_OF_QUESTION = re.compile(
    rf"{_S}+(?!(?:i|we|he|she|they|you|it|this|that|these|those){WORD_END})", re.ASCII | re.IGNORECASE
)


@functools.cache
def _coordinated_clause() -> re.Pattern[str]:
    name = f"[{unicode_class('L', 'M')}'’-]+"
    edge = f"(?:(?<={_FOLDED_WORD}){_FOLDED_WORD_END}|(?<!{_FOLDED_WORD})(?={_FOLDED_WORD}))"
    return re.compile(
        f"{in_any_case('(?:and|but|or|yet|so|then)')}{_S}+(?:{in_any_case('(?:the|a|an|my|our|their|his|her)')}{_S}+)?"
        f"(?!{in_any_case('(?:more|later|moved)')}{_FOLDED_WORD_END}){name}{_S}+{name}{edge}"
    )


@functools.cache
def _attributions() -> tuple[re.Pattern[str], re.Pattern[str]]:
    letters = unicode_class("L", "M")
    name, said = f"[{letters}'’-]+", f"{in_any_case('(?:said|thought|asked|replied|answered)')}"
    end = rf"(?={_S}*[,.;!?]|{_S}*\Z)"
    not_auxiliary = (
        f"(?!{in_any_case('(?:am|is|are|was|were|be|been|being|has|have|had)')}{_FOLDED_WORD_END})"
    )
    adverb = f"{_S}+(?:[{letters}]+{in_any_case('(?:ly)')}|{in_any_case('(?:me|you|him|her|us|them)')})"
    return (
        re.compile(f"(?:{not_auxiliary}{name}{_S}+){{1,3}}{said}(?:{adverb})*{end}"),
        re.compile(f"{said}{_S}+{name}(?:{_S}+{name}){{0,2}}{end}"),
    )


def starts_independent_clause(text: str, position: int) -> bool:
    """Tell whether a clause of its own begins although its first word could carry a sentence on."""
    if _IN_FACT.match(text, position) or _COORDINATED_PRONOUN.match(text, position):
        return True
    return _has_comma(text, position) or _coordinated_clause().match(text, position) is not None


def _has_comma(text: str, position: int) -> bool:
    """Tell whether a word and up to 120 characters without another mark stand before a comma."""
    word = _LETTERS.match(text, position)
    if word is None or not word.group().isalpha():
        return False
    blanks = BLANK_RUN.match(text, word.end())
    if blanks is None:
        return False
    mark = _CLAUSE_END.search(text, blanks.end(), blanks.end() + _LONGEST_CLAUSE + 1)
    return mark is not None and mark.group() == "," and mark.start() > word.end() + 1


def continues(text: str, position: int) -> bool:
    """Tell whether a word that carries a sentence on stands at a position, and no clause of its own begins."""
    return CONTINUATION.match(text, position) is not None and not starts_independent_clause(text, position)


def starts_quoted_sentence(text: str, position: int) -> bool:
    """Tell whether a sentence of its own begins inside a quotation."""
    return starts_independent_clause(text, position) or _QUOTED_START.match(text, position) is not None


def may_start_neutrally(text: str, previous_end: int, position: int, is_quoted: bool = False) -> bool:
    """Tell whether a sentence may start at a position when case says nothing."""
    if not is_cased(text[position : position + 1]):
        return False
    return is_quoted or not continues(text, position) or '"' in text[previous_end:position]


def is_pronoun(text: str, position: int) -> bool:
    """Tell whether a pronoun stands at a position as a word of its own."""
    match = PRONOUN.match(text, position)
    if match is None:
        return False
    following = text[match.end() : match.end() + 1]
    return not (is_identifier_part(following) or is_dash(following))


def follows_form_of_be(ending: str) -> bool:
    """Tell whether a text ends with a form of "be" and "vs."."""
    return _FORM_OF_BE.search(ending) is not None


def number_continues(text: str, position: int) -> bool:
    """Tell whether a number at a position counts something in the same sentence."""
    return _NUMBER_CONTINUATION.match(text, position) is not None


def quantity_after_ellipsis(text: str, position: int) -> bool:
    """Tell whether a number at a position counts something that the ellipsis before it belongs to."""
    return _ELLIPSIS_QUANTITY.match(text, position) is not None


def is_attribution(text: str, position: int) -> bool:
    """Tell whether words say who said what stands before them."""
    aloud = _ALOUD.match(text, position)
    if aloud is not None:
        return "," not in aloud.group() or is_reporting(text, aloud.end())
    auxiliary = AUXILIARY.match(text, position)
    if auxiliary is not None and _SUBJECT_OF_QUESTION.match(text, auxiliary.end()):
        return True
    return is_reporting(text, position)


def is_reporting(text: str, position: int) -> bool:
    """Tell whether words such as "she said" stand at a position."""
    first, second = _attributions()
    return first.match(text, position) is not None or second.match(text, position) is not None


def starts_with_capital(text: str, position: int) -> bool:
    """Tell whether the first character behind blanks is a capital."""
    position = skip_blanks(text, position)
    return is_capital(text[position : position + 1])
