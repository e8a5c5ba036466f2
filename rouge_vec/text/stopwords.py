"""Stop words: named lists that come with the package, the caller's own, files in the script's format."""

from __future__ import annotations

import functools
from collections.abc import Iterable
from dataclasses import replace
from importlib import resources
from pathlib import Path

import numpy as np
import numpy.typing as npt

from rouge_vec.batch import TokenBatch
from rouge_vec.errors import DataFileError, OptionError, nearest_names

_FILES = {"smart": "smart_stopwords.txt"}


def stopword_names() -> list[str]:
    """Return the names that the option ``stopwords`` accepts."""
    return ["none", *_FILES]


def find_stopwords(stopwords: str | Iterable[str | int]) -> frozenset[str | int]:
    """Return the words of a named list, or the words or token ids given.

    Raises
    ------
    OptionError
        If there is no list of that name.

    Notes
    -----
    Words are compared with tokens as they stand before stemming, so entries with punctuation never match.
    """
    if not isinstance(stopwords, str):
        return frozenset(stopwords)
    if stopwords == "none":
        return frozenset()
    if stopwords not in _FILES:
        raise OptionError(
            f"unknown list of stop words {stopwords!r}.", nearest_names(stopwords, stopword_names())
        )
    return _packaged(stopwords)


@functools.cache
def _packaged(name: str) -> frozenset[str]:
    text = resources.files("rouge_vec.data").joinpath(_FILES[name]).read_text(encoding="ascii")
    return frozenset(text.splitlines())


def read_stopwords(path: Path) -> frozenset[str]:
    """Read a file of one word a line, such as the script's ``smart_common_words.txt``.

    Raises
    ------
    DataFileError
        If the file cannot be read.
    """
    try:
        content = path.read_bytes()
    except OSError as error:
        raise DataFileError(
            f"cannot read the stop words in {str(path)!r}: {error.strerror}.", "one word a line is expected."
        ) from error
    return frozenset(line.decode("latin-1") for line in content.split(b"\n") if line)


def keep_tokens(batch: TokenBatch, kept: npt.NDArray[np.bool_]) -> TokenBatch:
    """Return the batch without some of its tokens, and without the sentences that lose their last one.

    Parameters
    ----------
    batch : TokenBatch
        Any batch, with or without sentences.
    kept : ndarray of bool, shape (tokens,)
        Which tokens stay.
    """
    if kept.all():
        return batch
    token_places = np.zeros(len(kept) + 1, np.int64)
    np.cumsum(kept, out=token_places[1:])
    sentence_offsets = token_places[batch.sentence_offsets]
    filled = np.diff(sentence_offsets) > 0
    sentence_places = np.zeros(len(filled) + 1, np.int64)
    np.cumsum(filled, out=sentence_places[1:])
    return replace(
        batch,
        ids=batch.ids[kept],
        offsets=token_places[batch.offsets],
        sentence_offsets=np.concatenate([sentence_offsets[:1], sentence_offsets[1:][filled]]),
        sentence_rows=sentence_places[batch.sentence_rows],
    )
