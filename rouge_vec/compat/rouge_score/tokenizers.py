"""Tokenizer classes of rouge-score, and the two for other languages that rouge-score-rs adds."""

from __future__ import annotations

import abc
import functools
from typing import Any

from rouge_vec.compat.rouge_score import tokenize
from rouge_vec.compat.rouge_score._stemmer import EngineStemmer, as_str
from rouge_vec.text.named_tokenizers import NAMED_TOKENIZERS
from rouge_vec.text.python_tokenizer import TokenizeAll


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


class _ProfileTokenizer(Tokenizer):
    """A frozen profile of the engine."""

    profile = ""

    def tokenize(self, text: Any) -> list[str]:
        """Return the tokens of a text.

        Raises
        ------
        NotTextError
            If it is neither a string nor bytes.
        """
        tokens: list[str] = list(next(iter(_tokenize_all(self.profile)([as_str(text)]))))
        return tokens

    def __repr__(self) -> str:
        return f"{type(self).__name__}()"


class UnicodeTokenizer(_ProfileTokenizer):
    """Words of any script by the boundary rules of Unicode, case folded: the profile ``unicode-v1``."""

    profile = "unicode-v1"


class CharacterTokenizer(_ProfileTokenizer):
    """Every character that is a letter or a number, case folded: the profile ``character-v1``."""

    profile = "character-v1"


def profile_of(tokenizer: Any) -> str | None:
    """Return the name of the engine's tokenizer that does the same, or None for a class of the caller's."""
    if type(tokenizer) in (UnicodeTokenizer, CharacterTokenizer):
        return str(tokenizer.profile)
    if type(tokenizer) is DefaultTokenizer and type(tokenizer._stemmer) in (type(None), EngineStemmer):
        return "rouge-score"
    return None


@functools.cache
def _tokenize_all(profile: str) -> TokenizeAll:
    return NAMED_TOKENIZERS[profile].make(True)
