"""The public scorer: checks what the user gave, runs the engine, returns a DataFrame."""

from __future__ import annotations

import threading
import time
import warnings
from collections.abc import Iterable, Sequence
from typing import Any, NamedTuple, Unpack, cast

import numpy as np
import numpy.typing as npt
import pandas as pd

from rouge_vec.api.misfits import explaining_misfits
from rouge_vec.api.notices import warn_of_dropped_letters, warn_of_lost_letters, warn_of_texts_without_tokens
from rouge_vec.api.progress import progress_bar
from rouge_vec.columns.places import note_label
from rouge_vec.columns.sides import read_columns
from rouge_vec.columns.text_columns import References, TextColumn, is_missing, named_rows, refuse_missing
from rouge_vec.counting.short_pairs import shares
from rouge_vec.engine.chunks import usable_cores
from rouge_vec.engine.column_loop import row_costs
from rouge_vec.engine.workers import Worker, Workers
from rouge_vec.errors import EmptyTextWarning, InputError, LostLettersWarning, OptionError, nearest_names
from rouge_vec.options.families import BASIC_ELEMENTS
from rouge_vec.options.keywords import Dialect, Layout, Measure, Missing, OptionKeywords
from rouge_vec.options.option_checks import check_switch
from rouge_vec.options.rouge_options import OPTION_NAMES, RougeOptions
from rouge_vec.options.rouge_types import DEFAULT_ROUGE_TYPES
from rouge_vec.options.stages import PRETOKENIZED
from rouge_vec.scores.frame import build_frame, check_layout, checked_measures
from rouge_vec.scores.scoring import score_columns
from rouge_vec.scores.several_references import combine

_MISSING_POLICIES = ("raise", "nan", "empty")
_MANY_WORDS = 1000
"""Words of a text long enough for all that is done to texts to be done to it."""


class Score(NamedTuple):
    """Scores of one pair, plain floats from 0 to 1."""

    precision: float
    recall: float
    fmeasure: float


class Scorer:
    """A scorer whose options are checked once; frozen, picklable, safe to share between threads.

    Parameters
    ----------
    rouge_types : str or iterable of str
        Names of rouge types, such as ``"rouge1"``, ``"rougeL"``, ``"rougeLsum"``.
    dialect : str
        The existing scorer whose numbers are reproduced.
    **options
        Any of: ``use_stemmer`` (bool, or a stemmer's name), ``tokenizer`` (a name, a callable from a string to a list
        of hashable tokens, or an object with ``.tokenize``), ``lowercase``, ``stopwords``, ``sentence_separator``,
        ``sentence_splitter``, ``max_words``, ``max_bytes``, ``alpha`` or ``beta``, ``multi_reference``, and the rarer
        attributes of :class:`rouge_vec.options.rouge_options.RougeOptions`. An option that is left out has the
        dialect's value. With ``tokenizer="pretokenized"`` cells are lists of tokens or of integer ids, or lists of
        sentences that are such lists; several references of a row are then a list of texts in sentences.

    Raises
    ------
    OptionError
        If a name or value is not known, or options exclude each other.

    Warns
    -----
    LostLettersWarning
        If the tokenizer drops letters of the language whose stemmer is asked for.

    Notes
    -----
    A scorer keeps a few megabytes of scratch memory for each thread, which makes later calls faster.

    Examples
    --------
    >>> scorer = Scorer(["rouge1", "rougeL"])
    >>> scorer.score_pair("the cat sat", "the cat sat down")["rouge1"].recall
    0.75
    """

    __slots__ = ("_local", "_options", "_signature", "_workers")
    _local: threading.local
    _signature: str
    _options: RougeOptions
    _workers: Workers

    def __init__(
        self,
        rouge_types: str | Iterable[str] = DEFAULT_ROUGE_TYPES,
        dialect: Dialect = "rouge-score",
        **options: Unpack[OptionKeywords],
    ) -> None:
        self._set_up(RougeOptions.build(rouge_types, dialect, **options))
        warn_of_lost_letters(self._options)

    def _set_up(self, options: RougeOptions) -> None:
        object.__setattr__(self, "_options", options)
        object.__setattr__(self, "_workers", Workers(options))
        object.__setattr__(self, "_local", threading.local())
        object.__setattr__(self, "_signature", options.signature())

    def __setattr__(self, name: str, value: Any) -> None:
        raise AttributeError(f"a Scorer is frozen; make a new one to change {name!r}.")

    def __reduce__(self) -> tuple[Any, ...]:
        return _scorer_of, (self._options,)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Scorer) and self._options == other._options

    def __hash__(self) -> int:
        return hash(self.signature)

    def __repr__(self) -> str:
        return f"Scorer({self.signature})"

    @property
    def options(self) -> RougeOptions:
        """The options, frozen."""
        return self._options

    @property
    def signature(self) -> str:
        """Every choice that changes a number, as one line."""
        return self._signature

    @explaining_misfits((*OPTION_NAMES, "rouge_types", "dialect"))
    def score(
        self,
        *,
        predictions: Any,
        references: Any,
        layout: Layout = "wide",
        counts: bool = False,
        measures: Measure | Iterable[Measure] | None = None,
        missing: Missing = "raise",
        n_jobs: int | None = None,
        progress: bool | None = None,
    ) -> pd.DataFrame:
        """Score predictions against references, row by row.

        Parameters
        ----------
        predictions : iterable of str, length n
            Any sequence, generator, NumPy array, pandas Series, Arrow array or polars Series of strings.
        references : iterable of str or of lists of str, length n
            The same; a cell may be a list of several references.
        layout : {"wide", "multi", "long"}
            Columns ``rouge1_precision`` ...; column levels (rouge_type, measure); or one line for each row and type.
        counts : bool
            Whether to add matches, prediction_total and reference_total of each type; 0 where scores are NaN.
        measures : {"precision", "recall", "fmeasure"} or iterable of them, optional
            The measures that become columns, in their usual order; all three by default.
        missing : {"raise", "nan", "empty"}
            What to do with None, NaN and NA: refuse, score as NaN, or read as an empty text.
        n_jobs : int, optional
            Threads; all usable cores by default or with -1, 1 for none. Scores do not depend on it.
        progress : bool, optional
            Whether to show a progress bar; by default when the work is long and a terminal or notebook is there.

        Returns
        -------
        pandas.DataFrame
            float64 scores (int64 counts), with the index of the inputs; ``attrs["signature"]`` says how they were made.

        Raises
        ------
        InputError
            If the lengths or indexes differ, a value is missing, or a row has no reference.
        InputTypeError
            If an input is not a column of text.

        Warns
        -----
        EmptyTextWarning
            Once, if texts that are not blank give no tokens.
        LostLettersWarning
            Once, in place of that, if texts lose more than a fifth of their letters to a tokenizer that keeps ASCII
            letters and digits only.

        Notes
        -----
        O(m n / 64) for texts of m and n tokens, and linear in the rows. Memory beyond inputs and result is bounded.
        """
        check_layout(layout)
        kept = checked_measures(measures)
        _check_choice("missing", missing, _MISSING_POLICIES)
        check_switch("counts", counts)
        check_switch("progress", progress is None or progress)
        threads = _worker_count(n_jobs)
        index, labels = _common_index(predictions, references)
        prediction_column, reference_column = read_columns(predictions, references, self._options, labels)
        _check_lengths(prediction_column, reference_column)
        missing_rows = _missing_rows(prediction_column, reference_column, missing, labels)
        if index is None:
            index = pd.RangeIndex(len(prediction_column))
        if self._options.multi_reference == "each":
            index, missing_rows = _index_of_pairs(index, missing_rows, reference_column.row_offsets)
        with progress_bar(len(prediction_column), progress) as advance:
            try:
                result = score_columns(
                    prediction_column,
                    reference_column,
                    self._options,
                    self._workers,
                    threads,
                    with_counts=counts,
                    advance=advance,
                )
            except Exception as error:
                note_label(error, labels)
                raise
        without_tokens = result.texts_without_tokens
        if not warn_of_dropped_letters(
            prediction_column, reference_column, without_tokens, labels, self._options
        ):
            warn_of_texts_without_tokens(without_tokens, self._options)
        if missing_rows is not None:
            result.leave_out(missing_rows)
        return build_frame(result, index, layout, self.signature, kept)

    def score_pair(self, prediction: str, reference: str | list[str]) -> dict[str, Score]:
        """Score one prediction against one reference, or against several, without a warning if there are no tokens.

        Parameters
        ----------
        prediction : str
            The text to judge.
        reference : str or list of str
            The text, or texts, to compare with.

        Returns
        -------
        dict of str to Score
            Rouge type to (precision, recall, fmeasure) as plain floats.

        Raises
        ------
        InputError
            If a text is missing or there is no reference.
        InputTypeError
            If a text is not a string.
        """
        if self._options.multi_reference == "each":
            raise OptionError(
                'score_pair gives one score for each rouge type; multi_reference="each" gives several.',
                "use score, with lists of one row.",
            )
        # Taken out while it works: a signal handler or finalizer may call this again, and what an error or an interrupt
        # leaves behind, memory half written or words without stems, is of no use.
        worker = self._local.__dict__.pop("worker", None) or self._workers.take()
        scores = self._score_pair(worker, prediction, reference)
        if worker.may_be_kept:
            self._local.worker = worker
        return scores

    def _score_pair(self, worker: Worker, prediction: str, reference: str | list[str]) -> dict[str, Score]:
        if self._options.plan.counts_short_pairs and type(prediction) is str and type(reference) is str:
            pair = worker.count_pair(prediction, reference)
            if pair is not None:
                return {
                    rouge_type.name: Score(*shares(*pair.of(rouge_type)))
                    for rouge_type in self._options.rouge_types
                }
        # A list of tokens is one reference; those that are missing are refused where tokens are read.
        _refuse_missing_texts(
            prediction, [reference] if self._options.tokenizer == PRETOKENIZED else reference
        )
        predictions, references = read_columns([prediction], [reference], self._options)
        scores = {}
        worker.note_cost(row_costs(predictions, references, 0, 1)[0])
        counts = worker.count(predictions, references, 0, 1)
        for rouge_type, pair_counts in zip(self._options.rouge_types, counts, strict=True):
            _, measures = combine(pair_counts, references.row_offsets, rouge_type, self._options)
            scores[rouge_type.name] = Score(
                float(measures.precision[0]), float(measures.recall[0]), float(measures.fmeasure[0])
            )
        return scores


def _scorer_of(options: RougeOptions) -> Scorer:
    options.check_values()
    scorer = object.__new__(Scorer)
    scorer._set_up(options)
    return scorer


@explaining_misfits()
def score(
    *,
    predictions: Any,
    references: Any,
    rouge_types: str | Iterable[str] = DEFAULT_ROUGE_TYPES,
    dialect: Dialect = "rouge-score",
    layout: Layout = "wide",
    counts: bool = False,
    measures: Measure | Iterable[Measure] | None = None,
    missing: Missing = "raise",
    n_jobs: int | None = None,
    progress: bool | None = None,
    **options: Unpack[OptionKeywords],
) -> pd.DataFrame:
    """Score predictions against references, row by row.

    Parameters
    ----------
    predictions, references
        Columns of texts of one length; a cell of `references` may be a list of several.
    rouge_types, dialect
        Names of rouge types, and the existing scorer whose numbers are reproduced.
    layout, counts, measures, missing, n_jobs, progress
        See :meth:`Scorer.score`.
    **options
        ``use_stemmer``, ``tokenizer``, ``lowercase``, ``stopwords``, ``sentence_separator``, ``sentence_splitter``,
        ``max_words``, ``max_bytes``, ``alpha`` or ``beta``, ``multi_reference`` and rarer ones; see :class:`Scorer`.

    Returns
    -------
    pandas.DataFrame
        float64 scores with the index of the inputs; ``attrs["signature"]`` says how they were made.

    Raises
    ------
    RougeVecError
        If an option or an input is not as it must be; nothing is scored then.

    Examples
    --------
    >>> score(predictions=["the cat sat"], references=["the cat sat down"], rouge_types="rouge1").round(3)
       rouge1_precision  rouge1_recall  rouge1_fmeasure
    0               1.0           0.75            0.857
    """
    return Scorer(rouge_types, dialect, **options).score(
        predictions=predictions,
        references=references,
        layout=layout,
        counts=counts,
        measures=measures,
        missing=missing,
        n_jobs=n_jobs,
        progress=progress,
    )


def warmup(
    rouge_types: str | Iterable[str] = DEFAULT_ROUGE_TYPES,
    dialect: Dialect = "rouge-score",
    **options: Unpack[OptionKeywords],
) -> float:
    """Compile what these options need, for short texts and long ones, so that no later call waits.

    Parameters
    ----------
    rouge_types, dialect, **options
        See :class:`Scorer`.

    Returns
    -------
    float
        Seconds it took; compiled code is kept on disk for later processes.
    """
    start = time.perf_counter()
    scorer = Scorer(rouge_types, dialect, **options)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", EmptyTextWarning)
        warnings.simplefilter("ignore", LostLettersWarning)
        for texts in _warmup_texts(scorer.options):
            scorer.score(predictions=texts, references=texts, n_jobs=1, progress=False)
    return time.perf_counter() - start


def _warmup_texts(options: RougeOptions) -> list[list[Any]]:
    """Return columns that between them need every kernel of these options."""
    numbers = [str(number) for number in range(_MANY_WORDS)]
    digits = [number[-1] for number in numbers]
    if any(rouge_type.family.reads == BASIC_ELEMENTS for rouge_type in options.rouge_types):
        elements = [f"{number}|{digit}|nil" for number, digit in zip(numbers, digits, strict=True)]
        return [["\n".join(elements), *elements[:2]]]
    # No stop words, since what is left must be sentences, of which limits leave two of one letter. Texts of more than
    # some hundred words take other kernels; words of one letter, or joined by hyphens, are the most that a limit
    # leaves. New words after those make the vocabulary grow.
    sentences = f"1{options.sentence_separator}2"
    columns = [["Cats sleep.\nDogs bark.", sentences, " ".join(digits), "-".join(digits)], numbers]
    if options.tokenizer != PRETOKENIZED:
        return columns
    return [[[line.split() for line in text.split("\n")] for text in column] for column in columns]


def _check_choice(name: str, value: str, known: Iterable[str]) -> None:
    if value not in known:
        raise OptionError(f"unknown value {value!r} for {name}.", nearest_names(str(value), known))


def _worker_count(n_jobs: int | None) -> int:
    if n_jobs is None or (n_jobs == -1 and not isinstance(n_jobs, bool)):
        return usable_cores()
    if isinstance(n_jobs, np.integer):
        n_jobs = int(n_jobs)
    if not isinstance(n_jobs, int) or isinstance(n_jobs, bool) or n_jobs < 1:
        raise OptionError(
            f"n_jobs must be a whole number of at least 1, got {n_jobs!r}.",
            "None and -1 use all usable cores.",
        )
    return n_jobs


def _common_index(predictions: Any, references: Any) -> tuple[pd.Index | None, Sequence[Any] | None]:
    """Return the index of the result and the labels for messages; None where rows are only numbered."""
    indexes = [side.index for side in (predictions, references) if isinstance(side, pd.Series)]
    if not indexes:
        return None, None
    if len(indexes) == 2 and len(indexes[0]) == len(indexes[1]) and not indexes[0].equals(indexes[1]):
        pairs = enumerate(zip(*indexes, strict=True))
        row = next((row for row, (first, second) in pairs if first != second), 0)
        raise InputError(
            f"predictions and references are Series with different indexes: {_shown_index(indexes[0])} and "
            f"{_shown_index(indexes[1])}; they differ first at position {row}: "
            f"{named_rows([row], cast('Sequence[Any]', indexes[0]))} and "
            f"{named_rows([row], cast('Sequence[Any]', indexes[1]))}.",
            "align them first (for example as two columns of one DataFrame), or pass .to_numpy() to pair by position.",
        )
    return indexes[0], cast("Sequence[Any]", indexes[0])


def _shown_index(index: pd.Index) -> str:
    shown = ", ".join(repr(label) for label in index[:4].tolist())
    return f"[{shown}, ...]" if len(index) > 4 else f"[{shown}]"


def _check_lengths(predictions: TextColumn, references: References) -> None:
    if len(predictions) != len(references):
        raise InputError(
            f"{len(predictions)} predictions and {len(references)} references: the lengths differ.",
            "give one reference, or one list of references, for each prediction.",
        )


def _missing_rows(
    predictions: TextColumn, references: References, policy: str, labels: Sequence[Any] | None
) -> npt.NDArray[np.bool_] | None:
    """Return the rows to be scored as NaN, or None; refuse them if so asked."""
    sides = {"predictions": predictions.missing, "references": references.missing}
    present = {side: rows for side, rows in sides.items() if rows is not None}
    if policy == "raise":
        for side, rows in present.items():
            refuse_missing(side, rows, labels)
    if policy != "nan" or not present:
        return None
    either: npt.NDArray[np.bool_] = np.logical_or.reduce(list(present.values()))
    return either


def _refuse_missing_texts(prediction: Any, reference: Any) -> None:
    """Refuse a pair of which a text is None, NaN or NA."""
    references = reference if isinstance(reference, (list, tuple)) else [reference]
    for side, text in [("prediction", prediction), *(("reference", text) for text in references)]:
        if is_missing(text):
            raise InputError(f"the {side} of score_pair is missing: {text!r}.", 'give a string; "" scores 0.')


def _index_of_pairs(
    index: pd.Index,
    missing_rows: npt.NDArray[np.bool_] | None,
    row_offsets: npt.NDArray[np.int64] | None,
) -> tuple[pd.Index, npt.NDArray[np.bool_] | None]:
    """Return the index and the missing rows of pairs: a row's labels, then the number of its reference."""
    sizes = np.ones(len(index), np.int64) if row_offsets is None else np.diff(row_offsets)
    rows = index.repeat(sizes)
    starts = np.repeat(np.cumsum(sizes) - sizes, sizes)
    labels = [rows.get_level_values(level) for level in range(rows.nlevels)]
    pairs = pd.MultiIndex.from_arrays(
        [*labels, np.arange(len(rows)) - starts], names=[*rows.names, "reference"]
    )
    return pairs, missing_rows if missing_rows is None else np.repeat(missing_rows, sizes)


__all__ = ["Score", "Scorer", "score", "warmup"]
