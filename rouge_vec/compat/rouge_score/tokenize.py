"""The tokenizer function of rouge-score."""

from __future__ import annotations

import re
from typing import Any

from rouge_vec.compat.rouge_score._stemmer import EngineStemmer, as_str

NON_ALPHANUM_PATTERN = r"[^a-z0-9]+"
NON_ALPHANUM_RE = re.compile(NON_ALPHANUM_PATTERN)
SPACES_PATTERN = r"\s+"
SPACES_RE = re.compile(SPACES_PATTERN)
VALID_TOKEN_PATTERN = r"^[a-z0-9]+$"
VALID_TOKEN_RE = re.compile(VALID_TOKEN_PATTERN)

_RUNS = re.compile("[a-z0-9]+")
_LONGEST_UNSTEMMED = 3


def tokenize(text: str | bytes, stemmer: Any) -> list[str]:
    """Cut a text into runs of ASCII letters and digits, lower-cased.

    Parameters
    ----------
    text : str or bytes
        Bytes are UTF-8, of which only ASCII letters are lower-cased.
    stemmer : object or None
        Has a method ``stem``, which is called for words of more than three characters.

    Raises
    ------
    NotTextError
        If `text` is neither.
    UnicodeDecodeError
        If bytes are not UTF-8.
    """
    words = _RUNS.findall(lowered(text))
    if not stemmer:
        return words
    if type(stemmer) is EngineStemmer:
        return stemmer.stem_words(words)
    stems = [as_str(stemmer.stem(word)) if len(word) > _LONGEST_UNSTEMMED else word for word in words]
    return [stem for stem in stems if VALID_TOKEN_RE.match(stem)]


def lowered(text: str | bytes) -> str:
    """Return a text in lower case.

    Raises
    ------
    NotTextError
        If it is neither a string nor bytes.
    """
    if isinstance(text, bytes):
        return text.lower().decode()
    if isinstance(text, str):
        return text.lower()
    return as_str(text)
