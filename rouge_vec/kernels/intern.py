"""Give integer ids to the keys of tokens: within a row, or from a vocabulary that lives longer.

Keys are those of ``kernels/scan.py``. The vocabulary
    ``table`` holds two uint64 words a slot: the first word of the key; and its id + 1 (0 marks a free slot) with a tag
    in the upper half, hashed from the second word. ``word_keys[id + 1]`` is the key, to confirm a token and to spell
    it; bytes of long tokens stand in the vocabulary's own ``long_bytes``.

Indexes are unsigned throughout: Numba adds a wrap-around test to every signed one, which doubled the time. Tests that
decide together are one arithmetic expression: LLVM makes a branch of each operand of ``&``, to be mispredicted.
"""

from __future__ import annotations

from numpy import int32, int64, uint8, uint64

from rouge_vec.kernels.blocks import read_key
from rouge_vec.kernels.intrinsics import ONE, ZERO, count_bits
from rouge_vec.kernels.jit import helper, kernel
from rouge_vec.kernels.salt import KEY_FIRST, KEY_SECOND

SLOT_WORDS = 2
"""uint64 words in a slot of the table of a vocabulary."""

FEWEST_SLOTS = 256
MANY_SLOTS = 1 << 15
"""Slots up to which the table of a row has room to spare: sixteen slots for a token, beyond it two."""

MOST_ROWS = (1 << 32) - 1
"""Rows that a table can tell apart."""

_LONG = uint64(0xFF << 56)
"""`LONG` of kernels/scan.py."""


@helper
def _mixed(second, salt):  # type: ignore[no-untyped-def]
    # The place of a long token is left out.
    return (second if second < _LONG else _LONG) * salt[KEY_SECOND]


@helper
def _hash_key(first, second, salt):  # type: ignore[no-untyped-def]
    # Slots are taken from the upper bits, the ones that a product mixes well.
    return (first * salt[KEY_FIRST]) ^ _mixed(second, salt)


@helper
def _tag(second, salt):  # type: ignore[no-untyped-def]
    return _mixed(second, salt) >> uint64(32)


@helper
def _same_long(second, long_bytes, other_second, other_long_bytes):  # type: ignore[no-untyped-def]
    """Tell whether two keys whose first words are equal are those of equal long tokens."""
    if second < _LONG or other_second < _LONG:
        return False
    at = second - _LONG
    other = other_second - _LONG
    while long_bytes[at] == other_long_bytes[other]:
        if long_bytes[at] == 0:
            return True
        at += ONE
        other += ONE
    return False


@helper
def _find_same(keys, long_bytes, token, table, stamp, shift, slot_mask, salt):  # type: ignore[no-untyped-def]
    """Return the place of the first token of the row that is equal to `token`, and enter it into the table.

    A token whose slot is free is compared with itself, and a slot is written whether the token is new or not, so that
    no branch depends on that: it is as good as random.
    """
    first, second = read_key(keys, token)
    slot = _hash_key(first, second, salt) >> shift
    held = table[slot] ^ stamp
    same = held if held < uint64(1 << 32) else token
    same_first, same_second = read_key(keys, same)
    if (same_first ^ first) | (same_second ^ second) != ZERO:
        while True:
            held = table[slot] ^ stamp
            if held >= uint64(1 << 32):
                same = token
                break
            same = held
            same_first, same_second = read_key(keys, same)
            if same_first == first and (
                same_second == second or _same_long(second, long_bytes, same_second, long_bytes)
            ):
                break
            slot = (slot + ONE) & slot_mask
    table[slot] = stamp | same
    return same


@kernel
def number_tokens(  # type: ignore[no-untyped-def]
    keys,
    long_bytes,
    prediction_offsets,
    reference_offsets,
    reference_rows,
    reference_start,
    first_row,
    salt,
    table,
    counters,
    ids,
):
    """Give ids to the tokens of predictions and their references that are equal for equal tokens of one row only.

    Stops at a row for which the table has too few slots.

    A vocabulary of one row is small enough for the first-level cache, and most words of a corpus are too rare to be
    worth a place in a large one. The id is the place of the first such token in the row: predictions before references.

    Parameters
    ----------
    keys : ndarray of uint64, shape (tokens, 2)
        Tokens of all predictions, and from `reference_start` on those of all references.
    long_bytes : ndarray of uint8, shape (bytes,)
        Bytes of the long ones.
    prediction_offsets, reference_offsets : ndarray of int64, shape (texts + 1,)
        As in ``TokenBatch``, each side counted from its own first token.
    reference_rows : ndarray of int64, shape (predictions + 1,)
        References of row ``r`` are texts ``reference_rows[r]:reference_rows[r + 1]``.
    reference_start : int64
        Where the tokens of references begin.
    first_row : int64
        Where to begin.
    salt : ndarray of uint64, shape (4,)
        Odd numbers that hashes are made with, see kernels/salt.py.
    table : ndarray of uint64, shape (slots,)
        In and out: slots, as many as `MANY_SLOTS` tells; the lower half of one is the place of a token in `keys`, the
        upper half the number of the row that wrote it, of `MOST_ROWS` at most since the table was all zeros.
    counters : ndarray of int64, shape (2,)
        In and out: rows numbered so far, and the tokens of the longest row.
    ids : ndarray of int32, shape (tokens,)
        Out: the id of each token of `keys`.

    Returns
    -------
    int64
        The first row that was not numbered; the number of rows when all were.

    Notes
    -----
    Expected linear in the tokens.
    """
    rows = prediction_offsets.size - 1
    for row in range(first_row, rows):
        begin = prediction_offsets[row]
        end = prediction_offsets[row + 1]
        next_begin = reference_start + reference_offsets[reference_rows[row]]
        next_end = reference_start + reference_offsets[reference_rows[row + 1]]
        count = uint64(end - begin + next_end - next_begin)
        slot_count = uint64(FEWEST_SLOTS)
        while slot_count < count << uint64(4) and slot_count < uint64(MANY_SLOTS):
            slot_count <<= ONE
        while slot_count < count << ONE:
            slot_count <<= ONE
        if slot_count > uint64(table.size):
            return row
        counters[0] += 1
        if int64(count) > counters[1]:
            counters[1] = int64(count)
        stamp = uint64(counters[0]) << uint64(32)
        slot_mask = slot_count - ONE
        shift = uint64(64) - count_bits(slot_mask)
        for token in range(uint64(begin), uint64(end)):
            same = _find_same(keys, long_bytes, token, table, stamp, shift, slot_mask, salt)
            ids[token] = int32(same - uint64(begin))
        between = uint64(next_begin - end)
        for token in range(uint64(next_begin), uint64(next_end)):
            same = _find_same(keys, long_bytes, token, table, stamp, shift, slot_mask, salt)
            ids[token] = int32(same - (uint64(begin) if same < uint64(end) else uint64(begin) + between))
    return rows


@kernel
def intern_tokens(  # type: ignore[no-untyped-def]
    keys, key_bytes, lo, hi, salt, table, word_keys, long_bytes, counters, ids
):
    """Look up the tokens ``lo..hi`` in a vocabulary and add the new ones; stop where there is no room for one.

    Parameters
    ----------
    keys : ndarray of uint64, shape (tokens, 2)
        Keys of tokens.
    key_bytes : ndarray of uint8, shape (bytes,)
        Bytes of the long ones.
    lo, hi : int64
        Half-open range of tokens.
    salt : ndarray of uint64, shape (4,)
        Odd numbers that hashes are made with, see kernels/salt.py.
    table : ndarray of uint64, shape (slots,)
    word_keys : ndarray of uint64, shape (words + 1, 2)
    long_bytes : ndarray of uint8, shape (bytes,)
        The vocabulary, see above.
    counters : ndarray of int64, shape (2,)
        In and out: words of the vocabulary, and bytes in its `long_bytes`.
    ids : ndarray of int32, shape (tokens,)
        Out: the id of each of the tokens.

    Returns
    -------
    int64
        The first token that was not looked up; `hi` when all were.

    Notes
    -----
    Expected linear in the tokens. No token is longer than the room that must be left in `long_bytes`.
    """
    slot_mask = (uint64(table.size) >> ONE) - ONE
    shift = uint64(64) - count_bits(slot_mask)
    distinct = uint64(counters[0])
    long_end = uint64(counters[1])
    stopped = uint64(hi)
    for token in range(uint64(lo), uint64(hi)):
        first = keys[token, ZERO]
        second = keys[token, ONE]
        slot = _hash_key(first, second, salt) >> shift
        tag = _tag(second, salt)
        held = table[(slot << ONE) + ONE]
        number = held & uint64(0xFFFFFFFF)
        if (
            (table[slot << ONE] ^ first) | ((held >> uint64(32)) ^ tag) | (word_keys[number, ONE] ^ second)
        ) != ZERO:
            while True:
                at = slot << ONE
                held = table[at + ONE]
                number = held & uint64(0xFFFFFFFF)
                if held == ZERO:
                    break
                if table[at] == first and (
                    word_keys[number, ONE] == second
                    or _same_long(second, key_bytes, word_keys[number, ONE], long_bytes)
                ):
                    break
                slot = (slot + ONE) & slot_mask
            if held == ZERO:
                length = ZERO
                if second >= _LONG:
                    begin = second - _LONG
                    while key_bytes[begin + length] != 0:
                        length += ONE
                    length += ONE
                if distinct + ONE >= uint64(word_keys.shape[0]) or long_end + length > uint64(
                    long_bytes.size
                ):
                    stopped = token
                    break
                if second >= _LONG:
                    for i in range(length):
                        long_bytes[long_end + i] = key_bytes[begin + i]
                    second = _LONG | long_end
                    long_end += length
                distinct += ONE
                number = distinct
                table[at] = first
                table[at + ONE] = (tag << uint64(32)) | number
                word_keys[number, ZERO] = first
                word_keys[number, ONE] = second
        ids[token] = int32(number - ONE)
    counters[0] = int64(distinct)
    counters[1] = int64(long_end)
    return int64(stopped)


@kernel
def rebuild_table(word_keys, distinct, salt, table):  # type: ignore[no-untyped-def]
    """Enter the words of a vocabulary into a larger table.

    Parameters
    ----------
    word_keys : ndarray of uint64, shape (words + 1, 2)
        Keys of the words, from the second on.
    distinct : int64
        How many words there are.
    salt : ndarray of uint64, shape (4,)
        Odd numbers that hashes are made with, see kernels/salt.py.
    table : ndarray of uint64, shape (slots,)
        Out: the table, zeros on entry.
    """
    slot_mask = (uint64(table.size) >> ONE) - ONE
    shift = uint64(64) - count_bits(slot_mask)
    for number in range(ONE, uint64(distinct + 1)):
        first = word_keys[number, ZERO]
        second = word_keys[number, ONE]
        slot = _hash_key(first, second, salt) >> shift
        while table[(slot << ONE) + ONE] != ZERO:
            slot = (slot + ONE) & slot_mask
        table[slot << ONE] = first
        table[(slot << ONE) + ONE] = (_tag(second, salt) << uint64(32)) | number


@kernel
def spell_words(keys, long_bytes, text, offsets):  # type: ignore[no-untyped-def]
    """Write the words of keys one after the other.

    Parameters
    ----------
    keys : ndarray of uint64, shape (tokens, 2)
    long_bytes : ndarray of uint8, shape (bytes,)
        The keys and the bytes of the long ones.
    text : ndarray of uint8, shape (bytes,)
        Out: the bytes; sixteen for each word and those of the long words are enough.
    offsets : ndarray of int64, shape (words + 1,)
        Out: entry ``w`` is where word ``w`` begins; the last entry is the end.
    """
    at = ZERO
    offsets[0] = 0
    for word in range(uint64(offsets.size - 1)):
        if keys[word, ONE] >= _LONG:
            begin = keys[word, ONE] - _LONG
            while long_bytes[begin] != 0:
                text[at] = long_bytes[begin]
                begin += ONE
                at += ONE
        else:
            length = keys[word, ONE] >> uint64(56)
            for i in range(length):
                half = keys[word, i >> uint64(3)]
                text[at + i] = uint8((half >> ((i & uint64(7)) << uint64(3))) & uint64(0xFF))
            at += length
        offsets[word + ONE] = int64(at)
