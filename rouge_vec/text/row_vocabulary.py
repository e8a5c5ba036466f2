"""A vocabulary for each row: ids that are compared only between a prediction and its own references."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from rouge_vec.batch import TokenBatch
from rouge_vec.kernels import intern
from rouge_vec.text.token_keys import TokenBounds, TokenScanner

_SHORT_ROW = 512


class RowVocabulary:
    """Scratch memory of the kernel that gives ids to the tokens of a prediction and its references."""

    def __init__(self) -> None:
        self._rows_numbered = 0
        self._make_scratch(_SHORT_ROW)

    def _make_scratch(self, tokens: int) -> None:
        """Make room for rows of so many tokens."""
        self._most_tokens = tokens
        slots = 1 << max(
            min((8 * tokens).bit_length(), intern.MANY_SLOTS.bit_length() - 1),
            (2 * tokens).bit_length(),
            intern.FEWEST_SLOTS.bit_length() - 1,
        )
        self._slots = np.zeros((slots, 2), np.uint64)
        self._stamps = np.zeros(slots, np.uint64)

    def number(
        self,
        scanner: TokenScanner,
        predictions: TokenBounds,
        references: TokenBounds,
        reference_rows: npt.NDArray[np.int64],
    ) -> tuple[TokenBatch, TokenBatch]:
        """Give ids to the tokens of the last scan.

        Parameters
        ----------
        scanner : TokenScanner
            Has scanned predictions, then references.
        predictions, references : TokenBounds
            What it returned.
        reference_rows : ndarray of int64, shape (predictions + 1,)
            References of prediction ``r`` are texts ``reference_rows[r]:reference_rows[r + 1]``.
        """
        first_reference = int(predictions.offsets[-1])
        total = first_reference + int(references.offsets[-1])
        if total > self._most_tokens:
            ends = predictions.offsets + references.offsets[reference_rows]
            most = int((ends[1:] - ends[:-1]).max(initial=0))
            if most > self._most_tokens:
                self._make_scratch(2 * most)
        ids = np.empty(total, np.int32)
        counters = np.array([self._rows_numbered, 0])
        intern.number_tokens(
            scanner.keys,
            scanner.long_bytes,
            predictions.offsets,
            references.offsets,
            reference_rows,
            first_reference,
            self._slots,
            self._stamps,
            counters,
            ids,
        )
        self._rows_numbered, size = counters.tolist()
        return predictions.batch(ids[:first_reference], size), references.batch(ids[first_reference:], size)
