"""Texts that lose many of their letters to a tokenizer that knows ASCII letters only."""

from __future__ import annotations

import numpy as np

from rouge_vec.batch import TextBatch
from rouge_vec.columns.text_columns import TextColumn
from rouge_vec.kernels import letters

MOST_LETTERS_LOST = 0.2
"""Share of its letters that a text may lose without a word: an accent here and there is no other script."""
_ROWS_AT_A_TIME = 1 << 15
_FOLDED_TO_ASCII = "\u212a\u0130"
"""The two letters beyond ASCII whose lower case is in it."""
_NO_LETTERS = bytes(byte for byte in range(128) if not chr(byte).isalpha())


def rows_that_lose_letters(column: TextColumn) -> list[int]:
    """Return the numbers of texts more than a fifth of whose letters are not ASCII.

    Parameters
    ----------
    column : TextColumn
        Texts, not tokens.

    Notes
    -----
    A kernel counts, where there is anything but ASCII, and only texts of which more than a fifth may be other letters
    are looked at one by one.
    """
    rows = []
    for lo in range(0, len(column), _ROWS_AT_A_TIME):
        hi = min(lo + _ROWS_AT_A_TIME, len(column))
        for row in _rows_that_may(column, lo, hi):
            if _loses_letters(column.strings(row, row + 1)[0]):
                rows.append(row)
    return rows


def _rows_that_may(column: TextColumn, lo: int, hi: int) -> list[int]:
    """Return which of the texts ``lo..hi`` lose too many letters if all that is not ASCII is a letter."""
    texts = column.located(lo, hi)
    rows = np.arange(hi - lo)
    if isinstance(texts.owners[0], list):
        rows = np.flatnonzero(texts.kinds)  # Python knows of each of its strings whether it is ASCII
    elif _is_ascii(column.batch(lo, hi)):
        return []
    if not len(rows):
        return []
    kept, lost = np.empty((2, len(rows)), np.int64)
    letters.count_letters(texts.addresses[rows], texts.sizes[rows], texts.kinds[rows], kept, lost)
    may: list[int] = (lo + rows[lost > MOST_LETTERS_LOST * (lost + kept)]).tolist()
    return may


def _is_ascii(texts: TextBatch) -> bool:
    return texts.data[texts.offsets[0] : texts.offsets[-1]].tobytes().isascii()


def _loses_letters(text: str) -> bool:
    kept = text.encode("ascii", "ignore")
    letters_kept = len(kept.translate(None, _NO_LETTERS))
    if len(text) - len(kept) <= MOST_LETTERS_LOST * letters_kept:
        return False  # even if all that is not ASCII were letters
    letters_lost = sum(
        letter.isalpha() and letter not in _FOLDED_TO_ASCII for letter in text if letter > "\x7f"
    )
    return letters_lost > MOST_LETTERS_LOST * (letters_lost + letters_kept)
