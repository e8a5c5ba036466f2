"""Scores and the bootstrap of rouge-score, which draws from NumPy's global random state."""

from __future__ import annotations

import abc
from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from rouge_vec.api.scorer import Score
from rouge_vec.errors import OptionError

_MOST_DRAWS = 1 << 18
"""Drawn positions held at a time, to bound memory; how draws are cut into blocks does not change them."""


class BaseScorer(abc.ABC):
    """What every scorer offers."""

    @abc.abstractmethod
    def score(self, target: Any, prediction: Any) -> dict[Any, Score]:
        """Score one prediction against one target."""


class AggregateScore(NamedTuple):
    """Bounds of the confidence interval and, as ``mid``, the median of the bootstrap means."""

    low: Any
    mid: Any
    high: Any


class BootstrapAggregator:
    """Collects scores and returns bootstrap confidence intervals of their means.

    Parameters
    ----------
    confidence_interval : float
        From 0 to 1.
    n_samples : int
        Number of resamples.

    Raises
    ------
    OptionError
        If a value is outside its range.

    Notes
    -----
    Results are those of rouge-score to the last bit for the same seed of NumPy's global random state, which
    is left in the same state too.
    """

    def __init__(self, confidence_interval: float = 0.95, n_samples: int = 1000) -> None:
        if confidence_interval < 0 or confidence_interval > 1:
            raise OptionError(
                f"confidence_interval must be in range [0, 1], got {confidence_interval!r}.",
                "0.95 is the usual one.",
            )
        if n_samples <= 0:
            raise OptionError(f"n_samples must be positive, got {n_samples!r}.", "1000 is the usual number.")
        self._confidence_interval = confidence_interval
        self._n_samples = n_samples
        self._scores: dict[Any, list[Sequence[float]]] = {}

    def add_scores(self, scores: Mapping[Any, Any]) -> None:
        """Add the scores of one text, score type to a named tuple of numbers."""
        for score_type, score in scores.items():
            self._scores.setdefault(score_type, []).append(score)

    def aggregate(self) -> dict[Any, AggregateScore]:
        """Return the interval of each score type, its three parts of the class of the scores added."""
        result = {}
        for score_type, scores in self._scores.items():
            bounds = self._bootstrap_resample(np.vstack(tuple(scores)))
            kind: Any = type(scores[0])
            result[score_type] = AggregateScore(*(kind(*bound) for bound in bounds))
        return result

    def _bootstrap_resample(self, matrix: npt.NDArray[Any]) -> npt.NDArray[np.float64]:
        """Return low, mid and high of each measure, float64, shape (3, measures).

        Parameters
        ----------
        matrix : ndarray, shape (texts, measures)
            One line for each text; measures of a text are drawn together.
        """
        means = bootstrap_means(matrix, self._n_samples)
        outside = (1 - self._confidence_interval) / 2
        bounds: npt.NDArray[np.float64] = np.percentile(
            means, 100 * np.array([outside, 0.5, 1 - outside]), axis=0
        )
        return bounds


def bootstrap_means(matrix: npt.NDArray[Any], n_samples: int) -> npt.NDArray[np.float64]:
    """Return the means of resampled rows, float64, shape (n_samples, measures).

    Notes
    -----
    A block of draws takes the same numbers from the global random state as its draws one by one.
    """
    rows = len(matrix)
    means = np.empty((n_samples, matrix.shape[1]))
    block = max(1, _MOST_DRAWS // rows)
    for start in range(0, n_samples, block):
        samples = min(block, n_samples - start)
        drawn = np.random.randint(0, rows, size=(samples, rows))  # noqa: NPY002 - the state rouge-score uses
        means[start : start + samples] = matrix[drawn].mean(axis=1)
    return means


def fmeasure(precision: float, recall: float) -> float:
    """Return the harmonic mean; 0.0 if both are 0."""
    if precision + recall > 0:
        return 2 * precision * recall / (precision + recall)
    return 0.0


__all__ = ["AggregateScore", "BaseScorer", "BootstrapAggregator", "Score", "fmeasure"]
