"""A vocabulary for each row: ids that are compared only between a prediction and its own references."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from rouge_vec.batch import IdScope, TokenBatch
from rouge_vec.kernels import intern
from rouge_vec.kernels.salt import SALT
from rouge_vec.text.token_keys import Bytes, Keys, TokenBounds

Offsets = npt.NDArray[np.int64]

_SHORT_ROW = 512
_ONE_ROW = np.array([0, 1])


class RowVocabulary:
    """Scratch memory of the kernel that gives ids to the tokens of a prediction and its references."""

    def __init__(self) -> None:
        self._ids = np.empty(0, np.int32)
        self._make_table(_SHORT_ROW)

    def _make_table(self, tokens: int) -> None:
        """Make a table for rows of so many tokens."""
        slots = 1 << max(
            min((16 * tokens).bit_length(), intern.MANY_SLOTS.bit_length() - 1),
            (2 * tokens).bit_length(),
            intern.FEWEST_SLOTS.bit_length() - 1,
        )
        self._table = np.zeros(slots, np.uint64)
        self._rows_numbered = 0

    def number(
        self,
        keys: Keys,
        long_bytes: Bytes,
        predictions: TokenBounds,
        references: TokenBounds,
        reference_rows: Offsets,
    ) -> tuple[TokenBatch, TokenBatch]:
        """Give ids to tokens, which the next call overwrites.

        Parameters
        ----------
        keys : ndarray of uint64, shape (room, 2)
            Keys of the tokens of all predictions, then of all references.
        long_bytes : ndarray of uint8
            Bytes of the long ones.
        predictions, references : TokenBounds
            Which tokens are whose.
        reference_rows : ndarray of int64, shape (predictions + 1,)
            References of prediction ``r`` are texts ``reference_rows[r]:reference_rows[r + 1]``.
        """
        first_reference = int(predictions.offsets[-1])
        total = first_reference + int(references.offsets[-1])
        offsets = predictions.offsets, references.offsets
        ids, size = self._number(keys, long_bytes, *offsets, reference_rows, first_reference, total)
        return (
            predictions.batch(ids[:first_reference], size, IdScope.ROW),
            references.batch(ids[first_reference:], size, IdScope.ROW),
        )

    def number_pair(self, keys: Keys, long_bytes: Bytes, texts: TokenBounds) -> TokenBatch:
        """Give ids to the tokens of a prediction and its reference, which were scanned as one batch."""
        offsets = texts.offsets[:2], texts.offsets[1:]
        ids, size = self._number(keys, long_bytes, *offsets, _ONE_ROW, 0, int(texts.offsets[-1]))
        return texts.batch(ids, size, IdScope.ROW)

    def _number(
        self,
        keys: Keys,
        long_bytes: Bytes,
        prediction_offsets: Offsets,
        reference_offsets: Offsets,
        reference_rows: Offsets,
        first_reference: int,
        total: int,
    ) -> tuple[npt.NDArray[np.int32], int]:
        """Return the ids and a number that is larger than all of them."""
        if total > len(self._ids):
            self._ids = np.empty(2 * total, np.int32)
        row, rows = 0, len(prediction_offsets) - 1
        if self._rows_numbered + rows > intern.MOST_ROWS:
            self._make_table(_SHORT_ROW)
        counters = np.array([self._rows_numbered, 1])
        while True:
            row = intern.number_tokens(
                keys,
                long_bytes,
                prediction_offsets,
                reference_offsets,
                reference_rows,
                first_reference,
                row,
                SALT,
                self._table,
                counters,
                self._ids,
            )
            if row == rows:
                break
            first, last = reference_rows[row : row + 2]
            tokens = prediction_offsets[row + 1] - prediction_offsets[row]
            self._make_table(2 * int(tokens + reference_offsets[last] - reference_offsets[first]))
            counters[0] = 0
        self._rows_numbered, size = counters.tolist()
        return self._ids[:total], size
