"""Warnings, which name the line of the caller's own code."""

from __future__ import annotations

import os
import sys
import warnings

from rouge_vec.errors import EmptyTextWarning, LostLettersWarning
from rouge_vec.options.rouge_options import RougeOptions


def warn_of_lost_letters(options: RougeOptions) -> None:
    """Warn if the tokenizer drops letters of the language whose stemmer is asked for."""
    if options.parts_words_of_stemmer:
        warnings.warn(
            f"the tokenizer {options.printed_tokenizer} keeps ASCII letters and digits only, so that words with other "
            f"letters fall apart before the stemmer {options.stemmer!r} sees them; give a tokenizer that knows them, "
            f'for example tokenizer="{_another_tokenizer(options)}".',
            LostLettersWarning,
            stacklevel=callers_level(),
        )


def warn_of_texts_without_tokens(count: int, options: RougeOptions) -> None:
    """Warn if there are texts that are not blank but gave no tokens."""
    if count:
        kept = "found none in them; if they hold words, choose another one"
        if options.keeps_ascii_only:
            kept = "keeps ASCII letters and digits only; for other scripts choose another one"
        if options.stopwords != "none":
            kept = (
                "and the stop words left none; if it is the tokenizer that dropped them, choose another one"
            )
        warnings.warn(
            f"{count} text{'s are' if count > 1 else ' is'} not empty but gave no tokens and scored 0. The tokenizer "
            f"{options.printed_tokenizer} {kept}, for example "
            f'tokenizer="{_another_tokenizer(options)}", or a callable of your own.',
            EmptyTextWarning,
            stacklevel=callers_level(),
        )


def _another_tokenizer(options: RougeOptions) -> str:
    return "whitespace" if options.tokenizer == "unicode-v1" else "unicode-v1"


def callers_level() -> int:
    """Return the stack level, as `warnings.warn` counts from its caller, of the code that called this package."""
    package = os.path.dirname(os.path.dirname(__file__)) + os.sep
    frame = sys._getframe(1)
    level = 1
    while frame.f_back is not None and frame.f_code.co_filename.startswith(package):
        frame = frame.f_back
        level += 1
    return level
