"""``rouge-vec dialects`` and ``rouge-vec tokenizers``: what there is to choose from, as the registries have it."""

from __future__ import annotations

import shutil
import textwrap
from collections.abc import Iterable

from rouge_vec.options.dialects import DIALECTS
from rouge_vec.options.other_words import OTHER_DIALECTS

_INDENT = "    "


def print_dialects() -> None:
    """Print each dialect with the program it reproduces, other names for it, and its option values."""
    for name, dialect in DIALECTS.items():
        values = {**dialect.values, "use_stemmer=True": dialect.default_stemmer}
        others = sorted(other for other, meant in OTHER_DIALECTS.items() if meant == name)
        paragraphs = [
            dialect.program,
            dialect.remarks,
            f"also known as: {', '.join(others)}" if others else "",
            "options: " + ", ".join(f"{option} {value!r}" for option, value in values.items()),
        ]
        _print_entry(name, paragraphs)


def print_tokenizers() -> None:
    """Print each tokenizer with what its tokens are, and the stemmers that go with them."""
    from rouge_vec.text.sentences import splitter_names
    from rouge_vec.text.stemmers import stemmer_names
    from rouge_vec.text.tokenizers import described_tokenizers

    for name, tokens in described_tokenizers().items():
        _print_entry(name, [tokens])
    _print_entry("stemmers", [", ".join(stemmer_names())])
    _print_entry("sentence splitters", [", ".join(splitter_names())])


def _print_entry(name: str, paragraphs: Iterable[str]) -> None:
    width = min(shutil.get_terminal_size().columns, 110)
    print(name)
    for paragraph in filter(None, paragraphs):
        print(textwrap.fill(paragraph, width, initial_indent=_INDENT, subsequent_indent=_INDENT))
    print()


PRINTED = {"dialects": print_dialects, "tokenizers": print_tokenizers}
"""Command to what it does."""
