"""Whether one system is better than another: paired tests on the same rows."""

from __future__ import annotations

from collections.abc import Hashable, Mapping
from statistics import NormalDist
from typing import Any

import numpy as np
import numpy.typing as npt
import pandas as pd

from rouge_vec.analysis.aggregation import interval
from rouge_vec.analysis.groups import group_rows, rows_of_measures
from rouge_vec.analysis.pairing import paired_rows, read_systems
from rouge_vec.analysis.resamples import bootstrap_sums, is_exhaustive, sign_flip_sums
from rouge_vec.analysis.score_tables import Floats, ScoreTable
from rouge_vec.analysis.settings import Test, check_choice, check_resampling, check_share, statistics_line
from rouge_vec.errors import OptionError, nearest_names
from rouge_vec.scores import schema

_LEVELS = ["system", schema.ROUGE_TYPE, "measure"]
_DUST = 2.0**-40
"""Share of the sum of all sizes by which two sums may differ and still be one: what rounding leaves."""


def compare(
    systems: Mapping[Any, pd.DataFrame] | pd.DataFrame,
    baseline: Any = None,
    by: Any = None,
    test: Test = "permutation",
    n_resamples: int = 10000,
    seed: int = 12345,
    *,
    confidence: float = 0.95,
    key: Any = None,
    system: str | None = None,
    power: float | None = None,
) -> pd.DataFrame:
    """Compare systems with a baseline on the same rows: differences, intervals and p values.

    Parameters
    ----------
    systems : mapping of names to DataFrames, or DataFrame
        Scores of each system, as :func:`rouge_vec.score` returns them, in any layout; or those of all systems in one
        frame with `system`.
    baseline : name, optional
        The system that the others are compared with; the first one by default.
    by : str, Series, array or list of these, optional
        What makes groups of the baseline's rows, as in :func:`aggregate`.
    test : {"permutation", "bootstrap"}
        How p values are made.
    n_resamples : int
        Resamples of the interval, and of the test.
    seed : int
        Of the generator of resamples; each group starts from it.
    confidence : float
        Share of resamples inside the interval, between 0 and 1.
    key : str or list of str, optional
        Columns that name the item of a row; rows are paired by them. By default they are paired by their index.
    system : str, optional
        The column that names the system of a row, if `systems` is one DataFrame.
    power : float, optional
        Between 0 and 1, for example 0.8; adds the columns ``effect_size`` and ``detectable_difference``.

    Returns
    -------
    pandas.DataFrame
        Index (by..., system, rouge_type, measure) of all systems but the baseline; columns ``difference`` (of the
        system's mean and the baseline's), ``low``, ``high``, ``p_value`` and ``p_adjusted``, float64; ``n``, the rows
        that both have scores for, and in how many of them the system is better, equal or worse: ``win``, ``tie`` and
        ``loss``, int64. ``attrs`` holds ``signature``, ``baseline``, and ``statistics``, a line that says how it was
        made.

    Raises
    ------
    InputError
        If rows cannot be paired, one by one, or scores were made with different options.
    OptionError
        If a name is not known or a number is out of range.

    Notes
    -----
    The permutation test gives the difference of each row a sign by coin (approximate randomization, Noreen 1989) and
    asks how often the mean is at least as far from 0 as the one seen. If there are not more than `n_resamples` ways to
    choose signs, all are taken and the p value is exact. Else it is ``(k + 1) / (n_resamples + 1)``, never 0. The
    bootstrap test asks the same of means of rows drawn with replacement, less the mean seen (Koehn 2004; Riezler and
    Maxwell 2005), as sacreBLEU does. Both are two-sided, and the interval is the percentile bootstrap with either.

    ``p_adjusted`` is Holm's (1979) for all comparisons of one rouge type and measure: the systems, and the groups.
    ``effect_size`` is the mean difference over its standard deviation from row to row; ``detectable_difference`` is the
    true difference that a test on these rows, at a level of one less `confidence`, would show with this power (normal
    approximation). A smaller one may well be there and not be seen.

    O(n_resamples n) for each system, type and measure, in blocks.

    Examples
    --------
    >>> import rouge_vec as rv
    >>> references = ["the cat sat", "dogs bark", "it rains", "birds sing"]
    >>> systems = {
    ...     "A": rv.score(predictions=["a cat", "dogs", "it rains", "birds"], references=references),
    ...     "B": rv.score(predictions=["the cat sat", "dogs bark", "rain", "birds sing"], references=references),
    ... }
    >>> rv.compare(systems, baseline="A").loc[("B", "rouge1", "fmeasure"), ["win", "tie", "loss"]].tolist()
    [3, 0, 1]
    """
    check_choice("test", test, Test)
    check_resampling(confidence, n_resamples, seed)
    if power is not None:
        check_share("power", power, "0.8 is the usual choice.")
    tables = read_systems(systems, system)
    baseline = next(iter(tables)) if baseline is None else baseline
    if baseline not in tables:
        raise OptionError(
            f"baseline={baseline!r} is no system.", nearest_names(str(baseline), map(str, tables))
        )
    others = [name for name in tables if name != baseline]
    ref = tables[baseline]
    differences = _differences(tables, baseline, others, key)
    groups = group_rows(ref, by, _LEVELS)
    lines = len(differences)
    results = np.full((len(_FIGURES), len(groups.rows), lines), np.nan)
    counts = np.zeros((4, len(groups.rows), lines), np.int64)
    for place, rows in enumerate(groups.rows):
        for some, paired in rows_of_measures(differences[:, rows]):
            seen = np.ascontiguousarray(differences[np.ix_(some, rows[paired])])
            counts[:, place, some] = _outcomes(seen)
            if seen.shape[1]:
                results[:, place, some] = _figures(seen, test, confidence, n_resamples, seed)
    keys = [(name, *one) for name in others for one in ref.keys]
    columns = dict(zip(_FIGURES, results.reshape(len(_FIGURES), -1), strict=True))
    adjusted = _adjusted_by_measure(results[_FIGURES.index("p_value")], len(others))
    n, win, tie, loss = counts.reshape(4, -1)
    shown = {name: columns[name] for name in ("difference", "low", "high", "p_value")}
    shown |= {"p_adjusted": adjusted.ravel(), "n": n, "win": win, "tie": tie, "loss": loss}
    if power is not None:
        shown |= _power_columns(columns["difference"], columns["deviation"], n, confidence, power)
    result = pd.DataFrame(shown, index=groups.index(keys, _LEVELS))
    result.attrs["signature"] = ref.signature
    result.attrs["baseline"] = baseline
    result.attrs["statistics"] = statistics_line(
        test=f"paired {test}", correction="holm", confidence=confidence, resamples=n_resamples, seed=seed
    )
    return result


_FIGURES = ("difference", "low", "high", "p_value", "deviation")


def _differences(
    tables: Mapping[Hashable, ScoreTable], baseline: Hashable, others: list[Hashable], key: Any
) -> Floats:
    """Return the differences of all systems from the baseline, shape (systems * keys, rows)."""
    ref = tables[baseline]
    rows = paired_rows(tables, baseline, key)
    lines = []
    for name in others:
        table = tables[name]
        place = np.array([table.keys.index(one) for one in ref.keys])
        lines.append(table.figures[np.ix_(place, rows[name])] - ref.figures)
    return np.concatenate(lines)


def _outcomes(differences: Floats) -> npt.NDArray[np.int64]:
    """Return rows, wins, ties and losses of each line, shape (4, lines)."""
    wins, losses = (differences > 0).sum(axis=1), (differences < 0).sum(axis=1)
    rows = np.full(len(differences), differences.shape[1])
    return np.array([rows, wins, rows - wins - losses, losses])


def _figures(differences: Floats, test: str, confidence: float, n_resamples: int, seed: int) -> Floats:
    """Return what `_FIGURES` names for each line, shape (figures, lines)."""
    rows = differences.shape[1]
    mean = differences.mean(axis=1)
    drawn = bootstrap_sums(differences, n_resamples, seed)
    low, high = interval(drawn / rows, confidence)
    seen = differences.sum(axis=1)
    dust = _DUST * np.abs(differences).sum(axis=1)
    if test == "permutation":
        flipped = sign_flip_sums(differences, n_resamples, seed)
        extreme = (np.abs(flipped) >= np.abs(seen) - dust).sum(axis=0)
        certain = 0 if is_exhaustive(rows, n_resamples) else 1
        p_value = (extreme + certain) / (len(flipped) + certain)
    else:
        extreme = (np.abs(drawn - seen) >= np.abs(seen) - dust).sum(axis=0)
        p_value = (extreme + 1) / (n_resamples + 1)
    deviation = differences.std(axis=1, ddof=1) if rows > 1 else np.full(len(mean), np.nan)
    return np.array([mean, low, high, p_value, deviation])


def _adjusted_by_measure(p_values: Floats, systems: int) -> Floats:
    """Return p values adjusted among all groups and systems of one rouge type and measure, same shape."""
    groups = len(p_values)
    families = p_values.reshape(groups, systems, -1)
    adjusted = np.empty_like(families)
    for place in range(families.shape[2]):
        adjusted[..., place] = holm(families[..., place].ravel()).reshape(groups, systems)
    return adjusted.reshape(p_values.shape)


def holm(p_values: Floats) -> Floats:
    """Return p values adjusted for the chance that any of them is small by luck.

    Parameters
    ----------
    p_values : ndarray of float64, shape (tests,)
        NaN stays NaN and counts for no test.

    Notes
    -----
    Holm (1979): of m tests the smallest p value is multiplied by m, the next by m - 1, and none is below one before it.
    """
    adjusted = np.full(len(p_values), np.nan)
    tests = np.flatnonzero(~np.isnan(p_values))
    order = tests[np.argsort(p_values[tests], kind="stable")]
    steps = np.arange(len(order), 0, -1)
    adjusted[order] = np.minimum(np.maximum.accumulate(p_values[order] * steps), 1.0)
    return adjusted


def _power_columns(
    difference: Floats, deviation: Floats, n: npt.NDArray[np.int64], confidence: float, power: float
) -> dict[str, Floats]:
    normal = NormalDist()
    distance = normal.inv_cdf((1 + confidence) / 2) + normal.inv_cdf(power)
    with np.errstate(divide="ignore", invalid="ignore"):
        return {
            "effect_size": difference / deviation,
            "detectable_difference": distance * deviation / np.sqrt(n),
        }


__all__ = ["compare", "holm"]
