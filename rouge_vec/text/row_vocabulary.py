"""A vocabulary for each row: ids that are compared only between a prediction and its own references."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from rouge_vec.batch import TextBatch, TokenBatch
from rouge_vec.kernels import scan
from rouge_vec.text.vocabulary import HIGH_MASKS, KEEP, LOW_MASKS, LOWER, NO_SENTENCES


class RowVocabulary:
    """Scratch memory of the kernel that tokenizes a prediction and its references together."""

    def __init__(self) -> None:
        self._rows_numbered = 0
        self._make_scratch(2048)

    def _make_scratch(self, size: int) -> None:
        """Make room for rows of so many bytes, padding included."""
        self._size = size
        self._row_words = np.empty((size + scan.PADDING) // 8 + 1, np.uint64)
        self._row = self._row_words.view(np.uint8)
        self._edges = np.empty(size + 72, np.int64)
        self._starts = np.empty(size // 2 + 1, np.int64)
        spacious = min((4 * size).bit_length(), scan.MANY_SLOTS.bit_length() - 1)
        self._slots = np.zeros(4 << max(spacious, size.bit_length()), np.uint64)

    def tokenize(
        self,
        predictions: TextBatch,
        references: TextBatch,
        reference_rows: npt.NDArray[np.int64],
        *,
        lowercase: bool,
        fold_unicode: bool,
        sentences: bool,
    ) -> tuple[TokenBatch, TokenBatch]:
        """Cut both sides into runs of ASCII letters and digits.

        Parameters
        ----------
        predictions, references : TextBatch
            UTF-8 text.
        reference_rows : ndarray of int64, shape (predictions + 1,)
            References of prediction ``r`` are texts ``reference_rows[r]:reference_rows[r + 1]``.
        lowercase, fold_unicode, sentences
            As in :meth:`ByteVocabulary.tokenize`.
        """
        largest = _largest_row(predictions, references, reference_rows)
        if largest > self._size:
            self._make_scratch(largest)
        prediction = _Output(predictions, sentences)
        reference = _Output(references, sentences)
        counters = np.zeros(6, np.int64)
        counters[0] = self._rows_numbered
        scan.tokenize_pairs(
            predictions.data,
            predictions.offsets,
            references.data,
            references.offsets,
            reference_rows,
            0,
            len(predictions),
            LOWER if lowercase else KEEP,
            fold_unicode,
            sentences,
            LOW_MASKS,
            HIGH_MASKS,
            self._row_words,
            self._row,
            self._edges,
            self._slots,
            self._starts,
            counters,
            *prediction.arrays,
            *reference.arrays,
        )
        self._rows_numbered, size, *written = counters.tolist()
        return prediction.batch(size, *written[:2]), reference.batch(size, *written[2:])


class _Output:
    """Room for the tokens of one side."""

    def __init__(self, texts: TextBatch, sentences: bool) -> None:
        rows = len(texts)
        most_tokens = (int(texts.offsets[-1] - texts.offsets[0]) + rows) // 2 + 1
        self.arrays = (
            np.empty(most_tokens, np.int32),
            np.zeros(rows + 1, np.int64),
            np.zeros(most_tokens + 1, np.int64) if sentences else NO_SENTENCES,
            np.zeros(rows + 1, np.int64) if sentences else NO_SENTENCES,
        )

    def batch(self, vocabulary_size: int, tokens: int, sentences: int) -> TokenBatch:
        ids, offsets, sentence_offsets, sentence_rows = self.arrays
        return TokenBatch(
            ids[:tokens], offsets, sentence_offsets[: sentences + 1], sentence_rows, vocabulary_size
        )


def _largest_row(predictions: TextBatch, references: TextBatch, reference_rows: npt.NDArray[np.int64]) -> int:
    """Return the bytes that the texts of one row take at most, each followed by up to 64 bytes of padding."""
    if len(predictions) == 0:
        return 0
    ends = references.offsets[reference_rows] + 64 * reference_rows
    sizes = predictions.offsets[1:] - predictions.offsets[:-1] + ends[1:] - ends[:-1]
    return int(sizes.max()) + 64
