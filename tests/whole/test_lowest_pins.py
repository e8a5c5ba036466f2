"""The pins of the oldest libraries are the lower bounds of pyproject.toml."""

from __future__ import annotations

import tomllib
from pathlib import Path

from packaging.requirements import Requirement
from packaging.version import Version

ROOT = Path(__file__).resolve().parents[2]


def test_the_pins_are_the_lower_bounds() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    extras = project["optional-dependencies"]
    wanted = [*project["dependencies"], *(one for name in extras if name != "test" for one in extras[name])]
    bounds = {
        requirement.name: Version(next(iter(requirement.specifier)).version)
        for requirement in map(Requirement, wanted)
    }
    pins = {
        requirement.name: Version(next(iter(requirement.specifier)).version)
        for requirement in map(
            Requirement,
            (line for line in (ROOT / ".ci" / "lowest.txt").read_text().splitlines() if line[:1] != "#"),
        )
    }
    assert pins == bounds
