"""A small English model for NLTK's sentence splitter, in the files NLTK expects: nothing is downloaded."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

ABBREVIATIONS = ("dr", "e.g", "fig", "i.e", "mr", "mrs", "no", "prof", "st", "u.s", "vs")


def write_model(folder: Path) -> Path:
    """Write the model below a folder that can stand in ``NLTK_DATA`` or in ``nltk.data.path``."""
    model = folder / "tokenizers" / "punkt_tab" / "english"
    model.mkdir(parents=True, exist_ok=True)
    (model / "abbrev_types.txt").write_text("\n".join(ABBREVIATIONS), encoding="utf-8")
    for name in ("collocations.tab", "sent_starters.txt", "ortho_context.tab"):
        (model / name).write_text("", encoding="utf-8")
    return folder


@contextmanager
def model_in_use(folder: Path) -> Iterator[None]:
    """Let ``nltk.sent_tokenize`` use the model, and no other."""
    import nltk
    from nltk.tokenize import _get_punkt_tokenizer

    before = list(nltk.data.path)
    nltk.data.path[:] = [str(write_model(folder))]
    _get_punkt_tokenizer.cache_clear()
    try:
        yield
    finally:
        nltk.data.path[:] = before
        _get_punkt_tokenizer.cache_clear()
