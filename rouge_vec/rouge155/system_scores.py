"""Scores of one system for all metrics that are asked for: texts in, figures as the script holds them."""

from __future__ import annotations

import dataclasses
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from rouge_vec.batch import Counts, TextBatch
from rouge_vec.columns.text_columns import References, TextColumn
from rouge_vec.engine.chunks import usable_cores
from rouge_vec.engine.column_loop import count_columns
from rouge_vec.engine.workers import Workers
from rouge_vec.options.rouge_options import RougeOptions
from rouge_vec.options.rouge_types import RougeType
from rouge_vec.rouge155 import printing
from rouge_vec.rouge155.flags import Arguments, ScriptError
from rouge_vec.rouge155.printing import printed_count
from rouge_vec.rouge155.stemmed_references import StemSwitch, count_with_stemmed_references
from rouge_vec.scores.script_averages import Averages, average_scores, average_tokens
from rouge_vec.scores.several_references import combine

Floats = npt.NDArray[np.float64]


class BytesColumn(TextColumn):
    """Texts as the bytes of their files, in whatever encoding."""

    def __init__(self, texts: Sequence[bytes]) -> None:
        self._offsets = np.zeros(len(texts) + 1, np.int64)
        np.cumsum(np.fromiter(map(len, texts), np.int64, len(texts)), out=self._offsets[1:])
        self._data = np.frombuffer(b"".join(texts), np.uint8)

    def __len__(self) -> int:
        return len(self._offsets) - 1

    def sizes(self, lo: int, hi: int) -> npt.NDArray[np.int64]:
        """Return the number of bytes of each of the texts ``lo..hi``."""
        return np.diff(self._offsets[lo : hi + 1])

    def batch(self, lo: int, hi: int) -> TextBatch:
        """Return the texts as they are."""
        return TextBatch(self._data, self._offsets[lo : hi + 1])

    def strings(self, lo: int, hi: int) -> list[str]:
        """Return the texts with one character for each byte."""
        texts = self.batch(lo, hi)
        return [texts.text_bytes(row).decode("latin-1") for row in range(len(texts))]


@dataclass(frozen=True, slots=True)
class SystemScores:
    """Figures of one system, rows in the order of the evaluations.

    Attributes
    ----------
    counts : ndarray of float64, shape (runs, rows, 3)
        Counts of references, prediction and matches.
    scores : ndarray of float64, shape (runs, rows, 3)
        Recall, precision and F.
    weightless : list of (int, int)
        Rows and places of references without a token, if ROUGE-W was computed.
    """

    counts: Floats
    scores: Floats
    weightless: list[tuple[int, int]]


@dataclass(frozen=True, slots=True)
class WordLists:
    """Irregular forms and stop words, named or as found in the folder of ``-e``."""

    exceptions: str | Mapping[str, str]
    stopwords: str | frozenset[str]


def score_system(
    predictions: Sequence[bytes],
    references: Sequence[Sequence[bytes]],
    runs: Sequence[RougeType],
    arguments: Arguments,
    lists: WordLists,
    switch: StemSwitch | None = None,
) -> SystemScores:
    """Score the texts of one system against their references.

    Parameters
    ----------
    predictions : sequence of bytes, length rows
        One sentence a line.
    references : sequence of sequences of bytes, length rows
        The same.
    runs : sequence of RougeType
        What to compute.
    arguments : Arguments
        The flags.
    lists : WordLists
        Used with ``-m`` and ``-s``.
    switch : StemSwitch, optional
        Given for ``-M``.
    """
    counts, scores = np.zeros((2, len(runs), len(predictions), 3))
    if not predictions or not runs:
        return SystemScores(counts, scores, [])
    options = script_options(runs, arguments, lists)
    row_offsets = np.zeros(len(references) + 1, np.int64)
    # An evaluation without references counts nothing; it is scored against an empty text and then cleared.
    np.cumsum([max(len(texts), 1) for texts in references], out=row_offsets[1:])
    column = BytesColumn([text for texts in references for text in texts or (b"",)])
    several = References(column, row_offsets, None)
    weightless: list[tuple[int, int]] = []
    for at, pair_counts in enumerate(_counts(BytesColumn(predictions), several, options, switch)):
        rouge_type = options.rouge_types[at]
        totals, measures = combine(pair_counts, row_offsets, rouge_type, options)
        counts[at] = np.stack([totals.reference_total, totals.prediction_total, totals.matches], axis=1)
        scores[at] = np.stack([measures.recall, measures.precision, measures.fmeasure], axis=1)
        if rouge_type.family.is_weighted:
            empty = np.flatnonzero(pair_counts.reference_total == 0)
            rows = np.searchsorted(row_offsets, empty, side="right") - 1
            weightless = list(zip(rows.tolist(), (empty - row_offsets[rows]).tolist(), strict=True))
    without = [not texts for texts in references]
    counts[:, without] = scores[:, without] = 0
    return SystemScores(counts, scores, [(row, at) for row, at in weightless if not without[row]])


def _counts(
    predictions: BytesColumn, references: References, options: RougeOptions, switch: StemSwitch | None
) -> list[Counts]:
    """Count all pairs for all rouge types; with a switch, stemmed as ``-M`` says."""
    if switch is None or references.row_offsets is None:
        return count_columns(predictions, references, options, Workers(options), usable_cores()).counts
    return count_with_stemmed_references(
        predictions.batch(0, len(predictions)),
        references.texts.batch(0, len(references.texts)),
        np.diff(references.row_offsets),
        options,
        switch,
    )


def script_options(runs: Sequence[RougeType], arguments: Arguments, lists: WordLists) -> RougeOptions:
    """Return the flags as options of the dialect."""
    limits = {
        name: max(int(arguments.number(flag, 0)), 0)
        for name, flag in (("max_words", "l"), ("max_bytes", "b"))
    }
    stems = arguments.has("m") or arguments.has("M")
    options = RougeOptions.build(
        "rouge1",
        "rouge-1.5.5",
        use_stemmer=stems,
        exceptions=lists.exceptions if stems else "none",
        stopwords=lists.stopwords if arguments.has("s") else "none",
        alpha=arguments.number("p", 0.5),
        multi_reference="best_recall" if arguments.text("f") == "B" else "average",
        **limits,
    )
    return dataclasses.replace(options, rouge_types=tuple(runs))


def printed_blocks(
    system: str, names: Sequence[str], scores: SystemScores, runs: Sequence[RougeType], arguments: Arguments
) -> Iterator[str]:
    """Yield what is printed for each run: averages or counts, and the evaluations under ``-d``.

    Raises
    ------
    ScriptError
        If there are no resamples to average.
    """
    order = sorted(range(len(names)), key=names.__getitem__)
    figures = scores.counts if arguments.unit else scores.scores
    ordered = figures[:, order]
    if arguments.unit == 2:
        totals = np.cumsum(ordered, axis=1)[:, -1] if order else np.zeros((len(runs), 3))
    elif not arguments.number("r", 1000) > 0:
        raise ScriptError("Illegal division by zero at ROUGE-1.5.5.pl line 910.")
    else:
        averages = _averages(ordered, arguments)
        rows = np.stack([averages.mean, averages.low, averages.high], axis=-1).tolist()
    for at, run in enumerate(runs):
        name = f"{system} {run.name}"
        if arguments.unit == 2:
            block = printing.count_lines(name, totals[at].tolist())
        else:
            block = printing.average_lines(name, arguments.text("c", "95"), rows[at])
        if arguments.has("d"):
            block += printing.evaluation_lines(name, names, _printed(figures[at], run, arguments))
        yield block


def _averages(figures: Floats, arguments: Arguments) -> Averages:
    settings = {"confidence": arguments.number("c", 95), "n_resamples": arguments.number("r", 1000)}
    if arguments.unit == 1:
        return average_tokens(figures, alpha=arguments.number("p", 0.5), **settings)
    return average_scores(figures, **settings)


def _printed(figures: Floats, run: RougeType, arguments: Arguments) -> Iterator[tuple[str, ...]]:
    if arguments.unit == 0:
        return (tuple(f"{value:.5f}" for value in row) for row in figures.tolist())
    exact = not run.family.is_weighted or run.weight.is_integer()
    return (tuple(printed_count(value, exact) for value in row) for row in figures.tolist())
