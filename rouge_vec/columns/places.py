"""What an error of the caller's own code is told on its way up: the text it met, and the side and row of that."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from rouge_vec.columns.text_columns import References, TextColumn, named_rows, shortened


@dataclass(frozen=True, slots=True)
class Place:
    """A text that a function of the caller's could not take, as far as it is known which.

    Attributes
    ----------
    function : str
        What messages call the function.
    text : str
        What the function was given: a text, or a sentence of it.
    position : int or None
        Number of the text in its column.
    side : str
        Name of the side.
    row : int or None
        Number of the row.
    where : str
        What people call the row, with the number of the reference if the row has several.
    """

    function: str
    text: str
    position: int | None = None
    side: str = ""
    row: int | None = None
    where: str = ""


class _Note(str):
    """A note on an error, written anew as more is known."""

    __slots__ = ("place",)
    place: Place

    @classmethod
    def of(cls, place: Place) -> _Note:
        where = ", ".join(part for part in (place.side, place.where) if part)
        note = cls(
            f"rouge_vec: {place.function} failed on {shortened(place.text)}{f' ({where})' if where else ''}."
        )
        note.place = place
        return note


def note_text(error: Exception, function: str, text: str) -> None:
    """Note on an error which text was given to the function that raised it."""
    _note(error, Place(function, text))


def note_position(error: Exception, position: Callable[[str], int | None]) -> None:
    """Add which text of its column it was, if that is not known; `position` finds it."""
    place = _noted(error)
    if place is not None and place.position is None:
        _note(error, replace(place, position=position(place.text)))


def note_side_of_pair(error: Exception, column: TextColumn) -> None:
    """Add the side of a text in a column of one prediction and one reference."""
    note_position(error, lambda text: _position(text, column, 0, 2))
    place = _noted(error)
    if place is not None and place.position is not None:
        _note(error, replace(place, side=("prediction", "reference")[place.position]))


def note_row(
    error: Exception, side: str, column: TextColumn, lo: int, hi: int, references: References | None = None
) -> None:
    """Add the side and the row of a text among the texts ``lo..hi`` of a column, of references if they are given."""
    note_position(error, lambda text: _position(text, column, lo, hi))
    place = _noted(error)
    if place is None:
        return
    if place.position is None:
        _note(error, replace(place, side=side))
        return
    row, number = place.position, ""
    if references is not None and references.row_offsets is not None:
        offsets = references.row_offsets
        row = int(offsets.searchsorted(place.position, side="right")) - 1
        if offsets[row + 1] - offsets[row] > 1:
            number = f", reference {place.position - int(offsets[row])}"
    _note(error, replace(place, side=side, row=row, where=f"{named_rows([row], None)}{number}"))


def note_label(error: Exception, labels: Sequence[Any] | None) -> None:
    """Call the row by its label, if rows have labels."""
    place = _noted(error)
    if place is not None and place.row is not None and labels is not None:
        _, comma, number = place.where.partition(", reference ")
        _note(error, replace(place, where=f"{named_rows([place.row], labels)}{comma}{number}"))


def note_sides(error: Exception, names: Mapping[str, str]) -> None:
    """Call the side what another package calls it."""
    place = _noted(error)
    if place is not None:
        _note(error, replace(place, side=names.get(place.side, place.side)))


def _noted(error: Exception) -> Place | None:
    return next((note.place for note in getattr(error, "__notes__", ()) if isinstance(note, _Note)), None)


def _note(error: Exception, place: Place) -> None:
    """Put the note on the error, in the place of the one before."""
    others = [note for note in getattr(error, "__notes__", ()) if not isinstance(note, _Note)]
    error.__notes__ = [*others, _Note.of(place)]


def _position(given: str, column: TextColumn, lo: int, hi: int) -> int | None:
    """Return which of the texts ``lo..hi`` it was: itself, or cut to its limit."""
    texts = column.strings(lo, hi)
    for is_it in (given.__eq__, lambda text: text.startswith(given)):
        found = next((lo + place for place, text in enumerate(texts) if is_it(text)), None)
        if found is not None:
            return found
    return None
