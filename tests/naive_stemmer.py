"""The stemmer of ROUGE-1.5.5 written as regular expressions; it imports nothing from rouge_vec.

Porter (1980), *An algorithm for suffix stripping*, with the script's own step 4: three tests, not one.
"""

from __future__ import annotations

import re
from collections.abc import Mapping

CONSONANTS = "[^aeiou][^aeiouy]*"
VOWELS = "[aeiouy][aeiou]*"
MORE_THAN_0 = re.compile(f"^({CONSONANTS})?{VOWELS}{CONSONANTS}")
EXACTLY_1 = re.compile(f"^({CONSONANTS})?{VOWELS}{CONSONANTS}({VOWELS})?$")
MORE_THAN_1 = re.compile(f"^({CONSONANTS})?{VOWELS}{CONSONANTS}{VOWELS}{CONSONANTS}")
HAS_VOWEL = re.compile(f"^({CONSONANTS})?[aeiouy]")
SHORT = re.compile(f"^{CONSONANTS}[aeiouy][^aeiouwxy]$")

STEP_2 = {
    "ational": "ate",
    "tional": "tion",
    "enci": "ence",
    "anci": "ance",
    "izer": "ize",
    "bli": "ble",
    "alli": "al",
    "entli": "ent",
    "eli": "e",
    "ousli": "ous",
    "ization": "ize",
    "ation": "ate",
    "ator": "ate",
    "alism": "al",
    "iveness": "ive",
    "fulness": "ful",
    "ousness": "ous",
    "aliti": "al",
    "iviti": "ive",
    "biliti": "ble",
    "logi": "log",
}
STEP_3 = {"icate": "ic", "ative": "", "alize": "al", "iciti": "ic", "ical": "ic", "ful": "", "ness": ""}
STEP_4 = "al ance ence er ic able ible ant ement ou ism ate iti ous ive ize"


def perl_stem(word: str, exceptions: Mapping[str, str]) -> str:
    """The exception list first, then Porter; a lemma of the list is not stemmed further."""
    if word in exceptions:
        return exceptions[word]
    if len(word) < 3:
        return word
    # The first y is a consonant: written as a capital it falls outside the class of vowels.
    if word[0] == "y":
        word = "Y" + word[1:]
    for step in (plural, past, y_to_i, second, third, fourth, fifth):
        word = step(word)
    return word.lower()


def plural(word: str) -> str:
    if word.endswith(("sses", "ies")):
        return word[:-2]
    return word[:-1] if re.search("[^s]s$", word) else word


def past(word: str) -> str:
    if word.endswith("eed"):
        return word[:-1] if MORE_THAN_0.search(word[:-3]) else word
    match = re.search("^(.+?)(ed|ing)$", word)
    if not match or not HAS_VOWEL.search(match[1]):
        return word
    stem = match[1]
    if stem.endswith(("at", "bl", "iz")):
        return stem + "e"
    if re.search(r"([^aeiouylsz])\1$", stem):
        return stem[:-1]
    return stem + "e" if SHORT.search(stem) else stem


def y_to_i(word: str) -> str:
    return word[:-1] + "i" if word.endswith("y") and HAS_VOWEL.search(word[:-1]) else word


def replaced(word: str, suffixes: Mapping[str, str]) -> str:
    """The longest suffix decides, also when its stem is too short."""
    found = [suffix for suffix in suffixes if word.endswith(suffix)]
    if not found:
        return word
    suffix = max(found, key=len)
    stem = word.removesuffix(suffix)
    return stem + suffixes[suffix] if MORE_THAN_0.search(stem) else word


def second(word: str) -> str:
    return replaced(word, STEP_2)


def third(word: str) -> str:
    return replaced(word, STEP_3)


def fourth(word: str) -> str:
    """Each of the three tests sees what the one before it left, so that several suffixes can go."""
    word = without(word, [suffix for suffix in STEP_4.split() if word.endswith(suffix)])
    word = without(word, ["ment"] if word.endswith("ment") else [])
    if word.endswith("ent"):
        return without(word, ["ent"])
    if word.endswith(("sion", "tion")):
        return without(word, ["ion"])
    return word


def without(word: str, suffixes: list[str]) -> str:
    if not suffixes:
        return word
    stem = word.removesuffix(max(suffixes, key=len))
    return stem if MORE_THAN_1.search(stem) else word


def fifth(word: str) -> str:
    if word.endswith("e"):
        stem = word[:-1]
        if MORE_THAN_1.search(stem) or (EXACTLY_1.search(stem) and not SHORT.search(stem)):
            word = stem
    return word[:-1] if word.endswith("ll") and MORE_THAN_1.search(word) else word
