"""Unigram matches, bigram matches and LCS length of many pairs of texts in one pass over position masks.

For each block of 64 tokens of one text, ``masks[t]`` has a bit for each position of token ``t``. Walking over the
other text, these masks give all three counts with a few word operations a token.
"""

from __future__ import annotations

from numpy import int32, int64, uint8, uint64

from rouge_vec.kernels.intrinsics import ONE, ZERO, count_bits
from rouge_vec.kernels.jit import helper, kernel

UNIGRAMS, BIGRAMS, LCS = 0, 1, 2
"""Rows of the matches that `count_overlap` writes."""

PREDICTION_TOKENS, REFERENCE_TOKENS, PREDICTION_BIGRAMS, REFERENCE_BIGRAMS = 3, 4, 5, 6
"""Rows of the totals."""

ROWS = 7


@helper
def _single_block(pattern, other, masks):  # type: ignore[no-untyped-def]
    """Return unigram matches, bigram matches and LCS length; `pattern` has at most 64 tokens."""
    for i in range(pattern.size):
        masks[uint64(pattern[i])] |= ONE << uint64(i)
    row = ~ZERO
    free_unigrams = ~ZERO
    free_bigrams = ~ZERO
    before = ZERO
    for j in range(other.size):
        mask = masks[uint64(other[j])]
        used = row & mask
        row = (row + used) | (row - used)
        hits = mask & free_unigrams
        free_unigrams ^= hits & (~hits + ONE)
        hits = (before << ONE) & mask & free_bigrams
        free_bigrams ^= hits & (~hits + ONE)
        before = mask
    for i in range(pattern.size):
        masks[uint64(pattern[i])] = ZERO
    return (
        int64(count_bits(~free_unigrams)),
        int64(count_bits(~free_bigrams)),
        int64(count_bits(~row)),
    )


@helper
def _many_blocks(pattern, other, masks, state):  # type: ignore[no-untyped-def]
    """Return what `_single_block` does, for a pattern of any length.

    Block after block, `state` carries three bits for each token of `other`: the carry of the addition, whether the
    token has matched, whether the bigram that ends with it has matched.
    """
    state[: other.size] = 0
    unigrams = 0
    bigrams = 0
    length = 0
    last = int32(-1)
    for start in range(0, pattern.size, 64):
        block = pattern[start : start + 64]
        for i in range(block.size):
            masks[uint64(block[i])] |= ONE << uint64(i)
        row = ~ZERO
        free_unigrams = ~ZERO
        free_bigrams = ~ZERO
        before = ZERO
        before_token = int32(-2)
        for j in range(other.size):
            token = other[j]
            mask = masks[uint64(token)]
            flags = uint64(state[j])
            used = row & mask
            partial = row + used
            total = partial + (flags & ONE)
            overflow = uint64(partial < row) | uint64(total < partial)
            row = total | (row - used)
            hits = mask & free_unigrams & (((flags >> ONE) & ONE) - ONE)
            free_unigrams ^= hits & (~hits + ONE)
            matched = uint64(hits != ZERO) << ONE
            # The predecessor of the first position of this block is the last token of the block before.
            shifted = (before << ONE) | uint64(before_token == last)
            hits = shifted & mask & free_bigrams & (((flags >> uint64(2)) & ONE) - ONE)
            free_bigrams ^= hits & (~hits + ONE)
            matched |= uint64(hits != ZERO) << uint64(2)
            state[j] = uint8((flags & uint64(6)) | matched | overflow)
            before = mask
            before_token = token
        for i in range(block.size):
            masks[uint64(block[i])] = ZERO
        unigrams += int64(count_bits(~free_unigrams))
        bigrams += int64(count_bits(~free_bigrams))
        length += int64(count_bits(~row))
        last = block[block.size - 1]
    return unigrams, bigrams, length


@kernel
def count_overlap(  # type: ignore[no-untyped-def]
    prediction_ids,
    prediction_offsets,
    reference_ids,
    reference_offsets,
    prediction_rows,
    reference_rows,
    lo,
    hi,
    most_tokens,
    masks,
    state,
    out,
):
    """Count unigram matches, bigram matches and LCS length of pairs ``lo..hi``, and what they are shares of.

    Parameters
    ----------
    prediction_ids, reference_ids : ndarray of int32, shape (tokens,)
        Token ids in ``[0, masks.size)``.
    prediction_offsets, reference_offsets : ndarray of int64, shape (texts + 1,)
        Where each text begins in its ids.
    prediction_rows, reference_rows : ndarray of int64, shape (pairs,)
        Pair ``p`` is text ``prediction_rows[p]`` against text ``reference_rows[p]``.
    lo, hi : int64
        Half-open range of the pairs to count.
    most_tokens : int64
        Pairs whose shorter text has more get no matches.
    masks : ndarray of uint64, shape (vocabulary,)
        Scratch, zeros on entry and on return.
    state : ndarray of uint8, shape (tokens of the longest text,)
        Scratch, as long as the longest text.
    out : ndarray of int64, shape (pairs,)
        Out: entry ``[k, p]`` is what `UNIGRAMS` to `REFERENCE_BIGRAMS` name of pair ``p``.

    Returns
    -------
    int64
        How many pairs got no matches.

    Notes
    -----
    Clipped matches: each occurrence in one text takes the lowest free position of its token (or bigram) in the other,
    so a token that stands k and l times matches min(k, l) times (Lin 2004, section 2).
    LCS length: bit-parallel recurrence of Hyyrö (2004), "Bit-parallel LCS-length computation revisited".
    O(m n / 64) word operations, O(m + n) memory; both counts are symmetric, so the shorter text makes the masks.
    """
    left_out = 0
    for pair in range(lo, hi):
        p = prediction_rows[pair]
        r = reference_rows[pair]
        pattern = prediction_ids[prediction_offsets[p] : prediction_offsets[p + 1]]
        other = reference_ids[reference_offsets[r] : reference_offsets[r + 1]]
        out[PREDICTION_TOKENS, pair] = pattern.size
        out[REFERENCE_TOKENS, pair] = other.size
        out[PREDICTION_BIGRAMS, pair] = pattern.size - 1 if pattern.size > 0 else 0
        out[REFERENCE_BIGRAMS, pair] = other.size - 1 if other.size > 0 else 0
        if pattern.size > other.size:
            pattern, other = other, pattern
        if pattern.size > most_tokens:
            left_out += 1
            continue
        if pattern.size <= 64:
            unigrams, bigrams, length = _single_block(pattern, other, masks)
        else:
            unigrams, bigrams, length = _many_blocks(pattern, other, masks, state)
        out[UNIGRAMS, pair] = unigrams
        out[BIGRAMS, pair] = bigrams
        out[LCS, pair] = length
    return left_out
