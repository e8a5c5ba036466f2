"""Find the tokens of UTF-8 text, runs of letters and digits, and pack each into two integers: its key.

The key of a token
    Two uint64 words. Up to fifteen bytes they are the token itself, first byte lowest, with its length in the highest
    byte, so that equal keys are equal tokens. A longer token has a hash of its bytes, and `LONG` plus the place in
    ``long_bytes`` where its bytes stand, ended by a zero byte.

Indexes are unsigned throughout: Numba adds a wrap-around test to every signed one, which doubled the time.
"""

from __future__ import annotations

import numpy as np

from rouge_vec.kernels.jit import helper, kernel

LONG = 0xFF << 56
"""What the second word of the key of a token of more than `SHORT` bytes starts at."""

SHORT = 15
"""Bytes of a token that fit into its key."""

_NEWLINE = 0x80
"""What stands for a newline in the scratch memory of a text: the one bit that letters and digits have not."""

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
def _keep_letters_and_digits(text, row, case_bit):  # type: ignore[no-untyped-def]
    """Write letters and digits to `row`, `_NEWLINE` for newlines, 0 for all other bytes; return all bytes OR-ed.

    Every value is cast back to uint8, which is what lets LLVM handle 32 bytes at a time.
    """
    target = row[: text.size]
    seen = np.uint8(0)
    for i in range(text.size):
        byte = text[i]
        folded = np.uint8(byte | np.uint8(32))
        letter = np.uint8(byte | case_bit) if np.uint8(folded - np.uint8(97)) < np.uint8(26) else np.uint8(0)
        digit = np.uint8(byte - np.uint8(48)) < np.uint8(10)
        kept = byte if digit else letter
        target[i] = np.uint8(_NEWLINE) if byte == np.uint8(10) else kept
        seen = np.uint8(seen | byte)
    return seen


@helper
def _fold_unicode(text, row):  # type: ignore[no-untyped-def]
    """Redo a row that holds U+212A (lower case: k) or U+0130 (lower case: i and a break); return its new size.

    They are the only code points outside ASCII whose lower case yields a letter or digit of ASCII.
    """
    size = text.size
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
def _has_folding_code_point(text):  # type: ignore[no-untyped-def]
    found = False
    for i in range(text.size - 1):
        found |= (text[i] == 0xC4) & (text[i + 1] == 0xB0)
    for i in range(text.size - 2):
        found |= (text[i] == 0xE2) & (text[i + 1] == 0x84) & (text[i + 2] == 0xAA)
    return found


@helper
def _find_edges(aligned_words, blocks, edges, want_sentences, written, sentence_offsets, sentences):  # type: ignore[no-untyped-def]
    """Write where the tokens of a text start and end; return how many such places, and the sentences up to here.

    One bit a byte says "letter or digit"; a place where that bit changes is a start or an end. They are written eight
    at a time without a test, since 64 bytes of text hold about twenty: a branch for each would be mispredicted.
    """
    edge_count = np.uint64(0)
    carry = np.uint64(0)
    for block in range(blocks):
        base = block << np.uint64(6)
        bits = np.uint64(0)
        lines = np.uint64(0)
        for part in range(np.uint64(8)):
            eight = aligned_words[(block << np.uint64(3)) + part]
            # Bit 5 or 6 of a byte is set; the product gathers bit 5 of all eight in its highest byte.
            flags = (eight | (eight >> np.uint64(1))) & np.uint64(0x2020202020202020)
            bits |= ((flags * np.uint64(0x0008102040810204)) >> np.uint64(56)) << (part << np.uint64(3))
            lines |= eight
        change = bits ^ ((bits << np.uint64(1)) | carry)
        carry = bits >> np.uint64(63)
        if want_sentences and (lines & np.uint64(0x8080808080808080)) != np.uint64(0):
            newlines = np.uint64(0)
            for part in range(np.uint64(8)):
                eight = aligned_words[(block << np.uint64(3)) + part]
                flags = (eight >> np.uint64(7)) & np.uint64(0x0101010101010101)
                newlines |= ((flags * np.uint64(0x0102040810204080)) >> np.uint64(56)) << (
                    part << np.uint64(3)
                )
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


@kernel
def find_tokens(  # type: ignore[no-untyped-def]
    data,
    offsets,
    case_bit,
    fold_unicode,
    want_sentences,
    low_masks,
    high_masks,
    row,
    aligned_words,
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
    data : uint8[::1], read-only
        UTF-8 text, valid or with surrogates encoded like other code points.
    offsets : int64[::1]
        Text ``r`` is ``data[offsets[r]:offsets[r + 1]]``.
    case_bit : uint8
        32 lower-cases A-Z, 0 keeps case.
    fold_unicode : bool
        Whether U+212A and U+0130, whose lower case is in ASCII, are lower-cased too.
    want_sentences : bool
        Whether newlines end sentences that are to be recorded.
    low_masks, high_masks : uint64[SHORT + 1]
        Masks of the bytes of a token of that length in its first and second word.
    row : uint8[::1]
        Scratch, ``PADDING`` longer than the longest text.
    aligned_words : uint64[::1], row_words : uint64[:]
        The same memory as little-endian words, one after the other, and beginning at every byte (a stride of one).
    edges : int64[::1]
        Scratch, 72 longer than the longest text.
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
    Linear in the bytes. Tokens are found 64 bytes at a time: one bit a byte says "letter or digit", and each change of
    that bit is a start or an end, so no branch depends on the length of a word.
    """
    token = np.uint64(counters[0])
    long_end = np.uint64(counters[1])
    written = np.uint64(0)
    sentences = np.uint64(0)
    for text_row in range(offsets.size - 1):
        text = data[offsets[text_row] : offsets[text_row + 1]]
        size = text.size
        seen = _keep_letters_and_digits(text, row, case_bit)
        if fold_unicode and seen >= np.uint8(128) and _has_folding_code_point(text):
            size = _fold_unicode(text, row)
        blocks = np.uint64(size // 64 + 1)
        row[size : np.int64(blocks) * 64] = np.uint8(0)
        edge_count, sentences = _find_edges(
            aligned_words, blocks, edges, want_sentences, written, sentence_offsets, sentences
        )
        longest = np.uint64(0)
        for edge in range(np.uint64(0), edge_count, np.uint64(2)):
            start = np.uint64(edges[edge])
            length = np.uint64(edges[edge + np.uint64(1)]) - start
            longest = max(longest, length)
            kept = min(length, np.uint64(SHORT))
            keys[token, np.uint64(0)] = row_words[start] & low_masks[kept]
            keys[token, np.uint64(1)] = (row_words[start + np.uint64(8)] & high_masks[kept]) | (
                kept << np.uint64(56)
            )
            token += np.uint64(1)
        if longest > np.uint64(SHORT):
            first_token = token - (edge_count >> np.uint64(1))
            for edge in range(np.uint64(0), edge_count, np.uint64(2)):
                start = np.uint64(edges[edge])
                length = np.uint64(edges[edge + np.uint64(1)]) - start
                if length > np.uint64(SHORT):
                    at = first_token + (edge >> np.uint64(1))
                    long_end = _pack_long(row, start, length, keys, at, long_bytes, long_end)
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
        if length <= np.uint64(SHORT):
            keys[word, np.uint64(0)] = text_words[start] & low_masks[length]
            keys[word, np.uint64(1)] = (text_words[start + np.uint64(8)] & high_masks[length]) | (
                length << np.uint64(56)
            )
        else:
            long_end = _pack_long(text, start, length, keys, word, long_bytes, long_end)


@kernel
def find_texts(data, sizes, offsets):  # type: ignore[no-untyped-def]
    """Find where texts begin that stand one after the other, given how many characters each has.

    Parameters
    ----------
    data : uint8[::1], read-only
        The texts in UTF-8, valid or with surrogates encoded like other code points, and nothing after them.
    sizes : int64[::1]
        Characters of each text; where they are too many for `data`, texts end with it.
    offsets : int64[::1]
        Out: entry ``t`` is where text ``t`` begins; the last entry is the end.

    Notes
    -----
    Linear in the bytes. To ask each encoded string for its size took a quarter of the time of encoding.
    """
    at = np.uint64(0)
    for text in range(sizes.size):
        offsets[text] = np.int64(at)
        end = min(at + np.uint64(sizes[text]), np.uint64(data.size))
        seen = np.uint8(0)
        for i in range(at, end):
            seen = np.uint8(seen | data[i])
        if seen >= np.uint8(128):
            # Every byte that only continues a character stands for one more byte to come.
            while at < end:
                more = np.uint64(0)
                for i in range(at, end):
                    more += np.uint64(np.uint8(data[i] & np.uint8(0xC0)) == np.uint8(0x80))
                at = end
                end = min(end + more, np.uint64(data.size))
            while end < np.uint64(data.size) and np.uint8(data[end] & np.uint8(0xC0)) == np.uint8(0x80):
                end += np.uint64(1)
        at = end
    offsets[sizes.size] = np.int64(at)
