"""The Penn-Treebank tokenizer of js-rouge 3.2.3, as one fixed sequence of linear passes over the text."""

from __future__ import annotations

import re
import unicodedata
from functools import lru_cache

# JavaScript's \s and NEL: Python's own \s also takes the four information separators U+001C to U+001F.
WHITESPACE = "\t\n\v\f\r \x85\xa0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u3000\ufeff"

# U+200C, U+200D, U+30FB and U+FF65 joined ID_Continue in Unicode 15.1, later than some supported Pythons
# know; the others are in ID_Continue but not in XID_Continue, which is what str.isidentifier looks at.
_LATE_WORD_CHARACTERS = frozenset(
    "\u200c\u200d\u30fb\uff65\u037a\u309b\u309c\ufc5e\ufc5f\ufc60\ufc61\ufc62\ufc63\ufdfa\ufdfb"
    "\ufe70\ufe72\ufe74\ufe76\ufe78\ufe7a\ufe7c\ufe7e"
)

_WHITESPACE_RUN = re.compile(f"[{WHITESPACE}]+")
_QUOTE_RUN = re.compile("((?:``)+|(?:'')+|\"+)")
_OPENING = " `` "
_CLOSING = " '' "
_COLON = re.compile(r":(?!\d)")
_COMMA = re.compile(r",(?!\d)")
_FINAL_DOT = re.compile(r"\.(?<=[^.]\.)(?<!\b[A-Za-z]\.[A-Za-z]\.)([\])}>'\s]*)\Z", re.ASCII)
_CLITIC_PASSES = (
    (re.compile(r"'(?<=[^']') "), " ' "),
    (re.compile(r"('[sSmMdD]) "), r" \1 "),
    (re.compile(r"('ll|'LL|'re|'RE|'ve|'VE|n't|N'T) "), r" \1 "),
)
_MARKS = (";", "@", "#", "$", "%", "&", "?", "!", "[", "]", "(", ")", "{", "}", "<", ">", "--")

# One pass each: a word that one pass has set apart with blanks is no longer a neighbour in the next.
_CONTRACTION_PASSES = tuple(
    (words, re.compile(pattern, re.IGNORECASE | re.ASCII))
    for words, pattern in (
        (
            ("cannot", "d'ye", "gimme", "gonna", "gotta", "lemme", "more'n", "wanna"),
            r"(can)(not)|(d)('ye)|(gim)(me)|(gon)(na)|(got)(ta)|(lem)(me)|(more)('n)|(wan)(na)(?= )",
        ),
        (("'tis",), r"('t)(is)"),
        (("'twas",), r"('t)(was)"),
    )
)


def tree_bank_tokenize(text: str) -> list[str]:
    """Split one sentence into Penn-Treebank tokens.

    Parameters
    ----------
    text : str
        One sentence; of several sentences in one string only the last loses its full stop.

    Returns
    -------
    list of str
        Words, clitics (``n't``, ``'s``) and punctuation marks, none of them empty. Straight double quotes
        become two backticks or two apostrophes by pairing.

    Notes
    -----
    Linear in the length of the text. The rules are those of js-rouge 3.2.3, which extends the Penn-Treebank
    script of Robert MacIntyre (1995) by quote pairing and by contractions at Unicode word boundaries.
    """
    text = _WHITESPACE_RUN.sub(" ", text).strip(" ")
    text = _separate_punctuation(_pair_quotes(text))
    text = _separate_clitics(f" {text} ")
    folded = text.lower()
    for words, pattern in _CONTRACTION_PASSES:
        if any(word in folded for word in words):
            text = pattern.sub(_split_contraction, text)
    return [token for token in text.split(" ") if token]


def _pair_quotes(text: str) -> str:
    """Return the text with every double quote as a padded opening or closing mark."""
    pieces = _QUOTE_RUN.split(text)
    runs, texts = pieces[1::2], pieces[2::2]
    paired = [pieces[0]]
    before = pieces[0][-1:]
    is_open = False
    for run, after, following_run in zip(runs, texts, [*runs[1:], ""], strict=False):
        pair_run = _pair_straight_quotes if run[0] == '"' else _pair_double_marks
        marks, is_open = pair_run(run, is_open, before, after[:1], following_run[:2])
        paired += (marks, after)
        before = (after or run)[-1]
    return "".join(paired)


def _pair_straight_quotes(
    run: str, is_open: bool, before: str, after: str, following: str
) -> tuple[str, bool]:
    """Return the marks for a run of straight quotes, which open and close in turn, and the state after it."""
    if len(run) == 1:
        is_open = not is_open and _opens_quotation('"', before, after, following)
        return _OPENING if is_open else _CLOSING, is_open
    first_opens = not is_open and _opens_quotation('"', before, "", '"')
    in_turn = _OPENING + _CLOSING if first_opens else _CLOSING + _OPENING
    marks = (in_turn * (len(run) // 2 + 1))[: (len(run) - 1) * len(_OPENING)]
    is_open = marks.endswith(_CLOSING) and bool(after or following)
    return marks + (_OPENING if is_open else _CLOSING), is_open


def _pair_double_marks(run: str, is_open: bool, before: str, after: str, following: str) -> tuple[str, bool]:
    """Return the marks for a run of double backticks or apostrophes and the state behind it.

    Backticks always open; of several pairs of apostrophes only the last can be before a word.
    """
    count = len(run) // 2
    if run[0] == "`":
        return _OPENING * count, True
    if count == 1:
        is_open = not is_open and _opens_quotation(run, before, after, following)
    else:
        is_open = _opens_quotation("''", "'", after, following)
    return _CLOSING * (count - 1) + (_OPENING if is_open else _CLOSING), is_open


@lru_cache(maxsize=4096)
def _opens_quotation(mark: str, before: str, after: str, following: str) -> bool:
    """Tell whether a straight quote, met while no quotation is open, opens one.

    Two apostrophes open one only before a word, an amount of money or a bracket, never at the start of the
    text, and only when the next mark is two apostrophes again.

    Parameters
    ----------
    mark : str
        Either a straight double quote or two apostrophes.
    before, after : str
        The characters beside it; empty at the ends of the text, ``after`` also before another mark.
    following : str
        The next mark of the text, if there is one.
    """
    if mark == "''" and not (before and following == mark and _starts_quoted_text(after)):
        return False
    if not before or before in " <":
        return True
    # The original reads UTF-16 code units, so punctuation outside the basic plane is none to it.
    category = unicodedata.category(before) if before <= "\uffff" else "Cs"
    is_last = not after and not following
    if category == "Ps" or is_last:
        return category == "Ps"
    return category[0] == "P" and before not in ".!?"


def _starts_quoted_text(character: str) -> bool:
    """Tell whether a character can be the first one after an opening pair of apostrophes."""
    if not character:
        return False
    category = unicodedata.category(character)
    return category[0] in "LN" or category in ("Sc", "Ps")


def _separate_punctuation(text: str) -> str:
    """Set punctuation apart with blanks, except dots inside the text, which belong to their words."""
    text = text.replace("...", " ... ")
    text = _COMMA.sub(" , ", _COLON.sub(" : ", text))
    text = _FINAL_DOT.sub(r" . \1 ", text)
    for mark in _MARKS:
        text = text.replace(mark, f" {mark} ")
    return text


def _separate_clitics(text: str) -> str:
    """Set apart the apostrophe that ends a word and the clitics that begin with one."""
    if "'" in text:
        for pattern, replacement in _CLITIC_PASSES:
            text = pattern.sub(replacement, text)
    return text


def _split_contraction(match: re.Match[str]) -> str:
    """Return a contraction as two words, or unchanged when it is only a part of a longer word."""
    text, start, end = match.string, match.start(), match.end()
    if _is_word_character(text[start - 1]) or _is_word_character(text[end]):
        return match.group()
    return f" {' '.join(part for part in match.groups() if part)} "


def _is_word_character(character: str) -> bool:
    """Tell whether a character has the Unicode property ID_Continue."""
    return ("_" + character).isidentifier() or character in _LATE_WORD_CHARACTERS
