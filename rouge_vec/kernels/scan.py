"""Cut UTF-8 text into tokens of letters and digits and give each distinct token an integer id.

One file, because the kernels share the hash table and Numba's cache does not notice edits in another file.

The vocabulary
    ``table`` holds four uint64 words a slot: the first eight bytes of the token, the next eight, id + 1 (0 marks a
    free slot) and one word of padding, so that a slot never straddles a cache line. Tokens of up to sixteen bytes are
    their own key. The key of a longer one is a hash, its length and a marker byte that no UTF-8 text contains; equal
    keys are then confirmed on the bytes in ``word_bytes``, which keeps every distinct token.

Indexes are unsigned throughout: Numba adds a wrap-around test to every signed one, which doubled the time.
"""

from __future__ import annotations

import numpy as np

from rouge_vec.kernels.jit import kernel

SLOT_WORDS = 4
"""uint64 words in a slot of the hash table."""

ROW_PADDING = 96
"""Bytes that the scratch row must hold beyond the longest text."""


@kernel
def _population_count(bits):  # type: ignore[no-untyped-def]
    bits = bits - ((bits >> np.uint64(1)) & np.uint64(0x5555555555555555))
    bits = (bits & np.uint64(0x3333333333333333)) + ((bits >> np.uint64(2)) & np.uint64(0x3333333333333333))
    bits = (bits + (bits >> np.uint64(4))) & np.uint64(0x0F0F0F0F0F0F0F0F)
    return (bits * np.uint64(0x0101010101010101)) >> np.uint64(56)


@kernel
def _lowest_set_bit(bits):  # type: ignore[no-untyped-def]
    # LLVM recognises this as one "count trailing zeros" instruction.
    return _population_count(~bits & (bits - np.uint64(1)))


@kernel
def _hash_words(first, second):  # type: ignore[no-untyped-def]
    mixed = (first * np.uint64(0x9E3779B97F4A7C15)) ^ (second * np.uint64(0xC2B2AE3D27D4EB4F))
    return (mixed ^ (mixed >> np.uint64(32))) * np.uint64(0x9E3779B97F4A7C15)


@kernel
def _long_key(text, start, length):  # type: ignore[no-untyped-def]
    """Return the two key words of a token of more than sixteen bytes."""
    mixed = np.uint64(0xCBF29CE484222325)
    for i in range(length):
        mixed = (mixed ^ np.uint64(text[start + i])) * np.uint64(0x100000001B3)
        mixed ^= mixed >> np.uint64(29)
    return mixed, (np.uint64(0xFF) << np.uint64(56)) | length


@kernel
def _find_or_add(  # type: ignore[no-untyped-def]
    text, start, length, first, second, slot, slot_mask, table, distinct, word_bytes, word_offsets
):
    """Return the id of a token; ``distinct`` itself when it was new and has been added."""
    while True:
        at = slot << np.uint64(2)
        held = table[at + np.uint64(2)]
        if held == np.uint64(0):
            table[at] = first
            table[at + np.uint64(1)] = second
            table[at + np.uint64(2)] = distinct + np.uint64(1)
            begin = np.uint64(word_offsets[distinct])
            for i in range(length):
                word_bytes[begin + i] = text[start + i]
            word_offsets[distinct + np.uint64(1)] = np.int64(begin + length)
            return distinct
        if table[at] == first and table[at + np.uint64(1)] == second:
            equal = True
            if length > np.uint64(16):
                begin = np.uint64(word_offsets[held - np.uint64(1)])
                for i in range(length):
                    if word_bytes[begin + i] != text[start + i]:
                        equal = False
                        break
            if equal:
                return held - np.uint64(1)
        slot = (slot + np.uint64(1)) & slot_mask


@kernel
def _keep_letters_and_digits(text, row, case_bit):  # type: ignore[no-untyped-def]
    """Write letters, digits and newlines to `row`, 0 for all other bytes; return all bytes OR-ed.

    Every value is cast back to uint8, which is what lets LLVM handle 32 bytes at a time.
    """
    target = row[: text.size]
    seen = np.uint8(0)
    for i in range(text.size):
        byte = text[i]
        folded = np.uint8(byte | np.uint8(32))
        letter = np.uint8(byte | case_bit) if np.uint8(folded - np.uint8(97)) < np.uint8(26) else np.uint8(0)
        digit = np.uint8(byte - np.uint8(48)) < np.uint8(10)
        target[i] = byte if digit | (byte == np.uint8(10)) else letter
        seen = np.uint8(seen | byte)
    return seen


@kernel
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


@kernel
def _has_folding_code_point(text):  # type: ignore[no-untyped-def]
    found = False
    for i in range(text.size - 1):
        found |= (text[i] == 0xC4) & (text[i + 1] == 0xB0)
    for i in range(text.size - 2):
        found |= (text[i] == 0xE2) & (text[i + 1] == 0x84) & (text[i + 2] == 0xAA)
    return found


@kernel
def tokenize_rows(  # type: ignore[no-untyped-def]
    data,
    offsets,
    lo,
    hi,
    case_bit,
    fold_unicode,
    want_sentences,
    low_masks,
    high_masks,
    row_words,
    row,
    edges,
    keys,
    table,
    word_bytes,
    word_offsets,
    counters,
    ids,
    token_offsets,
    sentence_offsets,
    sentence_rows,
):
    """Tokenize texts ``lo..hi`` into ids; stop before a text for which the vocabulary might be too small.

    Parameters
    ----------
    data : uint8[::1], read-only
        UTF-8 text; ``offsets`` int64[::1] as in ``TextBatch``.
    lo, hi : int64
        Half-open range of texts.
    case_bit : uint8
        32 to lower-case A-Z, 0 to keep case.
    fold_unicode : bool
        Whether U+212A and U+0130 are lower-cased too.
    want_sentences : bool
        Whether newlines are recorded as sentence boundaries.
    low_masks, high_masks : uint64[17]
        Masks of the bytes of a token of that length in its first and second word.
    row_words, row : uint64[::1], uint8[::1]
        The same scratch memory seen as words and as bytes, ``ROW_PADDING`` longer than the longest text.
    edges : int64[::1]
        Scratch for token starts and ends of one text.
    keys : uint64[:, 3]
        Scratch for the keys and the hash of the tokens of one text.
    table, word_bytes, word_offsets
        The vocabulary, see above.
    counters : int64[3]
        In and out: distinct tokens, tokens written, sentences written.
    ids : int32[::1]
        Out: token ids, appended.
    token_offsets : int64[::1]
        Out: entry ``r + 1`` is the end of text ``r`` in `ids`.
    sentence_offsets, sentence_rows : int64[::1]
        Out: ends of sentences that have tokens, and for each text the number of them up to its end.

    Returns
    -------
    int64
        The first text that was not tokenized; `hi` when all were.

    Notes
    -----
    Linear in the bytes. Tokens are found 64 bytes at a time: one bit a byte says "letter or digit", and each change of
    that bit is a start or an end, so no branch depends on the length of a word.
    """
    slot_count = np.uint64(table.size) >> np.uint64(2)
    slot_mask = slot_count - np.uint64(1)
    shift = np.uint64(64) - _population_count(slot_mask)
    most_words = np.int64(min(slot_count >> np.uint64(1), np.uint64(word_offsets.size - 1)))
    distinct = np.uint64(counters[0])
    written = np.uint64(counters[1])
    sentences = np.uint64(counters[2])
    sentence_end = written
    stopped = hi
    for text_row in range(lo, hi):
        text = data[offsets[text_row] : offsets[text_row + 1]]
        size = text.size
        if np.int64(distinct) + (size + 1) // 2 > most_words or (
            word_offsets[distinct] + size > word_bytes.size
        ):
            stopped = text_row
            break
        seen = _keep_letters_and_digits(text, row, case_bit)
        if fold_unicode and seen >= np.uint8(128) and _has_folding_code_point(text):
            size = _fold_unicode(text, row)
        padded = (size + 64) // 64 * 64
        row[size : padded + 16] = np.uint8(0)
        edge_count = np.uint64(0)
        carry = np.uint64(0)
        for word in range(np.uint64(padded) >> np.uint64(6)):
            bits = np.uint64(0)
            newlines = np.uint64(0)
            for part in range(np.uint64(8)):
                eight = row_words[(word << np.uint64(3)) + part]
                flags = ((eight >> np.uint64(5)) | (eight >> np.uint64(6))) & np.uint64(0x0101010101010101)
                bits |= ((flags * np.uint64(0x0102040810204080)) >> np.uint64(56)) << (part << np.uint64(3))
                if want_sentences:
                    flags = (eight >> np.uint64(1)) & ~flags & np.uint64(0x0101010101010101)
                    newlines |= ((flags * np.uint64(0x0102040810204080)) >> np.uint64(56)) << (
                        part << np.uint64(3)
                    )
            change = bits ^ ((bits << np.uint64(1)) | carry)
            carry = bits >> np.uint64(63)
            while newlines != np.uint64(0):
                lowest = newlines & (~newlines + np.uint64(1))
                # The end of a token that stands right before the newline is an edge at the newline itself.
                until = lowest | (lowest - np.uint64(1))
                ended = written + ((edge_count + _population_count(change & until)) >> np.uint64(1))
                if ended > sentence_end:
                    sentences += np.uint64(1)
                    sentence_offsets[sentences] = np.int64(ended)
                    sentence_end = ended
                newlines &= newlines - np.uint64(1)
            base = word << np.uint64(6)
            while change != np.uint64(0):
                edges[edge_count] = base + _lowest_set_bit(change)
                edge_count += np.uint64(1)
                change &= change - np.uint64(1)
        count = edge_count >> np.uint64(1)
        for token in range(count):
            start = np.uint64(edges[token << np.uint64(1)])
            length = np.uint64(edges[(token << np.uint64(1)) + np.uint64(1)]) - start
            word = start >> np.uint64(3)
            bit = (start & np.uint64(7)) << np.uint64(3)
            opposite = np.uint64(63) - bit
            middle = row_words[word + np.uint64(1)]
            capped = min(length, np.uint64(16))
            first = (row_words[word] >> bit) | ((middle << np.uint64(1)) << opposite)
            second = (middle >> bit) | ((row_words[word + np.uint64(2)] << np.uint64(1)) << opposite)
            first &= low_masks[capped]
            second &= high_masks[capped]
            keys[token, 0] = first
            keys[token, 1] = second
            keys[token, 2] = _hash_words(first, second) >> shift
        for token in range(count):
            first = keys[token, 0]
            second = keys[token, 1]
            at = keys[token, 2] << np.uint64(2)
            start = np.uint64(edges[token << np.uint64(1)])
            length = np.uint64(edges[(token << np.uint64(1)) + np.uint64(1)]) - start
            if length <= np.uint64(16) and table[at] == first and table[at + np.uint64(1)] == second:
                ids[written] = np.int32(table[at + np.uint64(2)] - np.uint64(1))
            else:
                slot = keys[token, 2]
                if length > np.uint64(16):
                    first, second = _long_key(row, start, length)
                    slot = _hash_words(first, second) >> shift
                found = _find_or_add(
                    row, start, length, first, second, slot, slot_mask, table, distinct, word_bytes, word_offsets
                )
                ids[written] = np.int32(found)
                distinct += np.uint64(found == distinct)
            written += np.uint64(1)
        token_offsets[text_row + 1] = np.int64(written)
        if want_sentences:
            if written > sentence_end:
                sentences += np.uint64(1)
                sentence_offsets[sentences] = np.int64(written)
                sentence_end = written
            sentence_rows[text_row + 1] = np.int64(sentences)
    counters[0] = np.int64(distinct)
    counters[1] = np.int64(written)
    counters[2] = np.int64(sentences)
    return stopped


@kernel
def intern_words(  # type: ignore[no-untyped-def]
    text, offsets, lo, hi, table, word_bytes, word_offsets, counters, ids
):
    """Give ids to words that stand one after the other; used for stems and to rebuild a larger table.

    Parameters
    ----------
    text : uint8[::1]
        Word ``w`` is ``text[offsets[w]:offsets[w + 1]]``: not empty, without NUL.
    lo, hi : int64
        Half-open range of words. The vocabulary must have room for all of them.
    table, word_bytes, word_offsets
        The vocabulary; ``counters`` int64[3] as in `tokenize_rows`, only the first entry is used.
    ids : int32[::1]
        Out: entry ``w - lo`` is the id of word ``w``.
    """
    slot_mask = (np.uint64(table.size) >> np.uint64(2)) - np.uint64(1)
    shift = np.uint64(64) - _population_count(slot_mask)
    distinct = np.uint64(counters[0])
    for word in range(lo, hi):
        start = np.uint64(offsets[word])
        length = np.uint64(offsets[word + 1]) - start
        first = np.uint64(0)
        second = np.uint64(0)
        if length > np.uint64(16):
            first, second = _long_key(text, start, length)
        else:
            for i in range(min(length, np.uint64(8))):
                first |= np.uint64(text[start + i]) << (i << np.uint64(3))
            for i in range(np.uint64(8), length):
                second |= np.uint64(text[start + i]) << ((i - np.uint64(8)) << np.uint64(3))
        slot = _hash_words(first, second) >> shift
        found = _find_or_add(
            text, start, length, first, second, slot, slot_mask, table, distinct, word_bytes, word_offsets
        )
        ids[word - lo] = np.int32(found)
        distinct += np.uint64(found == distinct)
    counters[0] = np.int64(distinct)
