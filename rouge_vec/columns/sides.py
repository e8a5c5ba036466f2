"""What a call is given, read as columns of text or of tokens, whichever the tokenizer takes."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from rouge_vec.columns.text_columns import References, TextColumn, read_predictions, read_references
from rouge_vec.columns.token_cells import read_token_columns
from rouge_vec.options.stages import PRETOKENIZED, TextOptions


def read_columns(
    predictions: Any, references: Any, options: TextOptions, labels: Sequence[Any] | None = None
) -> tuple[TextColumn, References]:
    """Check both sides of a call.

    Parameters
    ----------
    predictions, references : iterable, length n
        Texts, or lists of tokens where the tokenizer is ``"pretokenized"``.
    options : TextOptions
        Names the tokenizer, and what missing references are.
    labels : sequence, optional
        Row labels for messages; positions by default.

    Raises
    ------
    InputError
        If a row has no reference.
    InputTypeError
        If a side is not a column, or a cell holds something else.
    """
    if options.tokenizer == PRETOKENIZED:
        return read_token_columns(predictions, references, labels, options.missing_references)
    return (
        read_predictions(predictions, labels),
        read_references(references, labels, options.missing_references),
    )
