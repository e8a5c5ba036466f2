"""Weighted longest common subsequence (ROUGE-W) between the sentences of two texts, for rows of pairs."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from rouge_vec.kernels.jit import helper, kernel

Int32 = npt.NDArray[np.int32]
Int64 = npt.NDArray[np.int64]
Float64 = npt.NDArray[np.float64]


@helper
def _longest_sentence(sentence_offsets, sentence_rows, rows, lo, hi):  # type: ignore[no-untyped-def]
    """Return the length of the longest sentence in the texts `rows[lo:hi]`."""
    longest = 0
    for pair in range(lo, hi):
        row = rows[pair]
        for sentence in range(sentence_rows[row], sentence_rows[row + 1]):
            longest = max(longest, sentence_offsets[sentence + 1] - sentence_offsets[sentence])
    return longest


@helper
def _squeeze(tokens, other, filler, marks, kept, places):  # type: ignore[no-untyped-def]
    """Keep the tokens that `other` holds, and one `filler` for each run of others between or behind them."""
    for token in other:
        marks[token] = 1
    size = 0
    lacking = True
    for place in range(len(tokens)):
        if marks[tokens[place]]:
            kept[size] = tokens[place]
            places[size] = place
            size += 1
            lacking = False
        elif not lacking:
            kept[size] = filler
            places[size] = place
            size += 1
            lacking = True
    for token in other:
        marks[token] = 0
    return size


@helper
def _fill(reference, prediction, powers, weights, runs, upward):  # type: ignore[no-untyped-def]
    """Fill the table of weights, keeping one row, and one bit a cell: whether the way back goes up."""
    words = (len(prediction) + 63) // 64
    for column in range(len(prediction)):
        weights[column] = 0.0
        runs[column] = 0
    for row in range(len(reference)):
        token = reference[row]
        corner = 0.0
        corner_run = 0
        left = 0.0
        for word in range(words):
            bits = np.uint64(0)
            bit = np.uint64(1)
            for column in range(word * 64, min(word * 64 + 64, len(prediction))):
                up = weights[column]
                up_run = runs[column]
                same = token == prediction[column]
                matched = corner + powers[corner_run + 1] - powers[corner_run]
                if up >= left:
                    bits |= bit
                left = matched if same else max(up, left)
                weights[column] = left
                runs[column] = corner_run + 1 if same else 0
                corner = up
                corner_run = up_run
                bit = bit << np.uint64(1)
            upward[row * words + word] = bits


@helper
def _mark(reference, places, prediction, upward, hits):  # type: ignore[no-untyped-def]
    """Walk back through the table and mark the places of the reference sentence that are on the way."""
    words = (len(prediction) + 63) // 64
    row = len(reference) - 1
    column = len(prediction) - 1
    while row >= 0 and column >= 0:
        if reference[row] == prediction[column]:
            hits[places[row]] = 1
            row -= 1
            column -= 1
        elif (upward[row * words + column // 64] >> np.uint64(column % 64)) & np.uint64(1):
            row -= 1
        else:
            column -= 1


@helper
def _add_hits(  # type: ignore[no-untyped-def]
    total, reference, hits, prediction_budget, reference_budget, powers
):
    """Add to `total` the weights of the runs of marked places that neither text has used up."""
    run = 0
    for place in range(len(reference)):
        if not hits[place]:
            continue
        token = reference[place]
        if prediction_budget[token] <= 0 or reference_budget[token] <= 0:
            continue
        prediction_budget[token] -= 1
        reference_budget[token] -= 1
        run += 1
        # A place that was clipped does not end a run: only an unmarked place or the end of the sentence does.
        if place + 1 == len(reference) or not hits[place + 1]:
            total += powers[run]
            run = 0
    return total


@helper
def _count_tokens(ids, budget, change):  # type: ignore[no-untyped-def]
    """Add `change` to the budget of each token; 0 clears it."""
    for token in ids:
        budget[token] = budget[token] + change if change else 0


@kernel
def count_weighted_lcs(
    prediction_ids: Int32,
    prediction_sentence_offsets: Int64,
    prediction_sentence_rows: Int64,
    reference_ids: Int32,
    reference_sentence_offsets: Int64,
    reference_sentence_rows: Int64,
    prediction_clip_ids: Int32,
    prediction_clip_offsets: Int64,
    reference_clip_ids: Int32,
    reference_clip_offsets: Int64,
    prediction_rows: Int64,
    reference_rows: Int64,
    lo: int,
    hi: int,
    prediction_budget: Int32,
    reference_budget: Int32,
    marks: Int32,
    powers: Float64,
    out_matches: Float64,
    out_base: Float64,
) -> None:
    """Weigh the union of weighted LCS between every reference sentence and all sentences of the prediction.

    Parameters
    ----------
    prediction_ids, reference_ids : ndarray of int32, shape (tokens,)
        Token ids of all texts, end to end.
    prediction_sentence_offsets, reference_sentence_offsets : ndarray of int64, shape (sentences + 1,)
        Where each sentence begins and ends.
    prediction_sentence_rows, reference_sentence_rows : ndarray of int64, shape (rows + 1,)
        Sentences of text ``r`` are those in ``[sentence_rows[r], sentence_rows[r + 1])``.
    prediction_clip_ids, reference_clip_ids : ndarray of int32, shape (tokens,)
        The tokens each text may spend on matches: its own, unless a byte limit cuts differently.
    prediction_clip_offsets, reference_clip_offsets : ndarray of int64, shape (rows + 1,)
        Where each text begins and ends in the ids to spend.
    prediction_rows, reference_rows : ndarray of int64, shape (pairs,)
        Pair ``p`` scores row ``prediction_rows[p]`` against row ``reference_rows[p]``.
    lo, hi : int
        Half-open range of the pairs to count.
    prediction_budget, reference_budget, marks : ndarray of int32, shape (vocabulary,)
        Scratch; zero on entry and on return.
    powers : ndarray of float64, shape (at least the longest sentence + 2,)
        Weight ``k ** w`` of a run of ``k`` tokens.
    out_matches : ndarray of float64, shape (pairs,)
        Weighted hits; entries ``lo`` to ``hi`` are written.
    out_base : ndarray of float64, shape (pairs,)
        Sum of the weights of the whole reference sentences; entries ``lo`` to ``hi`` are written.

    Notes
    -----
    Lin (2004), section 4, with the choices of ROUGE-1.5.5: on a tie the reference token is dropped, runs are
    measured in the reference only, and a token counts while both texts have some of it left. A match is
    always taken, so weights may fall along a row. Runs of tokens that the other sentence lacks can still be
    squeezed to one, because a second such row or column repeats the first. Time O(m n) for each pair of
    sentences; memory one bit a cell.
    """
    longest_left = _longest_sentence(
        prediction_sentence_offsets, prediction_sentence_rows, prediction_rows, lo, hi
    )
    longest_right = _longest_sentence(
        reference_sentence_offsets, reference_sentence_rows, reference_rows, lo, hi
    )
    left_kept = np.empty(longest_left, dtype=np.int32)
    left_places = np.empty(longest_left, dtype=np.int32)
    right_kept = np.empty(longest_right, dtype=np.int32)
    right_places = np.empty(longest_right, dtype=np.int32)
    weights = np.empty(longest_left, dtype=np.float64)
    runs = np.empty(longest_left, dtype=np.int32)
    upward = np.empty(longest_right * ((longest_left + 63) // 64), dtype=np.uint64)
    hits = np.empty(longest_right, dtype=np.uint8)
    for pair in range(lo, hi):
        left_row = prediction_rows[pair]
        right_row = reference_rows[pair]
        start, end = prediction_clip_offsets[left_row], prediction_clip_offsets[left_row + 1]
        left_clip = prediction_clip_ids[start:end]
        start, end = reference_clip_offsets[right_row], reference_clip_offsets[right_row + 1]
        right_clip = reference_clip_ids[start:end]
        _count_tokens(left_clip, prediction_budget, 1)
        _count_tokens(right_clip, reference_budget, 1)
        total = 0.0
        base = 0.0
        for sentence in range(reference_sentence_rows[right_row], reference_sentence_rows[right_row + 1]):
            reference = reference_ids[
                reference_sentence_offsets[sentence] : reference_sentence_offsets[sentence + 1]
            ]
            base += powers[len(reference)]
            hits[: len(reference)] = 0
            for other in range(prediction_sentence_rows[left_row], prediction_sentence_rows[left_row + 1]):
                prediction = prediction_ids[
                    prediction_sentence_offsets[other] : prediction_sentence_offsets[other + 1]
                ]
                rows = _squeeze(reference, prediction, -1, marks, right_kept, right_places)
                if rows == 0:
                    continue
                columns = _squeeze(prediction, reference, -2, marks, left_kept, left_places)
                _fill(right_kept[:rows], left_kept[:columns], powers, weights, runs, upward)
                _mark(right_kept[:rows], right_places, left_kept[:columns], upward, hits)
            total = _add_hits(total, reference, hits, prediction_budget, reference_budget, powers)
        out_matches[pair] = total
        out_base[pair] = base
        _count_tokens(left_clip, prediction_budget, 0)
        _count_tokens(right_clip, reference_budget, 0)
