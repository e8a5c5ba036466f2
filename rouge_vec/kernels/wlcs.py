"""Weighted longest common subsequence (ROUGE-W) between the sentences of two texts, for rows of pairs."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt
from numpy import uint64

from rouge_vec.kernels.intrinsics import ONE, ZERO
from rouge_vec.kernels.jit import allocating_kernel, helper

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
def _squeeze(ids, start, end, least, filler, marks, kept, places):  # type: ignore[no-untyped-def]
    """Keep tokens marked `least` or more, and a `filler` for each run of others between or behind them."""
    size = 0
    lacking = True
    for place in range(start, end):
        token = ids[place]
        if marks[token] >= least:
            kept[size] = token
            places[size] = place - start
            size += 1
            lacking = False
        elif not lacking:
            kept[size] = filler
            size += 1
            lacking = True
    return size


@helper
def _mark_tokens(ids, start, end, marks, value):  # type: ignore[no-untyped-def]
    """Mark the tokens of a range; fillers are below zero and have no mark."""
    for place in range(start, end):
        if ids[place] >= 0:
            marks[ids[place]] = value


@helper
def _fill(reference, rows, prediction, columns, powers, weights, runs, upward):  # type: ignore[no-untyped-def]
    """Fill the table of weights, keeping one row, and one bit a cell: whether the way back goes up."""
    words = (columns + 63) // 64
    for column in range(columns):
        weights[column] = 0.0
        runs[column] = 0
    for row in range(rows):
        token = reference[row]
        corner = 0.0
        corner_run = 0
        left = 0.0
        for word in range(words):
            bits = ZERO
            bit = ONE
            for column in range(word * 64, min(word * 64 + 64, columns)):
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
                bit = bit << ONE
            upward[row * words + word] = bits


@helper
def _walk_back(reference, places, rows, prediction, columns, upward, hits):  # type: ignore[no-untyped-def]
    """Walk back through the table and mark the places of the reference sentence that are on the way."""
    words = (columns + 63) // 64
    row = rows - 1
    column = columns - 1
    while row >= 0 and column >= 0:
        if reference[row] == prediction[column]:
            hits[places[row]] = 1
            row -= 1
            column -= 1
        elif (upward[row * words + column // 64] >> uint64(column % 64)) & ONE:
            row -= 1
        else:
            column -= 1


@helper
def _add_hits(  # type: ignore[no-untyped-def]
    total, ids, start, end, hits, prediction_budget, reference_budget, powers
):
    """Add to `total` the weights of the runs of marked places that neither text has used up."""
    run = 0
    for place in range(end - start):
        if not hits[place]:
            continue
        token = ids[start + place]
        if prediction_budget[token] <= 0 or reference_budget[token] <= 0:
            continue
        prediction_budget[token] -= 1
        reference_budget[token] -= 1
        run += 1
        # A place that was clipped does not end a run: only an unmarked place or the end of the sentence does.
        if start + place + 1 == end or not hits[place + 1]:
            total += powers[run]
            run = 0
    return total


@helper
def _fill_budget(ids, start, end, budget):  # type: ignore[no-untyped-def]
    """Count each token of a range."""
    for place in range(start, end):
        budget[ids[place]] += 1


@helper
def _clear_budget(ids, start, end, budget):  # type: ignore[no-untyped-def]
    """Forget the tokens of a range."""
    for place in range(start, end):
        budget[ids[place]] = 0


@allocating_kernel
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
        left = prediction_rows[pair]
        right = reference_rows[pair]
        left_clip, left_clip_end = prediction_clip_offsets[left], prediction_clip_offsets[left + 1]
        right_clip, right_clip_end = reference_clip_offsets[right], reference_clip_offsets[right + 1]
        _fill_budget(prediction_clip_ids, left_clip, left_clip_end, prediction_budget)
        _fill_budget(reference_clip_ids, right_clip, right_clip_end, reference_budget)
        total = 0.0
        base = 0.0
        for sentence in range(reference_sentence_rows[right], reference_sentence_rows[right + 1]):
            start = reference_sentence_offsets[sentence]
            end = reference_sentence_offsets[sentence + 1]
            base += powers[end - start]
            hits[: end - start] = 0
            _mark_tokens(reference_ids, start, end, marks, 1)
            for other in range(prediction_sentence_rows[left], prediction_sentence_rows[left + 1]):
                first = prediction_sentence_offsets[other]
                last = prediction_sentence_offsets[other + 1]
                columns = _squeeze(prediction_ids, first, last, 1, -2, marks, left_kept, left_places)
                if columns == 0:
                    continue
                _mark_tokens(left_kept, 0, columns, marks, 2)
                rows = _squeeze(reference_ids, start, end, 2, -1, marks, right_kept, right_places)
                _mark_tokens(left_kept, 0, columns, marks, 1)
                _fill(right_kept, rows, left_kept, columns, powers, weights, runs, upward)
                _walk_back(right_kept, right_places, rows, left_kept, columns, upward, hits)
            _mark_tokens(reference_ids, start, end, marks, 0)
            total = _add_hits(
                total, reference_ids, start, end, hits, prediction_budget, reference_budget, powers
            )
        out_matches[pair] = total
        out_base[pair] = base
        _clear_budget(prediction_clip_ids, left_clip, left_clip_end, prediction_budget)
        _clear_budget(reference_clip_ids, right_clip, right_clip_end, reference_budget)
