"""Cut UTF-8 text into tokens of letters and digits and give each distinct token an integer id.

One file, because the kernels share the hash table and Numba's cache does not notice edits in another file.

The vocabulary
    ``table`` holds two uint64 words a slot: the first eight bytes of the token; and its id + 1 (0 marks a free slot)
    with a tag in the upper half, which is 0 for tokens of up to eight bytes: those are their own key. Longer ones
    have a tag hashed from the next eight bytes. ``word_keys[id + 1]`` has both key words of each token, to confirm it
    and to spell it. Beyond sixteen bytes the first word is a hash and the second the length and a marker byte that no
    UTF-8 text contains; such tokens stand in ``long_bytes`` from ``long_offsets[id]`` on and are confirmed there.

Indexes are unsigned throughout: Numba adds a wrap-around test to every signed one, which doubled the time.
"""

from __future__ import annotations

import numpy as np

from rouge_vec.kernels.jit import helper, kernel

SLOT_WORDS = 2
"""uint64 words in a slot of the hash table."""

MANY_SLOTS = 1 << 15
"""Slots up to which the table of a row has room to spare: eight slots for a token, beyond it two."""

PADDING = 96
"""Bytes that buffers of text must hold beyond the text, because tokens are read and copied sixteen bytes at a time."""


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
def _hash_words(first, second):  # type: ignore[no-untyped-def]
    # Slots are taken from the upper bits, the ones that a product mixes well.
    return (first * np.uint64(0x9E3779B97F4A7C15)) ^ (second * np.uint64(0xC2B2AE3D27D4EB4F))


@helper
def _tag(second):  # type: ignore[no-untyped-def]
    if second == np.uint64(0):
        return np.uint64(0)
    return ((second * np.uint64(0xC2B2AE3D27D4EB4F)) >> np.uint64(32)) | np.uint64(1)


@helper
def _short_key(text_words, start, length, low_masks, high_masks):  # type: ignore[no-untyped-def]
    """Return the two key words of a token of up to sixteen bytes, from three aligned words around it."""
    word = start >> np.uint64(3)
    bit = (start & np.uint64(7)) << np.uint64(3)
    opposite = np.uint64(63) - bit
    middle = text_words[word + np.uint64(1)]
    first = (text_words[word] >> bit) | ((middle << np.uint64(1)) << opposite)
    second = (middle >> bit) | ((text_words[word + np.uint64(2)] << np.uint64(1)) << opposite)
    size = min(length, np.uint64(16))
    return first & low_masks[size], second & high_masks[size]


@helper
def _long_key(text, start, length):  # type: ignore[no-untyped-def]
    """Return the two key words of a token of more than sixteen bytes."""
    mixed = np.uint64(0xCBF29CE484222325)
    for i in range(length):
        mixed = (mixed ^ np.uint64(text[start + i])) * np.uint64(0x100000001B3)
        mixed ^= mixed >> np.uint64(29)
    return mixed, (np.uint64(0xFF) << np.uint64(56)) | length


@helper
def _same_bytes(first, first_start, second, second_start, length):  # type: ignore[no-untyped-def]
    for i in range(length):
        if first[first_start + i] != second[second_start + i]:
            return False
    return True


@helper
def _find_or_add(  # type: ignore[no-untyped-def]
    text, start, length, first, second, slot, table, word_keys, long_bytes, long_offsets, distinct
):
    """Return the id of a token; ``distinct`` itself when it was new and has been added."""
    slot_mask = (np.uint64(table.size) >> np.uint64(1)) - np.uint64(1)
    tag = _tag(second)
    while True:
        at = slot << np.uint64(1)
        held = table[at + np.uint64(1)]
        if held == np.uint64(0):
            number = distinct + np.uint64(1)
            table[at] = first
            table[at + np.uint64(1)] = (tag << np.uint64(32)) | number
            word_keys[number, np.uint64(0)] = first
            word_keys[number, np.uint64(1)] = second
            begin = np.uint64(long_offsets[distinct])
            if length > np.uint64(16):
                for i in range(length):
                    long_bytes[begin + i] = text[start + i]
                begin += length
            long_offsets[number] = np.int64(begin)
            return distinct
        if table[at] == first and held >> np.uint64(32) == tag:
            number = held & np.uint64(0xFFFFFFFF)
            found = number - np.uint64(1)
            if word_keys[number, np.uint64(1)] == second and (
                length <= np.uint64(16)
                or _same_bytes(text, start, long_bytes, np.uint64(long_offsets[found]), length)
            ):
                return found
        slot = (slot + np.uint64(1)) & slot_mask


@helper
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
def _find_edges(  # type: ignore[no-untyped-def]
    row_words, first_word, last_word, edges, edge_count, want_sentences, written, sentence_offsets, sentences
):
    """Append where tokens start and end; return how many such places, and how many sentences end up to here.

    One bit a byte says "letter or digit"; a place where that bit changes is a start or an end. They are written eight
    at a time without a test, since 64 bytes of text hold about twenty: a branch for each would be mispredicted.
    """
    earlier = edge_count
    carry = np.uint64(0)
    for word in range(first_word, last_word):
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
            ended = written + ((edge_count - earlier + _population_count(change & until)) >> np.uint64(1))
            if np.int64(ended) > sentence_offsets[sentences]:
                sentences += np.uint64(1)
                sentence_offsets[sentences] = np.int64(ended)
            newlines &= newlines - np.uint64(1)
        base = word << np.uint64(6)
        after = edge_count + _population_count(change)
        while edge_count < after:
            for k in range(np.uint64(8)):
                edges[edge_count + k] = base + _lowest_set_bit(change)
                change &= change - np.uint64(1)
            edge_count += np.uint64(8)
        edge_count = after
    return edge_count, sentences


@helper
def _scan_text(  # type: ignore[no-untyped-def]
    data,
    start,
    stop,
    case_bit,
    fold_unicode,
    want_sentences,
    row_words,
    row,
    first_word,
    edges,
    edge_count,
    written,
    sentence_offsets,
    sentences,
):
    """Normalize one text into the row from ``first_word`` (of 64 bytes) on and append the edges of its tokens.

    Returns the number of edges, the number of sentences, and the word after the text.
    """
    text = data[start:stop]
    size = text.size
    begin = np.int64(first_word) << 6
    target = row[begin:]
    seen = _keep_letters_and_digits(text, target, case_bit)
    if fold_unicode and seen >= np.uint8(128) and _has_folding_code_point(text):
        size = _fold_unicode(text, target)
    blocks = size // 64 + 1
    target[size : blocks * 64] = np.uint8(0)
    last_word = first_word + np.uint64(blocks)
    earlier = edge_count
    edge_count, sentences = _find_edges(
        row_words,
        first_word,
        last_word,
        edges,
        edge_count,
        want_sentences,
        written,
        sentence_offsets,
        sentences,
    )
    if want_sentences:
        ended = np.int64(written + ((edge_count - earlier) >> np.uint64(1)))
        if ended > sentence_offsets[sentences]:
            sentences += np.uint64(1)
            sentence_offsets[sentences] = ended
    return edge_count, sentences, last_word


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
    word_keys,
    long_bytes,
    long_offsets,
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
        The same scratch memory seen as words and as bytes, ``PADDING`` longer than the longest text.
    edges : int64[::1]
        Scratch for token starts and ends of one text, 8 longer than the longest text.
    keys : uint64[::1]
        Scratch for the keys, the tag and the slot of the tokens of one text.
    table, word_keys, long_bytes, long_offsets
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
    slot_count = np.uint64(table.size) >> np.uint64(1)
    shift = np.uint64(64) - _population_count(slot_count - np.uint64(1))
    distinct = np.uint64(counters[0])
    written = np.uint64(counters[1])
    sentences = np.uint64(counters[2])
    stopped = hi
    for text_row in range(lo, hi):
        size = offsets[text_row + 1] - offsets[text_row]
        if (
            np.int64(distinct) + (size + 1) // 2 >= word_keys.shape[0]
            or long_offsets[distinct] + size > long_bytes.size
        ):
            stopped = text_row
            break
        edge_count, sentences, _ = _scan_text(
            data,
            offsets[text_row],
            offsets[text_row + 1],
            case_bit,
            fold_unicode,
            want_sentences,
            row_words,
            row,
            np.uint64(0),
            edges,
            np.uint64(0),
            written,
            sentence_offsets,
            sentences,
        )
        count = edge_count >> np.uint64(1)
        for token in range(count):
            start = np.uint64(edges[token << np.uint64(1)])
            length = np.uint64(edges[(token << np.uint64(1)) + np.uint64(1)]) - start
            first, second = _short_key(row_words, start, length, low_masks, high_masks)
            at = token << np.uint64(2)
            keys[at] = first
            keys[at + np.uint64(1)] = second
            keys[at + np.uint64(2)] = (
                _tag(second) if length <= np.uint64(16) else np.uint64(1) << np.uint64(32)
            )
            keys[at + np.uint64(3)] = _hash_words(first, second) >> shift
        for token in range(count):
            at = token << np.uint64(2)
            first = keys[at]
            second = keys[at + np.uint64(1)]
            tag = keys[at + np.uint64(2)]
            slot = keys[at + np.uint64(3)]
            held = table[(slot << np.uint64(1)) + np.uint64(1)]
            number = held & np.uint64(0xFFFFFFFF)
            found = number - np.uint64(1)
            # One branch for all three tests: which of them decides is as good as random.
            if not (
                (table[slot << np.uint64(1)] == first)
                & (held >> np.uint64(32) == tag)
                & (word_keys[number, np.uint64(1)] == second)
            ):
                start = np.uint64(edges[token << np.uint64(1)])
                length = np.uint64(edges[(token << np.uint64(1)) + np.uint64(1)]) - start
                if length > np.uint64(16):
                    first, second = _long_key(row, start, length)
                    slot = _hash_words(first, second) >> shift
                found = _find_or_add(
                    row,
                    start,
                    length,
                    first,
                    second,
                    slot,
                    table,
                    word_keys,
                    long_bytes,
                    long_offsets,
                    distinct,
                )
                distinct += np.uint64(found == distinct)
            ids[written] = np.int32(found)
            written += np.uint64(1)
        token_offsets[text_row + 1] = np.int64(written)
        if want_sentences:
            sentence_rows[text_row + 1] = np.int64(sentences)
    counters[0] = np.int64(distinct)
    counters[1] = np.int64(written)
    counters[2] = np.int64(sentences)
    return stopped


@kernel
def tokenize_pairs(  # type: ignore[no-untyped-def]
    prediction_data,
    prediction_offsets,
    reference_data,
    reference_offsets,
    reference_rows,
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
    slots,
    starts,
    counters,
    prediction_ids,
    prediction_token_offsets,
    prediction_sentence_offsets,
    prediction_sentence_rows,
    reference_ids,
    reference_token_offsets,
    reference_sentence_offsets,
    reference_sentence_rows,
):
    """Tokenize predictions ``lo..hi`` and their references; ids are equal for equal tokens of one row only.

    What `tokenize_rows` does, with a vocabulary for each row: it is small enough for the first-level cache, and most
    words of a corpus are too rare to be worth a place in a large one.

    Parameters
    ----------
    prediction_data, reference_data : uint8[::1], read-only
        UTF-8 text; ``*_offsets`` int64[::1] as in ``TextBatch``.
    reference_rows : int64[::1]
        References of row ``r`` are texts ``reference_rows[r]:reference_rows[r + 1]``.
    lo, hi : int64
        Half-open range of rows.
    case_bit, fold_unicode, want_sentences, low_masks, high_masks
        As in `tokenize_rows`.
    row_words, row : uint64[::1], uint8[::1]
        The same scratch memory seen as words and as bytes: for all texts of a row, 64 more for each, and ``PADDING``.
    edges : int64[::1]
        Scratch, 8 longer than the bytes of all texts of a row.
    slots : uint64[::1]
        Scratch for the slots that `MANY_SLOTS` tells of: a hash table of four words a slot,
        first and second eight bytes of the token, the number of the row that wrote the slot, and the id.
    starts : int64[::1]
        Scratch, one entry for each token of a row: where the token of that id stands.
    counters : int64[6]
        In and out: rows numbered so far, largest vocabulary, tokens and sentences written, of predictions, then of
        references.
    prediction_ids, reference_ids : int32[::1]
        Out: token ids, appended; the other outputs as in `tokenize_rows`.
    """
    for group in range(lo, hi):
        counters[0] += 1
        stamp = np.uint64(counters[0])
        edge_count, sentences, next_word = _scan_text(
            prediction_data,
            prediction_offsets[group],
            prediction_offsets[group + 1],
            case_bit,
            fold_unicode,
            want_sentences,
            row_words,
            row,
            np.uint64(0),
            edges,
            np.uint64(0),
            np.uint64(counters[2]),
            prediction_sentence_offsets,
            np.uint64(counters[3]),
        )
        of_prediction = edge_count >> np.uint64(1)
        counters[3] = np.int64(sentences)
        if want_sentences:
            prediction_sentence_rows[group + 1] = np.int64(sentences)
        sentences = np.uint64(counters[5])
        written = np.uint64(counters[4])
        for text in range(reference_rows[group], reference_rows[group + 1]):
            earlier = edge_count
            edge_count, sentences, next_word = _scan_text(
                reference_data,
                reference_offsets[text],
                reference_offsets[text + 1],
                case_bit,
                fold_unicode,
                want_sentences,
                row_words,
                row,
                next_word,
                edges,
                edge_count,
                written,
                reference_sentence_offsets,
                sentences,
            )
            written += (edge_count - earlier) >> np.uint64(1)
            reference_token_offsets[text + 1] = np.int64(written)
            if want_sentences:
                reference_sentence_rows[text + 1] = np.int64(sentences)
        counters[5] = np.int64(sentences)
        count = edge_count >> np.uint64(1)
        slot_count = np.uint64(256)
        while slot_count < count << np.uint64(3) and slot_count < np.uint64(MANY_SLOTS):
            slot_count <<= np.uint64(1)
        while slot_count < count << np.uint64(1):
            slot_count <<= np.uint64(1)
        shift = np.uint64(64) - _population_count(slot_count - np.uint64(1))
        slot_mask = (slot_count << np.uint64(2)) - np.uint64(1)
        distinct = np.uint64(0)
        into = prediction_ids
        written = np.uint64(counters[2])
        for part in range(2):
            first_token = np.uint64(0)
            last_token = of_prediction
            if part == 1:
                first_token = of_prediction
                last_token = count
                into = reference_ids
                written = np.uint64(counters[4])
            for token in range(first_token, last_token):
                start = np.uint64(edges[token << np.uint64(1)])
                length = np.uint64(edges[(token << np.uint64(1)) + np.uint64(1)]) - start
                first, second = _short_key(row_words, start, length, low_masks, high_masks)
                if length > np.uint64(16):
                    first, second = _long_key(row, start, length)
                at = (_hash_words(first, second) >> shift) << np.uint64(2)
                fresh = slots[at + np.uint64(2)] != stamp
                same = (slots[at] == first) & (slots[at + np.uint64(1)] == second)
                if not (fresh | same) or length > np.uint64(16):
                    while True:
                        fresh = slots[at + np.uint64(2)] != stamp
                        if fresh:
                            starts[distinct] = np.int64(start)
                            break
                        if slots[at] == first and slots[at + np.uint64(1)] == second:
                            begin = np.uint64(starts[slots[at + np.uint64(3)]])
                            if length <= np.uint64(16) or _same_bytes(row, start, row, begin, length):
                                break
                        at = (at + np.uint64(4)) & slot_mask
                if fresh:
                    slots[at] = first
                    slots[at + np.uint64(1)] = second
                    slots[at + np.uint64(2)] = stamp
                    slots[at + np.uint64(3)] = distinct
                    into[written] = np.int32(distinct)
                    distinct += np.uint64(1)
                else:
                    into[written] = np.int32(slots[at + np.uint64(3)])
                written += np.uint64(1)
            counters[2 + 2 * part] = np.int64(written)
        prediction_token_offsets[group + 1] = counters[2]
        counters[1] = max(counters[1], np.int64(distinct))


@kernel
def intern_words(  # type: ignore[no-untyped-def]
    text_words,
    text,
    offsets,
    lo,
    hi,
    low_masks,
    high_masks,
    table,
    word_keys,
    long_bytes,
    long_offsets,
    counters,
    ids,
):
    """Give ids to words that stand one after the other; used for stems.

    Parameters
    ----------
    text_words, text : uint64[::1], uint8[::1]
        The same memory seen as words and as bytes. Word ``w`` is ``text[offsets[w]:offsets[w + 1]]``: not empty,
        without NUL.
    lo, hi : int64
        Half-open range of words. The vocabulary must have room for all of them.
    low_masks, high_masks : uint64[17]
        As in `tokenize_rows`.
    table, word_keys, long_bytes, long_offsets
        The vocabulary; ``counters`` int64[3] as in `tokenize_rows`, only the first entry is used.
    ids : int32[::1]
        Out: entry ``w - lo`` is the id of word ``w``.
    """
    slot_count = np.uint64(table.size) >> np.uint64(1)
    shift = np.uint64(64) - _population_count(slot_count - np.uint64(1))
    distinct = np.uint64(counters[0])
    for word in range(lo, hi):
        start = np.uint64(offsets[word])
        length = np.uint64(offsets[word + 1]) - start
        if length > np.uint64(16):
            first, second = _long_key(text, start, length)
        else:
            first, second = _short_key(text_words, start, length, low_masks, high_masks)
        slot = _hash_words(first, second) >> shift
        found = _find_or_add(
            text, start, length, first, second, slot, table, word_keys, long_bytes, long_offsets, distinct
        )
        ids[word - lo] = np.int32(found)
        distinct += np.uint64(found == distinct)
    counters[0] = np.int64(distinct)


@kernel
def rebuild_table(word_keys, distinct, table):  # type: ignore[no-untyped-def]
    """Enter the words ``0..distinct`` of a vocabulary into a larger table of zeros."""
    slot_count = np.uint64(table.size) >> np.uint64(1)
    shift = np.uint64(64) - _population_count(slot_count - np.uint64(1))
    for number in range(np.uint64(1), np.uint64(distinct + 1)):
        first = word_keys[number, np.uint64(0)]
        second = word_keys[number, np.uint64(1)]
        at = (_hash_words(first, second) >> shift) << np.uint64(1)
        while table[at + np.uint64(1)] != np.uint64(0):
            at = (at + np.uint64(2)) & (np.uint64(table.size) - np.uint64(1))
        table[at] = first
        table[at + np.uint64(1)] = (_tag(second) << np.uint64(32)) | number


@kernel
def spell_words(word_keys, long_bytes, long_offsets, lo, hi, text, offsets):  # type: ignore[no-untyped-def]
    """Write the words ``lo..hi`` of a vocabulary one after the other.

    Parameters
    ----------
    word_keys, long_bytes, long_offsets
        The vocabulary, see above.
    lo, hi : int64
        Half-open range of ids.
    text : uint8[::1]
        Out: the bytes; sixteen for each word and those of the long words are enough.
    offsets : int64[::1]
        Out: entry ``w - lo`` is where word ``w`` begins; the last entry is the end.
    """
    at = 0
    offsets[0] = 0
    for word in range(lo, hi):
        long = long_offsets[word + 1] - long_offsets[word]
        for i in range(long):
            text[at + i] = long_bytes[long_offsets[word] + i]
        at += long
        if long == 0:
            for half in range(2):
                letters = word_keys[word + 1, half]
                while letters != np.uint64(0):
                    text[at] = np.uint8(letters & np.uint64(0xFF))
                    letters >>= np.uint64(8)
                    at += 1
        offsets[word - lo + 1] = at
