"""What seems to part sentences in texts that do not hold the separator that was asked for."""

from __future__ import annotations

from rouge_vec.columns.text_columns import TextColumn

_MOST_TEXTS = 16
_ROWS_FOR_A_TEXT = 8
_MARKS = {"\n": 3, "<n>": 3, "<q>": 3, r"\n": 3, " . ": 3, ". ": 5}
"""What may part sentences, with the number of them from which on a text has more than a few; prose has full stops that
end none."""
_FEWEST_WORDS = 3
"""Words of a part that is taken for a sentence: less may be an abbreviation."""


def mark_in_place_of(separator: str, columns: list[TextColumn]) -> tuple[str, int, int] | None:
    """Return what parts sentences where the separator hardly ever does.

    Parameters
    ----------
    separator : str
        What is asked for.
    columns : list of TextColumn
        Both sides of a call.

    Returns
    -------
    tuple of (str, int, int) or None
        The mark, how many texts of several sentences were looked at, and how many of them hold the separator;
        None if those that do are more than a twentieth of them, or if texts of several sentences are few.

    Notes
    -----
    At most 32 texts are looked at, and one in eight rows, so that it costs nothing beside the scores.
    """
    looked_at = parted = 0
    found = dict.fromkeys(_MARKS, 0)
    for column in columns:
        rows = len(column)
        texts = min(_MOST_TEXTS, -(-rows // _ROWS_FOR_A_TEXT))
        for place in range(texts):
            row = place * rows // texts
            text = column.strings(row, row + 1)[0]
            looked_at += 1
            if separator in text:
                parted += 1
                continue
            mark = next((mark for mark, least in _MARKS.items() if _parts(text, mark, least)), None)
            if mark is not None:
                found[mark] += 1
    unparted = sum(found.values())
    if unparted == 0 or unparted < 0.2 * looked_at or parted > 0.05 * (parted + unparted):
        return None
    return max(found, key=lambda mark: found[mark]), parted + unparted, parted


def _parts(text: str, mark: str, least: int) -> bool:
    """Tell whether the mark cuts a text into so many sentences at least."""
    if text.count(mark) < least - 1:
        return False
    return sum(len(part.split(None, _FEWEST_WORDS)) >= _FEWEST_WORDS for part in text.split(mark)) >= least
