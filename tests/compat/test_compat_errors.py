"""What the stand-ins say of inputs that cannot be scored: side, row, what was given, and a hint for that package."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from rouge_vec.compat import evaluate, js_rouge, pltrdy, rouge_metric, torchmetrics
from rouge_vec.compat.errors import CharactersWarning
from rouge_vec.compat.rouge_score.rouge_scorer import RougeScorer
from rouge_vec.errors import RougeVecError

Call = Callable[[Any, Any], Any]


def hugging_face(predictions: Any, references: Any, **options: Any) -> Any:
    return evaluate.Rouge(seed=0).compute(
        predictions=predictions, references=references, rouge_types=["rouge1"], **options
    )


def google(predictions: Any, targets: Any) -> Any:
    return RougeScorer(["rouge1"]).score_batch(targets, predictions)


def metric(hypotheses: Any, references: Any, **options: Any) -> Any:
    return rouge_metric.PyRouge(rouge_n=1, rouge_l=False).evaluate(hypotheses, references, **options)


def lightning(preds: Any, target: Any, **options: Any) -> Any:
    return torchmetrics.rouge_score(preds, target, rouge_keys="rouge1", **options)


def rouge(hyps: Any, refs: Any, **options: Any) -> Any:
    return pltrdy.Rouge(metrics=["rouge-1"]).get_scores(hyps, refs, **options)


ONE_REFERENCE: dict[str, tuple[Call, str, str]] = {
    "evaluate": (hugging_face, "predictions", "references"),
    "rouge_score": (google, "predictions", "targets"),
    "torchmetrics": (lightning, "preds", "target"),
    "pltrdy": (rouge, "hyps", "refs"),
}
SEVERAL: dict[str, tuple[Call, str, str]] = {
    "evaluate": ONE_REFERENCE["evaluate"],
    "rouge_metric": (metric, "hypotheses", "multi_references"),
    "torchmetrics": ONE_REFERENCE["torchmetrics"],
}
NO_TEXTS: dict[str, tuple[Any, str]] = {
    "None": (None, "replace missing values"),
    "NaN": (float("nan"), "replace missing values"),
    "a number": (5, "into strings first"),
    "bytes": (b"ab", "decode bytes first"),
    "a list in a list": ([["ab"]], "list"),
    "a dict": ({"a": 1}, "order"),
}


def refused(call: Callable[[], Any]) -> str:
    """The message of an error that old handlers catch, too."""
    with pytest.raises(RougeVecError, match="\nHint: ") as caught:
        call()
    assert isinstance(caught.value, TypeError)
    assert isinstance(caught.value, AttributeError)
    return str(caught.value)


def hint_of(message: str) -> str:
    return message.partition("\nHint: ")[2]


@pytest.mark.filterwarnings("ignore::rouge_vec.compat.errors.CharactersWarning")  # of the row that is right
@pytest.mark.parametrize("kind", NO_TEXTS)
@pytest.mark.parametrize("package", ONE_REFERENCE)
def test_a_cell_that_is_no_text(package: str, kind: str) -> None:
    call, predictions, references = ONE_REFERENCE[package]
    value, hint = NO_TEXTS[kind]
    if package == "rouge_score" and isinstance(value, bytes):
        assert len(call(["a", value], ["a", "ab"])) == 2
        return
    sides = {predictions: (["a", value], ["a", "b"])}
    if package != "evaluate" or not isinstance(value, list):  # lists of references, of which row 0 is none
        sides[references] = (["a", "b"], ["a", value])
    for side, columns in sides.items():
        message = refused(lambda columns=columns: call(*columns))
        assert message.startswith(f"{side}: row 1")
        assert type(value).__name__ in message
        assert hint in hint_of(message)
        assert "score_pair" not in message
        assert "missing=" not in message


@pytest.mark.parametrize("kind", NO_TEXTS)
@pytest.mark.parametrize("package", SEVERAL)
def test_a_reference_that_is_no_text(package: str, kind: str) -> None:
    call, predictions, references = SEVERAL[package]
    value, hint = NO_TEXTS[kind]
    message = refused(lambda: call(["a", "b"], [["a"], ["x", value]]))
    assert message.startswith(f"{references}: row 1, reference 1 must be a string, got ")
    assert hint in hint_of(message)
    message = refused(lambda: call(["a", value], [["a"], ["x"]]))
    assert message.startswith(f"{predictions}: row 1 must be a string, got ")
    if not isinstance(value, list):
        message = refused(lambda: call(["a", "b"], [["a"], value]))
        assert message.startswith(f"{references}: row 1 must be a ")


@pytest.mark.parametrize("whole", [None, 5, b"ab", {"a": 1}], ids=str)
@pytest.mark.parametrize("package", ["evaluate", "rouge_score", "torchmetrics"])
def test_a_side_that_is_no_list(package: str, whole: Any) -> None:
    call, predictions, references = ONE_REFERENCE[package]
    if whole is not None or package != "evaluate":  # where None is a side that was left out
        assert refused(lambda: call(whole, ["a"])).startswith(f"{predictions} must be a ")
        assert refused(lambda: call(["a"], whole)).startswith(f"{references} must be a ")


@pytest.mark.parametrize("whole", [None, 5, b"ab"], ids=str)
def test_a_side_that_is_no_list_in_rouge_and_rouge_metric(whole: Any) -> None:
    assert refused(lambda: rouge(whole, ["a"])).startswith("hyps must be a string or a list of strings, got ")
    assert refused(lambda: rouge(["a"], whole)).startswith("refs must be a string or a list of strings, got ")
    assert refused(lambda: metric(whole, [["a"]])).startswith("hypotheses must be a list of strings, got ")
    assert refused(lambda: metric(["a"], whole)).startswith("multi_references must be a list ")
    message = refused(lambda: rouge("a", ["a"]))
    assert message.startswith("refs: row 0 must be a string, got ['a']")
    assert "both sides as strings, or both as lists" in hint_of(message)


@pytest.mark.parametrize("package", ["evaluate", "rouge_score"])
def test_a_string_in_place_of_a_list_is_warned_of(package: str) -> None:
    call, predictions, references = ONE_REFERENCE[package]
    with pytest.warns(CharactersWarning) as caught:
        call("ab", "ab")
    assert sorted(str(one.message).partition(" is one string, 'ab'")[0] for one in caught) == sorted(
        [predictions, references]
    )
    assert {one.filename for one in caught} == {__file__}
    with (
        pytest.warns(CharactersWarning, match=f"{predictions} is one string"),
        pytest.raises(ValueError, match="3"),
    ):
        call("a b", ["a b"])


def test_a_tuple_of_targets_is_warned_of() -> None:
    with pytest.warns(CharactersWarning, match="target: row 0 is one string, 'a b'"):
        lightning(["a b"], ("a b",))


@pytest.mark.parametrize("package", ["evaluate", "rouge_score", "torchmetrics", "pltrdy"])
def test_unequal_lengths(package: str) -> None:
    call, _, _ = ONE_REFERENCE[package]
    with pytest.raises(RougeVecError, match=r"(1\b.*2|2\b.*1)\b.*\nHint: "):
        call(["a"], ["a", "b"])


def test_one_pair_of_rouge_score() -> None:
    scorer = RougeScorer(["rouge1", "rougeLsum"])
    for value, (_, hint) in (("None", NO_TEXTS["None"]), ("number", NO_TEXTS["a number"])):
        bad = None if value == "None" else 5
        assert refused(lambda bad=bad: scorer.score(bad, "a")).startswith("the target must be a string, got ")
        message = refused(lambda bad=bad: scorer.score("a", bad))
        assert message.startswith("the prediction must be a string, got ")
        assert "score_multi" not in message
        assert value == "None" or hint in message
    assert "score_multi" in hint_of(refused(lambda: scorer.score(["a", "b"], "a")))
    assert refused(lambda: scorer.score_multi(["a", None], "a")).startswith("targets[1] must be a string")
    assert refused(lambda: scorer.score_multi(None, "a")).startswith("targets must be a list")  # type: ignore[arg-type]
    assert "score_multi" in hint_of(refused(lambda: scorer.score_batch(["a", ["b"]], ["a", "b"])))


def test_bytes_that_are_not_utf8_are_placed() -> None:
    with pytest.raises(UnicodeDecodeError) as caught:
        RougeScorer(["rouge1"]).score_batch(["a", b"\xff"], ["a", "b"])
    assert caught.value.__notes__ == ["rouge_vec: this came up in row 1."]


def test_tokens_of_rouge_metric() -> None:
    def tokenized(hypotheses: Any, references: Any) -> Any:
        return rouge_metric.PyRouge().evaluate_tokenized(hypotheses, references)

    text = [["a", "b"]]
    places: list[tuple[Any, str]] = [
        (None, "row 1 must be a list of sentences"),
        (5, "row 1 must be a list of sentences"),
        ([None], "row 1, sentence 0 must be a list of tokens, got None"),
        ([["a"], ["b", {}]], "row 1, sentence 1, token 1 must be hashable, got {}"),
    ]
    for bad, place in places:
        message = refused(lambda bad=bad: tokenized([text, bad], [[text], [text]]))
        assert message.startswith(f"hypotheses: {place}")
        message = refused(lambda bad=bad: tokenized([text, text], [[text], [text, bad]]))
        assert message.startswith(f"multi_references: {place.replace('row 1', 'row 1, reference 1')}")
    assert refused(lambda: tokenized([text], [None])).startswith("multi_references: row 0 must be a list")


def test_js_rouge_names_the_side() -> None:
    for function in (js_rouge.n, js_rouge.l, js_rouge.s):
        for bad in (None, 5, b"ab", ["ab"]):
            message = refused(lambda bad=bad, function=function: function(bad, "a"))  # type: ignore[operator]
            assert message.startswith("Candidate must be a string, got ")
            message = refused(lambda bad=bad, function=function: function("a", bad))  # type: ignore[operator]
            assert message.startswith("Reference must be a string, got ")


def test_jack_knife_says_which_candidate_it_was() -> None:
    with pytest.raises(TypeError, match="Candidate must be a string, got None") as caught:
        js_rouge.jack_knife(["a", None], "a", js_rouge.n)
    assert caught.value.__notes__ == ["rouge_vec: this came up at candidates[1], None."]


class OwnError(Exception):
    pass


def tokenizer(text: str) -> list[str]:
    if "bad" in text:
        raise OwnError
    return text.split()


class Tokenizer:
    tokenize = staticmethod(tokenizer)


OWN_TOKENIZERS: dict[str, tuple[Callable[[], Any], str]] = {
    "evaluate": (lambda: hugging_face(["a", "bad"], ["a", "b"], tokenizer=tokenizer), "predictions, row 1"),
    "evaluate, references": (
        lambda: hugging_face(["a", "b"], ["a", "bad"], tokenizer=tokenizer),
        "references, row 1",
    ),
    "rouge_score": (
        lambda: RougeScorer(["rouge1"], tokenizer=Tokenizer()).score_batch(["a", "bad"], ["a", "b"]),
        "targets, row 1",
    ),
    "torchmetrics": (lambda: lightning(["a", "b"], ["a", "bad"], tokenizer=tokenizer), "target, row 1"),
    "torchmetrics, normalizer": (
        lambda: lightning(["a", "bad"], ["a", "b"], normalizer=lambda text: " ".join(tokenizer(text))),
        "preds, row 1",
    ),
    "rouge_metric": (
        lambda: metric(["a", "b"], [["a"], ["b", "bad"]], tokenizer=tokenizer),
        "multi_references: row 1, reference 1",
    ),
    "rouge_metric, sentences": (
        lambda: metric(["a", "bad"], [["a"], ["b"]], sentencizer=tokenizer),
        "hypotheses: row 1",
    ),
}


@pytest.mark.parametrize("name", OWN_TOKENIZERS)
def test_errors_of_the_callers_own_tokenizer(name: str) -> None:
    call, place = OWN_TOKENIZERS[name]
    with pytest.raises(OwnError) as caught:
        call()
    (note,) = caught.value.__notes__
    assert place in note
    assert "'bad'" in note
