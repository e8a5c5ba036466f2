"""What a tokenizer of one's own may return: tokens in their order, each as often as the text has it."""

from __future__ import annotations

from collections import UserDict
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest
from rouge_score.rouge_scorer import RougeScorer as Original

import rouge_vec as rv
from rouge_vec.compat.rouge_score.rouge_scorer import RougeScorer
from rouge_vec.errors import RougeVecTypeError

TYPES = ["rouge1", "rouge2", "rougeL", "rougeLsum"]
TEXTS = ("a b c a", "b c a d")

ORDERED: dict[str, Callable[[list[str]], Any]] = {
    "tuple": tuple,
    "generator": iter,
    "array": np.array,
    "dict keys": lambda words: dict.fromkeys(f"{place} {word}" for place, word in enumerate(words)).keys(),
}


def set_of_words(text: str) -> set[str]:
    return set(text.split())


class Tokenizer:
    """Has a method ``tokenize``, as tokenizers of rouge-score do."""

    def __init__(self, make: Callable[[list[str]], Any]) -> None:
        self._make = make

    def tokenize(self, text: str) -> Any:
        return self._make(text.split())


@pytest.mark.parametrize("rouge_type", TYPES)
def test_a_set_of_tokens_is_refused(rouge_type: str) -> None:
    with pytest.raises(RougeVecTypeError) as caught:
        rv.Scorer(rouge_type, tokenizer=set_of_words).score_pair(*TEXTS)
    assert str(caught.value) == (
        "the tokenizer set_of_words returned a set, which is no list of tokens with their repeats in order, "
        "for the text 'a b c a'.\nHint: return a list of the tokens as they stand in the text: "
        "ROUGE counts repeated ones, and all types but rouge1 need their order."
    )
    with pytest.raises(RougeVecTypeError, match="tokenizer Tokenizer returned a frozenset"):
        rv.score(
            predictions=[TEXTS[0]],
            references=[TEXTS[1]],
            rouge_types=rouge_type,
            tokenizer=Tokenizer(frozenset),
        )


@pytest.mark.parametrize("form", list(ORDERED))
def test_tokens_in_order_may_come_in_any_form(form: str) -> None:
    make = ORDERED[form]
    right = rv.Scorer(TYPES, tokenizer=lambda text: list(make(text.split()))).score_pair(*TEXTS)
    assert rv.Scorer(TYPES, tokenizer=lambda text: make(text.split())).score_pair(*TEXTS) == right


@pytest.mark.parametrize("rouge_type", TYPES)
@pytest.mark.parametrize("make", [set, frozenset])
def test_the_stand_in_for_rouge_score_refuses_a_set_as_rouge_score_does(
    rouge_type: str, make: Callable[[list[str]], Any]
) -> None:
    for scorer in (Original, RougeScorer):
        with pytest.raises(TypeError, match=make.__name__):
            scorer([rouge_type], tokenizer=Tokenizer(make)).score(*TEXTS)


@pytest.mark.parametrize("make", [list, tuple, "".join, lambda words: "".join(words).encode()])
def test_the_stand_in_for_rouge_score_takes_any_sequence(make: Callable[[list[str]], Any]) -> None:
    ours = RougeScorer(TYPES, tokenizer=Tokenizer(make)).score(*TEXTS)
    theirs = Original(TYPES, tokenizer=Tokenizer(make)).score(*TEXTS)
    assert {name: tuple(score) for name, score in ours.items()} == {
        name: tuple(score) for name, score in theirs.items()
    }


@pytest.mark.parametrize("make", [dict.fromkeys, UserDict.fromkeys])
def test_a_mapping_is_refused(make: Callable[[list[str]], Any]) -> None:
    """What tokenizers of language models return when they are called; its keys are no tokens."""
    with pytest.raises(RougeVecTypeError, match=r"returned a (User|)[dD]ict, which is no list of tokens"):
        rv.Scorer("rouge1", tokenizer=lambda text: make(text.split())).score_pair(*TEXTS)


@pytest.mark.parametrize("make", [set, dict.fromkeys])
def test_sentences_without_order_are_refused(make: Callable[[list[str]], Any]) -> None:
    with pytest.raises(RougeVecTypeError, match="not a list of sentences"):
        rv.Scorer("rougeLsum", sentence_splitter=lambda text: make([text])).score_pair(*TEXTS)
