"""Helpers on token lists that rouge-score keeps private but that tests and programs call all the same.

:class:`RougeScorer` does not use them: scores come from the engine.
"""

from __future__ import annotations

import functools
from collections import Counter
from collections.abc import Hashable, Iterable, Sequence
from typing import Any

from rouge_vec.api.scorer import Score
from rouge_vec.compat._tokens import Sentences, score_tokens
from rouge_vec.options.rouge_options import RougeOptions

Tokens = Sequence[Hashable]
Table = list[list[int]]


@functools.cache
def _options(rouge_type: str) -> RougeOptions:
    return RougeOptions.build(rouge_type)


def score_lcs(target_tokens: Tokens, prediction_tokens: Tokens) -> Score:
    """Return ROUGE-L of two token lists."""
    return score_tokens([prediction_tokens], [target_tokens], _options("rougeL"))


def summary_level_lcs(target_sentences: Sentences, prediction_sentences: Sentences) -> Score:
    """Return ROUGE-Lsum of two lists of sentences, each a list of tokens."""
    return score_tokens(prediction_sentences, target_sentences, _options("rougeLsum"))


def create_ngrams(tokens: Tokens, n: int) -> Counter[tuple[Hashable, ...]]:
    """Return how often each n-gram occurs."""
    return Counter(zip(*(tokens[start:] for start in range(n)), strict=False))


def score_ngrams(
    target_ngrams: Counter[tuple[Hashable, ...]], prediction_ngrams: Counter[tuple[Hashable, ...]]
) -> Score:
    """Return ROUGE-N of two tables of n-grams: ROUGE-1 of lists in which an n-gram is one token."""
    return score_tokens(
        [list(prediction_ngrams.elements())], [list(target_ngrams.elements())], _options("rouge1")
    )


def lcs_table(target: Sequence[Any], prediction: Sequence[Any]) -> Table:
    """Return LCS lengths of all beginnings, one line for each length of a beginning of `target`."""
    table: Table = [[0] * (len(prediction) + 1)]
    for token in target:
        above, line = table[-1], [0]
        for column, other in enumerate(prediction):
            line.append(above[column] + 1 if token == other else max(above[column + 1], line[-1]))
        table.append(line)
    return table


def trace_back(table: Table, target: Sequence[Any], prediction: Sequence[Any]) -> list[int]:
    """Return the positions in `target` of one longest common subsequence, ascending.

    Notes
    -----
    Where both ways are as long, the token of `target` is dropped.
    """
    row, column, positions = len(target), len(prediction), []
    while row and column:
        if target[row - 1] == prediction[column - 1]:
            row, column = row - 1, column - 1
            positions.append(row)
        elif table[row][column - 1] > table[row - 1][column]:
            column -= 1
        else:
            row -= 1
    return positions[::-1]


def lcs_positions(target: Sequence[Any], prediction: Sequence[Any]) -> list[int]:
    """Return the positions in `target` of one longest common subsequence, ascending."""
    return trace_back(lcs_table(target, prediction), target, prediction)


def find_union(position_lists: Iterable[Iterable[int]]) -> list[int]:
    """Return all positions that occur in any list, ascending."""
    return sorted({position for positions in position_lists for position in positions})


def union_lcs(target: Sequence[Any], prediction_sentences: Iterable[Sequence[Any]]) -> list[Any]:
    """Return the tokens of `target` that stand in an LCS with any sentence of the prediction."""
    return [
        target[position]
        for position in find_union(lcs_positions(target, sentence) for sentence in prediction_sentences)
    ]
