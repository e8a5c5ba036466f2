"""Proof that two scorers give the same floats; without it nothing is timed."""

from __future__ import annotations

import numpy as np

from benchmarks.contenders import ROUGE_VEC, Contender, Table, Work

_MOST_SHOWN = 3


class NotEqualError(AssertionError):
    """Two scorers gave different floats, so their speeds must not be compared."""


def differences(ours: Table, theirs: Table) -> list[str]:
    """Describe the first rows that differ in any float; an empty list when all are equal."""
    found = []
    if ours.keys() != theirs.keys():
        return [f"rouge types {sorted(ours)} and {sorted(theirs)}"]
    for rouge_type, right in theirs.items():
        if ours[rouge_type].shape != right.shape:
            found.append(f"{rouge_type}: {len(ours[rouge_type])} rows and {len(right)} rows")
            continue
        for row in np.flatnonzero((ours[rouge_type] != right).any(axis=1))[:_MOST_SHOWN].tolist():
            found.append(
                f"{rouge_type} row {row}: {ours[rouge_type][row].tolist()} instead of {right[row].tolist()}"
            )
    return found


def prove_equal(work: Work, rival: Contender, ours: Table | None = None) -> str:
    """Score with rouge_vec and with a rival, compare every float, and say on what they are equal.

    Parameters
    ----------
    work : Work
        What to score.
    rival : Contender
        Whose floats are right.
    ours : Table, optional
        Scores of rouge_vec on this work, if they are at hand.

    Raises
    ------
    NotEqualError
        If any float differs.
    """
    found = differences(ROUGE_VEC.scores(work) if ours is None else ours, rival.scores(work))
    if found:
        shown = "\n  ".join(found)
        raise NotEqualError(f"rouge_vec and {rival.name} differ, nothing was timed:\n  {shown}")
    return f"{rival.name}: equal on {len(work):,} row{'s' * (len(work) != 1)}"
