"""The pipe: columns of text, chunk by chunk, to counts of every rouge type."""

from __future__ import annotations

import functools
from collections.abc import Callable

import numpy as np
import numpy.typing as npt

from rouge_vec.batch import Counts, TokenBatch
from rouge_vec.chunks import CHUNK_COST, Chunk, cut_chunks, estimated_cost, run_chunks, usable_cores
from rouge_vec.counting import PairCounter, PairCounts, count_pair
from rouge_vec.exclusive import counter_factory
from rouge_vec.options import RougeOptions
from rouge_vec.rouge_types import RougeType
from rouge_vec.scratch import Scratch
from rouge_vec.text.basic_elements import BasicElementReader, word_stemmer
from rouge_vec.text.columns import References, TextColumn
from rouge_vec.text.tokenizers import Tokenizer, Tokens, tokenizer_factory

_UNIGRAMS = RougeType("rouge1", "N", order=1)
"""Basic elements are counted like words."""

_LONGEST_PAIR = 8192
"""Characters of a pair beyond which the ways of single pairs save nothing."""


_MOST_COST_KEPT = 2 * CHUNK_COST
"""Work of a chunk, or of a pair, beyond which a worker's memory is not kept for the next call."""


class Result:
    """Counts of all pairs, filled chunk by chunk.

    Parameters
    ----------
    rouge_types : tuple of RougeType
        The types.
    pairs : int
        How many there are.

    Attributes
    ----------
    texts_without_tokens : int
        Texts that are not blank but gave no tokens.

    Notes
    -----
    Arrays of all pairs give their memory back when they are let go, which the many small ones of chunks do not.
    """

    def __init__(self, rouge_types: tuple[RougeType, ...], pairs: int) -> None:
        self._counts = {rouge_type: _room(rouge_type, pairs) for rouge_type in rouge_types}
        self.texts_without_tokens = 0

    def fill(self, first: int, last: int, parts: list[Counts]) -> None:
        """Put the counts of the pairs ``first..last``, one entry for each rouge type, where they belong."""
        for whole, part in zip(self._counts.values(), parts, strict=True):
            whole.matches[first:last] = part.matches
            whole.prediction_total[first:last] = part.prediction_total
            whole.reference_total[first:last] = part.reference_total

    def take(self, rouge_type: RougeType) -> Counts:
        """Return the counts of one rouge type, once: the memory of a million of them is not held longer than needed."""
        return self._counts.pop(rouge_type)


def _room(rouge_type: RougeType, pairs: int) -> Counts:
    if rouge_type.family == "W":
        return Counts(np.empty(pairs), np.empty(pairs), np.empty(pairs))
    return Counts(np.empty(pairs, np.int64), np.empty(pairs, np.int64), np.empty(pairs, np.int64))


class Worker:
    """What one thread needs to count chunks: a tokenizer and scratch memory."""

    def __init__(self, options: RougeOptions, tokenizer: Tokenizer) -> None:
        self._options = options
        self._tokenizer = tokenizer
        self._scratch = Scratch()
        self._make_counter = counter_factory(options)
        self._sentences = any(rouge_type.family in ("Lsum", "W") for rouge_type in options.rouge_types)
        self._words_wanted = any(rouge_type.family != "BE" for rouge_type in options.rouge_types)
        self._stem_word = word_stemmer(options)
        self.texts_without_tokens = 0
        self._largest_cost = 0.0

    def note_cost(self, cost: float) -> None:
        """Take note of the work of rows that are about to be counted."""
        self._largest_cost = max(self._largest_cost, cost)

    @property
    def may_be_kept(self) -> bool:
        """Whether the memory is worth keeping: no rows were so large that it has grown."""
        return self._largest_cost <= _MOST_COST_KEPT

    def count(self, predictions: TextColumn, references: References, lo: int, hi: int) -> list[Counts]:
        """Return the counts of the pairs of rows ``lo..hi``, one entry for each rouge type asked for."""
        first, last = references.range_of(lo, hi)
        prediction_rows = np.arange(hi - lo, dtype=np.int64)
        if references.row_offsets is not None:
            prediction_rows = prediction_rows.repeat(np.diff(references.row_offsets[lo : hi + 1]))
        reference_rows = np.arange(last - first, dtype=np.int64)

        def counter(prediction: Tokens, reference: Tokens) -> PairCounter:
            return self._make_counter(prediction, reference, prediction_rows, reference_rows, self._scratch)

        words = None
        if self._words_wanted:
            self._tokenizer.start_chunk(hi - lo)
            prediction, reference = self._tokenizer.tokenize_pairs(
                predictions, lo, hi, references, self._sentences
            )
            self._note_texts_without_tokens(predictions, prediction.whole, lo)
            self._note_texts_without_tokens(references.texts, reference.whole, first)
            words = counter(prediction, reference)
        counts = []
        for rouge_type in self._options.rouge_types:
            if rouge_type.family == "BE" or words is None:
                reader = BasicElementReader(rouge_type.mode, self._stem_word)
                prediction = reader.read(predictions.batch(lo, hi), "predictions", lo)
                reference = reader.read(references.texts.batch(first, last), "references", first)
                counts.append(counter(prediction, reference).count(_UNIGRAMS))
            else:
                counts.append(words.count(rouge_type))
        return counts

    def count_pair(self, prediction: str, reference: str) -> PairCounts | None:
        """Return the counts of one short pair whose texts are tokenized together; None if :meth:`count` must do it."""
        if len(prediction) + len(reference) > _LONGEST_PAIR:
            return None
        self._tokenizer.start_chunk(1)
        tokens = self._tokenizer.tokenize_pair(prediction, reference, self._sentences)
        return None if tokens is None else count_pair(tokens, self._scratch, self._sentences)

    def _note_texts_without_tokens(self, column: TextColumn, tokens: TokenBatch, lo: int) -> None:
        empty = tokens.offsets[1:] == tokens.offsets[:-1]
        if not empty.any():
            return
        for row in np.flatnonzero(empty).tolist():
            self.texts_without_tokens += not _is_blank(column.strings(lo + row, lo + row + 1)[0])


def _is_blank(text: str) -> bool:
    return not text or text.isspace()


class Workers:
    """Workers of one set of options; those that are idle keep their memory for the next call.

    Parameters
    ----------
    options : RougeOptions
        What is counted.

    Raises
    ------
    OptionError
        If a tokenizer or stemmer has an unknown name.

    Notes
    -----
    To get memory anew for each call, page by page, took an eighth of the time of ten thousand short pairs.
    """

    def __init__(self, options: RougeOptions) -> None:
        self._options = options
        self._make_tokenizer = tokenizer_factory(options)
        self._idle: list[Worker] = []

    def take(self) -> Worker:
        """Return a worker for one thread."""
        try:
            return self._idle.pop()
        except IndexError:
            return Worker(self._options, self._make_tokenizer())

    def give_back(self, worker: Worker) -> None:
        """Keep a worker that met no error."""
        if worker.may_be_kept and len(self._idle) < usable_cores():
            worker.texts_without_tokens = 0
            self._idle.append(worker)


def count_columns(
    predictions: TextColumn,
    references: References,
    options: RougeOptions,
    workers: Workers,
    n_jobs: int,
    advance: Callable[[int], object] | None = None,
) -> Result:
    """Count all pairs of two columns.

    Parameters
    ----------
    predictions, references
        Checked columns of the same number of rows.
    options : RougeOptions
        What to count.
    workers : Workers
        Made for these options.
    n_jobs : int
        Threads; the counts do not depend on it.
    advance : callable, optional
        Told the number of rows after each chunk.
    """
    result = Result(options.rouge_types, len(references.texts))
    taken: list[Worker] = []
    costs = functools.partial(row_costs, predictions, references)

    def make() -> Callable[[Chunk], None]:
        worker = workers.take()
        taken.append(worker)

        def handle(chunk: Chunk) -> None:
            first, last = references.range_of(chunk.lo, chunk.hi)
            worker.note_cost(chunk.cost)
            result.fill(first, last, worker.count(predictions, references, chunk.lo, chunk.hi))

        return handle

    run_chunks(cut_chunks(costs, len(predictions), n_jobs), n_jobs, make, advance)
    result.texts_without_tokens = sum(worker.texts_without_tokens for worker in taken)
    for worker in taken:
        workers.give_back(worker)
    return result


def row_costs(predictions: TextColumn, references: References, lo: int, hi: int) -> npt.NDArray[np.float64]:
    """Return the work of each of the rows ``lo..hi``."""
    prediction_sizes = predictions.sizes(lo, hi)
    reference_sizes = references.texts.sizes(*references.range_of(lo, hi))
    if references.row_offsets is None:
        return estimated_cost(prediction_sizes, reference_sizes)
    row_offsets = references.row_offsets[lo : hi + 1]
    repeated = np.repeat(prediction_sizes, np.diff(row_offsets))
    return np.add.reduceat(estimated_cost(repeated, reference_sizes), row_offsets[:-1] - row_offsets[0])
