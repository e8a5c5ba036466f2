"""Signatures name functions of the caller's: different ones differently, the same one alike in every process."""

from __future__ import annotations

import functools
import os
import re
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

import rouge_vec as rv

LONGEST = 3
WORD = re.compile(r"\w+")
STOPWORDS = frozenset(["the", "a", "of", "and"])
LISTED = ["the", "a"]


def signature(tokenizer: Any) -> str:
    return rv.Scorer(["rouge1"], tokenizer=tokenizer).signature


def named(tokenizer: Any) -> str:
    """What stands between the brackets of ``tok:custom(...)``."""
    found = re.search(r"\|tok:custom\((.*?)\)\|", signature(tokenizer))
    assert found is not None
    return found[1]


def first_words(count: int) -> Callable[[str], list[str]]:
    return lambda text: text.split()[:count]


def shorten(text: str) -> str:
    return text[:LONGEST]


def short_words(text: str) -> list[str]:
    return [shorten(word) for word in WORD.findall(text) if word not in STOPWORDS]


def with_a_default(text: str, count: int = 2) -> list[str]:
    return text.split()[:count]


def listed_words(text: str) -> list[str]:
    return [word for word in text.split() if word not in LISTED]


class Cutter:
    def __init__(self, width: int) -> None:
        self.width = width

    def tokenize(self, text: str) -> list[str]:
        return [text[place : place + self.width] for place in range(0, len(text), self.width)]


class Remembering(Cutter):
    def __init__(self) -> None:
        super().__init__(2)
        self.known: dict[str, list[str]] = {}


class Profiled(Cutter):
    profile_name = "cutter-v2"


DIFFERENT: dict[str, tuple[Any, Any]] = {
    "code": (lambda text: text.split(), lambda text: text.lower().split()),
    "constants": (lambda text: text.split("a"), lambda text: text.split("b")),
    "names of methods": (lambda text: text.lower(), lambda text: text.upper()),
    "variables around": (first_words(1), first_words(2)),
    "arguments": (functools.partial(with_a_default, count=3), functools.partial(with_a_default, count=4)),
    "patterns": (re.compile(r"\w+").findall, re.compile(r"\S+").findall),
    "attributes": (Cutter(2), Cutter(3)),
    "objects of methods": (Cutter(2).tokenize, Cutter(3).tokenize),
}


@pytest.mark.parametrize("pair", DIFFERENT.values(), ids=DIFFERENT)
def test_different_functions(pair: tuple[Any, Any]) -> None:
    assert signature(pair[0]) != signature(pair[1])
    assert "+state" not in signature(pair[0])


def test_equal_functions() -> None:
    assert signature(first_words(2)) == signature(first_words(2))
    assert signature(Cutter(2)) == signature(Cutter(2))
    assert signature(str.split) == signature(str.split)


@pytest.mark.parametrize(
    ("name", "value"), [("LONGEST", 4), ("STOPWORDS", frozenset(["the"])), ("WORD", re.compile(r"\S+"))]
)
def test_globals_of_the_function_and_its_helpers(
    monkeypatch: pytest.MonkeyPatch, name: str, value: Any
) -> None:
    before = signature(short_words)
    monkeypatch.setitem(globals(), name, value)
    assert signature(short_words) != before


def test_default_values(monkeypatch: pytest.MonkeyPatch) -> None:
    before = signature(with_a_default)
    monkeypatch.setattr(with_a_default, "__defaults__", (3,))
    assert signature(with_a_default) != before


def test_methods_of_a_class_that_are_changed(monkeypatch: pytest.MonkeyPatch) -> None:
    before = signature(Cutter(2))
    monkeypatch.setattr(Cutter, "tokenize", lambda self, text: text.split())
    assert signature(Cutter(2)) != before


def test_what_may_change_is_marked() -> None:
    assert named(listed_words).endswith("+state")
    assert named(Remembering()).endswith("+state")
    assert named(first_words([1])).endswith("+state")  # type: ignore[arg-type]


def test_an_object_that_fills_while_it_is_used_keeps_its_signature() -> None:
    tokenizer = Remembering()
    before = signature(tokenizer)
    tokenizer.known["a"] = ["a"]
    assert signature(tokenizer) == before


def test_a_function_that_has_run_keeps_its_signature() -> None:
    before = signature(short_words)
    for _ in range(1000):
        short_words("the code of a function that is warm is another one inside")
    assert signature(short_words) == before


def test_names() -> None:
    assert re.fullmatch(r"tests\.options\.test_identity\.short_words [0-9a-f]{8}", named(short_words))
    assert re.fullmatch(r"tests\.options\.test_identity\.Cutter [0-9a-f]{8}", named(Cutter(2)))
    assert re.fullmatch(r"str\.split [0-9a-f]{8}", named(str.split))
    assert named(Profiled(2)) == "cutter-v2"


def test_sentence_splitters_are_told_apart() -> None:
    one, other = (rv.Scorer(["rougeLsum"], sentence_splitter=first_words(count)) for count in (1, 2))
    assert one.signature != other.signature


def test_tokenizers_of_hugging_face() -> None:
    from tokenizers import Tokenizer
    from tokenizers.models import WordLevel

    def made(*words: str) -> Any:
        return Tokenizer(WordLevel({word: number for number, word in enumerate(words)}, unk_token="?"))

    assert signature(made("?", "a")) == signature(made("?", "a"))
    assert signature(made("?", "a")) != signature(made("?", "b"))
    assert "+state" not in signature(made("?", "a"))


SCRIPT = """
import rouge_vec as rv
from tests.options.test_identity import Cutter, Remembering, first_words, listed_words, short_words

for tokenizer in (Cutter(2), Remembering(), first_words(2), listed_words, short_words, str.split):
    print(rv.Scorer(["rouge1"], tokenizer=tokenizer, sentence_splitter=first_words(3)).signature)
"""


@pytest.mark.processes
def test_every_process_prints_the_same(tmp_path: Path) -> None:
    script = tmp_path / "signatures.py"
    script.write_text(SCRIPT)
    root = str(Path(__file__).resolve().parents[2])
    printed = {
        subprocess.run(
            [sys.executable, str(script)],
            env=os.environ | {"PYTHONHASHSEED": seed, "PYTHONPATH": root},
            check=True,
            capture_output=True,
            text=True,
        ).stdout
        for seed in ("1", "2", "3")
    }
    assert len(printed) == 1


def test_tuples_that_share_their_parts_are_described_once() -> None:
    compared = []

    class Counted(frozenset):
        def __iter__(self):
            compared.append(1)
            return super().__iter__()

    shared: object = Counted([1])
    for _ in range(40):
        shared = (shared, shared)

    class Tokenizer:
        def __init__(self) -> None:
            self.shared = shared

        def tokenize(self, text: str) -> list[str]:
            return text.split()

    assert rv.Scorer("rouge1", tokenizer=Tokenizer()).score_pair("a b", "a c")["rouge1"].recall == 0.5
    assert len(compared) == 1


def test_a_long_chain_of_objects_is_described_so_far() -> None:
    class Link:
        following: object = None

        def tokenize(self, text: str) -> list[str]:
            return text.split()

    first = Link()
    for _ in range(2000):
        link = Link()
        link.following = first
        first = link
    assert "+state" in rv.Scorer("rouge1", tokenizer=first).signature
