"""Score lists of tokens with the engine, for the functions of other packages that take tokens, not texts."""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Sequence

import numpy as np
import numpy.typing as npt

from rouge_vec.api.scorer import Score
from rouge_vec.batch import Counts, IdScope, TokenBatch, Tokens
from rouge_vec.engine.chunks import usable_cores
from rouge_vec.engine.pairs import count_pairs
from rouge_vec.options.rouge_options import RougeOptions
from rouge_vec.scores.measures import Measures
from rouge_vec.scores.several_references import combine

Sentences = Sequence[Sequence[Hashable]]
"""One text: its sentences, each a sequence of tokens."""

_Rows = npt.NDArray[np.int64]


def score_tokens(prediction: Sentences, reference: Sentences, options: RougeOptions) -> Score:
    """Score one pair by the first rouge type of the options.

    Raises
    ------
    TypeError
        If a token is not hashable.
    """
    first = options.rouge_types[0]
    counts = _count([prediction], [reference], np.zeros(1, np.int64), options, n_jobs=1)
    _, measures = combine(counts[0], None, first, options)
    return Score(float(measures.precision[0]), float(measures.recall[0]), float(measures.fmeasure[0]))


def score_token_columns(
    predictions: Sequence[Sentences],
    references: Sequence[Sequence[Sentences]],
    options: RougeOptions,
    n_jobs: int | None = None,
) -> dict[str, tuple[Counts, Measures]]:
    """Return counts and scores of every row, by rouge type.

    Parameters
    ----------
    predictions : sequence of texts, length n
        Each a list of sentences, each a list of tokens.
    references : sequence of lists of texts, length n
        One or more for each prediction.
    options : RougeOptions
        What to score and how.
    n_jobs : int, optional
        Threads; all usable cores by default.

    Raises
    ------
    TypeError
        If a token is not hashable.
    """
    row_offsets = np.zeros(len(references) + 1, np.int64)
    np.cumsum([len(several) for several in references], out=row_offsets[1:])
    flat = [text for several in references for text in several]
    rows = np.arange(len(references)).repeat(np.diff(row_offsets))
    counts = _count(predictions, flat, rows, options, n_jobs or usable_cores())
    return {
        rouge_type.name: combine(pair_counts, row_offsets, rouge_type, options)
        for rouge_type, pair_counts in zip(options.rouge_types, counts, strict=True)
    }


def _count(
    predictions: Sequence[Sentences],
    references: Sequence[Sentences],
    prediction_rows: _Rows,
    options: RougeOptions,
    n_jobs: int,
) -> list[Counts]:
    """Count each reference against the prediction in its row; return the counts for each rouge type."""
    ids: dict[Hashable, int] = {}
    prediction, reference = _tokens(predictions, ids), _tokens(references, ids)
    return count_pairs(
        Tokens(prediction, prediction, prediction),
        Tokens(reference, reference, reference),
        prediction_rows,
        np.arange(len(reference), dtype=np.int64),
        options,
        n_jobs=n_jobs,
    )


def _tokens(texts: Iterable[Sentences], ids: dict[Hashable, int]) -> TokenBatch:
    """Return texts as ids; sentences without tokens are left out."""
    found: list[int] = []
    offsets, sentence_offsets, sentence_rows = [0], [0], [0]
    for sentences in texts:
        for sentence in sentences:
            found += [ids.setdefault(token, len(ids)) for token in sentence]
            if len(found) > sentence_offsets[-1]:
                sentence_offsets.append(len(found))
        offsets.append(len(found))
        sentence_rows.append(len(sentence_offsets) - 1)
    return TokenBatch(
        np.array(found, np.int32),
        np.array(offsets, np.int64),
        np.array(sentence_offsets, np.int64),
        np.array(sentence_rows, np.int64),
        len(ids),
        IdScope.VOCABULARY,
    )
