"""Averages and confidence intervals over a corpus as ROUGE-1.5.5 computes them.

What the script prints as an average is the mean of bootstrap means, not the mean of the texts. Its generator
is seeded with the number of the resample, so the figures are the same on every run.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from rouge_vec.errors import OptionError
from rouge_vec.kernels.resampling import sum_resamples

Float64 = npt.NDArray[np.float64]


@dataclass(frozen=True, slots=True)
class Averages:
    """Mean and interval of recall, precision and F (in this order) of each rouge type.

    Attributes
    ----------
    mean, low, high : ndarray of float64, shape (types, 3)
        Not rounded; the script prints five decimals.
    """

    mean: Float64
    low: Float64
    high: Float64


def average_scores(scores: Float64, *, confidence: float = 95.0, n_resamples: float = 1000) -> Averages:
    """Average recall, precision and F over texts (the script's ``-t 0``).

    Parameters
    ----------
    scores : ndarray of float64, shape (types, rows, 3)
        Recall, precision and F of each text, rounded to five decimals, in the byte order of the text's name.
    confidence : float
        Per cent of the resamples inside the interval, 0 to 100.
    n_resamples : float
        Number of resamples; the script accepts fractions, and so does this.

    Raises
    ------
    OptionError
        If `confidence` is outside 0 to 100 or there are no resamples.
    """
    _check(confidence, n_resamples)
    sums = _resampled_sums(scores, n_resamples)
    rows = scores.shape[1]
    return _summarize(sums / rows if rows else sums, confidence, n_resamples)


def average_tokens(
    counts: Float64, *, alpha: float = 0.5, confidence: float = 95.0, n_resamples: float = 1000
) -> Averages:
    """Compute recall, precision and F from counts summed over the corpus (the script's ``-t 1``).

    Parameters
    ----------
    counts : ndarray of float64, shape (types, rows, 3)
        Reference count, prediction count and matches of each text, in the byte order of the text's name.
    alpha : float
        Weight of precision in F.
    confidence, n_resamples : float
        As in :func:`average_scores`.

    Raises
    ------
    OptionError
        If `confidence` is outside 0 to 100 or there are no resamples.
    """
    _check(confidence, n_resamples)
    sums = _resampled_sums(counts, n_resamples)
    recall = _ratio(sums[..., 2], sums[..., 0])
    precision = _ratio(sums[..., 2], sums[..., 1])
    below = (1 - alpha) * precision + alpha * recall
    fmeasure = _ratio(recall * precision, below)
    return _summarize(np.stack([recall, precision, fmeasure], axis=-1), confidence, n_resamples)


def _check(confidence: float, n_resamples: float) -> None:
    if not 0 <= confidence <= 100:
        raise OptionError(
            f"confidence must be from 0 to 100, got {confidence}.", "95 is the script's default."
        )
    if not n_resamples > 0:
        raise OptionError(f"n_resamples must be above 0, got {n_resamples}.", "1000 is the script's default.")


def _resampled_sums(values: Float64, n_resamples: float) -> Float64:
    samples = int(np.ceil(n_resamples))
    types, rows, _ = values.shape
    sums = np.zeros((samples, types, 3))
    sum_resamples(np.array(values, dtype=np.float64, order="C"), 0, samples, np.empty(rows, np.int64), sums)
    return sums


def _ratio(above: Float64, below: Float64) -> Float64:
    return np.divide(above, below, out=np.zeros_like(above), where=below > 0)


def _summarize(samples: Float64, confidence: float, n_resamples: float) -> Averages:
    """Rank the resamples and read mean and interval off them, in the script's own arithmetic.

    The script interpolates both ends with the fraction of the upper one, and reads 0 behind the last rank.
    """
    ranked = np.sort(samples, axis=0)
    mean = np.cumsum(ranked, axis=0)[-1] / len(ranked)
    ranked = np.concatenate([ranked, np.zeros_like(ranked[:1])])
    outside = n_resamples * ((100 - confidence) / 2.0) / 100.0
    upper = int(n_resamples - outside - 1)
    lower = int(outside)
    fraction = n_resamples - outside - 1 - upper
    low, high = (ranked[at] + (ranked[at + 1] - ranked[at]) * fraction for at in (lower, upper))
    return Averages(mean, low, high)
