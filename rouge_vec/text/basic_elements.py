"""Basic elements: lines ``HEAD|MODIFIER|RELATION``, items to match in the six modes of ROUGE-1.5.5."""

from __future__ import annotations

import functools
from collections.abc import Callable, Hashable, Mapping, Sequence

import numpy as np
import numpy.typing as npt

from rouge_vec.batch import IdScope, TextBatch, TokenBatch, Tokens
from rouge_vec.columns.text_columns import References, TextColumn
from rouge_vec.errors import InputError
from rouge_vec.options.stages import TextOptions
from rouge_vec.text.irregular_forms import find_exceptions
from rouge_vec.text.stemmers import find_stemmer, pack_words
from rouge_vec.text.tokens import Tokenizer

_NONE = b"nil"
_SHORTEST_STEMMED = 4
_MOST_STEMS_KEPT = 1 << 16

Fields = tuple[bytes, bytes, bytes]
StemWord = Callable[[bytes], bytes]

ChooseParts = Callable[[Fields, Fields], tuple[bytes, ...] | None]

_PARTS: Mapping[str, ChooseParts] = {
    "H": lambda plain, stemmed: stemmed[:1] if stemmed[1] == _NONE else None,
    "HM": lambda plain, stemmed: stemmed[:2] if stemmed[1] != _NONE else None,
    "HMR": lambda plain, stemmed: stemmed if plain[2] != _NONE else None,
    "HM1": lambda plain, stemmed: stemmed[:2],
    "HMR1": lambda plain, stemmed: stemmed if plain[1] != _NONE else None,
    "HMR2": lambda plain, stemmed: stemmed,
}
"""Mode to what is matched of an element whose fields are given plain and stemmed; None leaves it out."""

BASIC_ELEMENT_MODES = tuple(_PARTS)


def split_fields(line: bytes) -> list[bytes]:
    """Split a line at its bars as Perl does: empty fields at the end are dropped."""
    fields = line.split(b"|")
    while fields and not fields[-1]:
        fields.pop()
    return fields


def element_lines(content: bytes) -> list[bytes]:
    """Return the lines of a text of basic elements; a line end at its end begins no line."""
    lines = content.split(b"\n")
    return lines if lines[-1] else lines[:-1]


def word_stemmer(options: TextOptions) -> StemWord | None:
    """Return what stems one word of a basic element: irregular forms first, words of any length.

    Raises
    ------
    OptionError
        If the stemmer or the list of irregular forms has an unknown name.
    """
    if options.stemmer == "none":
        return None
    stem_words = find_stemmer(options.stemmer, shortest=0)
    exceptions = find_exceptions(options.exceptions)

    @functools.lru_cache(maxsize=_MOST_STEMS_KEPT)
    def stem(word: bytes) -> bytes:
        base = exceptions.get(word.decode("latin-1"))
        if base is not None:
            return base.encode("latin-1")
        stems, offsets = stem_words(*pack_words([word]), 0, 1)
        return stems[: offsets[1]].tobytes()

    return stem


class BasicElementReader:
    """Turns texts of basic elements into ids; equal elements of equal mode have equal ids.

    Parameters
    ----------
    mode : str
        One of :data:`BASIC_ELEMENT_MODES`; any other name matches nothing, as in the script.
    stem : callable or None
        Stems one word; None stems nothing.
    """

    def __init__(self, mode: str, stem: StemWord | None) -> None:
        self._parts: ChooseParts = _PARTS.get(mode, _no_part)
        self._stem = stem
        self._ids: dict[tuple[bytes, ...], int] = {}

    def read(
        self, texts: TextBatch, side: str, first_row: int = 0, stemmed: Sequence[bool] | None = None
    ) -> Tokens:
        """Return the elements of each text as one sequence of ids.

        Parameters
        ----------
        texts : TextBatch
            One element a line.
        side : str
            For messages.
        first_row : int
            Number of the first text, for messages.
        stemmed : sequence of bool, length rows, optional
            Which texts are stemmed, if there is a stemmer; all of them by default.

        Raises
        ------
        InputError
            If a line has not three fields.
        """
        rows = []
        for row in range(len(texts)):
            lines = element_lines(texts.text_bytes(row))
            stem = self._stem if stemmed is None or stemmed[row] else None
            elements = self.parts(lines, stem, f"{side}: row {first_row + row}")
            rows.append([self._ids.setdefault(element, len(self._ids)) for element in elements])
        offsets = np.zeros(len(rows) + 1, np.int64)
        np.cumsum([len(row) for row in rows], out=offsets[1:])
        ids: npt.NDArray[np.int32] = np.array([token for row in rows for token in row], np.int32)
        no_sentences = np.zeros(1, np.int64)
        batch = TokenBatch(ids, offsets, no_sentences, no_sentences, len(self._ids), IdScope.CHUNK)
        return Tokens(batch, batch, batch)

    def spell(self, ids: npt.NDArray[np.int32]) -> list[Hashable]:
        """Return the parts of elements that have these ids, joined by bars."""
        elements = list(self._ids)
        return [b"|".join(elements[one]).decode("utf-8", "replace") for one in ids.tolist()]

    def parts(self, lines: Sequence[bytes], stem: StemWord | None, place: str) -> list[tuple[bytes, ...]]:
        """Return what is matched of the elements of one text; `place` is for messages."""
        elements = []
        for line in lines:
            fields = split_fields(line.lower())
            if len(fields) != 3:
                raise InputError(
                    f"{place} holds {line.decode('utf-8', 'replace')!r}, which is no basic element.",
                    "each line has the form HEAD|MODIFIER|RELATION; write nil for what is missing.",
                )
            head, modifier, relation = fields
            parts = self._parts(
                (head, modifier, relation), (_stemmed(head, stem), _stemmed(modifier, stem), relation)
            )
            if parts is not None:
                elements.append(parts)
        return elements


class ElementTokenizer(Tokenizer):
    """Reads texts of basic elements, one element a line, as a tokenizer does.

    Parameters
    ----------
    mode, stem
        As :class:`BasicElementReader` takes them.
    """

    def __init__(self, mode: str, stem: StemWord | None) -> None:
        self._mode = mode
        self._stem = stem
        self.start_chunk(0)

    def start_chunk(self, rows: int) -> None:
        """Forget all elements."""
        self._reader = BasicElementReader(self._mode, self._stem)

    def tokenize(self, column: TextColumn, lo: int, hi: int, sentences: bool) -> Tokens:
        return self._reader.read(column.batch(lo, hi), "texts", lo)

    def spell(self, ids: npt.NDArray[np.int32]) -> list[Hashable]:
        return self._reader.spell(ids)

    def tokenize_pairs(
        self, predictions: TextColumn, lo: int, hi: int, references: References, sentences: bool
    ) -> tuple[Tokens, Tokens]:
        first, last = references.range_of(lo, hi)
        return (
            self._reader.read(predictions.batch(lo, hi), "predictions", lo),
            self._reader.read(references.texts.batch(first, last), "references", first),
        )


def _stemmed(words: bytes, stem: StemWord | None) -> bytes:
    """Return a field with its words stemmed, unless it is too short."""
    if stem is None or len(words) < _SHORTEST_STEMMED:
        return words
    pieces = _split_blanks(words)
    return b" ".join(stem(piece) if any(map(_is_letter_or_digit, piece)) else piece for piece in pieces)


def _no_part(plain: Fields, stemmed: Fields) -> None:
    """Leave every element out."""


def _split_blanks(words: bytes) -> list[bytes]:
    """Split at blanks; words that begin with a blank have an empty first piece."""
    pieces = words.split()
    return [b"", *pieces] if pieces and words[:1].isspace() else pieces


def _is_letter_or_digit(byte: int) -> bool:
    return 48 <= byte <= 57 or 65 <= byte <= 90 or 97 <= byte <= 122
