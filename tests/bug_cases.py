"""The public bug reports that became cases: read them, build their texts, say how a case is named."""

from __future__ import annotations

import functools
import json
from typing import Any

from tests.corpora import DATA

Case = dict[str, Any]


@functools.cache
def all_cases() -> list[Case]:
    return list(json.loads((DATA / "bug_cases.json").read_text(encoding="utf-8"))["cases"])


def of_form(*forms: str) -> list[Case]:
    return [case for case in all_cases() if case["form"] in forms]


def name(case: Case) -> str:
    return str(case["id"])


def texts(inputs: Case) -> tuple[str, str]:
    """Prediction and reference of a pair; long ones are built as the case says."""
    made = inputs.get("make", {})
    sides = [build(made[side]) if side in made else inputs[side] for side in ("hyp", "ref")]
    return sides[0], sides[1]


def build(recipe: Case) -> str:
    if "repeat" in recipe:
        body = recipe.get("sep", " ").join([recipe["repeat"]] * recipe["n"])
    else:
        body = " ".join(
            f"{recipe['tokens']}{n}" for n in range(recipe["start"], recipe["stop"], recipe["step"])
        )
    return str(recipe.get("literal", "")) + body
