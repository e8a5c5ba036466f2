"""Clipped n-gram matches of any order by intersecting sorted integer keys: the general path."""

from __future__ import annotations

from numpy import int64

from rouge_vec.kernels.jit import allocating_helper, allocating_kernel, helper


@helper
def _merge(first, second):  # type: ignore[no-untyped-def]
    """Return how many entries two sorted arrays share, each entry used once."""
    i = 0
    j = 0
    shared = 0
    while i < first.size and j < second.size:
        x = first[i]
        y = second[j]
        shared += x == y
        i += x <= y
        j += y <= x
    return shared


@helper
def _rank(keys, known):  # type: ignore[no-untyped-def]
    """Replace each key by its position in the sorted array `known`; by -1 if it is not there."""
    for i in range(keys.size):
        lo = 0
        hi = known.size
        while lo < hi:
            middle = (lo + hi) >> 1
            if known[middle] < keys[i]:
                lo = middle + 1
            else:
                hi = middle
        keys[i] = lo if lo < known.size and known[lo] == keys[i] else -1


@helper
def _double(keys, count, length, bound):  # type: ignore[no-untyped-def]
    """Turn keys of n-grams, below `bound`, into the first `count` keys of those twice as long; with -1 they are -1."""
    for i in range(count):
        known = keys[i] >= 0 and keys[i + length] >= 0
        keys[i] = keys[i] * bound + keys[i + length] if known else -1


@helper
def _extend(keys, tokens, length, vocabulary_size):  # type: ignore[no-untyped-def]
    """Turn keys of n-grams into keys of (n + 1)-grams in place, `length` tokens in all; -1 stays -1."""
    for i in range(keys.size):
        if keys[i] >= 0:
            keys[i] = keys[i] * vocabulary_size + tokens[i + length - 1]


@allocating_helper
def _rank_both(mine, theirs, room):  # type: ignore[no-untyped-def]
    """Replace keys of both texts by their rank among those of the reference; return a bound of the ranks."""
    known = room[: theirs.size]
    known[:] = theirs
    known.sort()
    _rank(mine, known)
    _rank(theirs, known)
    return int64(theirs.size)


@allocating_kernel
def count_ngrams(  # type: ignore[no-untyped-def]
    prediction_ids,
    prediction_offsets,
    reference_ids,
    reference_offsets,
    prediction_rows,
    reference_rows,
    lo,
    hi,
    order,
    vocabulary_size,
    prediction_keys,
    reference_keys,
    sorted_keys,
    out,
):
    """Count clipped n-gram matches of pairs ``lo..hi``.

    Parameters
    ----------
    prediction_ids, reference_ids : ndarray of int32, shape (tokens,)
        Token ids in ``[0, vocabulary_size)``.
    prediction_offsets, reference_offsets : ndarray of int64, shape (texts + 1,)
        Where each text begins in its ids.
    prediction_rows, reference_rows : ndarray of int64, shape (pairs,)
        Pair ``p`` is text ``prediction_rows[p]`` against text ``reference_rows[p]``.
    lo, hi : int64
        Half-open range of the pairs to count.
    order : int64
        Tokens in an n-gram, at least 1.
    vocabulary_size : int64
        One more than the largest id, at least 1.
    prediction_keys, reference_keys, sorted_keys : ndarray of int64, shape (tokens of the longest text,)
        Scratch, as long as the longest text.
    out : ndarray of int64, shape (pairs,)
        Out: entry ``p`` is the number of matches.

    Notes
    -----
    Lin (2004), section 2. An n-gram is packed exactly into one integer, ``first * V + second``, of the keys of its
    halves; before that could overflow, keys are replaced by their rank among those of the reference, and n-grams that
    the reference lacks are dropped. O((m + n) log(m + n)) for each binary digit of the order, whatever its value.
    """
    largest = int64(1) << int64(62)
    for pair in range(lo, hi):
        p = prediction_rows[pair]
        r = reference_rows[pair]
        prediction = prediction_ids[prediction_offsets[p] : prediction_offsets[p + 1]]
        reference = reference_ids[reference_offsets[r] : reference_offsets[r + 1]]
        out[pair] = 0
        if min(prediction.size, reference.size) < order:
            continue
        mine = prediction_keys[: prediction.size]
        theirs = reference_keys[: reference.size]
        for i in range(prediction.size):
            mine[i] = prediction[i]
        for i in range(reference.size):
            theirs[i] = reference[i]
        bound = int64(vocabulary_size)
        length = 1
        rest = 1
        while rest <= order >> 1:
            rest <<= 1
        # The binary digits of the order, from the second on: each doubles the length, and a 1 adds a token.
        while length < order:
            rest >>= 1
            if bound > largest // bound:
                bound = _rank_both(mine, theirs, sorted_keys)
            mine = mine[: mine.size - length]
            theirs = theirs[: theirs.size - length]
            _double(prediction_keys, mine.size, length, bound)
            _double(reference_keys, theirs.size, length, bound)
            bound *= bound
            length *= 2
            if order & rest:
                if bound > largest // vocabulary_size:
                    bound = _rank_both(mine, theirs, sorted_keys)
                length += 1
                mine = mine[: mine.size - 1]
                theirs = theirs[: theirs.size - 1]
                _extend(mine, prediction, length, vocabulary_size)
                _extend(theirs, reference, length, vocabulary_size)
                bound *= vocabulary_size
        theirs.sort()
        mine.sort()
        first_known = 0
        while first_known < mine.size and mine[first_known] < 0:
            first_known += 1
        out[pair] = _merge(mine[first_known:], theirs)
