"""Warnings, which name the line of the caller's own code."""

from __future__ import annotations

import os
import sys
import warnings
from collections.abc import Sequence
from typing import Any

import numpy as np

from rouge_vec.columns.foreign_letters import rows_that_lose_letters
from rouge_vec.columns.list_marks import rows_that_spell_lists
from rouge_vec.columns.sentence_marks import mark_in_place_of
from rouge_vec.columns.text_columns import MOST_ROWS_SHOWN, References, TextColumn, named_rows
from rouge_vec.engine.empty_texts import TextsWithoutTokens
from rouge_vec.errors import (
    EmptyTextWarning,
    LostLettersWarning,
    SpelledListWarning,
    UnpartedSentencesWarning,
)
from rouge_vec.options.rouge_options import RougeOptions
from rouge_vec.options.stages import PRETOKENIZED


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


def warn_of_dropped_letters(
    predictions: TextColumn,
    references: References,
    texts_without_tokens: int,
    labels: Sequence[Any] | None,
    options: RougeOptions,
) -> bool:
    """Warn if texts lose more than a fifth of their letters to the tokenizer, and not only those without any token.

    Returns
    -------
    bool
        Whether there was a warning, which then speaks for texts without tokens, too.
    """
    if not options.keeps_ascii_only or not options.reads_words:
        return False
    of_predictions = rows_that_lose_letters(predictions)
    of_references = rows_that_lose_letters(references.texts)
    losing, texts = len(of_predictions) + len(of_references), len(predictions) + len(references.texts)
    if losing <= texts_without_tokens:
        return False
    side, rows = ("predictions", of_predictions) if of_predictions else ("references", of_references)
    warnings.warn(
        f"{losing} of {texts} texts ({losing / texts:.0%}) lose more than a fifth of their letters, first in "
        f"{_named(side, rows, references, labels)}: the tokenizer {options.printed_tokenizer} keeps ASCII letters and "
        f"digits only, and what is left of such texts is scored.\n"
        f'Give a tokenizer that knows their script: tokenizer="unicode-v1" for words parted by blanks, '
        f'tokenizer="character-v1" for Chinese, Japanese or Thai.',
        LostLettersWarning,
        stacklevel=callers_level(),
    )
    return True


def _named(side: str, texts: list[int], references: References, labels: Sequence[Any] | None) -> str:
    """Return how a message names the rows of texts of a side."""
    if side == "references" and references.row_offsets is not None:
        texts = (np.searchsorted(references.row_offsets, texts, side="right") - 1).tolist()
    return f"{named_rows(texts, labels)} of {side}"


def warn_of_texts_without_tokens(
    without_tokens: TextsWithoutTokens,
    references: References,
    labels: Sequence[Any] | None,
    options: RougeOptions,
) -> None:
    """Warn if there are texts that are not blank but gave no tokens."""
    count = without_tokens.count
    if count:
        first = [
            _named(side, texts[:MOST_ROWS_SHOWN], references, labels)
            for side, texts in without_tokens.first.items()
            if texts
        ]
        why = "found none in them"
        if options.keeps_ascii_only:
            why = "keeps ASCII letters and digits only"
        if options.stopwords != "none":
            why = "and the stop words left none"
        warnings.warn(
            f"{count} text{'s are' if count > 1 else ' is'} not empty but gave no tokens and scored 0, first in "
            f"{' and '.join(first)}: the tokenizer {options.printed_tokenizer} {why}.\n"
            f"If they hold words, choose another tokenizer, for example "
            f'tokenizer="{_another_tokenizer(options)}", or a callable of your own.',
            EmptyTextWarning,
            stacklevel=callers_level(),
        )


def warn_of_unparted_sentences(
    predictions: TextColumn, references: References, options: RougeOptions
) -> None:
    """Warn if rougeLsum, which goes sentence by sentence, is only rougeL because nothing parts the sentences."""
    if options.sentence_splitter is not None or options.tokenizer == PRETOKENIZED:
        return
    if not any(rouge_type.family.name == "Lsum" for rouge_type in options.rouge_types):
        return
    found = mark_in_place_of(options.sentence_separator, [predictions, references.texts])
    if found is None:
        return
    mark, texts, parted = found
    shown = f'r"{mark}"' if "\\" in mark else f'"{mark}"'.replace("\n", r"\n")
    prose = ', or sentence_splitter="punkt"' if mark == ". " else ""
    warnings.warn(
        f"rougeLsum takes a text sentence by sentence, but of {texts} texts of several sentences that were looked at "
        f"{parted or 'none'} {'hold' if parted > 1 else 'holds'} the separator {options.sentence_separator!r}: it is "
        f"only rougeL for the others.\n"
        f"{mark!r} seems to part sentences: give sentence_separator={shown}{prose}, or leave rougeLsum out.",
        UnpartedSentencesWarning,
        stacklevel=callers_level(),
    )


def warn_of_spelled_lists(
    predictions: TextColumn, references: References, labels: Sequence[Any] | None, options: RougeOptions
) -> None:
    """Warn if texts spell a list, as cells of several references do that were written as text."""
    if options.tokenizer == PRETOKENIZED:
        return
    sides = {
        "predictions": rows_that_spell_lists(predictions),
        "references": rows_that_spell_lists(references.texts),
    }
    found = sum(map(len, sides.values()))
    if found:
        rows = " and ".join(_named(side, texts, references, labels) for side, texts in sides.items() if texts)
        warnings.warn(
            f"{found} text{'s spell' if found > 1 else ' spells'} a list of texts, in {rows}: each is scored as "
            "one text, with all that is in it.\n"
            "If they are several references, make lists of them, for example with column.map(ast.literal_eval).",
            SpelledListWarning,
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
