"""Porter's stemmer over many words at once, in the four variants that existing ROUGE scorers use.

The work per word is one pass over its letters and then a few comparisons of integers:

* Every condition of the algorithm asks whether a *beginning* of the word has a vowel, a measure above 0 or a
  measure above 1. These are monotone in its length, so three numbers found in the pass answer all of them.
  They stay valid while the ending is rewritten: no later condition looks at a rewritten letter but the l of
  ``ble`` made of ``biliti``, and neither that l nor the i it replaces adds to the measure.
* The last eight letters are kept as one integer, the *tail*: a suffix test is a mask and a comparison.
* The rules of steps 2 to 4 are rows of a table, found by the last two letters. A variant is a list of such
  steps: the variants differ in data and in a few short conditions.

Helpers take numbers only, because each array argument costs two atomic reference counts a call.

Sources: M. F. Porter, "An algorithm for suffix stripping", Program 14(3), 1980, whose step numbers are used;
his own later changes (https://tartarus.org/martin/PorterStemmer/); the extensions of NLTK 3.10;
ROUGE-1.5.5.pl, lines 3207-3273.
"""

from __future__ import annotations

import numpy as np
from numpy import int64, uint64
from numpy.typing import NDArray

from rouge_vec.kernels.jit import helper, kernel

NLTK = 0
"""NLTK's ``NLTK_EXTENSIONS``: what rouge-score uses."""
MARTIN = 1
"""NLTK's ``MARTIN_EXTENSIONS``: Porter's own published programs."""
ORIGINAL = 2
"""NLTK's ``ORIGINAL_ALGORITHM``: the paper of 1980; only this variant touches words of one or two letters."""
PERL = 3
"""ROUGE-1.5.5: `MARTIN` with a step 4 of three tests in a row (its exception list is not applied here)."""

Bytes = NDArray[np.uint8]
Integers = NDArray[np.int64]
Integer = int | np.int64


def _packed(letters: str) -> int:
    return int.from_bytes(letters.encode("ascii"), "big")


# --- The pass over the letters: a finite-state machine; each letter has all its transitions in one integer.
# States: nothing read; only consonants; vowels; measure 1, after a consonant; the same after a vowel;
# measure 2 or more, after a consonant; the same after a vowel.
# A state is the place of its field in that integer, odd for the states that a vowel leads to.
_STATES = (0, 6, 13, 20, 27, 34, 41)
_STATE_MASK = 63
_NO_VOWEL, _MEASURE_0, _MEASURE_1 = _STATES[1], _STATES[2], _STATES[4]
_AFTER_CONSONANT = (1, 1, 3, 3, 5, 5, 5)
_AFTER_VOWEL = (2, 2, 2, 4, 4, 6, 6)
# y is a vowel after a consonant, else a consonant; so it is as the first letter of a word.
_AFTER_Y = (1, 2, 3, 4, 5, 6, 5)


def _transition_table() -> Integers:
    table = np.empty(256, np.int64)
    for letter in range(256):
        following = (
            _AFTER_VOWEL if letter in b"aeiou" else _AFTER_Y if letter == ord("y") else _AFTER_CONSONANT
        )
        table[letter] = sum(_STATES[after] << field for field, after in zip(_STATES, following, strict=True))
    return table


_TRANSITIONS = _transition_table()
# UTF-8: a byte outside ASCII; the two high bits by which the second and later bytes of a character are known.
_WIDE, _HIGH_BITS, _CONTINUATION = 0x80, 0xC0, 0x80

_D, _E, _G, _I, _L, _S, _W, _X, _Y, _Z = (ord(letter) for letter in "degilswxyz")
_AT, _BL, _ED, _IZ, _LL, _SS, _STAR_D = map(_packed, ("at", "bl", "ed", "iz", "ll", "ss", "*d"))
_EED, _IED, _IES, _ING, _SSES = map(_packed, ("eed", "ied", "ies", "ing", "sses"))
_ONE, _TWO, _THREE, _FOUR = (256**letters - 1 for letters in (1, 2, 3, 4))

# --- Steps 2 to 4. A rule: suffix, replacement, letters of the suffix that belong to the measured beginning.
_Rule = tuple[str, str, int]


def _rules(table: str) -> tuple[_Rule, ...]:
    pairs = (rule.split(">") for rule in table.split())
    return tuple((suffix, replacement, 0) for suffix, replacement in pairs)


_ALLI = _rules("alli>al")
_STEP_2 = _rules(
    "ational>ate tional>tion enci>ence anci>ance izer>ize entli>ent eli>e ousli>ous ization>ize ation>ate "
    "ator>ate alism>al iveness>ive fulness>ful ousness>ous aliti>al iviti>ive biliti>ble"
)
_STEP_2_NLTK = (*_STEP_2, *_rules("bli>ble fulli>ful"), ("logi", "log", 1))
_STEP_2_MARTIN = (*_STEP_2, *_ALLI, *_rules("bli>ble logi>log"))
_STEP_2_ORIGINAL = (*_STEP_2, *_ALLI, *_rules("abli>able"))
_STEP_3 = _rules("icate>ic ative> alize>al iciti>ic ical>ic ful> ness>")
_STEP_4_PERL = _rules("al> ance> ence> er> ic> able> ible> ant> ement> ou> ism> ate> iti> ous> ive> ize>")
_ION: tuple[_Rule, ...] = (("sion", "s", 1), ("tion", "t", 1))
_STEP_4 = (*_STEP_4_PERL, *_rules("ment> ent>"), *_ION)

_STEPS = (
    _ALLI,  # NLTK applies this rule first and then step 2 to what is left
    _STEP_2_NLTK,
    _STEP_2_MARTIN,
    _STEP_2_ORIGINAL,
    _STEP_3,
    _STEP_4,
    _STEP_4_PERL,
    _rules("ment>"),
    (*_rules("ent>"), *_ION),
)
_FIRST_STEP_4 = 5
_NO_STEP = -1
# Row = variant: its steps in order, closed by _NO_STEP.
_PROGRAMS = np.array(
    [[0, 1, 4, 5, -1, -1], [2, 4, 5, -1, -1, -1], [3, 4, 5, -1, -1, -1], [2, 4, 6, 7, 8, -1]], np.int64
)

_PAIRS = 1024
_NEVER = 255


def _pair(suffix: str) -> int:
    """Return a number for the last two letters by their low five bits, which tell all rules apart."""
    return ord(suffix[-2]) % 32 + ord(suffix[-1]) % 32 * 32


def _rule_tables() -> tuple[Bytes, Integers]:
    """Lay the rules out by step and last two letters, the longest suffix first.

    Returns the first row of each (step, pair), and the rows: mask, suffix, letters of the suffix outside the
    measured beginning, letters to drop, letters to add (first in the low byte).
    """
    cells = []
    rows = []
    for number, step in enumerate(_STEPS):
        for suffix, replacement, measured in sorted(step, key=lambda rule: (_pair(rule[0]), -len(rule[0]))):
            kept = max(size for size in range(len(replacement) + 1) if suffix.startswith(replacement[:size]))
            added = int.from_bytes(replacement[kept:].encode("ascii"), "little")
            unmeasured, dropped = len(suffix) - measured, len(suffix) - kept
            cells.append(number * _PAIRS + _pair(suffix))
            rows.append((256 ** len(suffix) - 1, _packed(suffix), unmeasured, dropped, added))
    starts = np.searchsorted(cells, np.arange(len(_STEPS) * _PAIRS + 1)).astype(np.uint8)
    return starts, np.array(rows, np.int64)


def _reach_table() -> Bytes:
    """For each last two letters: the fewest letters that a rule needs beyond a measure of 0 and of 1."""
    table = np.full((2, _PAIRS), _NEVER, np.uint8)
    for number, step in enumerate(_STEPS):
        for suffix, _, measured in step:
            cell = int(number >= _FIRST_STEP_4), _pair(suffix)
            table[cell] = min(table[cell], len(suffix) - measured)
    return table


def _ending_table() -> Bytes:
    """For each last two letters: whether steps 1 and 5, a rule or an irregular stem may change the word."""
    table = (_REACH < _NEVER).any(axis=0).reshape(32, 32)  # by the last letter, then by the one before
    table[[letter % 32 for letter in (_E, _Y)]] = True
    others_before_s = np.arange(32) != _S % 32
    table[_S % 32, others_before_s] = True
    for ending in ("ed", "ng", "ll"):
        table[ord(ending[1]) % 32, ord(ending[0]) % 32] = True
    return table.reshape(_PAIRS).astype(np.uint8)


_RULE_STARTS, _RULES = _rule_tables()
_REACH = _reach_table()
ENDINGS = _ending_table()
"""Entry ``a % 32 + b % 32 * 32`` is 1 if a word that ends in the letters ``a`` and ``b`` may not be its own stem."""

# --- Words that NLTK does not stem by rule.
_IRREGULAR = {
    "sky": "sky",
    "skies": "sky",
    "dying": "die",
    "lying": "lie",
    "tying": "tie",
    "news": "news",
    "innings": "inning",
    "inning": "inning",
    "outings": "outing",
    "outing": "outing",
    "cannings": "canning",
    "canning": "canning",
    "howe": "howe",
    "proceed": "proceed",
    "exceed": "exceed",
    "succeed": "succeed",
}
_SLOTS = 64
_SHIFT, _FURTHER_SHIFT = 31, 48  # the smallest that give each of these words a slot of its own


def _irregular_table() -> Integers:
    """Lay the words out: row = slot; columns = packed word, its length, packed stem (first letter lowest)."""
    table = np.zeros((_SLOTS, 3), np.int64)
    for word, stem_of_word in _IRREGULAR.items():
        packed = _packed(word)
        slot = (packed ^ packed >> _SHIFT ^ packed >> _FURTHER_SHIFT) % _SLOTS
        table[slot] = packed, len(word), int.from_bytes(stem_of_word.encode("ascii"), "little")
    return table


_IRREGULAR_TABLE = _irregular_table()


@helper
def _irregular_stem(length: Integer, tail: Integer) -> Integer:
    slot = (tail ^ tail >> _SHIFT ^ tail >> _FURTHER_SHIFT) & (_SLOTS - 1)
    if _IRREGULAR_TABLE[slot, 0] == tail and _IRREGULAR_TABLE[slot, 1] == length:
        return int64(_IRREGULAR_TABLE[slot, 2])
    return 0


@helper
def _is_short(
    length: Integer, last: Integer, vowel_free: Integer, measure_0: Integer, variant: Integer
) -> bool:
    """Whether the measure is 1 and the word ends consonant, vowel, consonant other than w, x, y: m=1 and *o.

    NLTK counts a word of one vowel and one consonant as well.
    """
    if length != measure_0 + 1 or length != vowel_free + 2:
        return False
    return variant == NLTK if length == 2 else last not in (_W, _X, _Y)


@helper
def _without_plural(length: Integer, tail: Integer, variant: Integer) -> Integer:
    """Step 1a, for a word that ends in s."""
    if tail & _THREE == _IES:
        return length - 1 if variant == NLTK and length == 4 else length - 2
    if tail & _FOUR == _SSES:
        return length - 2
    return length if tail & _TWO == _SS else length - 1


@helper
def _without_ed_or_ing(
    length: Integer, tail: Integer, vowel_free: Integer, measure_0: Integer, variant: Integer
) -> Integer:
    """Step 1b, the removal."""
    if variant == NLTK and tail & _THREE == _IED:
        return length - 1 if length == 4 else length - 2
    if tail & _THREE == _EED:
        return length - 1 if length - 3 > measure_0 else length
    if tail & _TWO == _ED and length - 2 > vowel_free:
        return length - 2
    return length - 3 if tail & _THREE == _ING and length - 3 > vowel_free else length


@helper
def _restored(
    length: Integer,
    tail: Integer,
    vowels: Integer,
    repeated: bool,
    vowel_free: Integer,
    measure_0: Integer,
    variant: Integer,
) -> tuple[Integer, Integer]:
    """Step 1b, what follows a removal: return the letters to keep and the letter to add, 0 for none."""
    ending = tail & _TWO
    last = tail & _ONE
    if ending in (_AT, _BL, _IZ):
        return length, _E
    doubled = last == ending >> 8 and (last < _WIDE or repeated)
    if doubled and vowels & 1 == 0 and (last != _Y or variant != PERL):
        return (length, 0) if last in (_L, _S, _Z) else (length - 1, 0)
    if ending == _STAR_D and variant != PERL:  # NLTK takes Porter's sign *d for two letters of the word
        return length - 2, _D
    return length, _E if _is_short(length, last, vowel_free, measure_0, variant) else 0


@helper
def _step_1(
    length: Integer,
    tail: Integer,
    vowels: Integer,
    repeated: bool,
    vowel_free: Integer,
    measure_0: Integer,
    variant: Integer,
) -> tuple[Integer, Integer, Integer]:
    """Irregular words and step 1.

    Returns the letters to keep (none of an irregular word), the letters to add (first in the low byte, 0 for
    none), and the tail of the kept letters: all eight less those dropped.
    """
    if variant == NLTK:
        irregular = _irregular_stem(length, tail)
        if irregular:
            return 0, irregular, 0
    if tail & _ONE == _S:
        shorter = _without_plural(length, tail, variant)
        tail >>= 8 * (length - shorter)
        vowels >>= length - shorter
        length = shorter
    if tail & _ONE == _D or tail & _ONE == _G:
        shorter = _without_ed_or_ing(length, tail, vowel_free, measure_0, variant)
        if shorter < length:
            tail >>= 8 * (length - shorter)
            vowels >>= length - shorter
            length, added = _restored(shorter, tail, vowels, repeated, vowel_free, measure_0, variant)
            tail >>= 8 * (shorter - length)
            vowels >>= shorter - length
            if added:
                return length, added, tail
    if tail & _ONE == _Y:
        after_consonant = length > 2 and vowels & 2 == 0
        if after_consonant if variant == NLTK else length - 1 > vowel_free:
            return length - 1, _I, tail >> 8
    return length, 0, tail


@helper
def _matching_rule(
    step: Integer, length: Integer, tail: Integer, measure_0: Integer, measure_1: Integer
) -> Integer:
    """Return the row of the rule that applies in one of steps 2 to 4, or -1; the longest suffix decides."""
    limit = measure_1 if step >= _FIRST_STEP_4 else measure_0
    start = step * _PAIRS + (tail >> 8 & 31 | (tail & 31) << 5)
    for rule in range(int64(_RULE_STARTS[start]), int64(_RULE_STARTS[start + 1])):
        if tail & _RULES[rule, 0] == _RULES[rule, 1]:
            return rule if length - _RULES[rule, 2] > limit else -1
    return -1


@helper
def _step_5(
    length: Integer,
    tail: Integer,
    vowel_free: Integer,
    measure_0: Integer,
    measure_1: Integer,
    variant: Integer,
) -> Integer:
    if tail & _ONE == _E and length - 1 > measure_0:
        last = tail >> 8 & _ONE
        if length - 1 > measure_1 or not _is_short(length - 1, last, vowel_free, measure_0, variant):
            length -= 1
            tail >>= 8
    return length - 1 if tail & _TWO == _LL and length - 1 > measure_1 else length


@kernel
def stem_words(
    word_bytes: Bytes,
    word_offsets: Integers,
    lo: int,
    hi: int,
    variant: int,
    minimum_length: int,
    out_bytes: Bytes,
    out_offsets: Integers,
) -> Integer:
    """Stem the words ``lo <= i < hi`` and write the stems one after the other.

    Parameters
    ----------
    word_bytes : ndarray of uint8, shape (bytes,)
        Letters of all words in UTF-8, lower-cased by the caller. Any bytes are safe.
    word_offsets : ndarray of int64, shape (words + 1,)
        Word i is ``word_bytes[word_offsets[i]:word_offsets[i + 1]]``.
    lo, hi : int
        Range of words.
    variant : int
        0 `NLTK`, 1 `MARTIN`, 2 `ORIGINAL`, 3 `PERL`.
    minimum_length : int
        Words of fewer characters are copied as they are; rouge-score and ROUGE-1.5.5 stem from 4 on.
    out_bytes : ndarray of uint8, shape (at least ``word_offsets[hi] - word_offsets[lo]``,)
        Receives the stems. No stem is longer than its word, so this size is enough.
    out_offsets : ndarray of int64, shape (at least ``hi - lo + 1``,)
        Stem of word i is ``out_bytes[out_offsets[i - lo]:out_offsets[i - lo + 1]]``.

    Returns
    -------
    int
        Bytes written to `out_bytes`.

    Notes
    -----
    Linear in the bytes. Lengths and doubled letters are those of characters, not of bytes, so that stems of
    words with letters outside ASCII are NLTK's too; each such letter is a consonant.
    """
    shortest = minimum_length if variant == ORIGINAL else max(minimum_length, 3)
    at: Integer = int64(0)
    out_offsets[0] = 0
    for word in range(lo, hi):
        begin = word_offsets[word]
        size = word_offsets[word + 1] - begin
        # A beginning of k letters has a vowel if k > vowel_free, a measure above 0 if k > measure_0, above 1
        # if k > measure_1. Bit j of vowels tells whether the letter j places before the last is a vowel.
        tail: Integer = int64(0)
        state = vowels = vowel_free = measure_0 = measure_1 = int64(0)
        # The last character outside ASCII, the one right before it if that is another, where it ends.
        wide: Integer = int64(0)
        before_wide: Integer = int64(0)
        wide_end = wide_continuations = continuations = int64(0)
        for position in range(size):
            # Unsigned indexes save the test for negative ones.
            letter: Integer = int64(word_bytes[uint64(begin + position)])
            out_bytes[uint64(at + position)] = letter
            if letter >= _WIDE:
                if letter & _HIGH_BITS == _CONTINUATION:
                    wide = wide << 8 | letter
                    wide_continuations += 1
                    continuations += 1
                    continue
                before_wide = wide if tail & _ONE >= _WIDE else int64(0)
                wide = letter
                wide_continuations = int64(0)
                wide_end = position + 1 - continuations
            tail = tail << 8 | letter
            state = _TRANSITIONS[letter] >> state & _STATE_MASK
            vowels = vowels << 1 | state & 1
            vowel_free += state <= _NO_VOWEL
            measure_0 += state <= _MEASURE_0
            measure_1 += state <= _MEASURE_1
        characters = size - continuations
        end = at + size
        if characters >= shortest:
            length, added, tail = _step_1(
                characters, tail, vowels, wide == before_wide, vowel_free, measure_0, variant
            )
            end -= characters - length
            if length < wide_end:
                end -= wide_continuations
            irregular = length == 0
            while added:
                out_bytes[end] = added & _ONE
                tail = tail << 8 | added & _ONE
                added >>= 8
                end += 1
                length += 1
            if irregular:
                tail = int64(0)  # no rule matches that
            pair = tail >> 8 & 31 | (tail & 31) << 5
            reaches = length - int64(_REACH[0, pair]) > measure_0
            if reaches or length - int64(_REACH[1, pair]) > measure_1:
                stale = characters - length > 1  # the tail may lack letters of a suffix of seven
                for column in range(_PROGRAMS.shape[1]):
                    if stale:
                        tail = int64(0)
                        for position in range(max(at, end - 8), end):
                            tail = tail << 8 | int64(out_bytes[position])
                    step = _PROGRAMS[variant, column]
                    if step == _NO_STEP:
                        break
                    rule = _matching_rule(step, length, tail, measure_0, measure_1)
                    stale = rule >= 0
                    if stale:
                        length -= _RULES[rule, 3]
                        end -= _RULES[rule, 3]
                        added = _RULES[rule, 4]
                        while added:
                            out_bytes[end] = added & _ONE
                            added >>= 8
                            end += 1
                            length += 1
            end -= length - _step_5(length, tail, vowel_free, measure_0, measure_1, variant)
        at = end
        out_offsets[word - lo + 1] = at
    return at


def stem(word: str, variant: int = NLTK, minimum_length: int = 0) -> str:
    """Stem one word, for explanations and documentation; the way for many words is `stem_words`.

    Parameters
    ----------
    word : str
        The word, lower-cased.
    variant : int
        0 `NLTK`, 1 `MARTIN`, 2 `ORIGINAL`, 3 `PERL`.
    minimum_length : int
        A word of fewer characters is returned as it is.

    Returns
    -------
    str
        The stem; empty only for an empty word and, in variant 2, for ``"s"``.

    Raises
    ------
    UnicodeEncodeError
        If the word has a lone surrogate, which has no UTF-8 form.

    Examples
    --------
    >>> stem("relationally"), stem("skies"), stem("skies", variant=PERL)
    ('relat', 'sky', 'ski')
    """
    letters = np.frombuffer(bytearray(word.encode("utf-8")), np.uint8)
    out = np.empty(letters.size, np.uint8)
    offsets = np.array([0, letters.size], np.int64)
    written = stem_words(letters, offsets, 0, 1, variant, minimum_length, out, np.empty(2, np.int64))
    return out[:written].tobytes().decode("utf-8")
