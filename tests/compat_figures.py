"""Calls of packages that are too heavy, or too much in each other's way, to install for a test run.

``python -m tests.compat_figures pltrdy|torchmetrics FOLDER`` makes the calls with the package itself, which
stands in FOLDER (``pip install --target FOLDER rouge==1.0.1``, ``... torch torchmetrics==1.9.0 nltk``), and
writes the results to ``tests/data/compat``. Tests make the same calls with the replacement.
"""

from __future__ import annotations

import json
import random
import re
import sys
import tempfile
from collections.abc import Callable
from pathlib import Path
from typing import Any

from tests import corpora, punkt

STORED = corpora.DATA / "compat"

Calls = dict[str, Callable[[Any], Any]]
"""Name of a call to a function that makes it with a module."""

EVERY_METRIC = ("rouge-1", "rouge-2", "rouge-3", "rouge-4", "rouge-5", "rouge-l")

BY_HAND = [
    ("the the the the cat", "the cat the dog"),
    ("police killed the gunman", "the gunman killed the policeman"),
    ("a cat sat. the dog ran.", "the dog ran. a cat sat."),
    ("the dog ran\na cat sat", "a cat sat\nthe dog ran"),
    ("a b. ", "a b"),
    ("a b", "a b.a b"),
    ("The Cat", "the cat"),
    ("costs 3.5 dollars, he said", "costs 3.5 dollars he said"),
    (" ", " "),
    ("a", " . "),
    ("\u4eca\u5929\u5929\u6c14", "\u4eca\u5929\u5929\u6c14"),
    ("same words. same words.", "same words. same words."),
]

SENTENCES = [
    ("Dr. Who came. He left!", "Dr. Who left. He came!"),
    ("One line\nand another one. The end", "And another one\nOne line. The end"),
    ("flies running generously", "fly run generous"),
    ("Is it? Yes. No.", "No. Yes. Is it?"),
    ("", "nothing here"),
    ("...", "..."),
]


def dotted_pairs(rows: int, seed: int) -> corpora.Pairs:
    """Texts full of stops, blanks of all kinds and repeated words."""
    source = random.Random(seed)
    pieces = ["a", "b", "c", "A", "a,", " ", "  ", ".", ". ", "\n", "3.5", " .\n", "\u3000", "\u00e9"]

    def text() -> str:
        return "x " + "".join(
            source.choice(pieces) + source.choice(["", " "]) for _ in range(source.randint(1, 25))
        )

    return [text() for _ in range(rows)], [text() for _ in range(rows)]


def pltrdy_calls() -> Calls:
    """Every option of ``Rouge`` on pairs of several kinds."""
    by_hand = tuple(list(side) for side in zip(*BY_HAND, strict=True))
    pairs = {
        "by hand": by_hand,
        "dotted": dotted_pairs(30, 1),
        "words": corpora.zipf_pairs(6, 2, vocabulary=60),
    }
    calls: Calls = {}
    for name, (hypotheses, references) in pairs.items():
        for exclusive in (True, False):
            for raw in (False, True):
                options = {
                    "metrics": EVERY_METRIC,
                    "exclusive": exclusive,
                    "raw_results": raw,
                    "return_lengths": True,
                }
                calls[f"{name}, exclusive={exclusive}, raw={raw}"] = _get_scores(
                    hypotheses, references, options
                )
            options = {"exclusive": exclusive, "return_lengths": True, "stats": ["F", "p"]}
            calls[f"{name}, exclusive={exclusive}, mean"] = _get_scores(
                hypotheses, references, options, avg=True
            )
    calls["one pair"] = _get_scores("a b c", "a b d", {})
    calls["empty left out"] = _get_scores(["a b", "", "c"], ["a", "b", ""], {}, ignore_empty=True)
    calls["empty left out, mean"] = _get_scores(
        ["a b", "", "c"], ["a", "b", "c d"], {}, avg=True, ignore_empty=True
    )
    calls["tuples"] = _get_scores(("a b", "c"), ("a", "c d"), {"metrics": ["ROUGE-L"], "stats": ["R"]})
    calls["nothing"] = _get_scores([], [], {})
    calls["files"] = _files_scores
    return calls


def _get_scores(
    hypotheses: Any, references: Any, options: dict[str, Any], **arguments: Any
) -> Callable[[Any], Any]:
    return lambda module: module.Rouge(**options).get_scores(hypotheses, references, **arguments)


def _files_scores(module: Any) -> Any:
    """Lines of two files; the last of one has no line end."""
    with tempfile.TemporaryDirectory() as folder:
        hypotheses, references = Path(folder, "hypotheses"), Path(folder, "references")
        hypotheses.write_bytes("a b c\nd \u00e9.f\r\nlast one\n".encode())
        references.write_bytes("a b\nd \u00e9. f\r\nlast one".encode())
        scorer = module.FilesRouge(metrics=["rouge-1", "rouge-l"])
        return [scorer.get_scores(hypotheses, references, avg=avg) for avg in (False, True)]


def torchmetrics_calls() -> Calls:
    """Every option of ``rouge_score``, and batches of ``ROUGEScore``."""
    by_hand = tuple(list(side) for side in zip(*BY_HAND, *SENTENCES, strict=True))
    pairs = {"by hand": by_hand, "lines": corpora.random_pairs(40, 7), "words": corpora.zipf_pairs(10, 8)}
    keys = (*(f"rouge{order}" for order in range(1, 10)), "rougeL", "rougeLsum")
    calls: Calls = {}
    for name, (predictions, targets) in pairs.items():
        calls[name] = _rouge_score(predictions, targets, rouge_keys=keys)
        calls[f"{name}, stemmed"] = _rouge_score(predictions, targets, use_stemmer=True)
        source = random.Random(9)
        for most in (2, 4, 9, 20):
            several = [source.choices(targets, k=source.randint(1, most)) for _ in targets]
            for accumulate in ("best", "avg"):
                calls[f"{name}, up to {most} targets, {accumulate}"] = _rouge_score(
                    predictions, several, accumulate=accumulate, rouge_keys=("rouge1", "rougeL", "rougeLsum")
                )
        calls[f"{name}, tokenizer"] = _rouge_score(predictions, targets, tokenizer=_letters)
        calls[f"{name}, normalizer"] = _rouge_score(predictions, targets, normalizer=str.swapcase)
        calls[f"{name}, both, stemmed"] = _rouge_score(
            predictions, targets, normalizer=str.strip, tokenizer=str.split, use_stemmer=True
        )
        calls[f"{name}, batches"] = _batches(predictions, targets)
    calls["one pair"] = _rouge_score("My name is John", "Is your name John")
    calls["one text, several targets"] = _rouge_score("a b c", ["a b", "a b d"], accumulate="avg")
    calls["a tuple of targets"] = _rouge_score(["a b"], ("a b",))
    calls["one key"] = _rouge_score(["a b"], ["a c"], rouge_keys="rouge1")
    calls["nothing"] = _rouge_score([], [])
    return calls


def _letters(text: str) -> list[str]:
    return re.findall(r"\w", text)


def _rouge_score(preds: Any, target: Any, **options: Any) -> Callable[[Any], Any]:
    return lambda module: _floats(module.rouge_score(preds, target, **options))


def _batches(predictions: list[str], targets: list[str]) -> Callable[[Any], Any]:
    def call(module: Any) -> Any:
        metric = module.ROUGEScore(accumulate="avg")
        half = len(predictions) // 2
        results = [_floats(metric(predictions[:half], targets[:half]))]
        metric.update(predictions[half:], targets[half:])
        results.append(_floats(metric.compute()))
        metric.reset()
        metric.update(predictions[:3], targets[:3])
        return [*results, _floats(metric.compute())]

    return call


def _floats(scores: dict[str, Any]) -> dict[str, float]:
    return {name: float(value) for name, value in scores.items()}


CALLS = {"pltrdy": pltrdy_calls, "torchmetrics": torchmetrics_calls}


def stored(package: str) -> dict[str, Any]:
    """The results that the package itself returned."""
    return dict(json.loads((STORED / f"{package}.json").read_text(encoding="utf-8")))


def original(package: str) -> Any:
    """The package itself."""
    if package == "pltrdy":
        import rouge

        return rouge
    import torchmetrics.functional.text.rouge as functional
    import torchmetrics.text.rouge as classes

    functional.ROUGEScore = classes.ROUGEScore
    return functional


def make(package: str) -> None:
    """Make all calls with the package itself and store the results."""
    module = original(package)
    with tempfile.TemporaryDirectory() as folder, punkt.model_in_use(Path(folder)):
        results = {name: call(module) for name, call in CALLS[package]().items()}
    lines = ",\n".join(f"{json.dumps(name)}: {json.dumps(result)}" for name, result in results.items())
    (STORED / f"{package}.json").write_text(f"{{\n{lines}\n}}\n", encoding="utf-8")


if __name__ == "__main__":
    sys.path.insert(0, sys.argv[2])
    make(sys.argv[1])
