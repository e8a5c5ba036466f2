"""Texts that lose many of their letters to a tokenizer that knows ASCII letters only."""

from __future__ import annotations

import re

import numpy as np

from rouge_vec.columns.text_columns import ListColumn, TextColumn

MOST_LETTERS_LOST = 0.2
"""Share of its letters that a text may lose without a word: an accent here and there is no other script."""
_ROWS_AT_A_TIME = 1 << 15
_FIRST_NOT_ASCII = 0x80
_FOLDED_TO_ASCII = {0x212A: "k", 0x130: "i"}
"""The two letters beyond ASCII whose lower case is in it."""
_NO_LETTERS = re.compile("[^A-Za-z]+")


def rows_that_lose_letters(column: TextColumn) -> list[int]:
    """Return the numbers of texts more than a fifth of whose letters are not ASCII.

    Parameters
    ----------
    column : TextColumn
        Texts, not tokens.

    Notes
    -----
    Python knows of each of its strings whether it is ASCII; of Arrow's, the bytes are looked at. Letters are counted
    only in texts of which more than a fifth is not ASCII.
    """
    rows = []
    for lo in range(0, len(column), _ROWS_AT_A_TIME):
        hi = min(lo + _ROWS_AT_A_TIME, len(column))
        for row in _rows_beyond_ascii(column, lo, hi):
            if _loses_letters(column.strings(row, row + 1)[0]):
                rows.append(row)
    return rows


def _rows_beyond_ascii(column: TextColumn, lo: int, hi: int) -> list[int]:
    """Return which of the texts ``lo..hi`` hold anything but ASCII."""
    if isinstance(column, ListColumn):
        texts = column.strings(lo, hi)
        if all(map(str.isascii, texts)):
            return []
        return [lo + place for place, text in enumerate(texts) if not text.isascii()]
    batch = column.batch(lo, hi)
    first, last = int(batch.offsets[0]), int(batch.offsets[-1])
    beyond = np.flatnonzero(batch.data[first:last] >= _FIRST_NOT_ASCII)
    if not len(beyond):
        return []
    places = np.unique(np.searchsorted(batch.offsets, beyond + first, side="right") - 1)
    rows: list[int] = (lo + places).tolist()
    return rows


def _loses_letters(text: str) -> bool:
    text = text.translate(_FOLDED_TO_ASCII)
    kept = text.encode("ascii", "ignore").decode("ascii")
    if len(text) - len(kept) <= MOST_LETTERS_LOST * len(_NO_LETTERS.sub("", kept)):
        return False  # even if all that is not ASCII were letters
    letters = sum(map(str.isalpha, text))
    return letters - sum(map(str.isalpha, kept)) > MOST_LETTERS_LOST * letters
