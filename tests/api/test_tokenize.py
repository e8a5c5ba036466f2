"""``Scorer.tokenize`` gives the tokens that are compared."""

from __future__ import annotations

import numpy as np
import pytest

import rouge_vec as rv
from rouge_vec.errors import InputError, InputTypeError

TEXT = "The cats went running, don't they?\nIt's well-known: caf\u00e9s!"


@pytest.mark.parametrize(
    ("options", "tokens"),
    [
        ({}, "the cats went running don t they it s well known caf s"),
        ({"use_stemmer": True}, "the cat went run don t they it s well known caf s"),
        ({"dialect": "rouge-1.5.5", "use_stemmer": True}, "the cat go run don t thei it s well know caf s"),
        ({"stopwords": ["the", "t", "s"]}, "cats went running don they it well known caf"),
        ({"max_words": 3}, "the cats went"),
        ({"lowercase": False}, "The cats went running don t they It s well known caf s"),
        ({"tokenizer": "whitespace"}, "the cats went running, don't they? it's well-known: caf\u00e9s!"),
        ({"tokenizer": "words"}, "the cats went running don t they it s well known caf\u00e9s"),
        (
            {"tokenizer": "words", "use_stemmer": True},
            "the cat went run don t they it s well known caf\u00e9s",
        ),
        ({"tokenizer": "treebank"}, "the cats went running , do n't they ? it 's well-known : caf\u00e9s !"),
        ({"tokenizer": str.split}, "The cats went running, don't they? It's well-known: caf\u00e9s!"),
    ],
    ids=str,
)
def test_the_tokens_of_a_text(options: dict, tokens: str) -> None:
    assert rv.Scorer("rouge1", **options).tokenize(TEXT) == tokens.split()


def test_contractions_are_two_tokens() -> None:
    assert rv.Scorer("rouge1", "py-rouge").tokenize("gonna") == ["gon", "na"]


def test_tokens_of_any_kind_stay_what_they_are() -> None:
    assert rv.Scorer("rouge1", tokenizer=lambda text: [(len(word),) for word in text.split()]).tokenize(
        "a bb"
    ) == [
        (1,),
        (2,),
    ]
    pretokenized = rv.Scorer("rouge1", tokenizer="pretokenized")
    assert pretokenized.tokenize(["a", 3]) == ["a", 3]
    assert pretokenized.tokenize([5, 1 << 40, 5]) == [5, 1 << 40, 5]
    assert pretokenized.tokenize(np.array([7, 7])) == [7, 7]


def test_basic_elements() -> None:
    assert rv.Scorer("rougeBE-HM").tokenize("Cats|Black|mod\ndogs|nil|nil") == ["cats|black"]
    assert rv.Scorer(["rougeBE-HM", "rouge1"]).tokenize("a|b|c") == ["a", "b", "c"]


def test_a_match_is_a_token_of_both() -> None:
    scorer = rv.Scorer("rouge1", use_stemmer=True)
    shared = set(scorer.tokenize("running cats")) & set(scorer.tokenize("the cat runs"))
    scores = scorer.score(predictions=["running cats"], references=["the cat runs"], counts=True)
    assert scores["rouge1_matches"].tolist() == [len(shared)] == [2]


def test_what_is_no_text_is_refused() -> None:
    scorer = rv.Scorer("rouge1")
    with pytest.raises(InputError, match="the text to tokenize is missing: None"):
        scorer.tokenize(None)
    with pytest.raises(InputTypeError):
        scorer.tokenize(3)


def test_an_error_of_the_tokenizer_is_told_with_its_text() -> None:
    def tokenize(text: str) -> list[str]:
        raise KeyError(text)

    with pytest.raises(KeyError) as caught:
        rv.Scorer("rouge1", tokenizer=tokenize).tokenize("odd")
    assert "odd" in caught.value.__notes__[0]
