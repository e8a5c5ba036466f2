"""What one thread needs to count chunks of columns, and those that are kept for the next call."""

from __future__ import annotations

import numpy as np

from rouge_vec.batch import Counts
from rouge_vec.columns.text_columns import References, TextColumn
from rouge_vec.counting.rows import count_rows
from rouge_vec.counting.scratch import Scratch
from rouge_vec.counting.short_pairs import PairCounts, ShortPairCounter
from rouge_vec.engine.chunks import CHUNK_COST, usable_cores
from rouge_vec.engine.empty_texts import TextsWithoutTokens
from rouge_vec.options.rouge_options import RougeOptions
from rouge_vec.options.rouge_types import RougeType
from rouge_vec.text.tokenizers import Reading, readings_of

_LONGEST_PAIR = 8192
"""Characters of a pair beyond which the ways of single pairs save nothing."""


_MOST_COST_KEPT = 2 * CHUNK_COST
"""Work of a chunk, or of a pair, beyond which a worker's memory is not kept for the next call."""


class Worker:
    """What one thread needs to count chunks: tokenizers and scratch memory.

    Parameters
    ----------
    options : RougeOptions
        What is counted.
    readings : list of Reading
        How texts are read for it.
    """

    def __init__(self, options: RougeOptions, readings: list[Reading]) -> None:
        self._options = options
        self._readings = [(reading, reading.make_tokenizer()) for reading in readings]
        self._scratch = Scratch()
        self._sentences = options.needs_sentences
        self._short_pairs = ShortPairCounter(self._scratch, sentences=self._sentences)
        self.without_tokens = TextsWithoutTokens()
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
        prediction_rows = reference_rows = np.arange(last - first)
        if references.row_offsets is not None:
            prediction_rows = np.arange(hi - lo).repeat(np.diff(references.row_offsets[lo : hi + 1]))
        counts: dict[RougeType, Counts] = {}
        for reading, tokenizer in self._readings:
            tokenizer.start_chunk(hi - lo)
            prediction, reference = tokenizer.tokenize_pairs(predictions, lo, hi, references, self._sentences)
            if reading.of_words:
                self.without_tokens.note("predictions", predictions, prediction.whole, lo)
                self.without_tokens.note("references", references.texts, reference.whole, first)
            rows = prediction_rows, reference_rows
            found = count_rows(
                prediction, reference, *rows, reading.rouge_types, self._options, self._scratch
            )
            counts.update(zip(reading.rouge_types, found, strict=True))
        return [counts[rouge_type] for rouge_type in self._options.rouge_types]

    def count_pair(self, prediction: str, reference: str) -> PairCounts | None:
        """Return the counts of one short pair, if the plan allows it; None if :meth:`count` must do it."""
        if len(prediction) + len(reference) > _LONGEST_PAIR:
            return None
        ((_, tokenizer),) = self._readings
        tokenizer.start_chunk(1)
        tokens = tokenizer.tokenize_pair(prediction, reference, self._sentences)
        return None if tokens is None else self._short_pairs.count(tokens)


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
        self._readings = readings_of(options)
        self._idle: list[Worker] = []

    def take(self) -> Worker:
        """Return a worker for one thread."""
        try:
            return self._idle.pop()
        except IndexError:
            return Worker(self._options, self._readings)

    def give_back(self, worker: Worker) -> None:
        """Keep a worker that met no error."""
        if worker.may_be_kept and len(self._idle) < usable_cores():
            worker.without_tokens = TextsWithoutTokens()
            self._idle.append(worker)
