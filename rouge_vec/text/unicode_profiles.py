"""The tokenizers ``unicode-v1`` and ``character-v1``: words and characters by the boundary rules of Unicode.

Notes
-----
Both are frozen profiles of rouge-score-rs. The rules are those of UAX #29, for Unicode 17.0; every rule is one
expression over all positions of a text, so that time is linear whatever the text.
"""

from __future__ import annotations

import itertools
from typing import TypeVar

import numpy as np
import numpy.typing as npt

from rouge_vec.text.python_tokenizer import TokenizeAll
from rouge_vec.text.unicode_tables import (
    BreakTables,
    break_tables,
    cluster_classes,
    conjunct_class,
    normalize,
    word_classes,
)

Flags = npt.NDArray[np.bool_]
Codes = npt.NDArray[np.uint8]
Points = npt.NDArray[np.uint32]
Value = TypeVar("Value", bound=np.generic)

_LETTERS = word_classes("ALetter", "Hebrew_Letter")
_HEBREW, _NUMERIC, _KATAKANA, _UNDERSCORE, _ZWJ, _FLAG, _SPACE, _CR, _LF, _APOSTROPHE, _QUOTE = word_classes(
    "Hebrew_Letter",
    "Numeric",
    "Katakana",
    "ExtendNumLet",
    "ZWJ",
    "Regional_Indicator",
    "WSegSpace",
    "CR",
    "LF",
    "Single_Quote",
    "Double_Quote",
)
_INSIDE_WORDS = word_classes("MidLetter", "MidNumLet", "Single_Quote")
_INSIDE_NUMBERS = word_classes("MidNum", "MidNumLet", "Single_Quote")
_ATTACHED = word_classes("Extend", "Format", "ZWJ")
_LINE_ENDS = word_classes("CR", "LF", "Newline")


def tokenizer(profile: str, *, fold_case: bool) -> TokenizeAll:
    """Return the function that tokenizes texts by a profile.

    Parameters
    ----------
    profile : {"unicode-v1", "character-v1"}
        Words, or grapheme clusters, that hold a letter or a number.
    fold_case : bool
        Whether case is folded, as the profiles of rouge-score-rs do.
    """
    starts = word_starts if profile == "unicode-v1" else cluster_starts

    def tokenize_all(texts: list[str]) -> list[list[str]]:
        normal = [normalize(text, fold_case=fold_case) for text in texts]
        # Nothing goes across a line end, so all texts are cut as the lines of one.
        joined = "\n".join(normal)
        points = np.frombuffer(joined.encode("utf-32-le", "surrogatepass"), np.uint32)
        if not len(points):
            return [[] for _ in texts]
        tables = break_tables()
        begins = np.flatnonzero(starts(points, tables))
        ends = np.append(begins[1:], len(points))
        kept = np.add.reduceat(tables.alphanumeric[points], begins, dtype=np.int64) > 0
        begins, ends = begins[kept], ends[kept]
        tokens = [joined[begin:end] for begin, end in zip(begins.tolist(), ends.tolist(), strict=True)]
        text_ends = np.cumsum([len(text) + 1 for text in normal])
        bounds = np.searchsorted(begins, text_ends).tolist()
        return [tokens[first:last] for first, last in itertools.pairwise([0, *bounds])]

    return tokenize_all


def word_starts(points: Points, tables: BreakTables) -> Flags:
    """Tell at which positions a word, or what stands between words, begins; bool, shape (points,).

    Notes
    -----
    UAX #29, rules WB1 to WB999. Marks and format characters belong to what they follow (WB4), so the rules that
    look at neighbours look at the positions that are left without them.
    """
    classes = tables.words[points]
    attached = np.isin(classes, _ATTACHED)
    attached[1:] &= ~np.isin(classes[:-1], _LINE_ENDS)
    attached[0] = False
    places = np.flatnonzero(~attached)
    joined = _joins_words(classes[places])
    adjacent = np.zeros(len(places), np.bool_)
    adjacent[1:] = places[1:] == places[:-1] + 1
    before = np.concatenate([[0], classes[places[1:] - 1]])
    here = classes[places]
    joined |= adjacent & (before == _CR) & (here == _LF)
    joined |= adjacent & (before == _SPACE) & (here == _SPACE)
    emoji = (before == _ZWJ) & tables.pictographic[points[places]]
    joined |= emoji | (_expects_more(here) & _shifted(emoji, -1))
    starts = np.zeros(len(points), np.bool_)
    starts[places[~joined]] = True
    return starts


def _joins_words(here: Codes) -> Flags:
    """Tell which positions belong to the word of the position before them, by rules WB5 to WB16."""
    before, behind = _shifted(here, 1), _shifted(here, -1)
    twice_before = _shifted(here, 2)
    letter, number = np.isin(here, _LETTERS), here == _NUMERIC
    letter_before, number_before = np.isin(before, _LETTERS), before == _NUMERIC
    word = letter | number | (here == _KATAKANA) | (here == _UNDERSCORE)
    word_before = letter_before | number_before | (before == _KATAKANA) | (before == _UNDERSCORE)
    joined = (letter | number) & (letter_before | number_before)
    joined |= (here == _KATAKANA) & (before == _KATAKANA)
    joined |= word & word_before & ((here == _UNDERSCORE) | (before == _UNDERSCORE))
    joined |= letter_before & np.isin(here, _INSIDE_WORDS) & np.isin(behind, _LETTERS)
    joined |= np.isin(twice_before, _LETTERS) & np.isin(before, _INSIDE_WORDS) & letter
    joined |= number_before & np.isin(here, _INSIDE_NUMBERS) & (behind == _NUMERIC)
    joined |= (twice_before == _NUMERIC) & np.isin(before, _INSIDE_NUMBERS) & number
    joined |= (before == _HEBREW) & (here == _APOSTROPHE)
    joined |= (before == _HEBREW) & (here == _QUOTE) & (behind == _HEBREW)
    joined |= (twice_before == _HEBREW) & (before == _QUOTE) & (here == _HEBREW)
    return joined | _second_of_pair(here == _FLAG)


def _expects_more(here: Codes) -> Flags:
    """Tell which marks stand behind a letter or number that they could tie to what follows.

    The profile keeps such a mark in the word also when a joiner and a pictograph follow it.
    """
    before = _shifted(here, 1)
    found = np.isin(before, _LETTERS) & np.isin(here, _INSIDE_WORDS)
    found |= (before == _HEBREW) & (here == _QUOTE)
    return found | ((before == _NUMERIC) & np.isin(here, _INSIDE_NUMBERS))


def cluster_starts(points: Points, tables: BreakTables) -> Flags:
    """Tell at which positions a grapheme cluster begins; bool, shape (points,).

    Notes
    -----
    UAX #29, rules GB1 to GB999.
    """
    here = tables.clusters[points]
    before = _shifted(here, 1)
    flag, zwj, extend, leading, vowel, trailing, leading_vowel, syllable = cluster_classes(
        "Regional_Indicator", "ZWJ", "Extend", "L", "V", "T", "LV", "LVT"
    )
    carriage, line_feed, control, mark, prepend = cluster_classes(
        "CR", "LF", "Control", "SpacingMark", "Prepend"
    )
    controls = (carriage, line_feed, control)
    joined = np.isin(here, (extend, zwj, mark)) | (before == prepend)
    joined |= (before == leading) & np.isin(here, (leading, vowel, leading_vowel, syllable))
    joined |= np.isin(before, (leading_vowel, vowel)) & np.isin(here, (vowel, trailing))
    joined |= np.isin(before, (syllable, trailing)) & (here == trailing)
    joined |= _second_of_pair(here == flag)
    joined |= _in_emoji(tables.pictographic[points], here == extend, here == zwj)
    joined |= _in_conjunct(tables.conjuncts[points])
    joined &= ~np.isin(here, controls) & ~np.isin(before, controls)
    joined |= (before == carriage) & (here == line_feed)
    joined[0] = False
    return ~joined


def _in_emoji(pictographic: Flags, extend: Flags, zwj: Flags) -> Flags:
    """Tell which pictographs are joined to one before them, by rule GB11."""
    place = np.arange(len(zwj))
    last_other = np.maximum.accumulate(np.where(extend, -1, place))
    # What stands before the joiner and its marks; the first position has nothing before it.
    base = np.concatenate([[-1, -1], last_other[:-2]])[: len(zwj)]
    found = pictographic & _shifted(zwj, 1) & (base >= 0)
    return found & pictographic[np.maximum(base, 0)]


def _in_conjunct(classes: Codes) -> Flags:
    """Tell which consonants are joined to one before them by a linker, by rule GB9c."""
    consonant, linker = conjunct_class("Consonant"), conjunct_class("Linker")
    place = np.arange(len(classes))
    between = np.isin(classes, (linker, conjunct_class("Extend")))
    last_other = np.concatenate([[-1], np.maximum.accumulate(np.where(between, -1, place))[:-1]])
    linkers = np.cumsum(classes == linker)
    base = np.maximum(last_other, 0)
    found = (classes == consonant) & (last_other >= 0) & (classes[base] == consonant)
    return found & (linkers > linkers[base])


def _second_of_pair(flags: Flags) -> Flags:
    """Tell which of the flagged positions are the second, fourth, ... of a run."""
    place = np.arange(len(flags))
    last_other = np.maximum.accumulate(np.where(flags, -1, place))
    return flags & ((place - last_other) % 2 == 0)


def _shifted(values: npt.NDArray[Value], places: int) -> npt.NDArray[Value]:
    """Return the values of the positions so many places before (or, negative, behind); 0 beyond the ends."""
    result = np.zeros_like(values)
    if places > 0:
        result[places:] = values[:-places]
    else:
        result[:places] = values[-places:]
    return result
