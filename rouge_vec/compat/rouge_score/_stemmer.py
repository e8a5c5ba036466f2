"""The engine's Porter stemmer as an object with a method ``stem``."""

from __future__ import annotations

import itertools
from typing import Any

from rouge_vec.compat._checks import not_text
from rouge_vec.text.stemmers import find_stemmer, pack_words


class EngineStemmer:
    """Stems ASCII words in lower case as rouge-score does: words of up to three letters stay as they are."""

    def stem(self, word: str) -> str:
        """Return the stem of one word."""
        return self.stem_words([word])[0]

    def stem_words(self, words: list[str]) -> list[str]:
        """Return the stem of each word."""
        if not words:
            return []
        word_bytes, offsets = pack_words(word.encode() for word in words)
        stems, stem_offsets = find_stemmer("porter")(word_bytes, offsets, 0, len(words))
        places = stem_offsets.tolist()
        text = stems[: places[-1]].tobytes().decode()
        return [text[start:stop] for start, stop in itertools.pairwise(places)]


def as_str(value: Any) -> str:
    """Return a string, decoding UTF-8 bytes.

    Raises
    ------
    NotTextError
        If the value is neither.
    """
    if isinstance(value, str):
        return value
    if isinstance(value, bytes):
        return value.decode()
    raise not_text(value, "a text", "give one string; a list of tokens needs a tokenizer of your own.")
