"""Words of 64 bits: what instructions of LLVM do is what the plain functions do, and what their names say."""

from __future__ import annotations

import random
from typing import Any

import numpy as np
import pytest

from rouge_vec.kernels import intrinsics
from rouge_vec.kernels.jit import kernel

RANDOM = random.Random(0)
WORDS = [0, 1, 2, 3, 1 << 63, (1 << 64) - 1, 0x0123456789ABCDEF, *(RANDOM.getrandbits(64) for _ in range(40))]


@kernel
def count_bits(bits: Any) -> Any:
    return intrinsics.count_bits(bits)


@kernel
def reverse_bits(bits: Any) -> Any:
    return intrinsics.reverse_bits(bits)


@kernel
def lowest_bit(bits: Any) -> Any:
    return intrinsics.lowest_bit(bits)


def places(word: int) -> list[int]:
    return [place for place in range(64) if word >> place & 1]


@pytest.mark.kernels
@pytest.mark.parametrize("word", WORDS)
def test_bits_of_a_word(word: int) -> None:
    bits = np.uint64(word)
    assert count_bits(bits) == len(places(word))
    assert places(int(reverse_bits(bits))) == sorted(63 - place for place in places(word))
    assert lowest_bit(bits) == min(places(word), default=64)
