"""Means of scores with intervals, of all rows or of groups of them."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import numpy.typing as npt
import pandas as pd

from rouge_vec.analysis.groups import group_rows, rows_of_measures
from rouge_vec.analysis.resamples import bootstrap_sums
from rouge_vec.analysis.score_tables import Floats, Key, ScoreTable, read_scores
from rouge_vec.analysis.settings import Average, Method, check_choice, check_resampling, statistics_line
from rouge_vec.batch import Counts
from rouge_vec.errors import InputError
from rouge_vec.options.rouge_options import RougeOptions
from rouge_vec.options.rouge_types import RougeType
from rouge_vec.options.signature_reading import formula_of_signature
from rouge_vec.scores import schema
from rouge_vec.scores.measures import measure
from rouge_vec.scores.rounding import round_as_printed
from rouge_vec.scores.script_averages import Averages, average_scores, average_tokens

_LEVELS = [schema.ROUGE_TYPE, "measure"]
_SCRIPT_MEASURES = ("recall", "precision", "fmeasure")
"""The order in which the script holds them."""

_SCRIPT_COUNTS = ("reference_total", "prediction_total", "matches")
_SCRIPT_DECIMALS = 5
_SCRIPT_ALPHA = 0.5


def aggregate(
    scores: pd.DataFrame,
    by: Any = None,
    average: Average = "macro",
    confidence: float = 0.95,
    n_resamples: int = 1000,
    seed: int = 12345,
    method: Method = "percentile",
) -> pd.DataFrame:
    """Return the mean of each rouge type and measure, with a confidence interval, of all rows or of groups.

    Parameters
    ----------
    scores : pandas.DataFrame, n rows
        What :func:`rouge_vec.score` returned, in any layout; it may have columns of other names.
    by : str, Series, array or list of these, optional
        What makes groups: names of columns of `scores` or levels of its index, or labels of its rows. Rows whose label
        is missing are a group of their own.
    average : {"macro", "micro"}
        The mean of the scores of the rows; or the scores of counts added up over rows, for which `scores` was made with
        ``counts=True``.
    confidence : float
        Share of resamples inside the interval, between 0 and 1.
    n_resamples : int
        How many resamples the interval is made of.
    seed : int
        Of the generator of resamples. Each group starts from it, so that its figures are those of its rows alone.
    method : {"percentile", "rouge-1.5.5"}
        The percentile bootstrap; or mean and interval as ROUGE-1.5.5 prints them, see the notes.

    Returns
    -------
    pandas.DataFrame
        Index (by..., rouge_type, measure); float64 columns ``mean``, ``low``, ``high`` and int64 columns ``n``, the
        rows that have a score, and ``n_missing``, those that are NaN and in none of the figures.
        ``attrs["signature"]`` is that of `scores`; ``attrs["statistics"]``, a line, says what was asked for here.

    Raises
    ------
    InputError
        If `scores` is no frame of scores, has no counts for ``average="micro"``, or labels do not fit its rows.
    OptionError
        If a name is not known or a number is out of range.

    See Also
    --------
    rouge_vec.compare : Whether one system is better than another.

    Notes
    -----
    ``mean`` is the plain mean of the rows, whatever the resamples are. The interval is the percentile bootstrap
    (Efron 1979): rows are drawn with replacement as often as there are rows, and `low` and `high` are quantiles of the
    means of resamples, interpolated linearly. All measures share the draws, made by ``numpy.random.default_rng(seed)``.
    Time and memory: O(n_resamples n columns), in blocks.

    ROUGE-1.5.5 draws by ``drand48``, seeded with the number of the resample, so `seed` changes nothing. What it prints
    as an average is the mean of the means of resamples, and its quantiles are its own. Its figures depend on the order
    of rows: it takes texts in the byte order of their names. ``average="micro"`` is its ``-t 1``, with the
    `alpha` of the signature in F.

    Examples
    --------
    >>> import rouge_vec as rv
    >>> scores = rv.score(predictions=["a b", "a c"], references=["a b", "a d"], rouge_types="rouge1")
    >>> rv.aggregate(scores, n_resamples=100).loc[("rouge1", "fmeasure"), "mean"]
    np.float64(0.75)
    """
    check_choice("average", average, Average)
    check_choice("method", method, Method)
    check_resampling(confidence, n_resamples, seed)
    table = read_scores(scores)
    groups = group_rows(table, by, _LEVELS)
    if average == "micro":
        _refuse_without_counts(table)
    summarize = {
        ("macro", "percentile"): _mean_of_rows,
        ("micro", "percentile"): _score_of_sums,
        ("macro", "rouge-1.5.5"): _script_mean,
        ("micro", "rouge-1.5.5"): _script_score,
    }[average, method]
    figures = np.full((len(groups.rows), len(table.keys), 3), np.nan)
    present = np.zeros((len(groups.rows), len(table.keys)), np.int64)
    for place, rows in enumerate(groups.rows):
        values = table.figures[:, rows]
        for lines, scored in rows_of_measures(values):
            present[place, lines] = len(scored)
            if len(scored):
                part = _Part(table, lines, rows[scored], values[lines][:, scored])
                figures[place, lines] = summarize(part, confidence, n_resamples, seed)
    sizes = np.array([len(rows) for rows in groups.rows], np.int64)[:, np.newaxis]
    columns = {name: figures[..., at].ravel() for at, name in enumerate(("mean", "low", "high"))}
    columns |= {"n": present.ravel(), "n_missing": (sizes - present).ravel()}
    result = pd.DataFrame(columns, index=groups.index(list(table.keys), _LEVELS))
    result.attrs["signature"] = table.signature
    choices = {"average": average, "interval": method, "confidence": confidence, "resamples": n_resamples}
    result.attrs["statistics"] = statistics_line(
        **choices, **({"seed": seed} if method == "percentile" else {})
    )
    return result


class _Part:
    """Lines of a table, and rows in which all of them have scores.

    Attributes
    ----------
    keys : list of (str, str)
        Of the lines.
    figures : ndarray of float64, shape (lines, rows)
        The scores.
    """

    def __init__(
        self, table: ScoreTable, lines: npt.NDArray[np.int64], rows: npt.NDArray[np.int64], values: Floats
    ) -> None:
        self._table = table
        self._rows = rows
        self.keys: list[Key] = [table.keys[line] for line in lines]
        self.figures = np.ascontiguousarray(values)

    @property
    def rouge_types(self) -> list[str]:
        """The rouge types of the lines, each once."""
        return list(dict.fromkeys(rouge_type for rouge_type, _ in self.keys))

    def counts(self, names: tuple[str, ...]) -> Floats:
        """Return counts by name, float64, shape (rouge types, names, rows)."""
        counts = self._table.counts
        return np.array(
            [
                [counts[rouge_type, name][self._rows].astype(np.float64) for name in names]
                for rouge_type in self.rouge_types
            ]
        )

    def options(self) -> RougeOptions:
        """Return how scores are made of counts."""
        signature = self._table.signature
        return formula_of_signature(signature) if signature else RougeOptions.build()

    def chosen(self, figures: dict[Key, Any]) -> Floats:
        """Return mean, low and high of the lines, float64, shape (lines, 3)."""
        return np.array([figures[key] for key in self.keys])


Summarize = Callable[[_Part, float, int, int], Floats]
"""Makes mean, low and high of each line, shape (lines, 3)."""


def _mean_of_rows(part: _Part, confidence: float, n_resamples: int, seed: int) -> Floats:
    means = bootstrap_sums(part.figures, n_resamples, seed) / part.figures.shape[1]
    return np.column_stack([part.figures.mean(axis=1), *interval(means, confidence)])


def _score_of_sums(part: _Part, confidence: float, n_resamples: int, seed: int) -> Floats:
    counts = part.counts(schema.COUNTS)
    types, names, rows = counts.shape
    drawn = bootstrap_sums(counts.reshape(types * names, rows), n_resamples, seed)
    # The sums of all rows stand first, so that they are scored as those of resamples are.
    sums = np.concatenate([counts.sum(axis=2).reshape(1, -1), drawn])
    options = part.options()
    figures = {}
    for place, name in enumerate(part.rouge_types):
        rouge_type = RougeType.parse(name)
        matches, *totals = (sums[:, place * names + at] for at in range(names))
        if not rouge_type.family.is_weighted:
            matches, *totals = (np.rint(one).astype(np.int64) for one in (matches, *totals))
        scored = measure(Counts(matches, *totals), rouge_type, options)
        for kind in schema.MEASURES:
            values = getattr(scored, kind)
            figures[name, kind] = (values[0], *interval(values[1:], confidence))
    return part.chosen(figures)


def _script_mean(part: _Part, confidence: float, n_resamples: int, seed: int) -> Floats:
    lines, rows = part.figures.shape
    values = round_as_printed(part.figures.ravel(), _SCRIPT_DECIMALS).reshape(lines, rows)
    # The script adds up three measures at a time, each on its own; lines of zeros fill the last three.
    filled = np.concatenate([values, np.zeros((-lines % 3, rows))])
    averages = average_scores(
        filled.reshape(-1, 3, rows).transpose(0, 2, 1),
        confidence=_percent(confidence),
        n_resamples=n_resamples,
    )
    return _stacked(averages)[:lines]


def _script_score(part: _Part, confidence: float, n_resamples: int, seed: int) -> Floats:
    alpha = part.options().alpha
    averages = average_tokens(
        part.counts(_SCRIPT_COUNTS).transpose(0, 2, 1),
        alpha=_SCRIPT_ALPHA if alpha is None else alpha,
        confidence=_percent(confidence),
        n_resamples=n_resamples,
    )
    keys = [(name, kind) for name in part.rouge_types for kind in _SCRIPT_MEASURES]
    return part.chosen(dict(zip(keys, _stacked(averages), strict=True)))


def _stacked(averages: Averages) -> Floats:
    return np.column_stack([averages.mean.ravel(), averages.low.ravel(), averages.high.ravel()])


def _percent(confidence: float) -> float:
    """Return per cent without the dust that a product of floats leaves: 0.99 is 99."""
    return round(confidence * 100, 9)


def interval(samples: Floats, confidence: float) -> Floats:
    """Return the two quantiles that have a share of the samples between them, one line each.

    Parameters
    ----------
    samples : ndarray of float64, shape (resamples, ...)
        Statistics of resamples.
    confidence : float
        The share.
    """
    outside = (1 - confidence) / 2
    bounds: Floats = np.quantile(samples, [outside, 1 - outside], axis=0)
    return bounds


def _refuse_without_counts(table: ScoreTable) -> None:
    for rouge_type in table.rouge_types:
        for name in schema.COUNTS:
            if (rouge_type, name) not in table.counts:
                raise InputError(
                    f'average="micro" adds up counts, and scores has no column {schema.column(rouge_type, name)!r}.',
                    "make the scores with counts=True.",
                )


__all__ = ["aggregate", "interval"]
