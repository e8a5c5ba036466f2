"""Replace the keys of tokens by those of their stems, by way of a table of the stems met last.

Keys are those of ``kernels/scan.py``. A slot of ``cache`` holds the key of a word and the key of its stem. Two slots
share a cache line, and a word that is in neither of the two of its hash takes one of them from whatever is there. While
its stem is unknown, `PENDING` and a number stand in its place.

Indexes are unsigned throughout: Numba adds a wrap-around test to every signed one, which doubled the time.
"""

from __future__ import annotations

from numpy import int64, uint64

from rouge_vec.kernels.blocks import read_ending, read_key
from rouge_vec.kernels.intrinsics import ONE, ZERO, fetch_entry
from rouge_vec.kernels.jit import helper, kernel

SLOT_WORDS = 4
"""uint64 words in a slot of the table."""

LINE_WORDS = 2 * SLOT_WORDS
"""uint64 words in a cache line, and in the two slots that a word may have."""

TOGETHER = 128
"""Tokens whose slots are fetched before the first is looked up: a large table is not in the nearest cache."""

PENDING = 0xFE << 56
"""Second word of a key whose first word is the number of a word that waits for its stem; no text holds a byte 0xFE."""

_LONG = uint64(0xFF << 56)
"""`LONG` of kernels/scan.py."""


@helper
def _line_of(first, second, cache):  # type: ignore[no-untyped-def]
    """Return where the two slots of a word begin."""
    mixed = (first * uint64(0x9E3779B97F4A7C15)) ^ (second * uint64(0xC2B2AE3D27D4EB4F))
    return (mixed >> uint64(30)) & uint64(cache.size - LINE_WORDS)


@helper
def _differs(cache, slot, first, second):  # type: ignore[no-untyped-def]
    return ((cache[slot] ^ first) | (cache[slot + ONE] ^ second)) != ZERO


@kernel
def look_up_stems(  # type: ignore[no-untyped-def]
    keys, count, shortest, cache, candidates, lines, pending, places
):
    """Replace the keys of words whose stems are known, and collect the other words.

    Parameters
    ----------
    keys : ndarray of uint64, shape (tokens, 2)
        In and out: keys of tokens; those without a known stem become the number of their word, with `PENDING`.
    count : int64
        How many of `keys` are tokens.
    shortest : ndarray of uint8, shape (8192,)
        Bytes of the shortest word ending in ``a`` and ``b`` that may change, at ``a % 32 + b % 32 * 256``; 255: none
        but the long ones, whose ending is not in their key.
    cache : ndarray of uint64, shape (words,)
        In and out: the table, a power of two of slots, which should begin where a cache line does.
    candidates, lines : ndarray of uint64, shape (TOGETHER + 1,)
        Scratch.
    pending : ndarray of uint64, shape (tokens, 2)
        Out: keys of the words to be stemmed, as long as `count`. A long word stands in it for each of its tokens,
        because its key is no name to keep it under.
    places : ndarray of int64, shape (places,)
        Out: the tokens that wait for a stem, one longer than `count`.

    Returns
    -------
    (int64, int64)
        How many words were collected, and how many tokens wait for them.

    Notes
    -----
    The words that may change are picked first, without a branch: which they are is as good as random.
    """
    words = ZERO
    waiting = ZERO
    for block in range(ZERO, uint64(count), uint64(TOGETHER)):
        found = ZERO
        for token in range(block, min(block + uint64(TOGETHER), uint64(count))):
            length, ending = read_ending(keys, token)
            candidates[found] = token
            found += uint64(length >= uint64(shortest[ending & uint64(0x1F1F)]))
        for i in range(found):
            token = candidates[i]
            first, second = read_key(keys, token)
            lines[i] = _line_of(first, second, cache)
            fetch_entry(cache, lines[i])
        for i in range(found):
            token = candidates[i]
            first, second = read_key(keys, token)
            slot = lines[i] + uint64(SLOT_WORDS) * uint64(_differs(cache, lines[i], first, second))
            if _differs(cache, slot, first, second):
                slot = lines[i] + uint64(SLOT_WORDS) * (words & ONE)
                pending[words, ZERO] = first
                pending[words, ONE] = second
                if second >= _LONG:
                    # No word has this key: the slot serves this token only.
                    first = ZERO
                    second = ZERO
                cache[slot] = first
                cache[slot + ONE] = second
                cache[slot + uint64(2)] = words
                cache[slot + uint64(3)] = uint64(PENDING)
                words += ONE
            stem = cache[slot + uint64(3)]
            keys[token, ZERO] = cache[slot + uint64(2)]
            keys[token, ONE] = stem
            places[waiting] = int64(token)
            waiting += uint64(stem == uint64(PENDING))
    return int64(words), int64(waiting)


@kernel
def store_stems(keys, pending, stems, words, cache, places, waiting):  # type: ignore[no-untyped-def]
    """Put the stems of the collected words where they are waited for, and into the table.

    Parameters
    ----------
    keys, pending : ndarray of uint64, shape (tokens, 2)
    cache : ndarray of uint64, shape (words,)
    places : ndarray of int64, shape (places,)
        As `look_up_stems` left them.
    stems : ndarray of uint64, shape (words, 2)
        Keys of the stems of the words of `pending`.
    words, waiting : int64
        What `look_up_stems` returned.
    """
    for i in range(uint64(waiting)):
        token = uint64(places[i])
        word, _ = read_key(keys, token)
        keys[token, ZERO] = stems[word, ZERO]
        keys[token, ONE] = stems[word, ONE]
    for word in range(uint64(words)):
        slot = _line_of(pending[word, ZERO], pending[word, ONE], cache)
        slot += uint64(SLOT_WORDS) * (word & ONE)
        if cache[slot + uint64(3)] == uint64(PENDING) and cache[slot + uint64(2)] == word:
            cache[slot + uint64(2)] = stems[word, ZERO]
            cache[slot + uint64(3)] = stems[word, ONE]
            if stems[word, ONE] >= _LONG:
                cache[slot] = ZERO
                cache[slot + ONE] = ZERO
