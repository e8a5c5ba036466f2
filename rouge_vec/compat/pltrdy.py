"""Stands in for the package ``rouge`` 1.0.1 (pltrdy/rouge): the same names, arguments, results and errors.

What is odd about its numbers is in the dialect ``pltrdy``: sentences end at every full stop, each n-gram
counts once, and a perfect match has an F of 0.999999995.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

from rouge_vec.batch import Counts
from rouge_vec.compat._checks import check_texts, not_text
from rouge_vec.compat._columns import score_columns
from rouge_vec.compat.errors import KeyOptionError, NoAverageError, UnequalLengthsError
from rouge_vec.errors import InputError, OptionError, nearest_names
from rouge_vec.options.rouge_options import RougeOptions
from rouge_vec.scores.measures import Measures

_ROUGE_TYPES = {f"rouge-{order}": f"rouge{order}" for order in range(1, 6)} | {"rouge-l": "rougeLsum"}
_MEASURES = {"r": "recall", "p": "precision", "f": "fmeasure"}
_COUNTS = {"hyp": "prediction_total", "ref": "reference_total", "overlap": "matches"}


class Rouge:
    """Scores hypotheses against references.

    Parameters
    ----------
    metrics : iterable of str, optional
        ``"rouge-1"`` to ``"rouge-5"``, ``"rouge-l"``; rouge-1, rouge-2 and rouge-l by default.
    stats : iterable of str, optional
        ``"r"``, ``"p"`` and ``"f"``; all three by default.
    return_lengths : bool
        Whether to add the number of words of each text.
    raw_results : bool
        Whether to return counts in place of scores.
    exclusive : bool
        Whether each n-gram counts once. If not, common subsequences are added up over all pairs of sentences,
        so that precision can reach 2.

    Raises
    ------
    OptionError
        If there is no such metric or stat.

    Examples
    --------
    >>> Rouge(metrics=["rouge-1"]).get_scores("the cat", "the cat sat")
    [{'rouge-1': {'r': 0.6666666666666666, 'p': 1.0, 'f': 0.7999999952000001}}]
    """

    DEFAULT_METRICS = ("rouge-1", "rouge-2", "rouge-l")
    AVAILABLE_METRICS = tuple(_ROUGE_TYPES)
    DEFAULT_STATS = ("r", "p", "f")
    AVAILABLE_STATS = ("r", "p", "f")

    def __init__(
        self,
        metrics: Iterable[str] | None = None,
        stats: Iterable[str] | None = None,
        return_lengths: bool = False,
        raw_results: bool = False,
        exclusive: bool = True,
    ) -> None:
        self.return_lengths = return_lengths
        self.raw_results = raw_results
        self.exclusive = exclusive
        self.metrics = _checked("metric", metrics, self.DEFAULT_METRICS, self.AVAILABLE_METRICS)
        self.stats = list(_COUNTS)
        if not raw_results:
            self.stats = _checked("stat", stats, self.DEFAULT_STATS, self.AVAILABLE_STATS)

    def get_scores(
        self,
        hyps: str | Sequence[str],
        refs: str | Sequence[str],
        avg: bool = False,
        ignore_empty: bool = False,
    ) -> Any:
        """Score each hypothesis against its reference.

        Parameters
        ----------
        hyps, refs : str, or sequences of str of one length and type
            The texts to judge, and the references.
        avg : bool
            Whether to return the means over all pairs.
        ignore_empty : bool
            Whether to leave out pairs in which a text is the empty string.

        Returns
        -------
        list of dict, or dict
            For each pair, or once with `avg`: metric to stat to number.

        Raises
        ------
        InputError
            If a text has nothing but full stops, or all pairs are left out.
        UnequalLengthsError
            If the sides differ in length or type.
        NotTextError
            If a value is not a string.
        KeyOptionError
            If `avg` is asked for together with raw results.
        """
        hypotheses, references = self._pairs(hyps, refs, ignore_empty)
        _refuse_empty(hypotheses, references, self.metrics)
        if avg and self.raw_results:
            raise KeyOptionError("raw results have no average.", "leave out avg=True or raw_results=True.")
        if avg and not hypotheses:
            raise NoAverageError("there is no pair to average over.", "give at least one pair.")
        columns = self._columns(hypotheses, references) if hypotheses else {}
        if avg:
            return {
                metric: {stat: _mean(values) for stat, values in stats.items()}
                for metric, stats in columns.items()
            }
        lists = {
            metric: {stat: values.tolist() for stat, values in stats.items()}
            for metric, stats in columns.items()
        }
        return [
            {metric: {stat: values[row] for stat, values in stats.items()} for metric, stats in lists.items()}
            for row in range(len(hypotheses))
        ]

    def _pairs(self, hyps: Any, refs: Any, ignore_empty: bool) -> tuple[list[str], list[str]]:
        if isinstance(hyps, str):
            hyps, refs = [hyps], [refs]
        for side, values in (("hyps", hyps), ("refs", refs)):
            if isinstance(values, (bytes, bytearray)) or not hasattr(values, "__len__"):
                raise not_text(values, side, wanted="a string or a list of strings")
        if (not ignore_empty and not isinstance(hyps, type(refs))) or len(hyps) != len(refs):
            raise UnequalLengthsError(
                f"{len(hyps)} hypotheses ({type(hyps).__name__}) and {len(refs)} references "
                f"({type(refs).__name__}) are not sequences of one type and length.",
                "give two lists of the same length.",
            )
        pairs = list(zip(hyps, refs, strict=True))
        for side, texts in zip(("hyps", "refs"), zip(*pairs, strict=True), strict=False):
            check_texts(texts, side, "give both sides as strings, or both as lists of strings.")
        if ignore_empty:
            pairs = [pair for pair in pairs if pair[0] and pair[1]]
            if not pairs:
                raise InputError("every pair has an empty text.", "there is nothing to score.")
        return [hypothesis for hypothesis, _ in pairs], [reference for _, reference in pairs]

    def _columns(
        self, hypotheses: list[str], references: list[str]
    ) -> dict[str, dict[str, npt.NDArray[Any]]]:
        """Return metric to stat to values, shape (pairs,), in the order of the results."""
        result: dict[str, dict[str, npt.NDArray[Any]]] = {}
        metrics = list(dict.fromkeys(self.metrics))
        if metrics:
            types = [_ROUGE_TYPES[metric] for metric in metrics]
            options = RougeOptions.build(types, "pltrdy", counting="distinct" if self.exclusive else "summed")
            scored = score_columns(hypotheses, references, options)
            for metric in metrics:
                result[metric] = self._stats(*scored[_ROUGE_TYPES[metric]])
        if self.return_lengths:
            sides = {"hyp": hypotheses, "ref": references}
            result["lengths"] = {side: _word_counts(texts) for side, texts in sides.items()}
        return result

    def _stats(self, counts: Counts, measures: Measures) -> dict[str, npt.NDArray[Any]]:
        if self.raw_results:
            return {stat: getattr(counts, name) for stat, name in _COUNTS.items()}
        return {stat: getattr(measures, _MEASURES[stat]) for stat in self.stats}


class FilesRouge:
    """Scores two files line by line.

    Parameters
    ----------
    *args, **kwargs
        As for :class:`Rouge`.
    """

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        self.rouge = Rouge(*args, **kwargs)

    def get_scores(
        self, hyp_path: str | Path, ref_path: str | Path, avg: bool = False, ignore_empty: bool = False
    ) -> Any:
        """Score line n of one UTF-8 file against line n of the other.

        Parameters
        ----------
        hyp_path, ref_path : path
            The texts to judge, and the references, one a line. A last line without line end loses its last
            character, as in the package replaced.
        avg, ignore_empty : bool
            As in :meth:`Rouge.get_scores`.

        Raises
        ------
        UnequalLengthsError
            If a file is not there, or they differ in the number of lines.
        RougeVecError
            As in :meth:`Rouge.get_scores`.
        """
        counts = [_line_count(Path(path)) for path in (hyp_path, ref_path)]
        if counts[0] != counts[1]:
            raise UnequalLengthsError(
                f"{str(hyp_path)!r} has {counts[0]} lines and {str(ref_path)!r} has {counts[1]}.",
                "line n of one file is scored against line n of the other.",
            )
        hypotheses, references = _read_lines(Path(hyp_path)), _read_lines(Path(ref_path))
        return self.rouge.get_scores(hypotheses, references, avg=avg, ignore_empty=ignore_empty)


def _checked(
    kind: str, given: Iterable[str] | None, default: Sequence[str], known: Sequence[str]
) -> list[str]:
    if given is None:
        return list(default)
    names = [name.lower() for name in given]
    for name in names:
        if name not in known:
            raise OptionError(f"Unknown {kind} {name!r}", nearest_names(name, known))
    return names


def _refuse_empty(hypotheses: Sequence[str], references: Sequence[str], metrics: Sequence[str]) -> None:
    """Raise an error for a text of full stops only, in the words of the metric that meets it first."""
    for row, pair in enumerate(zip(hypotheses, references, strict=True)):
        for side, text in zip(("Hypothesis", "Reference"), pair, strict=True):
            if metrics and not text.strip("."):
                problem = f"{side} is empty."
                if metrics[0] == "rouge-l":
                    problem = "Collections must contain at least 1 sentence."
                raise InputError(
                    f"{problem} Pair {row}: {text!r}.",
                    "ignore_empty=True leaves out empty texts; full stops alone are no text either.",
                )


def _word_counts(texts: Sequence[str]) -> npt.NDArray[np.int64]:
    return np.array([len(text.replace(".", " ").split()) for text in texts], np.int64)


def _mean(values: npt.NDArray[Any]) -> float:
    """Return the mean of values that are added up one after the other."""
    return float(np.cumsum(values)[-1] / len(values))


def _line_count(path: Path) -> int:
    if not path.is_file():
        raise UnequalLengthsError(f"there is no file {str(path)!r}.", "give the path of a text file.")
    with path.open("rb") as lines:
        return sum(1 for _ in lines)


def _read_lines(path: Path) -> list[str]:
    with path.open(encoding="utf-8") as lines:
        return [line[:-1] for line in lines]


__all__ = ["FilesRouge", "Rouge"]
