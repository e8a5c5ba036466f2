"""The command line of ROUGE-1.5.5: its flags as the script reads them, and what it computes for them."""

from __future__ import annotations

import math
import re
from collections.abc import Iterator
from dataclasses import dataclass, field

from rouge_vec.options.families import FAMILIES
from rouge_vec.options.rouge_types import RougeType

_WITH_VALUE = "bceflnprtwz23"
_WITHOUT_VALUE = "adhHmMsuUvx"
_NUMBER = re.compile(r"[ \t\n\r\f\v]*([+-]?(?:[0-9]+\.?[0-9]*|\.[0-9]+)(?:[eE][+-]?[0-9]+)?)")


class ScriptError(Exception):
    """What ends the script: a message on standard error and an exit status."""

    def __init__(self, message: str, status: int = 255) -> None:
        self.message = message
        self.status = status
        super().__init__(message)


@dataclass(frozen=True)
class Arguments:
    """Flags as given, each a string or True, and the operands."""

    flags: dict[str, str | bool] = field(default_factory=dict)
    operands: tuple[str, ...] = ()
    unknown: tuple[str, ...] = ()

    def has(self, flag: str) -> bool:
        """Tell whether a flag was given."""
        return flag in self.flags

    def text(self, flag: str, default: str = "") -> str:
        """Return the value of a flag as it was written."""
        return str(self.flags.get(flag, default))

    def number(self, flag: str, default: float) -> float:
        """Return the value of a flag as the number Perl takes it for."""
        return number(self.text(flag)) if self.has(flag) else default

    @property
    def evaluate_all(self) -> bool:
        """Whether all systems are evaluated; a list of files has only one."""
        return self.has("a") and not self.has("z")

    @property
    def unit(self) -> int:
        """What averages are taken over: 0 texts, 1 tokens, 2 nothing (raw counts)."""
        unit = self.number("t", 0)
        return int(unit) if unit in (1, 2) else 0

    @property
    def system(self) -> str:
        """The system to evaluate."""
        return self.operands[1] if len(self.operands) > 1 else "X"


def number(text: str) -> float:
    """Return the number at the beginning of a string, 0 if there is none."""
    found = _NUMBER.match(text)
    return float(found[1]) if found else 0.0


def parse(arguments: list[str]) -> Arguments:
    """Read flags up to the first operand: single letters, joined or apart, values joined or apart."""
    flags: dict[str, str | bool] = {}
    unknown = []
    waiting = list(arguments)
    while waiting and len(waiting[0]) > 1 and waiting[0].startswith("-"):
        argument = waiting.pop(0)
        if argument == "--":
            break
        flag, rest = argument[1], argument[2:]
        if flag in _WITH_VALUE:
            if not rest and not waiting:
                flags.pop(flag, None)
            else:
                flags[flag] = rest or waiting.pop(0)
            continue
        if flag in _WITHOUT_VALUE:
            flags[flag] = True
        else:
            unknown.append(flag)
        if rest:
            waiting.insert(0, f"-{rest}")
    return Arguments(flags, tuple(waiting), tuple(unknown))


def check(arguments: Arguments) -> None:
    """Refuse what the script refuses, in its order and words.

    Raises
    ------
    ScriptError
        If an operand is missing or a value is out of range.
    """
    if len(arguments.operands) == 1 and not arguments.has("z") and not arguments.has("a"):
        raise ScriptError(
            "Please specify a system ID to evaluate or use option '-a' to evaluate all systems. "
            "For more information, use option '-h'."
        )
    if arguments.has("l") and arguments.has("b"):
        raise ScriptError("Please specify length limit in words or bytes but not both.")
    if not 0 <= arguments.number("c", 95) <= 100:
        raise ScriptError("Confidence interval should be within 0 and 100. Use option -h for more details.")
    if arguments.has("w") and not arguments.number("w", 1) > 0:
        raise ScriptError("ROUGE-W weight factor must greater than 0.")
    if not 0 <= arguments.number("p", 0.5) <= 1:
        raise ScriptError(
            "Relative importance of ROUGE recall and precision has to be between 0 and 1 inclusively."
        )


def planned_runs(arguments: Arguments) -> list[RougeType]:
    """Return what is computed for each system, by the script's names, in the order in which it is printed."""
    return list(_runs(arguments))


def _runs(arguments: Arguments) -> Iterator[RougeType]:
    for order in range(1, math.floor(arguments.number("n", 0)) + 1):
        yield RougeType(f"ROUGE-{order}", FAMILIES["N"], order=order)
    if not arguments.has("x") and not arguments.has("3"):
        yield RougeType("ROUGE-L", FAMILIES["Lsum"])
    if arguments.has("w"):
        yield RougeType(f"ROUGE-W-{arguments.text('w')}", FAMILIES["W"], weight=arguments.number("w", 1))
    if arguments.has("2"):
        most = arguments.number("2", 0)
        gap = -1 if most < 0 else int(most)
        suffix = "*" if most < 0 else arguments.text("2")
        if not arguments.has("u"):
            yield RougeType(f"ROUGE-S{suffix}", FAMILIES["S"], gap=gap)
        if arguments.has("u") or arguments.has("U"):
            yield RougeType(f"ROUGE-SU{suffix}", FAMILIES["SU"], gap=gap)
    if arguments.has("3"):
        mode = arguments.text("3")
        yield RougeType(f"ROUGE-BE-{mode}", FAMILIES["BE"], order=1, mode=mode)
