"""Which brackets are open at the end of a sentence that is put together from pieces."""

from __future__ import annotations

import re

from rouge_vec.js_rouge.characters import CLOSING_BRACKETS, PARTNER
from rouge_vec.js_rouge.questions import opens_bracket
from rouge_vec.js_rouge.quotations import Quotations

_BRACKETS = re.compile(r"[()\[\]{}<>]")


class OpenBrackets:
    """Tracks the brackets outside of quotations, piece by piece."""

    def __init__(self, text: str, quotations: Quotations) -> None:
        self._text = text
        self._quotations = quotations
        self._open: list[str] = []

    @property
    def is_open(self) -> bool:
        return bool(self._open)

    def append(self, start: int, end: int) -> None:
        """Take a piece of the text into account."""
        for match in _BRACKETS.finditer(self._text, start, end):
            position, mark = match.start(), match.group()
            if self._quotations.open_kinds(position):
                continue
            if mark in CLOSING_BRACKETS:
                if self._open and self._open[-1] == PARTNER[mark]:
                    self._open.pop()
            elif (position + 1 < end or mark != "<") and opens_bracket(self._text, position):
                self._open.append(mark)
