"""Score lists of tokens with the engine, for the functions of other packages that take tokens, not texts."""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Sequence

import numpy as np

from rouge_vec.api import Score
from rouge_vec.batch import Counts, TokenBatch
from rouge_vec.counting import PairCounter, Scratch
from rouge_vec.options import RougeOptions
from rouge_vec.references import combine
from rouge_vec.text.tokenizers import Tokens
from rouge_vec.text.vocabulary import HashableVocabulary

Sentences = Sequence[Sequence[Hashable]]
"""One text: its sentences, each a sequence of tokens."""


def token_batch(texts: Iterable[Sentences], vocabulary: HashableVocabulary) -> TokenBatch:
    """Return texts as ids; sentences without tokens are left out.

    Raises
    ------
    TypeError
        If a token is not hashable.
    """
    ids: list[int] = []
    offsets, sentence_offsets, sentence_rows = [0], [0], [0]
    for sentences in texts:
        for sentence in sentences:
            ids += vocabulary.add(sentence)
            if len(ids) > sentence_offsets[-1]:
                sentence_offsets.append(len(ids))
        offsets.append(len(ids))
        sentence_rows.append(len(sentence_offsets) - 1)
    return TokenBatch(
        np.array(ids, np.int32),
        np.array(offsets, np.int64),
        np.array(sentence_offsets, np.int64),
        np.array(sentence_rows, np.int64),
        len(vocabulary),
    )


def count_tokens(
    predictions: Sequence[Sentences],
    references: Sequence[Sentences],
    references_of_row: Sequence[int] | None,
    options: RougeOptions,
) -> list[Counts]:
    """Count every prediction with each of its references.

    Parameters
    ----------
    predictions : sequence of texts, length n
        Each a list of sentences, each a list of tokens.
    references : sequence of texts
        The references of all predictions, one after the other.
    references_of_row : sequence of int, length n, or None
        How many references each prediction has; None means one each.
    options : RougeOptions
        What to count.

    Returns
    -------
    list of Counts
        One for each rouge type, in the order of the options.
    """
    vocabulary = HashableVocabulary()
    prediction, reference = token_batch(predictions, vocabulary), token_batch(references, vocabulary)
    rows = np.arange(len(prediction), dtype=np.int64)
    counter = PairCounter(
        Tokens(prediction, prediction, prediction),
        Tokens(reference, reference, reference),
        rows if references_of_row is None else rows.repeat(references_of_row),
        np.arange(len(reference), dtype=np.int64),
        Scratch(),
    )
    return [counter.count(rouge_type) for rouge_type in options.rouge_types]


def score_tokens(prediction: Sentences, reference: Sentences, options: RougeOptions) -> Score:
    """Score one pair by the first rouge type of the options."""
    counts = count_tokens([prediction], [reference], None, options)[0]
    _, measures = combine(counts, None, options.rouge_types[0], options)
    return Score(float(measures.precision[0]), float(measures.recall[0]), float(measures.fmeasure[0]))
