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

from rouge_vec.kernels.intrinsics import BLOCK, negative_bits, positive_bits, units_at
from rouge_vec.kernels.jit import helper, kernel

LONG = 0xFF << 56
"""What the second word of the key of a token of more than `SHORT` bytes starts at."""

SHORT = 15
"""Bytes of a token that fit into its key."""

UTF8 = 0
"""The kind of a text in UTF-8; kinds of others are the bytes of a character."""

_NEWLINE = 0x80
"""What stands for a newline in the row of a text: the one bit that letters and digits have not."""

_OTHER, _KELVIN_SIGN, _DOTTED_I = 0x80, 0x81, 0x82
"""What stands in a row, before it is reduced to letters and digits, for code points outside ASCII."""

PADDING = 96
"""Bytes that a text must be followed by in its scratch memory, because it is read in blocks of 64 and of 16 bytes."""


@helper
def _population_count(bits):  # type: ignore[no-untyped-def]
    bits = bits - ((bits >> np.uint64(1)) & np.uint64(0x5555555555555555))
    bits = (bits & np.uint64(0x3333333333333333)) + ((bits >> np.uint64(2)) & np.uint64(0x3333333333333333))
    bits = (bits + (bits >> np.uint64(4))) & np.uint64(0x0F0F0F0F0F0F0F0F)
    return (bits * np.uint64(0x0101010101010101)) >> np.uint64(56)


@helper
def _lowest_set_bit(bits):  # type: ignore[no-untyped-def]
    # LLVM recognises this as one "count trailing zeros" instruction.
    return _population_count(~bits & (bits - np.uint64(1)))


@helper
def _copy_code_points(text, row):  # type: ignore[no-untyped-def]
    """Write code points to `row`, those outside ASCII as `_OTHER` or a mark; return the largest byte written."""
    target = row[: text.size]
    largest = np.uint8(0)
    for i in range(text.size):
        other = np.uint8(_KELVIN_SIGN) if text[i] == 0x212A else np.uint8(_OTHER)
        other = np.uint8(_DOTTED_I) if text[i] == 0x0130 else other
        byte = np.uint8(text[i]) if text[i] < np.uint8(_OTHER) else other
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
        folded_size += row[i] == np.uint8(_DOTTED_I)
    at = folded_size
    for i in range(size - 1, -1, -1):
        at -= 1
        byte = row[i]
        if byte == np.uint8(_DOTTED_I):
            row[at] = np.uint8(0)
            at -= 1
            byte = np.uint8(105)
        row[at] = np.uint8(107) if byte == np.uint8(_KELVIN_SIGN) else byte
    return folded_size


@helper
def _fold_utf8(text, row):  # type: ignore[no-untyped-def]
    """Do the same to a row of which only letters and digits are left, given its text in UTF-8."""
    size = text.size
    found = False
    for i in range(size - 1):
        found |= (text[i] == 0xC4) & (text[i + 1] == 0xB0)
    for i in range(size - 2):
        found |= (text[i] == 0xE2) & (text[i + 1] == 0x84) & (text[i + 2] == 0xAA)
    if not found:
        return size
    written = 0
    i = 0
    while i < size:
        if i + 2 < size and text[i] == 0xE2 and text[i + 1] == 0x84 and text[i + 2] == 0xAA:
            row[written] = np.uint8(107)
            i += 3
        elif i + 1 < size and text[i] == 0xC4 and text[i + 1] == 0xB0:
            row[written] = np.uint8(105)
            written += 1
            row[written] = np.uint8(0)
            i += 2
        else:
            row[written] = row[i]
            i += 1
        written += 1
    return written


@helper
def _end_row(row, size):  # type: ignore[no-untyped-def]
    """Fill the last block of a row with zeros, at least one; return how many blocks it has."""
    blocks = np.uint64(size // BLOCK + 1)
    for i in range(np.uint64(size), blocks * np.uint64(BLOCK)):
        row[i] = np.uint8(0)
    return blocks


@helper
def _keep_letters_and_digits(row, blocks, case_bit):  # type: ignore[no-untyped-def]
    """Leave letters and digits in a row, `_NEWLINE` for newlines, 0 for all else; return whether all was ASCII.

    Every value is cast back to uint8, which is what lets LLVM handle 64 bytes at a time. Whole blocks leave it no rest,
    which it would handle byte by byte.
    """
    seen = np.uint8(0)
    for i in range(blocks * np.uint64(BLOCK)):
        byte = row[i]
        folded = np.uint8(byte | np.uint8(32))
        letter = np.uint8(byte | case_bit) if np.uint8(folded - np.uint8(97)) < np.uint8(26) else np.uint8(0)
        digit = np.uint8(byte - np.uint8(48)) < np.uint8(10)
        kept = byte if digit else letter
        row[i] = np.uint8(_NEWLINE) if byte == np.uint8(10) else kept
        seen = np.uint8(seen | byte)
    return seen < np.uint8(_OTHER)


@helper
def _find_edges(row, blocks, edges, want_sentences, written, sentence_offsets, sentences):  # type: ignore[no-untyped-def]
    """Write where the tokens of a text start and end; return how many such places, and the sentences up to here.

    One bit a byte says "letter or digit"; a place where that bit changes is a start or an end. They are written eight
    at a time without a test, since 64 bytes of text hold about twenty: a branch for each would be mispredicted.
    """
    edge_count = np.uint64(0)
    carry = np.uint64(0)
    for block in range(blocks):
        base = block * np.uint64(BLOCK)
        bits = positive_bits(row, base)
        change = bits ^ ((bits << np.uint64(1)) | carry)
        carry = bits >> np.uint64(63)
        newlines = negative_bits(row, base) if want_sentences else np.uint64(0)
        while newlines != np.uint64(0):
            lowest = newlines & (~newlines + np.uint64(1))
            # The end of a token that stands right before the newline is an edge at the newline itself.
            until = lowest | (lowest - np.uint64(1))
            ended = written + ((edge_count + _population_count(change & until)) >> np.uint64(1))
            if np.int64(ended) > sentence_offsets[sentences]:
                sentences += np.uint64(1)
                sentence_offsets[sentences] = np.int64(ended)
            newlines &= newlines - np.uint64(1)
        after = edge_count + _population_count(change)
        while edge_count < after:
            for k in range(np.uint64(8)):
                edges[edge_count + k] = base + _lowest_set_bit(change)
                change &= change - np.uint64(1)
            edge_count += np.uint64(8)
        edge_count = after
    return edge_count, sentences


@helper
def _pack_long(text, start, length, keys, token, long_bytes, at):  # type: ignore[no-untyped-def]
    """Write the key of a token of more than `SHORT` bytes and keep its bytes; return the place after them."""
    mixed = np.uint64(0xCBF29CE484222325)
    keys[token, np.uint64(1)] = np.uint64(LONG) | at
    for i in range(length):
        mixed = (mixed ^ np.uint64(text[start + i])) * np.uint64(0x100000001B3)
        mixed ^= mixed >> np.uint64(29)
        long_bytes[at + i] = text[start + i]
    long_bytes[at + length] = np.uint8(0)
    keys[token, np.uint64(0)] = mixed
    return at + length + np.uint64(1)


@helper
def _pack(text, text_words, start, length, low_masks, high_masks, keys, token, long_bytes, long_end):  # type: ignore[no-untyped-def]
    """Write the key of a token of any length; return the end of `long_bytes`."""
    if length > np.uint64(SHORT):
        return _pack_long(text, start, length, keys, token, long_bytes, long_end)
    keys[token, np.uint64(0)] = text_words[start] & low_masks[length]
    keys[token, np.uint64(1)] = (text_words[start + np.uint64(8)] & high_masks[length]) | (
        length << np.uint64(56)
    )
    return long_end


@kernel
def find_tokens(  # type: ignore[no-untyped-def]
    addresses,
    sizes,
    kinds,
    case_bit,
    fold_unicode,
    want_sentences,
    low_masks,
    high_masks,
    row,
    row_words,
    edges,
    counters,
    keys,
    long_bytes,
    token_offsets,
    sentence_offsets,
    sentence_rows,
):
    """Append the keys of the tokens of all texts of a batch.

    Parameters
    ----------
    addresses : uint64[::1]
        Where the units of each text begin; the caller keeps the texts.
    sizes : int64[::1]
        Units of each text.
    kinds : uint8[::1]
        `UTF8`, of which a unit is one byte; or, for units that are code points, the bytes of a unit: 1, 2 or 4.
    case_bit : uint8
        32 lower-cases A-Z, 0 keeps case.
    fold_unicode : bool
        Whether U+212A and U+0130, whose lower case is in ASCII, are lower-cased too.
    want_sentences : bool
        Whether newlines end sentences that are to be recorded.
    low_masks, high_masks : uint64[SHORT + 1]
        Masks of the bytes of a token of that length in its first and second word.
    row : uint8[::1]
        Scratch, ``PADDING`` longer than the longest text, and twice as long as one whose units have several bytes.
    row_words : uint64[:]
        The same memory as little-endian words that begin at every byte (a stride of one).
    edges : int64[::1]
        Scratch, as long as `row`.
    counters : int64[2]
        In and out: tokens in `keys` and bytes in `long_bytes` so far.
    keys : uint64[:, 2]
        Out: keys, appended.
    long_bytes : uint8[::1]
        Out: bytes of longer tokens, appended, each token ended by a zero byte.
    token_offsets : int64[::1]
        Out: entry ``r + 1`` is the end of text ``r``, counted in tokens of this batch; entry 0 stays.
    sentence_offsets, sentence_rows : int64[::1]
        Out: ends of sentences that have tokens, and for each text the number of them up to its end; both begin with 0.

    Notes
    -----
    Linear in the units. Tokens are found 64 bytes at a time: one bit a byte says "letter or digit", and each change of
    that bit is a start or an end, so no branch depends on the length of a word.
    """
    token = np.uint64(counters[0])
    long_end = np.uint64(counters[1])
    written = np.uint64(0)
    sentences = np.uint64(0)
    for text_row in range(sizes.size):
        address, size, kind = addresses[text_row], sizes[text_row], kinds[text_row]
        if kind <= np.uint8(1):
            text = units_at(address, size, np.uint8)
            for i in range(np.uint64(size)):
                row[i] = text[i]
        else:
            if kind == np.uint8(2):
                largest = _copy_code_points(units_at(address, size, np.uint16), row)
            else:
                largest = _copy_code_points(units_at(address, size, np.uint32), row)
            if fold_unicode and largest > np.uint8(_OTHER):
                size = _fold_marks(row, size)
        blocks = _end_row(row, size)
        is_ascii = _keep_letters_and_digits(row, blocks, case_bit)
        if fold_unicode and not is_ascii and kind == np.uint8(UTF8):
            size = _fold_utf8(units_at(address, size, np.uint8), row)
            blocks = _end_row(row, size)
        edge_count, sentences = _find_edges(
            row, blocks, edges, want_sentences, written, sentence_offsets, sentences
        )
        for edge in range(np.uint64(0), edge_count, np.uint64(2)):
            start = np.uint64(edges[edge])
            length = np.uint64(edges[edge + np.uint64(1)]) - start
            long_end = _pack(
                row, row_words, start, length, low_masks, high_masks, keys, token, long_bytes, long_end
            )
            token += np.uint64(1)
        written += edge_count >> np.uint64(1)
        token_offsets[text_row + 1] = np.int64(written)
        if want_sentences:
            if np.int64(written) > sentence_offsets[sentences]:
                sentences += np.uint64(1)
                sentence_offsets[sentences] = np.int64(written)
            sentence_rows[text_row + 1] = np.int64(sentences)
    counters[0] = np.int64(token)
    counters[1] = np.int64(long_end)


@kernel
def pack_words(text, text_words, offsets, low_masks, high_masks, keys, long_bytes):  # type: ignore[no-untyped-def]
    """Write the keys of words that stand one after the other; used for stems and for lists of words.

    Parameters
    ----------
    text, text_words : uint8[::1], uint64[:]
        The same memory seen as bytes and as words that begin at every byte, ``PADDING`` longer than the words.
    offsets : int64[::1]
        Word ``w`` is ``text[offsets[w]:offsets[w + 1]]``: not empty, without the bytes 0 and 0xFF.
    low_masks, high_masks : uint64[SHORT + 1]
        As in `find_tokens`.
    keys : uint64[:, 2]
        Out: the key of each word.
    long_bytes : uint8[::1]
        Out: bytes of longer words, as in `find_tokens`.
    """
    long_end = np.uint64(0)
    for word in range(np.uint64(offsets.size - 1)):
        start = np.uint64(offsets[word])
        length = np.uint64(offsets[word + np.uint64(1)]) - start
        long_end = _pack(
            text, text_words, start, length, low_masks, high_masks, keys, word, long_bytes, long_end
        )
