"""Precision, recall and F of many pairs, in one pass that leaves no arrays behind."""

from __future__ import annotations

from rouge_vec.kernels.jit import helper, locked_kernel


@helper
def _share(count, total):  # type: ignore[no-untyped-def]
    return count / total if total != 0 else 0.0


@locked_kernel
def measure_counts(  # type: ignore[no-untyped-def]
    matches, prediction_total, reference_total, precision, recall, fmeasure
):
    """Divide counts as ``rouge_vec/measures.py`` does for the usual F, in the same order of operations.

    Parameters
    ----------
    matches, prediction_total, reference_total : ndarray of int64, shape (pairs,)
        Counts, of which none is below 0.
    precision, recall, fmeasure : ndarray of float64, shape (pairs,)
        Out: the scores, 0 where the total is 0.
    """
    for pair in range(matches.size):
        p = _share(matches[pair], prediction_total[pair])
        r = _share(matches[pair], reference_total[pair])
        precision[pair] = p
        recall[pair] = r
        fmeasure[pair] = _share(2.0 * p * r, p + r)
