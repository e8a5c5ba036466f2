"""Texts that lose many of their letters to a tokenizer that knows ASCII letters only."""

from __future__ import annotations

from rouge_vec.columns.text_columns import ListColumn, TextColumn

MOST_LETTERS_LOST = 0.2
"""Share of its letters that a text may lose without a word: an accent here and there is no other script."""
_ROWS_AT_A_TIME = 1 << 15
_ROWS_OF_A_LOOK = 1 << 6
_FOLDED_TO_ASCII = "\u212a\u0130"
"""The two letters beyond ASCII whose lower case is in it."""
_BEYOND_ASCII = bytes(range(128, 256))
_NO_LETTERS = bytes(byte for byte in range(128) if not chr(byte).isalpha())


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
    """Return which of the texts ``lo..hi`` hold anything but ASCII; of UTF-8, only as much as to matter."""
    if isinstance(column, ListColumn):
        texts = column.strings(lo, hi)
        if all(map(str.isascii, texts)):
            return []
        return [lo + place for place, text in enumerate(texts) if not text.isascii()]
    batch = column.batch(lo, hi)
    rows = []
    for first in range(0, hi - lo, _ROWS_OF_A_LOOK):
        offsets = batch.offsets[first : first + _ROWS_OF_A_LOOK + 1]
        if not batch.data[offsets[0] : offsets[-1]].tobytes().isascii():
            places = range(first, first + len(offsets) - 1)
            rows += [lo + place for place in places if _may_lose_letters(batch.text_bytes(place))]
    return rows


def _may_lose_letters(text: bytes) -> bool:
    """Tell whether a text in UTF-8 loses too many letters if each two bytes beyond ASCII were one."""
    if text.isascii():
        return False
    kept = text.translate(None, _BEYOND_ASCII)
    letters_kept = len(kept.translate(None, _NO_LETTERS))
    lost = (len(text) - len(kept)) // 2
    return lost > MOST_LETTERS_LOST * (lost + letters_kept)


def _loses_letters(text: str) -> bool:
    kept = text.encode("ascii", "ignore")
    letters_kept = len(kept.translate(None, _NO_LETTERS))
    if len(text) - len(kept) <= MOST_LETTERS_LOST * letters_kept:
        return False  # even if all that is not ASCII were letters
    letters_lost = sum(
        letter.isalpha() and letter not in _FOLDED_TO_ASCII for letter in text if letter > "\x7f"
    )
    return letters_lost > MOST_LETTERS_LOST * (letters_lost + letters_kept)
