"""Find the tokens of text, runs of letters and digits of ASCII, and pack each into two integers: its key.

Text is UTF-8, or strings where Python holds them: units of one, two or four bytes, one for each character.

The key of a token
    Two uint64 words. Up to fifteen bytes they are the token itself, first byte lowest, with its length in the highest
    byte, so that equal keys are equal tokens. A longer token has a hash of its bytes, and `LONG` plus the place in
    ``long_bytes`` where its bytes stand, ended by a zero byte.

Indexes are unsigned throughout: Numba adds a wrap-around test to every signed one, which doubled the time.
"""

from __future__ import annotations

import numpy as np
from numpy import int64, uint8, uint64

from rouge_vec.kernels.blocks import BLOCK, KEY, keep_block, pack_token, write_places
from rouge_vec.kernels.intrinsics import ONE, ZERO, count_bits, fetch_address, units_at
from rouge_vec.kernels.jit import helper, kernel
from rouge_vec.kernels.salt import LONG_TOKEN

LONG = 0xFF << 56
"""What the second word of the key of a token of more than `SHORT` bytes starts at."""

SHORT = 15
"""Bytes of a token that fit into its key."""

UTF8 = 0
"""The kind of a text in UTF-8; kinds of others are the bytes of a character."""

_OTHER, _KELVIN_SIGN, _DOTTED_I = uint8(0x80), uint8(0x81), uint8(0x82)
"""What stands in a row, before it is reduced to letters and digits, for code points outside ASCII."""

PADDING = BLOCK + KEY
"""Bytes that a text must be followed by in its scratch memory, because blocks are written and keys are read whole."""

LONGEST_TEXT = (1 << 32) - PADDING
"""Bytes of a text whose places are 32-bit numbers."""

_AHEAD, _LINES = 3, 8
"""Texts by which to be ahead when the beginning of one is fetched, and its lines of 64 bytes that are fetched."""


@helper
def _copy_code_points(text, row):  # type: ignore[no-untyped-def]
    """Write code points to `row`, those outside ASCII as `_OTHER` or a mark; return the largest byte written."""
    target = row[: text.size]
    largest = uint8(0)
    for i in range(text.size):
        other = _KELVIN_SIGN if text[i] == 0x212A else _OTHER
        other = _DOTTED_I if text[i] == 0x0130 else other
        byte = uint8(text[i]) if text[i] < _OTHER else other
        target[i] = byte
        largest = byte if byte > largest else largest
    return largest


@helper
def _fold_marks(row, size):  # type: ignore[no-untyped-def]
    """Replace U+212A by k, U+0130 by i and a break, their lower case, in a row of `_copy_code_points`; return its size.

    They are the only code points outside ASCII whose lower case yields a letter or digit of ASCII.
    """
    folded_size = size
    for i in range(size):
        folded_size += row[i] == _DOTTED_I
    at = folded_size
    for i in range(size - 1, -1, -1):
        at -= 1
        byte = row[i]
        if byte == _DOTTED_I:
            row[at] = 0
            at -= 1
            byte = uint8(105)
        row[at] = uint8(107) if byte == _KELVIN_SIGN else byte
    return folded_size


@helper
def _fold_utf8(text, row):  # type: ignore[no-untyped-def]
    """Do the same to a text in UTF-8, written to `row`; return its size there, or -1 if it has no bytes of theirs."""
    size = text.size
    found = False
    for i in range(size - 1):
        found |= (text[i] == 0xC4) & (text[i + 1] == 0xB0)
        found |= (text[i] == 0x84) & (text[i + 1] == 0xAA)
    if not found:
        return -1
    written = 0
    i = 0
    while i < size:
        if i + 2 < size and text[i] == 0xE2 and text[i + 1] == 0x84 and text[i + 2] == 0xAA:
            row[written] = 107
            i += 3
        elif i + 1 < size and text[i] == 0xC4 and text[i + 1] == 0xB0:
            row[written] = 105
            written += 1
            row[written] = 0
            i += 2
        else:
            row[written] = text[i]
            i += 1
        written += 1
    return written


@helper
def _find_edges(address, size, row, case_bit, places, want_sentences, written, sentence_offsets, sentences):  # type: ignore[no-untyped-def]
    """Write where the tokens of a text start and end to `places`, and its letters and digits to `row`.

    Return how many places there are, the sentences up to here, and whether all of the text was ASCII. One bit a byte
    says "letter or digit"; a place where that bit changes is a start or an end.
    """
    place_count = ZERO
    before = ZERO
    others = ZERO
    for at in range(ZERO, size + ONE, uint64(BLOCK)):
        bits, newlines, not_ascii = keep_block(address + at, size - at, row, at, case_bit)
        change = bits ^ ((bits << ONE) | before)
        before = bits >> uint64(63)
        others |= not_ascii
        if want_sentences:
            while newlines != ZERO:
                lowest = newlines & (~newlines + ONE)
                # The end of a token that stands right before the newline is a place at the newline itself.
                until = lowest | (lowest - ONE)
                ended = written + ((place_count + count_bits(change & until)) >> ONE)
                if int64(ended) > sentence_offsets[sentences]:
                    sentences += ONE
                    sentence_offsets[sentences] = int64(ended)
                newlines &= newlines - ONE
        place_count = write_places(change, at, places, place_count)
    return place_count, sentences, others == ZERO


@helper
def _pack_long(text, start, length, keys, token, long_bytes, at, salt):  # type: ignore[no-untyped-def]
    """Write the key of a token of more than `SHORT` bytes and keep its bytes; return the place after them."""
    mixed = salt[LONG_TOKEN]
    keys[token, ONE] = uint64(LONG) | at
    for i in range(length):
        mixed = (mixed ^ uint64(text[start + i])) * uint64(0x100000001B3)
        mixed ^= mixed >> uint64(29)
        long_bytes[at + i] = text[start + i]
    long_bytes[at + length] = 0
    keys[token, ZERO] = mixed
    return at + length + ONE


@helper
def _pack_between(row, places, place_count, keys, token, long_bytes, long_end, salt):  # type: ignore[no-untyped-def]
    """Write the keys of the tokens between places; return the end of `long_bytes`.

    Long tokens are packed afterwards, if there are any: a branch for each token is mispredicted.
    """
    lengths = ZERO
    for place in range(ZERO, place_count, uint64(2)):
        start = uint64(places[place])
        length = uint64(places[place + ONE]) - start
        pack_token(row, start, length, keys, token + (place >> ONE))
        lengths |= length
    if lengths <= uint64(SHORT):
        return long_end
    for place in range(ZERO, place_count, uint64(2)):
        start = uint64(places[place])
        length = uint64(places[place + ONE]) - start
        if length > uint64(SHORT):
            at = token + (place >> ONE)
            long_end = _pack_long(row, start, length, keys, at, long_bytes, long_end, salt)
    return long_end


@kernel
def find_tokens(  # type: ignore[no-untyped-def]
    addresses,
    sizes,
    kinds,
    case_bit,
    fold_unicode,
    want_sentences,
    salt,
    row,
    places,
    keys,
    long_bytes,
    token_offsets,
    sentence_offsets,
    sentence_rows,
):
    """Write the keys of the tokens of all texts of a batch.

    Parameters
    ----------
    addresses : ndarray of uint64, shape (texts,)
        Where the units of each text begin; the caller keeps the texts.
    sizes : ndarray of int64, shape (texts,)
        Units of each text.
    kinds : ndarray of uint8, shape (texts,)
        `UTF8`, of which a unit is one byte; or, for units that are code points, the bytes of a unit: 1, 2 or 4.
    case_bit : uint8
        32 lower-cases A-Z, 0 keeps case.
    fold_unicode : bool
        Whether U+212A and U+0130, whose lower case is in ASCII, are lower-cased too.
    want_sentences : bool
        Whether newlines end sentences that are to be recorded.
    salt : ndarray of uint64, shape (4,)
        Odd numbers that hashes are made with, see kernels/salt.py.
    row : ndarray of uint8, shape (bytes,)
        Scratch, ``PADDING`` longer than the longest text, and twice as long as one whose units have several bytes.
    places : ndarray of uint32, shape (places,)
        Scratch, as long as `row`.
    keys : ndarray of uint64, shape (tokens, 2)
        Out: the key of each token.
    long_bytes : ndarray of uint8, shape (bytes,)
        Out: bytes of longer tokens, each token ended by a zero byte.
    token_offsets : ndarray of int64, shape (texts + 1,)
        Out: entry ``r + 1`` is the end of text ``r``, counted in tokens; entry 0 stays.
    sentence_offsets, sentence_rows : ndarray of int64, shape (room,)
        Out: ends of sentences that have tokens, and for each text the number of them up to its end; both begin with 0.

    Notes
    -----
    Linear in the units. Tokens are found 64 bytes at a time: one bit a byte says "letter or digit", and each change of
    that bit is a start or an end, so no branch depends on the length of a word.
    """
    long_end = ZERO
    written = ZERO
    sentences = ZERO
    for text_row in range(sizes.size):
        address, size, kind = addresses[text_row], sizes[text_row], kinds[text_row]
        later = addresses[text_row + _AHEAD if text_row + _AHEAD < sizes.size else text_row]
        for line in range(uint64(_LINES)):
            fetch_address(later + line * uint64(BLOCK))
        if kind > 1:
            if kind == 2:
                largest = _copy_code_points(units_at(address, size, np.uint16), row)
            else:
                largest = _copy_code_points(units_at(address, size, np.uint32), row)
            if fold_unicode and largest > _OTHER:
                size = _fold_marks(row, size)
            address = uint64(row.ctypes.data)
        may_fold = fold_unicode and kind == UTF8
        while True:
            place_count, ended_sentences, is_ascii = _find_edges(
                address,
                uint64(size),
                row,
                case_bit,
                places,
                want_sentences,
                written,
                sentence_offsets,
                sentences,
            )
            if is_ascii or not may_fold:
                break
            folded_size = _fold_utf8(units_at(address, size, np.uint8), row)
            if folded_size < 0:
                break
            address, size, may_fold = uint64(row.ctypes.data), folded_size, False
        sentences = ended_sentences
        long_end = _pack_between(row, places, place_count, keys, written, long_bytes, long_end, salt)
        written += place_count >> ONE
        token_offsets[text_row + 1] = int64(written)
        if want_sentences:
            if int64(written) > sentence_offsets[sentences]:
                sentences += ONE
                sentence_offsets[sentences] = int64(written)
            sentence_rows[text_row + 1] = int64(sentences)


@kernel
def pack_words(text, offsets, salt, keys, long_bytes):  # type: ignore[no-untyped-def]
    """Write the keys of words that stand one after the other; used for stems and for lists of words.

    Parameters
    ----------
    text : ndarray of uint8, shape (bytes,)
        The words, followed by at least ``KEY`` bytes more.
    offsets : ndarray of int64, shape (words + 1,)
        Word ``w`` is ``text[offsets[w]:offsets[w + 1]]``: not empty, without the bytes 0 and 0xFF.
    salt : ndarray of uint64, shape (4,)
        Odd numbers that hashes are made with, see kernels/salt.py.
    keys : ndarray of uint64, shape (tokens, 2)
        Out: the key of each word.
    long_bytes : ndarray of uint8, shape (bytes,)
        Out: bytes of longer words, as in `find_tokens`.
    """
    long_end = ZERO
    for word in range(uint64(offsets.size - 1)):
        start = uint64(offsets[word])
        length = uint64(offsets[word + ONE]) - start
        if length > uint64(SHORT):
            long_end = _pack_long(text, start, length, keys, word, long_bytes, long_end, salt)
        else:
            pack_token(text, start, length, keys, word)
