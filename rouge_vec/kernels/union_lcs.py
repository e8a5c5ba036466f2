"""The union LCS of ROUGE-Lsum."""

from __future__ import annotations

from numpy import int32, uint64

from rouge_vec.kernels.intrinsics import ONE, WORDS, ZERO, lowest_bit, reverse_bits, unite_rows
from rouge_vec.kernels.jit import helper, kernel

MANY_SENTENCES = 16
"""Sentences of a prediction from which on it pays to look first whether a sentence can add anything."""

BETWEEN = MANY_SENTENCES + 1
"""How much longer than a prediction its list of masks may be, for what stands between sentences and behind them."""

WORD_TOKENS = 64
"""Tokens of reference sentences that advance together, one bit of a word for each."""

REACH_BLOCKS = WORDS
"""Blocks of a reference that sentences are held against together to see what they reach."""


@helper
def _mark_short(token_masks, adjacent, rows, count, starts, ends):  # type: ignore[no-untyped-def]
    """Return the bits of a block of reference sentences that lie on their LCS with any of the prediction sentences.

    All sentences of the block advance at once: the addition is kept from carrying over a sentence end, and the walk
    back moves one cursor in each sentence. ``token_masks[q]`` are the positions of the q-th prediction token that
    occurs in the block, or zero between two prediction sentences, where rows and cursors begin anew. Tokens that do not
    occur change no row and are left out; ``adjacent[q + 1]`` is zero if one was left out after token q.
    """
    row = ~ZERO
    for q in range(count):
        mask = token_masks[q]
        used = row & mask
        row = (((row & ~ends) + (used & ~ends)) ^ ((row ^ used) & ends)) | (row & ~mask)
        row |= ZERO - uint64(mask == ZERO)
        rows[q] = reverse_bits(~row)
        token_masks[q] = reverse_bits(mask)
    # A zero bit of a row is a place where one more reference token makes the LCS longer. Where the tokens differ, such
    # a place means "drop the prediction token", any other "drop the reference token" (the rule of ROUGE-1.5.5).
    # Bits are in reverse order here: the highest of a sentence is then the lowest, which a subtraction finds.
    lowest = reverse_bits(ends)
    highest = reverse_bits(starts)
    one = lowest & ~highest
    cursor = ~ZERO
    marked = ZERO
    q = count
    while q > ZERO:
        before_next = adjacent[q]
        q -= ONE
        mask = token_masks[q]
        # A token that was left out has moved the cursor down to the nearest place where the LCS grows.
        places = ((mask & before_next) | rows[q]) & cursor
        less_one = ((places | highest) - one) ^ ((places ^ ~lowest) & highest)
        nearest = places & ~less_one
        matched = nearest & mask
        marked |= matched
        cursor = (nearest | ~(places ^ less_one)) & ~matched
        cursor |= ZERO - uint64(mask == ZERO)
    return reverse_bits(marked)


@helper
def _fill_budget(ids, start, end, budget):  # type: ignore[no-untyped-def]
    """Count each token of a range."""
    for place in range(uint64(start), uint64(end)):
        budget[uint64(ids[place])] += 1


@helper
def _clear_budget(ids, start, end, budget):  # type: ignore[no-untyped-def]
    """Forget the tokens of a range."""
    for place in range(uint64(start), uint64(end)):
        budget[uint64(ids[place])] = 0


@helper
def _take(token, budget):  # type: ignore[no-untyped-def]
    """Return 1 and take a token from the budget, if it is left in it; else return 0."""
    left = budget[token]
    taken = int32(left > 0)
    budget[token] = left - taken
    return taken


@helper
def _next_block(sentence_offsets, first, last):  # type: ignore[no-untyped-def]
    """Return where the block that begins with a sentence ends, and the bits of the first and last tokens of sentences.

    A block is as many sentences as `WORD_TOKENS` hold, or one that is longer, for which the bits mean nothing.
    """
    begin = sentence_offsets[first]
    sentence_end = sentence_offsets[first + 1] - begin
    starts = ONE
    ends = ONE << (uint64(sentence_end - 1) & uint64(63))
    end = first + 1
    while end < last:
        start = sentence_end
        sentence_end = sentence_offsets[end + 1] - begin
        if sentence_end > WORD_TOKENS:
            break
        starts |= ONE << uint64(start)
        ends |= ONE << uint64(sentence_end - 1)
        end += 1
    return end, starts, ends


@helper
def _toggle_masks(ids, sentence_offsets, first, last, masks):  # type: ignore[no-untyped-def]
    """Set, or clear again, a bit for the place of each token in the next `REACH_BLOCKS` blocks of a reference."""
    for block in range(uint64(REACH_BLOCKS)):
        if first < last:
            end, _, _ = _next_block(sentence_offsets, first, last)
            tokens = ids[sentence_offsets[first] : sentence_offsets[end]]
            if tokens.size <= WORD_TOKENS:
                for i in range(tokens.size):
                    masks[uint64(tokens[i]), block] ^= ONE << uint64(i)
            first = end


@helper
def _find_reach(ids, sentence_offsets, first, last, masks, reach):  # type: ignore[no-untyped-def]
    """Write which places of each of `REACH_BLOCKS` blocks hold a token of each of the sentences ``first..last``."""
    for sentence in range(first, last):
        words = uint64(sentence_offsets[sentence]), uint64(sentence_offsets[sentence + 1])
        unite_rows(masks, ids, words[0], words[1], reach, uint64(sentence - first))


@helper
def _toggle_ends(sentence_offsets, first, last, sentence_ends):  # type: ignore[no-untyped-def]
    """Mark, or unmark again, the last tokens of the sentences ``first..last``, counted from the first of all."""
    begin = sentence_offsets[first]
    for sentence in range(first, last):
        sentence_ends[uint64(sentence_offsets[sentence + 1] - begin - 1)] ^= 1


@helper
def _gather_masks(  # type: ignore[no-untyped-def]
    ids, sentence_offsets, text, first, last, masks, sentence_ends, token_masks, adjacent
):
    """Collect what `_mark_short` takes of the sentences ``first..last`` of a text; return how much that is.

    The text is given by its first sentence. A loop for each sentence would end at a place that cannot be predicted.
    """
    begin = uint64(sentence_offsets[text])
    count = ZERO
    for place in range(uint64(sentence_offsets[first]) - begin, uint64(sentence_offsets[last]) - begin):
        mask = masks[uint64(ids[begin + place])]
        occurs = uint64(mask != ZERO)
        token_masks[count] = mask
        count += occurs
        adjacent[count] = ZERO - occurs
        token_masks[count] = ZERO
        count += uint64(sentence_ends[place])
    return count - ONE


@helper
def _toggle_places(tokens, masks):  # type: ignore[no-untyped-def]
    """Set, or clear again, a bit for the place of each token of a block."""
    for i in range(tokens.size):
        masks[uint64(tokens[i])] ^= ONE << uint64(i)


@kernel
def count_union_lcs(  # type: ignore[no-untyped-def]
    prediction_ids,
    prediction_sentence_offsets,
    prediction_sentence_rows,
    reference_ids,
    reference_sentence_offsets,
    reference_sentence_rows,
    clip_prediction_ids,
    clip_prediction_offsets,
    clip_reference_ids,
    clip_reference_offsets,
    clip_references,
    prediction_rows,
    reference_rows,
    lo,
    hi,
    keep_single,
    masks,
    block_masks,
    reach,
    prediction_budget,
    reference_budget,
    sentence_ends,
    token_masks,
    adjacent,
    rows,
    marked_starts,
    marked,
    out,
):
    """Count the union-LCS matches of pairs ``lo..hi``.

    Parameters
    ----------
    prediction_ids, reference_ids : ndarray of int32, shape (tokens,)
        Token ids.
    prediction_sentence_offsets, reference_sentence_offsets : ndarray of int64, shape (sentences + 1,)
        Where each sentence begins in its ids.
    prediction_sentence_rows, reference_sentence_rows : ndarray of int64, shape (texts + 1,)
        Sentences of text ``r`` are those in ``[sentence_rows[r], sentence_rows[r + 1])``.
    clip_prediction_ids, clip_reference_ids : ndarray of int32, shape (tokens,)
    clip_prediction_offsets, clip_reference_offsets : ndarray of int64, shape (texts + 1,)
        Tokens whose counts bound the matches, and where those of each text begin: the same tokens, unless a byte limit
        of ROUGE-1.5.5 applies.
    clip_references : bool
        Whether the tokens of references that bound the matches are others than theirs, which never do.
    prediction_rows, reference_rows : ndarray of int64, shape (pairs,)
        Pair ``p`` is text ``prediction_rows[p]`` against text ``reference_rows[p]``.
    lo, hi : int64
        Half-open range of the pairs to count.
    keep_single : bool
        Whether pairs of texts of one sentence each are left as they are in `out`.
    masks : ndarray of uint64, shape (vocabulary,)
        Scratch, one word for each id, zeros on entry and on return.
    block_masks : ndarray of uint64, shape (vocabulary, REACH_BLOCKS)
        Scratch, one row for each id, zeros on entry and on return.
    reach : ndarray of uint64, shape (sentences, REACH_BLOCKS)
        Scratch, one row for each sentence of the prediction that has most.
    prediction_budget, reference_budget : ndarray of int32, shape (vocabulary,)
        Scratch, one for each id, zeros on entry and on return; the second is needed with `clip_references` only.
    sentence_ends : ndarray of uint8, shape (tokens of the longest text,)
        Scratch, as long as the longest prediction, zeros on entry and on return.
    token_masks, adjacent, rows : ndarray of uint64, shape (tokens of the longest text + BETWEEN,)
        Scratch, `BETWEEN` longer than the longest prediction.
    marked_starts : ndarray of int64, shape (pairs,)
        Where the marks of a pair begin; read where a reference sentence has more than `WORD_TOKENS`.
    marked : ndarray of uint8, shape (reference tokens of all pairs,)
        The marks that `mark_long_sentences` wrote; read where those are.
    out : ndarray of int64, shape (pairs,)
        Out: entry ``p`` is the number of matches; in: what is kept.

    Notes
    -----
    Lin (2004), section 3.2, as ROUGE-1.5.5 and rouge-score count it: for each reference sentence the union over all
    prediction sentences of one LCS; a token of the union counts while both texts have it left.
    O(m n / 64) word operations; sentences of up to 64 tokens share a word.
    """
    for pair in range(lo, hi):
        p = prediction_rows[pair]
        r = reference_rows[pair]
        first_sentence = prediction_sentence_rows[p]
        last_sentence = prediction_sentence_rows[p + 1]
        first = reference_sentence_rows[r]
        end = reference_sentence_rows[r + 1]
        if keep_single and last_sentence - first_sentence <= 1 and end - first <= 1:
            continue
        clip, clip_end = clip_prediction_offsets[p], clip_prediction_offsets[p + 1]
        _fill_budget(clip_prediction_ids, clip, clip_end, prediction_budget)
        if clip_references:
            other_clip, other_clip_end = clip_reference_offsets[r], clip_reference_offsets[r + 1]
            _fill_budget(clip_reference_ids, other_clip, other_clip_end, reference_budget)
            for place in range(clip, clip_end):
                token = uint64(clip_prediction_ids[place])
                if prediction_budget[token] > reference_budget[token]:
                    prediction_budget[token] = reference_budget[token]
            _clear_budget(clip_reference_ids, other_clip, other_clip_end, reference_budget)
        of_prediction = prediction_sentence_offsets, first_sentence, last_sentence, sentence_ends
        _toggle_ends(*of_prediction)
        many = last_sentence - first_sentence > MANY_SENTENCES
        together = 1 if many or last_sentence == first_sentence else last_sentence - first_sentence
        reference_begin = reference_sentence_offsets[first]
        block = REACH_BLOCKS
        matches = 0
        while first < end:
            last, starts, ends = _next_block(reference_sentence_offsets, first, end)
            tokens = reference_ids[reference_sentence_offsets[first] : reference_sentence_offsets[last]]
            if many and block == REACH_BLOCKS:
                of_reference = reference_ids, reference_sentence_offsets, first, end, block_masks
                _toggle_masks(*of_reference)
                _find_reach(
                    prediction_ids,
                    prediction_sentence_offsets,
                    first_sentence,
                    last_sentence,
                    block_masks,
                    reach,
                )
                _toggle_masks(*of_reference)
                block = 0
            if tokens.size <= WORD_TOKENS:
                _toggle_places(tokens, masks)
                bits = ZERO
                every_bit = ~ZERO >> uint64(64 - tokens.size)
                for sentence in range(first_sentence, last_sentence, together):
                    # Of many sentences most can add nothing to the union of those before.
                    if many and reach[uint64(sentence - first_sentence), uint64(block)] & ~bits == ZERO:
                        continue
                    count = _gather_masks(
                        prediction_ids,
                        prediction_sentence_offsets,
                        first_sentence,
                        sentence,
                        sentence + together,
                        masks,
                        sentence_ends,
                        token_masks,
                        adjacent,
                    )
                    bits |= _mark_short(token_masks, adjacent, rows, count, starts, ends)
                    if bits == every_bit:
                        break
                _toggle_places(tokens, masks)
                while bits != ZERO:
                    matches += _take(uint64(tokens[lowest_bit(bits)]), prediction_budget)
                    bits &= bits - ONE
            else:
                start = marked_starts[pair] + reference_sentence_offsets[first] - reference_begin
                for i in range(tokens.size):
                    if marked[start + i] != 0:
                        matches += _take(uint64(tokens[i]), prediction_budget)
            first = last
            block += 1
        _toggle_ends(*of_prediction)
        _clear_budget(clip_prediction_ids, clip, clip_end, prediction_budget)
        out[pair] = matches
