"""Length limits as ROUGE-1.5.5 applies them: to the raw lines of a text, before anything is cleaned.

Every limit keeps a beginning of the text, so a limited batch is the same texts with other ends.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from rouge_vec.batch import TextBatch
from rouge_vec.columns.string_lists import encode
from rouge_vec.kernels import length_cuts
from rouge_vec.options.stages import TextOptions


class Limited(NamedTuple):
    """Texts within their limit: `whole` for most rouge types, `lines` for ROUGE-Lsum and ROUGE-W."""

    whole: TextBatch
    lines: TextBatch


def limited(texts: TextBatch, options: TextOptions) -> Limited:
    """Cut texts to the limits of the options; `lines` is `whole` unless the script's byte limit applies."""
    if options.max_characters or (options.max_words and options.limit_rule == "stripped"):
        whole = encode([_first_stripped(text, options) for text in _decoded(texts, "surrogatepass")])
        return Limited(whole, whole)
    if options.max_words:
        whole = first_words(texts, options.max_words)
        return Limited(whole, whole)
    if not options.max_bytes:
        return Limited(texts, texts)
    whole = first_bytes(texts, options.max_bytes)
    if options.byte_limit == "script":
        return Limited(whole, first_bytes(texts, options.max_bytes, by_line=True))
    return Limited(whole, whole)


def limited_strings(texts: list[str], options: TextOptions) -> tuple[list[str], list[str]]:
    """Cut strings as :func:`limited` cuts bytes; a character that a byte limit cuts in two is dropped."""
    if options.max_characters or (options.max_words and options.limit_rule == "stripped"):
        stripped = [_first_stripped(text, options) for text in texts]
        return stripped, stripped
    if not options.max_words and not options.max_bytes:
        return texts, texts
    whole, lines = limited(encode(texts), options)
    cut = _decoded(whole, "ignore")
    return cut, cut if lines is whole else _decoded(lines, "ignore")


def _decoded(texts: TextBatch, errors: str) -> list[str]:
    return [texts.text_bytes(row).decode("utf-8", errors) for row in range(len(texts))]


def _first_stripped(text: str, options: TextOptions) -> str:
    """Keep a beginning of a text as py-rouge does: so many characters or words of its stripped lines."""
    if options.max_characters:
        return first_characters(text, options.max_characters)
    kept, missing = [], options.max_words or 0
    for line in text.split("\n"):
        words = line.split()[:missing]
        kept.append(" ".join(words))
        missing -= len(words)
        if missing == 0:
            break
    return "\n".join(kept)


def first_characters(text: str, limit: int) -> str:
    """Keep the first `limit` characters of a text; blanks around lines and line ends are not counted."""
    kept = []
    for line in text.split("\n"):
        stripped = line.strip()[:limit]
        kept.append(stripped)
        limit -= len(stripped)
        if limit == 0:
            break
    return "\n".join(kept)


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
    length_cuts.find_word_ends(*_arrays(texts), 0, len(texts), limit, ends)
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
    length_cuts.find_byte_ends(*_arrays(texts), 0, len(texts), limit, by_line, ends)
    return _cut(texts, ends)


def _arrays(texts: TextBatch) -> tuple[npt.NDArray[np.uint8], npt.NDArray[np.int64]]:
    """Return bytes and offsets in the one form the kernels are compiled for: bytes read-only, offsets not."""
    data = texts.data.view()
    data.flags.writeable = False
    return data, np.require(texts.offsets, np.int64, ("C", "W"))


def _cut(texts: TextBatch, ends: npt.NDArray[np.int64]) -> TextBatch:
    data, starts = _arrays(texts)
    offsets = np.zeros(len(texts) + 1, np.int64)
    np.cumsum(ends - starts[:-1], out=offsets[1:])
    kept = np.empty(int(offsets[-1]), np.uint8)
    length_cuts.copy_beginnings(data, starts, ends, kept, offsets)
    kept.flags.writeable = False
    return TextBatch(kept, offsets)
