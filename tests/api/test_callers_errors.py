"""Errors of a caller's own tokenizer or sentence splitter: raised as they are, with a note on where they came up."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import pandas as pd
import pytest

import rouge_vec as rv
from rouge_vec.errors import RougeVecError, RougeVecTypeError

FINE = ["a b", "a c. d", "x", "a b"]
BAD = ["a b", "a c. d", "bad e", "bad e"]


class OwnError(Exception):
    pass


def words(text: str) -> list[str]:
    if "bad" in text:
        raise OwnError(text)
    return text.split()


def words_one_by_one(text: str) -> Iterator[str]:
    for word in text.split():
        if word == "bad":
            raise OwnError(text)
        yield word


def sentences(text: str) -> list[str]:
    if "bad" in text:
        raise OwnError(text)
    return text.split(". ")


class Batches:
    """Looks like a tokenizer of the library ``tokenizers``, which takes many texts at once."""

    def token_to_id(self, token: str) -> int:
        return len(token)

    def encode_batch(self, texts: list[str], add_special_tokens: bool) -> list[Any]:
        if any("bad" in text for text in texts):
            raise OwnError(texts)
        return [type("Encoding", (), {"ids": list(text.encode()), "attention_mask": [1]}) for text in texts]


OPTIONS = {
    "tokenizer": {"tokenizer": words},
    "generator": {"tokenizer": words_one_by_one},
    "batches": {"tokenizer": Batches()},
    "splitter": {"sentence_splitter": sentences},
    "splitter of limited texts": {"sentence_splitter": sentences, "max_words": 2},
    "splitter for a named tokenizer": {"sentence_splitter": sentences, "tokenizer": "words"},
    "tokenizer of sentences": {"tokenizer": words, "sentence_splitter": lambda text: text.split(". ")},
}


def only_note(error: BaseException) -> str:
    (note,) = error.__notes__
    return str(note)


@pytest.mark.parametrize("options", OPTIONS.values(), ids=OPTIONS)
class TestNotes:
    def note_of(self, options: dict[str, Any], **sides: Any) -> str:
        with pytest.raises(OwnError) as caught:
            rv.score(rouge_types=["rouge1", "rougeLsum"], **sides, **options)
        return only_note(caught.value)

    def test_names_side_row_and_text(self, options: dict[str, Any]) -> None:
        note = self.note_of(options, predictions=BAD, references=FINE)
        assert "'bad e'" in note
        assert "predictions, row 2)" in note

    def test_names_the_label(self, options: dict[str, Any]) -> None:
        index = list("vxyz")
        sides = {"predictions": pd.Series(FINE, index), "references": pd.Series(BAD, index)}
        assert "references, row 'y')" in self.note_of(options, **sides)

    def test_names_which_of_several_references(self, options: dict[str, Any]) -> None:
        references = pd.Series([[text] for text in FINE[:3]] + [["a", "b", "bad e"]], list("vxyz"))
        note = self.note_of(options, predictions=FINE, references=references)
        assert "references, row 'z', reference 2)" in note

    def test_names_the_side_of_a_pair(self, options: dict[str, Any]) -> None:
        scorer = rv.Scorer(["rougeLsum"], **options)
        for side, pair in {"prediction": ("bad", "a"), "reference": ("a", "bad")}.items():
            with pytest.raises(OwnError) as caught:
                scorer.score_pair(*pair)
            assert f"'bad' ({side})" in only_note(caught.value)


def test_long_texts_are_shown_by_their_beginning() -> None:
    with pytest.raises(OwnError) as caught:
        rv.score(predictions=["bad " + "long " * 500], references=["a"], tokenizer=words)
    assert "'bad long long" in only_note(caught.value)
    assert len(only_note(caught.value)) < 200


def test_rows_far_down_and_on_threads() -> None:
    texts = [f"text {row}" for row in range(30_000)]
    texts[29_876] = "bad"
    with pytest.raises(OwnError) as caught:
        rv.score(predictions=texts, references=texts[::-1], tokenizer=words, n_jobs=2, rouge_types="rouge1")
    assert "predictions, row 29876)" in only_note(caught.value) or "row 123)" in only_note(caught.value)


def test_notes_of_the_callers_stay() -> None:
    def noted(text: str) -> list[str]:
        error = OwnError(text)
        error.add_note("mine")
        raise error

    with pytest.raises(OwnError) as caught:
        rv.score(predictions=["a"], references=["a"], tokenizer=noted)
    assert caught.value.__notes__[0] == "mine"
    assert len(caught.value.__notes__) == 2


def test_an_error_that_is_raised_twice() -> None:
    error = OwnError("one for all")

    def tokenize(text: str) -> list[str]:
        raise error

    for texts in (["first"], ["second"]):
        with pytest.raises(OwnError) as caught:
            rv.score(predictions=texts, references=["a"], tokenizer=tokenize)
        assert texts[0] in only_note(caught.value)


@pytest.mark.parametrize(
    ("tokenizer", "message"),
    [
        (lambda text: None if "bad" in text else text.split(), "returned NoneType"),
        (lambda text: [["a"]] if "bad" in text else text.split(), "not hashable"),
    ],
)
def test_wrong_results_are_placed_too(tokenizer: Callable[[str], Any], message: str) -> None:
    with pytest.raises(RougeVecTypeError, match=message) as caught:
        rv.score(predictions=FINE, references=BAD, tokenizer=tokenizer)
    assert "'bad e' (references, row 2)" in only_note(caught.value)


def test_a_tokenizer_that_ends_the_iteration() -> None:
    with pytest.raises(RougeVecError, match=r"returned the tokens of 2\.\nHint: .*StopIteration") as caught:
        rv.score(
            predictions=BAD,
            references=FINE,
            tokenizer=lambda text: [text] if text[0] == "a" else next(iter("")),
        )
    assert "'bad e' (predictions, row 2)" in only_note(caught.value)
