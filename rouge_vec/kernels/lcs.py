"""Longest common subsequences: lengths for very long texts, and the tokens of very long sentences that lie on one."""

from __future__ import annotations

from numpy import int64, uint8, uint64

from rouge_vec.kernels.intrinsics import ONE, ZERO, count_bits
from rouge_vec.kernels.jit import helper, kernel


@helper
def _step(row, mask, carry):  # type: ignore[no-untyped-def]
    """Advance one block of 64 reference tokens by one token; return the new row and the carry."""
    used = row & mask
    partial = row + used
    total = partial + carry
    return total | (row - used), uint64(partial < row) | uint64(total < partial)


@helper
def _length(pattern, other, masks, carries):  # type: ignore[no-untyped-def]
    """Return the LCS length, four blocks of 64 tokens at a time so that their carry chains overlap."""
    carries[: other.size] = 0
    length = 0
    for start in range(0, pattern.size, 256):
        block = pattern[start : start + 256]
        for i in range(block.size):
            at = (uint64(block[i]) << uint64(2)) + (uint64(i) >> uint64(6))
            masks[at] |= ONE << (uint64(i) & uint64(63))
        row0 = ~ZERO
        row1 = ~ZERO
        row2 = ~ZERO
        row3 = ~ZERO
        for j in range(other.size):
            at = uint64(other[j]) << uint64(2)
            row0, carry = _step(row0, masks[at], uint64(carries[j]))
            row1, carry = _step(row1, masks[at + ONE], carry)
            row2, carry = _step(row2, masks[at + uint64(2)], carry)
            row3, carry = _step(row3, masks[at + uint64(3)], carry)
            carries[j] = uint8(carry)
        for i in range(block.size):
            at = (uint64(block[i]) << uint64(2)) + (uint64(i) >> uint64(6))
            masks[at] = ZERO
        length += int64(count_bits(~row0)) + int64(count_bits(~row1))
        length += int64(count_bits(~row2)) + int64(count_bits(~row3))
    return length


@kernel
def lcs_lengths(  # type: ignore[no-untyped-def]
    prediction_ids,
    prediction_offsets,
    reference_ids,
    reference_offsets,
    prediction_rows,
    reference_rows,
    lo,
    hi,
    masks,
    carries,
    out,
):
    """Compute the LCS length of pairs ``lo..hi`` of long texts.

    Parameters
    ----------
    prediction_ids, reference_ids : ndarray of int32, shape (tokens,)
        Token ids.
    prediction_offsets, reference_offsets : ndarray of int64, shape (texts + 1,)
        Where each text begins in its ids.
    prediction_rows, reference_rows : ndarray of int64, shape (pairs,)
        Pair ``p`` is text ``prediction_rows[p]`` against text ``reference_rows[p]``.
    lo, hi : int64
        Half-open range of the pairs to count.
    masks : ndarray of uint64, shape (vocabulary,)
        Scratch of four words for each id, zeros on entry and on return.
    carries : ndarray of uint8, shape (tokens of the longest text,)
        Scratch, as long as the longest text.
    out : ndarray of int64, shape (pairs,)
        Out: entry ``p`` is the LCS length.

    Notes
    -----
    Hyyrö (2004), "Bit-parallel LCS-length computation revisited". O(m n / 64) word operations, O(m + n) memory, where
    m and n are what is left of the texts without the tokens that both begin and end with.
    """
    for pair in range(lo, hi):
        p = prediction_rows[pair]
        r = reference_rows[pair]
        pattern = prediction_ids[prediction_offsets[p] : prediction_offsets[p + 1]]
        other = reference_ids[reference_offsets[r] : reference_offsets[r + 1]]
        if pattern.size > other.size:
            pattern, other = other, pattern
        size, other_size = pattern.size, other.size
        start = 0
        while start < size and pattern[start] == other[start]:
            start += 1
        end = 0
        while end < size - start and pattern[size - 1 - end] == other[other_size - 1 - end]:
            end += 1
        between = _length(pattern[start : size - end], other[start : other_size - end], masks, carries)
        out[pair] = start + between + end


@helper
def _advance_long(  # type: ignore[no-untyped-def]
    reference, prediction, masks, carries, start_rows, rows, checkpoints, window
):
    """Run all blocks of a reference sentence over prediction tokens; keep every row, or one in each `window`."""
    carries[: prediction.size] = 0
    for block in range((reference.size + 63) // 64):
        tokens = reference[block * 64 : block * 64 + 64]
        for i in range(tokens.size):
            masks[uint64(tokens[i])] |= ONE << uint64(i)
        row = start_rows[block]
        for j in range(prediction.size):
            if window > 0 and j % window == 0:
                checkpoints[j // window, block] = row
            row, carry = _step(row, masks[uint64(prediction[j])], uint64(carries[j]))
            carries[j] = uint8(carry)
            if window == 0:
                rows[j, block] = row
        for i in range(tokens.size):
            masks[uint64(tokens[i])] = ZERO


@helper
def _mark_long(  # type: ignore[no-untyped-def]
    reference, prediction, masks, carries, rows, checkpoints, marked
):
    """Mark the tokens of a reference sentence of any length that lie on its LCS with one prediction sentence.

    Rows are kept for a window of prediction tokens at a time and computed again from checkpoints, so memory grows with
    the square root of the prediction's length.
    """
    window = rows.shape[0]
    blocks = (reference.size + 63) // 64
    checkpoints[0, :blocks] = ~ZERO
    if prediction.size > window:
        _advance_long(reference, prediction, masks, carries, checkpoints[0], rows, checkpoints, window)
    i = reference.size - 1
    first = (prediction.size - 1) // window * window
    while first >= 0 and i >= 0:
        part = prediction[first : first + window]
        _advance_long(
            reference, part, masks, carries, checkpoints[first // window], rows, checkpoints, int64(0)
        )
        j = part.size - 1
        while j >= 0 and i >= 0:
            longer = (~rows[j, i >> 6] >> (uint64(i) & uint64(63))) & ONE
            if reference[i] == part[j]:
                marked[i] = 1
                i -= 1
                j -= 1
            elif longer != ZERO:
                j -= 1
            else:
                i -= 1
        first -= window


@kernel
def mark_long_sentences(  # type: ignore[no-untyped-def]
    prediction_ids,
    prediction_sentence_offsets,
    prediction_sentence_rows,
    reference_ids,
    reference_sentence_offsets,
    reference_sentence_rows,
    prediction_rows,
    reference_rows,
    lo,
    hi,
    keep_single,
    shortest,
    masks,
    carries,
    rows,
    checkpoints,
    marked_starts,
    marked,
):
    """Mark what lies on the union LCS in long reference sentences of pairs ``lo..hi``.

    Parameters
    ----------
    prediction_ids, reference_ids : ndarray of int32, shape (tokens,)
        Token ids.
    prediction_sentence_offsets, reference_sentence_offsets : ndarray of int64, shape (sentences + 1,)
        Where each sentence begins in its ids.
    prediction_sentence_rows, reference_sentence_rows : ndarray of int64, shape (texts + 1,)
        Sentences of text ``r`` are those in ``[sentence_rows[r], sentence_rows[r + 1])``.
    prediction_rows, reference_rows : ndarray of int64, shape (pairs,)
        Pair ``p`` is text ``prediction_rows[p]`` against text ``reference_rows[p]``.
    lo, hi : int64
        Half-open range of the pairs to count.
    keep_single : bool
        Whether pairs of texts of one sentence each are passed over.
    shortest : int
        Tokens of the shortest reference sentence that is marked.
    masks : ndarray of uint64, shape (vocabulary,)
        Scratch, one word for each id, zeros on entry and on return.
    carries : ndarray of uint8, shape (tokens of the longest text,)
        Scratch, as long as the longest prediction sentence.
    rows, checkpoints : ndarray of uint64, shape (rows, words)
        Scratch: rows for a window of prediction tokens, and one row for each window; as wide as the longest reference
        sentence has blocks of 64 tokens.
    marked_starts : ndarray of int64, shape (pairs,)
        Where the marks of a pair begin.
    marked : ndarray of uint8, shape (reference tokens of all pairs,)
        Out: for each token of the reference 1 if it lies on the LCS of its sentence with any prediction sentence, else
        0; those of shorter sentences are left as they are.

    Notes
    -----
    O(m n / 64) word operations, done twice for texts so long that not all rows are kept.
    """
    for pair in range(lo, hi):
        p = prediction_rows[pair]
        r = reference_rows[pair]
        first_sentence = prediction_sentence_rows[p]
        last_sentence = prediction_sentence_rows[p + 1]
        first = reference_sentence_rows[r]
        last = reference_sentence_rows[r + 1]
        if keep_single and last_sentence - first_sentence <= 1 and last - first <= 1:
            continue
        start = marked_starts[pair] - reference_sentence_offsets[first]
        for reference_sentence in range(first, last):
            begin = reference_sentence_offsets[reference_sentence]
            end = reference_sentence_offsets[reference_sentence + 1]
            if end - begin >= shortest:
                marks = marked[start + begin : start + end]
                marks[:] = 0
                for sentence in range(first_sentence, last_sentence):
                    words = prediction_ids[
                        prediction_sentence_offsets[sentence] : prediction_sentence_offsets[sentence + 1]
                    ]
                    _mark_long(reference_ids[begin:end], words, masks, carries, rows, checkpoints, marks)
