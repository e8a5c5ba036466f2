"""What js-rouge 3.2.3 printed: the stored figures, with JavaScript values turned into Python ones."""

from __future__ import annotations

import functools
import json
import math
import re
from collections.abc import Callable, Iterator, Mapping
from typing import Any

from tests import corpora

UNDEFINED = object()
"""The value of an argument that was left out."""


@functools.cache
def printed() -> dict[str, Any]:
    """The figures of ``tests/data/js_golden``."""
    return dict(json.loads((corpora.DATA / "js_golden" / "js_rouge.json").read_text(encoding="utf-8")))


@functools.cache
def own_texts() -> dict[str, Any]:
    """The texts of ``tests/data/js_texts.json``."""
    return dict(json.loads((corpora.DATA / "js_texts.json").read_text(encoding="utf-8")))


def documents() -> Iterator[tuple[str, str, str]]:
    """Name of a document, name of one of its texts and that text."""
    for document in corpora.golden("corpus.json")["docs"]:
        yield document["id"], "system", document["system"]
        for number, reference in enumerate(document["references"], 1):
            yield document["id"], f"ref{number}", reference


def segmented() -> list[tuple[str, list[str], list[str], list[list[str]]]]:
    """Texts with their sentences, their sentences when case is neutral, and the tokens of each sentence."""
    rows = [(text, printed()["texts"][name][key]) for name, key, text in documents()]
    rows += [(entry["text"], entry) for entry in printed()["tricky"]]
    return [
        (
            text,
            entry["segment"],
            entry.get("segment_case_neutral", entry["segment"]),
            entry["sentence_tokens"],
        )
        for text, entry in rows
    ]


def python_name(name: str) -> str:
    return re.sub("[A-Z]", lambda letter: "_" + letter.group().lower(), name)


def value(given: Any, functions: Mapping[str, Callable[..., Any]]) -> Any:
    """A stored argument or result as Python sees it; `functions` translates JavaScript functions."""
    if isinstance(given, list):
        return [value(item, functions) for item in given]
    if not isinstance(given, dict):
        return given
    if "$fn" in given:
        return functions[given["$fn"]]
    if "$undefined" in given:
        return UNDEFINED
    if "$number" in given:
        return {"NaN": math.nan, "-0": -0.0}.get(
            given["$number"], float(given["$number"].replace("Infinity", "inf"))
        )
    if "$repeat" in given or "$fill" in given:
        (kind, (item, times)), *_ = given.items()
        return item * times if kind == "$repeat" else [item] * times
    return {name: value(item, functions) for name, item in given.items()}
