"""Texts that spell a list, which are scored as one text, brackets and all."""

from __future__ import annotations

from rouge_vec.columns.text_columns import TextColumn

_BLOCKS, _ROWS_OF_A_BLOCK = 16, 128
"""Rows that are looked at, evenly spread; all are only if one of those spells a list."""
_OPENINGS = ("['", '["')
_CLOSINGS = ("']", '"]')
_ROWS_AT_A_TIME = 1 << 15


def rows_that_spell_lists(column: TextColumn) -> list[int]:
    """Return the numbers of texts that begin and end as a list of strings does.

    Parameters
    ----------
    column : TextColumn
        Texts, not tokens.
    """
    rows = len(column)
    if rows > _BLOCKS * _ROWS_OF_A_BLOCK:
        starts = [block * (rows - _ROWS_OF_A_BLOCK) // (_BLOCKS - 1) for block in range(_BLOCKS)]
        if not any(any(map(_spells_list, column.strings(lo, lo + _ROWS_OF_A_BLOCK))) for lo in starts):
            return []
    found = []
    for lo in range(0, rows, _ROWS_AT_A_TIME):
        texts = column.strings(lo, min(lo + _ROWS_AT_A_TIME, rows))
        found += [lo + place for place, text in enumerate(texts) if _spells_list(text)]
    return found


def _spells_list(text: str) -> bool:
    return text.startswith(_OPENINGS) and text.endswith(_CLOSINGS)
