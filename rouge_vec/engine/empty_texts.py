"""Texts that are not blank but gave no tokens: how many, and the first of them."""

from __future__ import annotations

from collections.abc import Iterable

import numpy as np

from rouge_vec.batch import TokenBatch
from rouge_vec.columns.text_columns import TextColumn

_FIRST = 8
"""Texts of a side that are remembered, since a message names no more."""


class TextsWithoutTokens:
    """How many texts gave no tokens, and the first of each side.

    Attributes
    ----------
    count : int
        Texts of both sides that are not blank but gave no tokens.
    first : dict of str to list of int
        For ``"predictions"`` and ``"references"`` the numbers of the first such texts, in order.
    """

    def __init__(self) -> None:
        self.count = 0
        self.first: dict[str, list[int]] = {"predictions": [], "references": []}

    def note(self, side: str, column: TextColumn, tokens: TokenBatch, lo: int) -> None:
        """Take note of the tokens of the texts of a column from `lo` on, in the order of the column."""
        empty = tokens.offsets[1:] == tokens.offsets[:-1]
        if not empty.any():
            return
        for row in (lo + np.flatnonzero(empty)).tolist():
            text = column.strings(row, row + 1)[0]
            if text and not text.isspace():
                self.count += 1
                if len(self.first[side]) < _FIRST:
                    self.first[side].append(row)

    @classmethod
    def merged(cls, parts: Iterable[TextsWithoutTokens]) -> TextsWithoutTokens:
        """Return what several threads noted, each of them in the order of the column."""
        result = cls()
        for part in parts:
            result.count += part.count
            for side, rows in part.first.items():
                result.first[side] += rows
        for rows in result.first.values():
            rows.sort()
            del rows[_FIRST:]
        return result
