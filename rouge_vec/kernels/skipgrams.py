"""Clipped skip-bigram matches (ROUGE-S and ROUGE-SU) for rows of pairs."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt
from numpy import int64, uint64

from rouge_vec.kernels.intrinsics import ONE, ZERO
from rouge_vec.kernels.jit import allocating_kernel, helper

Int32 = npt.NDArray[np.int32]
Int64 = npt.NDArray[np.int64]


@helper
def _longest(offsets, rows, lo, hi):  # type: ignore[no-untyped-def]
    """Return the length of the longest text among `rows[lo:hi]`."""
    longest = 0
    for pair in range(lo, hi):
        row = rows[pair]
        longest = max(longest, offsets[row + 1] - offsets[row])
    return longest


@helper
def _set_bits(word):  # type: ignore[no-untyped-def]
    """Return the number of set bits of a uint64 word; LLVM turns this pattern into one instruction."""
    word = word - ((word >> ONE) & uint64(0x5555555555555555))
    word = (word & uint64(0x3333333333333333)) + ((word >> uint64(2)) & uint64(0x3333333333333333))
    word = (word + (word >> uint64(4))) & uint64(0x0F0F0F0F0F0F0F0F)
    return int64((word * uint64(0x0101010101010101)) >> uint64(56))


@helper
def _common_tokens(  # type: ignore[no-untyped-def]
    prediction, reference, slots, left, left_places, right, right_places, left_counts, right_counts
):
    """Keep the tokens that both texts hold, renumbered from 0; return the number of types and of tokens."""
    for token in reference:
        slots[token] -= 1
    types = 0
    kept_left = 0
    for place in range(len(prediction)):
        slot = slots[prediction[place]]
        if slot == 0:
            continue
        if slot < 0:
            left_counts[types] = 0
            right_counts[types] = -slot
            types += 1
            slot = types
            slots[prediction[place]] = slot
        left_counts[slot - 1] += 1
        left[kept_left] = slot - 1
        left_places[kept_left] = place
        kept_left += 1
    kept_right = 0
    for place in range(len(reference)):
        slot = slots[reference[place]]
        if slot > 0:
            right[kept_right] = slot - 1
            right_places[kept_right] = place
            kept_right += 1
    for token in reference:
        slots[token] = 0
    return types, kept_left, kept_right


@helper
def _unigram_matches(  # type: ignore[no-untyped-def]
    prediction, reference, types, left, left_places, right, right_places, left_counts, right_counts
):
    """Count clipped unigrams, the last token of each text left out, as ROUGE-SU of the script does."""
    matches = 0
    left_last = -1
    right_last = -1
    if len(left) and left_places[-1] == len(prediction) - 1:
        left_last = left[-1]
    if len(right) and right_places[-1] == len(reference) - 1:
        right_last = right[-1]
    for token in range(types):
        own = left_counts[token]
        other = right_counts[token]
        if token == left_last:
            own -= 1
        if token == right_last:
            other -= 1
        matches += min(own, other)
    return matches


@helper
def _single_matches(left, right, left_counts, right_counts, ranks, left_ends, seen):  # type: ignore[no-untyped-def]
    """Count pairs of types that occur once in the right text, however often in the left one.

    Of such a pair the right text has one at most, so it matches if the left text has it at all: if its first
    token occurs before the last occurrence of its second.
    """
    singles = 0
    for token in right:
        if right_counts[token] == 1:
            ranks[token] = singles
            left_ends[token] = left_counts[token]
            singles += 1
    words = (singles + 63) // 64
    for word in range(words):
        seen[word] = ZERO
    matches = 0
    for token in left:
        if right_counts[token] == 1:
            rank = ranks[token]
            last = rank // 64
            bit = ONE << uint64(rank % 64)
            left_ends[token] -= 1
            if left_ends[token] == 0:
                for word in range(last):
                    matches += _set_bits(seen[word])
                matches += _set_bits(seen[last] & (bit - ONE))
            seen[last] |= bit
    return matches


@helper
def _followers(tokens, first, pairs):  # type: ignore[no-untyped-def]
    """Add to `pairs` how often each type follows type `first`."""
    place = 0
    while tokens[place] != first:
        place += 1
    before = 1
    for after in range(place + 1, len(tokens)):
        token = tokens[after]
        pairs[token] += before
        if token == first:
            before += 1


@helper
def _unlimited_matches(  # type: ignore[no-untyped-def]
    types, left, right, left_counts, right_counts, left_pairs, right_pairs, ranks, left_ends, seen
):
    """Count pairs of any distance: one pass over both texts for each type that the right text repeats."""
    matches = _single_matches(left, right, left_counts, right_counts, ranks, left_ends, seen)
    for first in range(types):
        if right_counts[first] == 1:
            continue
        _followers(left, first, left_pairs)
        _followers(right, first, right_pairs)
        left_count = int64(left_counts[first])
        right_count = int64(right_counts[first])
        for second in range(types):
            own = left_pairs[second]
            other = right_pairs[second]
            left_pairs[second] = 0
            right_pairs[second] = 0
            matches += min(own, other)
            # What does not follow `first` goes before it; a repeated type counts that in its own turn.
            before = min(left_count * left_counts[second] - own, right_count - other)
            matches += before if right_counts[second] == 1 else 0
    return matches


@helper
def _repeated_types(counts, types):  # type: ignore[no-untyped-def]
    """Return how many types occur more than once."""
    repeated = 0
    for token in range(types):
        repeated += counts[token] > 1
    return repeated


@helper
def _chain(tokens, types, heads, following):  # type: ignore[no-untyped-def]
    """Link the places of each type: `heads[type]` is the first, `following[place]` the next, -1 the end."""
    for token in range(types):
        heads[token] = -1
    for place in range(len(tokens) - 1, -1, -1):
        following[place] = heads[tokens[place]]
        heads[tokens[place]] = place


@helper
def _limited_matches(  # type: ignore[no-untyped-def]
    types,
    left,
    left_places,
    right,
    right_places,
    reach,
    pairs,
    left_heads,
    left_next,
    right_heads,
    right_next,
):
    """Count pairs at most `reach` places apart: the followers of a type in one text, used up by the other."""
    _chain(left, types, left_heads, left_next)
    _chain(right, types, right_heads, right_next)
    matches = 0
    for first in range(types):
        place = left_heads[first]
        while place >= 0:
            other = place + 1
            while other < len(left) and left_places[other] - left_places[place] <= reach:
                pairs[left[other]] += 1
                other += 1
            place = left_next[place]
        place = right_heads[first]
        while place >= 0:
            other = place + 1
            while other < len(right) and right_places[other] - right_places[place] <= reach:
                if pairs[right[other]] > 0:
                    pairs[right[other]] -= 1
                    matches += 1
                other += 1
            place = right_next[place]
        place = left_heads[first]
        while place >= 0:
            other = place + 1
            while other < len(left) and left_places[other] - left_places[place] <= reach:
                pairs[left[other]] = 0
                other += 1
            place = left_next[place]
    return matches


@allocating_kernel
def count_skipgrams(
    prediction_ids: Int32,
    prediction_offsets: Int64,
    reference_ids: Int32,
    reference_offsets: Int64,
    prediction_rows: Int64,
    reference_rows: Int64,
    lo: int,
    hi: int,
    slots: Int32,
    max_gap: int,
    with_unigrams: bool,
    out_matches: Int64,
) -> None:
    """Count the skip-bigrams that two texts share, each as often as the text that has fewer of it.

    Parameters
    ----------
    prediction_ids, reference_ids : ndarray of int32, shape (tokens,)
        Token ids of all texts, end to end.
    prediction_offsets, reference_offsets : ndarray of int64, shape (rows + 1,)
        Where each text begins and ends.
    prediction_rows, reference_rows : ndarray of int64, shape (pairs,)
        Pair ``p`` scores row ``prediction_rows[p]`` against row ``reference_rows[p]``.
    lo, hi : int
        Half-open range of the pairs to count.
    slots : ndarray of int32, shape (vocabulary,)
        Scratch; zero on entry and on return.
    max_gap : int
        Most words between the two tokens of a pair; negative for no limit.
    with_unigrams : bool
        Count unigrams too (ROUGE-SU), all but the last token of each text, as the script does.
    out_matches : ndarray of int64, shape (pairs,)
        Entries ``lo`` to ``hi`` are written.

    Notes
    -----
    Lin (2004), section 5. Tokens that only one text holds cannot match, so both texts are cut down to the
    tokens they share before pairs are looked at. Without a gap limit the pairs are never listed: types that
    one text holds once are compared by order with one bit each, every type that it repeats takes one pass over
    the two texts. Time O(r (m + n) + s^2 / 64) with r repeated and s single types; with a limit of g words
    O((m + n) g). Memory is linear in the texts either way.
    """
    longest_left = _longest(prediction_offsets, prediction_rows, lo, hi)
    longest_right = _longest(reference_offsets, reference_rows, lo, hi)
    left_buffer = np.empty(longest_left, dtype=np.int32)
    left_places = np.empty(longest_left, dtype=np.int32)
    left_next = np.empty(longest_left, dtype=np.int32)
    left_counts = np.empty(longest_left, dtype=np.int32)
    right_buffer = np.empty(longest_right, dtype=np.int32)
    right_places = np.empty(longest_right, dtype=np.int32)
    right_next = np.empty(longest_right, dtype=np.int32)
    right_counts = np.empty(longest_left, dtype=np.int32)
    left_pairs = np.zeros(longest_left, dtype=np.int64)
    right_pairs = np.zeros(longest_left, dtype=np.int64)
    left_heads = np.empty(longest_left, dtype=np.int32)
    right_heads = np.empty(longest_left, dtype=np.int32)
    seen = np.empty((longest_left + 63) // 64, dtype=np.uint64)
    for pair in range(lo, hi):
        row = prediction_rows[pair]
        prediction = prediction_ids[prediction_offsets[row] : prediction_offsets[row + 1]]
        row = reference_rows[pair]
        reference = reference_ids[reference_offsets[row] : reference_offsets[row + 1]]
        types, kept_left, kept_right = _common_tokens(
            prediction,
            reference,
            slots,
            left_buffer,
            left_places,
            right_buffer,
            right_places,
            left_counts,
            right_counts,
        )
        left = left_buffer[:kept_left]
        right = right_buffer[:kept_right]
        matches = 0
        if with_unigrams:
            matches += _unigram_matches(
                prediction,
                reference,
                types,
                left,
                left_places[:kept_left],
                right,
                right_places[:kept_right],
                left_counts,
                right_counts,
            )
        reach = max_gap + 1
        if max_gap < 0 or (reach >= len(prediction) - 1 and reach >= len(reference) - 1):
            # Pairs are the same whichever text is called the right one: best the one that repeats fewer types.
            if _repeated_types(right_counts, types) <= _repeated_types(left_counts, types):
                matches += _unlimited_matches(
                    types,
                    left,
                    right,
                    left_counts,
                    right_counts,
                    left_pairs,
                    right_pairs,
                    left_heads,
                    right_heads,
                    seen,
                )
            else:
                matches += _unlimited_matches(
                    types,
                    right,
                    left,
                    right_counts,
                    left_counts,
                    left_pairs,
                    right_pairs,
                    left_heads,
                    right_heads,
                    seen,
                )
        else:
            matches += _limited_matches(
                types,
                left,
                left_places,
                right,
                right_places,
                reach,
                left_pairs,
                left_heads,
                left_next,
                right_heads,
                right_next,
            )
        out_matches[pair] = matches
