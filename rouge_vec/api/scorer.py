"""The public scorer: checks what the user gave, runs the engine, returns a DataFrame."""

from __future__ import annotations

import math
import threading
from collections.abc import Hashable, Iterable
from typing import Any, NamedTuple, Unpack

import numpy as np
import pandas as pd

from rouge_vec.api.misfits import explaining_misfits
from rouge_vec.api.notices import (
    warn_of_dropped_letters,
    warn_of_lost_letters,
    warn_of_spelled_lists,
    warn_of_texts_without_tokens,
    warn_of_unparted_sentences,
)
from rouge_vec.api.progress import progress_bar
from rouge_vec.api.row_checks import (
    check_lengths,
    common_index,
    index_of_pairs,
    missing_rows_of,
    refuse_missing_of_pair,
    refuse_missing_text,
    refuse_pair_without_references,
)
from rouge_vec.api.shown_options import naming_options
from rouge_vec.columns.places import note_label
from rouge_vec.columns.sides import read_columns
from rouge_vec.counting.short_pairs import shares
from rouge_vec.engine.chunks import usable_cores
from rouge_vec.engine.column_loop import row_costs
from rouge_vec.engine.workers import Worker, Workers
from rouge_vec.errors import OptionError, nearest_names
from rouge_vec.options.keywords import Dialect, Layout, Measure, Missing, OptionKeywords
from rouge_vec.options.option_checks import check_switch
from rouge_vec.options.rouge_options import OPTION_NAMES, RougeOptions
from rouge_vec.options.rouge_types import DEFAULT_ROUGE_TYPES
from rouge_vec.options.signature_reading import options_from_signature
from rouge_vec.options.stages import PRETOKENIZED
from rouge_vec.scores.frame import build_frame, check_layout, checked_measures
from rouge_vec.scores.scoring import score_columns
from rouge_vec.scores.several_references import combine
from rouge_vec.text.tokenizers import compared_tokens

_MISSING_POLICIES = ("raise", "nan", "empty")


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
        The other parameters of :func:`rouge_vec.score`. One that is left out has the dialect's value. With
        ``tokenizer="pretokenized"`` cells are lists of tokens or of integer ids, or lists of sentences that are such
        lists; several references of a row are then a list of texts in sentences.

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

    @naming_options(OptionKeywords)
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

    @classmethod
    def from_signature(cls, text: str, **options: Unpack[OptionKeywords]) -> Scorer:
        """Return the scorer that a signature describes.

        Parameters
        ----------
        text : str
            The line that :attr:`signature`, ``attrs["signature"]`` of a frame of scores, or a paper gives.
        **options
            What a signature names by a digest only: a tokenizer or sentence splitter of your own, lists of words. It is
            compared with the digest.

        Raises
        ------
        OptionError
            If the text is no signature, names something that cannot be rebuilt and is not given, or another one is.

        Warns
        -----
        OtherVersionWarning
            If another version of rouge_vec made the signature; its scores may differ.

        Notes
        -----
        What changes no number is not in a signature: ``missing_references="nan"`` is ``"raise"`` again.

        Examples
        --------
        >>> scorer = Scorer(["rouge1", "rougeL"], use_stemmer=True)
        >>> Scorer.from_signature(scorer.signature) == scorer
        True
        """
        scorer = _scorer_of(options_from_signature(text, options))
        warn_of_lost_letters(scorer.options)
        return scorer

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
        SpelledListWarning
            Once, if texts spell a list of texts; of many rows some are looked at first.
        UnpartedSentencesWarning
            Once, if rougeLsum is asked for and hardly any text of several sentences holds the sentence separator.

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
        index, labels = common_index(predictions, references)
        prediction_column, reference_column = read_columns(predictions, references, self._options, labels)
        check_lengths(prediction_column, reference_column)
        of_references = "nan" if self._options.missing_references == "nan" else missing
        missing_rows = missing_rows_of(prediction_column, reference_column, (missing, of_references), labels)
        if index is None:
            index = pd.RangeIndex(len(prediction_column))
        if self._options.multi_reference == "each":
            index, missing_rows = index_of_pairs(index, missing_rows, reference_column.row_offsets)
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
        without_tokens = result.without_tokens
        if not warn_of_dropped_letters(
            prediction_column, reference_column, without_tokens.count, labels, self._options
        ):
            warn_of_texts_without_tokens(without_tokens, reference_column, labels, self._options)
        warn_of_spelled_lists(prediction_column, reference_column, labels, self._options)
        warn_of_unparted_sentences(prediction_column, reference_column, self._options)
        if missing_rows is not None:
            result.leave_out(missing_rows)
        return build_frame(result, index, layout, self.signature, kept)

    def tokenize(self, text: str) -> list[Hashable]:
        """Return the tokens of a text that are compared: stemmed, without stop words, within the limit.

        Parameters
        ----------
        text : str
            Any text; a list of tokens with ``tokenizer="pretokenized"``.

        Returns
        -------
        list
            Strings, or whatever a tokenizer of your own returns; for ROUGE-BE the parts of elements that must agree.

        Raises
        ------
        InputError
            If the text is missing.
        InputTypeError
            If it is not a string.

        Examples
        --------
        >>> Scorer("rouge1", use_stemmer=True).tokenize("The cats, running!")
        ['the', 'cat', 'run']
        """
        refuse_missing_text(text)
        column, _ = read_columns([text], [text], self._options)
        return compared_tokens(column, self._options)

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
        refuse_missing_of_pair("prediction", prediction)
        if self._options.missing_references == "raise":
            # A list of tokens is one reference; those that are missing are refused where tokens are read.
            is_several = isinstance(reference, (list, tuple)) and self._options.tokenizer != PRETOKENIZED
            refuse_missing_of_pair("reference", *(reference if is_several else [reference]))
        predictions, references = read_columns([prediction], [reference], self._options)
        if references.missing is not None:
            if self._options.missing_references == "skip":
                refuse_pair_without_references(reference)
            return {rouge_type.name: Score(*[math.nan] * 3) for rouge_type in self._options.rouge_types}
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


__all__ = ["Score", "Scorer"]
