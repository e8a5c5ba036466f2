"""Tokenizer classes of rouge-score, and the two for other languages that rouge-score-rs adds."""

from __future__ import annotations

import abc
from typing import Any

from rouge_vec.compat.rouge_score import tokenize
from rouge_vec.compat.rouge_score._stemmer import EngineStemmer


class Tokenizer(abc.ABC):
    """Base class of tokenizers of one's own."""

    @abc.abstractmethod
    def tokenize(self, text: Any) -> list[Any]:
        """Return the tokens of a text, any hashable objects."""


class DefaultTokenizer(Tokenizer):
    """Runs of ASCII letters and digits; texts in other scripts have none.

    Parameters
    ----------
    use_stemmer : bool
        Whether words of more than three letters are stemmed.
    """

    def __init__(self, use_stemmer: bool = False) -> None:
        self._stemmer: Any = EngineStemmer() if use_stemmer else None

    def tokenize(self, text: Any) -> list[str]:
        """Return the tokens of a text."""
        return tokenize.tokenize(text, self._stemmer)
