"""Abbreviations whose full stop does not end a sentence, as the js-rouge 3.2.3 segmenter treats them.

The lists are those that js-rouge goes by; spelled here by subject.
"""

from __future__ import annotations

import re
from functools import lru_cache


def _words(listed: str) -> frozenset[str]:
    return frozenset(listed.split())


TITLES = _words(
    "adm asst atty brig capt cmdr col comdr corp cpl det dr esq gen gov hon jr lt maj messrs miss "
    "misses mister mlle mme mr mrs ms mstr op ord phd prof pvt rep reps res rev sen sens sfc sgt sir "
    "sr supt surg"
)
PLACES_AND_GRAMMAR = _words("adj adv bldg ca cca circa e.g esp ex ft i.e mt st v.s vs")

#: A sentence never ends after one of these, except after "versus" where something else shows that it does.
NEVER_FINAL = TITLES | PLACES_AND_GRAMMAR

MONTHS = _words("apr aug dec feb jan jul jun mar nov oct sep sept")
COMPANIES = _words("assn bros co dept dist fed inc jeopardy joomla ltd univ yahoo")
DEGREES = _words("ba lit llb ma")
ADDRESSES = _words("al arc ave bl blvd cl cres ct exp hwy pd pl plz rd tce")
STATES = _words(
    "ala alta ariz ark cal calif colo conn dak del fl fla ga ia ida ind kan kans ken ky la md mich "
    "minn mont neb nebr nev okla ont pa penn penna que sask tenn tex usafa ut va vt wash wis wisc wy "
    "wyo yuk"
)
OTHERS = _words("a.d a.m b.c e.u etc fy n° p.m u.s u.s.a")

#: A sentence ends after one of these when the next word is capitalised.
FINAL_BEFORE_CAPITAL = MONTHS | COMPANIES | DEGREES | ADDRESSES | STATES | OTHERS

ENDING_LENGTH = 10
"""So many characters before a place tell whether an abbreviation stands there."""

ABBREVIATIONS = NEVER_FINAL | FINAL_BEFORE_CAPITAL
_LAST_WORD = re.compile(r"[A-Za-z.°]*[A-Za-z°](?=[.!?] ?\Z)")
_VERSUS = re.compile(r"\bv\.?s\.\Z", re.ASCII | re.IGNORECASE)
_UNITED_STATES = re.compile(r"\bU\.S(?:\.A)?\.\Z", re.ASCII | re.IGNORECASE)
_DOTTED_PLACE = re.compile(r"\b(?:U\.S|U\.S\.A|E\.U)\.\Z", re.ASCII | re.IGNORECASE)


def ending_of(text: str, end: int) -> str:
    """Return the characters before a position that decide about an abbreviation."""
    return text[max(0, end - ENDING_LENGTH) : end]


@lru_cache(maxsize=4096)
def _kind(ending: str) -> int:
    """Return 1 for the end of an abbreviation and a terminator, 3 for one that is never final, else 0.

    A "vs" with another mark than a full stop is 2: never final, but no abbreviation.
    """
    match = _LAST_WORD.search(ending)
    if match is None:
        return 0
    word = match.group().lower()
    kind = 0
    for start in [0, *(place + 1 for place, letter in enumerate(word) if letter in ".°")]:
        part, place = word[start:], match.start() + start
        before = ending[place - 1 : place] if place else ""
        if part not in ABBREVIATIONS or before == "_" or (before.isascii() and before.isalnum()):
            continue
        kind |= part in NEVER_FINAL and 2
        kind |= part not in ("vs", "v.s") or ending.rstrip(" ")[-1] == "."
    return kind


def is_abbreviation(ending: str) -> bool:
    """Tell whether a text ends with an abbreviation and a terminator."""
    return _kind(ending) & 1 != 0


def is_never_final(ending: str) -> bool:
    """Tell whether a text ends with an abbreviation that never ends a sentence, and a terminator."""
    return _kind(ending) & 2 != 0


def is_versus(ending: str) -> bool:
    """Tell whether a text ends with "vs." or "v.s."."""
    return ending[-1:] == "." and _VERSUS.search(ending) is not None


def is_united_states(ending: str) -> bool:
    """Tell whether a text ends with "U.S." or "U.S.A."."""
    return _UNITED_STATES.search(ending) is not None


def is_dotted_place(ending: str) -> bool:
    """Tell whether a text ends with the dotted name of a country or union."""
    return _DOTTED_PLACE.search(ending) is not None
