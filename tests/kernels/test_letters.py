"""Letters of ASCII and characters beyond it are counted as Python counts them, in every form a text can have."""

from __future__ import annotations

import random

import numpy as np
import pytest

from rouge_vec.columns.string_lists import encode, locate
from rouge_vec.kernels.letters import count_letters


def texts() -> list[str]:
    source = random.Random(3)
    ranges = ((32, 127), (1, 256), (1, 0x2000), (1, 0xD000), (0x10000, 0x10FFFF))
    found = ["", "a", "@[`{AZaz", "\u00e9" * 300, "x" * 127, "x" * 128, "x" * 129]
    for lowest, highest in ranges:
        found += [
            "".join(chr(source.randrange(lowest, highest)) for _ in range(size)) for size in (1, 64, 127, 300)
        ]
    return found


@pytest.mark.kernels
@pytest.mark.parametrize("form", [locate, lambda cells: encode(cells).located()], ids=["strings", "UTF-8"])
def test_counts_are_those_of_python(form) -> None:
    cells = texts()
    located = form(cells)
    letters, beyond = np.empty((2, len(cells)), np.int64)
    count_letters(located.addresses, located.sizes, located.kinds, letters, beyond)
    assert letters.tolist() == [sum(one.isascii() and one.isalpha() for one in text) for text in cells]
    assert beyond.tolist() == [sum(one > "\x7f" for one in text) for text in cells]
