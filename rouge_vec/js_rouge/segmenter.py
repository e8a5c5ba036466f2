"""The sentence segmenter of js-rouge: rules over punctuation, quotations, abbreviations and lines."""

from __future__ import annotations

import re

from rouge_vec.js_rouge.characters import SPACES
from rouge_vec.js_rouge.lists import (
    Label,
    LabelScanner,
    find_labels,
    is_lone_letter,
    label_full_stops,
    may_hold_list,
)
from rouge_vec.js_rouge.merging import Merger
from rouge_vec.js_rouge.pieces import PieceScanner
from rouge_vec.js_rouge.source import Source

_DEEPEST_LIST = 32
_MAY_BE_SPLIT = re.compile("[.!?\r\n]")


def sentence_segment(text: str, *, case_neutral: bool = False) -> list[str]:
    """Split a text into sentences as js-rouge 3.2.3 does.

    Parameters
    ----------
    text : str
        Any text; line breaks may be LF, CRLF or CR.
    case_neutral : bool, default False
        Do not look at capital letters, so that texts which differ in case only are split alike.

    Returns
    -------
    list of str
        The sentences without the blanks around them. A text of white space only is returned as it is, an
        empty one gives an empty list.

    Notes
    -----
    A sentence ends at a full stop, question or exclamation mark with the closing quotes and brackets behind
    it, unless an abbreviation, initial, ellipsis, quotation or parenthesis goes on. A sentence that starts
    with a capital letter may run over several lines; other lines stand alone. Linear in the length of the
    text. js-rouge fails on some texts that begin with "who" or "which", hold a quotation and end with four
    dots; here they have sentences like any other.
    """
    if not text:
        return []
    return _segment(text.replace("\x85", " "), case_neutral, 0) or [text]


def _segment(text: str, case_neutral: bool, depth: int) -> list[str]:
    """Split a text that may hold a list, and that may itself stand in a list."""
    labels = find_labels(text, case_neutral) if depth < _DEEPEST_LIST else []
    if may_hold_list(text, labels):
        scanner = LabelScanner(text, case_neutral, labels)
        pair = scanner.find()
        if pair is not None:
            return _split_list(text, case_neutral, depth, scanner, pair)
    return _split(text, case_neutral, frozenset())


def _split_list(
    text: str, case_neutral: bool, depth: int, scanner: LabelScanner, pair: tuple[Label, Label]
) -> list[str]:
    """Split the items of a list; the first sentence of each keeps its label."""
    label: Label = pair[0]
    following: Label | None = pair[1]
    before = text[: label.start].strip(SPACES)
    found = (_segment(before, case_neutral, depth + 1) or [before]) if before else []
    while True:
        body = text[label.end : following.start if following else len(text)].strip(SPACES)
        sentences = [body]
        if _MAY_BE_SPLIT.search(body):
            sentences = _split(body, case_neutral, label_full_stops(body, case_neutral)) or [body]
        count = 1
        while count < len(sentences) and is_lone_letter(sentences[count - 1]):
            count += 1
        found.append(f"{label.text} {' '.join(sentences[:count])}")
        found += sentences[count:]
        if following is None:
            return found
        label, following = following, scanner.next(label.family, following)


def _split(text: str, case_neutral: bool, labels: frozenset[int]) -> list[str]:
    source = Source(text, case_neutral, labels)
    scanner = PieceScanner(source)
    pieces = scanner.scan()
    return Merger(source, pieces, scanner.quoted_versus).sentences()
