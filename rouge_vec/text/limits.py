"""Length limits as ROUGE-1.5.5 applies them: to the raw lines of a text, before anything is cleaned.

Every limit keeps a beginning of the text, so a limited batch is the same texts with other ends.
"""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from rouge_vec.batch import TextBatch
from rouge_vec.kernels import limits


def first_words(texts: TextBatch, limit: int) -> TextBatch:
    """Keep the first `limit` words of each text.

    Parameters
    ----------
    texts : TextBatch
        One sentence a line.
    limit : int
        Words to keep; 0 keeps all.

    Notes
    -----
    Words are split at blanks, before punctuation is removed: ``well-known,`` is one word, so is a lone dash,
    and a line that begins with a blank spends one word on nothing.
    """
    if limit == 0:
        return texts
    ends = np.empty(len(texts), np.int64)
    limits.find_word_ends(*_arrays(texts), 0, len(texts), limit, ends)
    return _cut(texts, ends)


def first_bytes(texts: TextBatch, limit: int, *, by_line: bool = False) -> TextBatch:
    """Keep the first `limit` bytes of each text, line ends not counted.

    Parameters
    ----------
    texts : TextBatch
        One sentence a line.
    limit : int
        Bytes to keep; 0 keeps all. A word or a character may be cut in two.
    by_line : bool
        Apply the limit as the script does for ROUGE-L and ROUGE-W, whose running total is never increased:
        all lines shorter than the limit are kept, the first other one is cut and ends the text.
    """
    if limit == 0:
        return texts
    ends = np.empty(len(texts), np.int64)
    limits.find_byte_ends(*_arrays(texts), 0, len(texts), limit, by_line, ends)
    return _cut(texts, ends)


def _arrays(texts: TextBatch) -> tuple[npt.NDArray[np.uint8], npt.NDArray[np.int64]]:
    """Return bytes and offsets in the one form the kernels are compiled for: writable and contiguous."""
    data = np.require(texts.data, np.uint8, ("C", "W"))
    return data, np.require(texts.offsets, np.int64, ("C", "W"))


def _cut(texts: TextBatch, ends: npt.NDArray[np.int64]) -> TextBatch:
    data, starts = _arrays(texts)
    offsets = np.zeros(len(texts) + 1, np.int64)
    np.cumsum(ends - starts[:-1], out=offsets[1:])
    kept = np.empty(int(offsets[-1]), np.uint8)
    limits.copy_beginnings(data, starts, ends, kept, offsets)
    return TextBatch(kept, offsets)
