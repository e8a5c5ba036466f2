"""Text by blocks: what vectors of LLVM do is what the plain functions do, and what the definitions say."""

from __future__ import annotations

import os
import random
import string
import subprocess
import sys
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from rouge_vec.kernels import blocks
from rouge_vec.kernels.jit import kernel

KEPT = set((string.ascii_letters + string.digits).encode())


@kernel
def keep_block(address: Any, left: Any, row: Any, at: Any, case_bit: Any) -> Any:
    return blocks.keep_block(np.uint64(address), np.uint64(left), row, np.uint64(at), case_bit)


@kernel
def write_places(bits: Any, first: Any, places: Any, at: Any) -> Any:
    return blocks.write_places(np.uint64(bits), np.uint64(first), places, np.uint64(at))


@kernel
def pack_token(row: Any, start: Any, length: Any, keys: Any, token: Any) -> Any:
    return blocks.pack_token(row, np.uint64(start), np.uint64(length), keys, np.uint64(token))


@kernel
def read_key(keys: Any, token: Any) -> Any:
    return blocks.read_key(keys, np.uint64(token))


@kernel
def read_ending(keys: Any, token: Any) -> Any:
    return blocks.read_ending(keys, np.uint64(token))


def bits_of(flags: list[bool]) -> int:
    return sum(flag << place for place, flag in enumerate(flags))


@pytest.mark.kernels
@pytest.mark.parametrize("case_bit", [0, 32])
@pytest.mark.parametrize("left", [0, 1, 15, 16, 17, 63, 64, 65, 200])
def test_letters_and_digits_are_kept(left: int, case_bit: int) -> None:
    rng = random.Random(left)
    for first in range(0, 256, 64):
        text = bytes(range(first, first + 64)) if left >= 64 else rng.randbytes(left)
        memory = np.frombuffer(text + b"a" * (left + 1 - len(text)), np.uint8).copy()
        row = np.full(80, 7, np.uint8)
        found = keep_block(memory.ctypes.data, left, row, 10, np.uint8(case_bit))
        shown = list(text) + [0] * (64 - len(text))
        lower = bytes(shown).lower() if case_bit else bytes(shown)
        assert row.tolist() == [7] * 10 + [b if b in KEPT else 0 for b in lower] + [7] * 6
        assert [int(bits) for bits in found] == [
            bits_of([b in KEPT for b in shown]),
            bits_of([b == 10 for b in shown]),
            bits_of([b >= 128 for b in shown]),
        ]


@pytest.mark.kernels
def test_a_block_can_be_read_from_where_it_is_written() -> None:
    row = np.frombuffer(b"Ab\ncd-9" * 20, np.uint8).copy()
    keep_block(row.ctypes.data, 64, row, 0, np.uint8(32))
    assert bytes(row) == (b"ab\0cd\x009" * 20)[:64] + (b"Ab\ncd-9" * 20)[64:]


@pytest.mark.kernels
def test_places_of_bits_are_written_one_after_the_other() -> None:
    rng = random.Random(0)
    words = [0, 1, 1 << 63, (1 << 64) - 1, 0xFFFF0000FFFF0000, *(1 << k for k in range(64))]
    words += [rng.getrandbits(64) & rng.getrandbits(64) for _ in range(50)]
    for bits in words:
        places = np.full(100, 7, np.uint32)
        set_bits = [place for place in range(64) if bits >> place & 1]
        end = write_places(np.uint64(bits), 1_000_000, places, 20)
        assert int(end) == 20 + len(set_bits)
        assert places[20 : int(end)].tolist() == [1_000_000 + place for place in set_bits]
        assert places[:20].tolist() == [7] * 20
        assert places[84:].tolist() == [7] * 16


@pytest.mark.kernels
@pytest.mark.parametrize("length", range(1, 16))
def test_a_key_is_the_token_and_its_length(length: int) -> None:
    row = np.frombuffer(bytes(range(1, 60)), np.uint8).copy()
    keys = np.full((3, 2), 7, np.uint64)
    pack_token(row, 5, length, keys, 1)
    token = bytes(row[5 : 5 + length])
    assert keys[1].tobytes() == token + bytes(15 - length) + bytes([length])
    assert keys[[0, 2]].tolist() == [[7, 7], [7, 7]]
    assert [int(word) for word in read_key(keys, 1)] == keys[1].tolist()
    read_length, ending = read_ending(keys, 1)
    assert read_length == length
    if length > 1:
        assert int(ending) == token[-2] | token[-1] << 8


SCORES = """
import rouge_vec as rv
from tests.text.test_token_keys import ODD_TEXTS, random_texts
texts = [*ODD_TEXTS, *random_texts(8)]
scores = rv.score(predictions=texts, references=texts[::-1], rouge_types=["rouge1", "rougeLsum"])
print(scores.to_numpy().tobytes().hex())
"""


@pytest.mark.processes
def test_a_processor_without_wide_vectors_gives_equal_scores(tmp_path: Path) -> None:
    generic = {
        "NUMBA_CPU_NAME": "generic",
        "NUMBA_CPU_FEATURES": "",
        "NUMBA_CACHE_DIR": str(tmp_path),
        "PYTHONPATH": str(Path(__file__).resolve().parents[2]),
    }
    shown = [
        subprocess.run(
            [sys.executable, "-c", SCORES],
            env={**os.environ, "PYTHONPATH": generic["PYTHONPATH"], **chosen},
            capture_output=True,
            text=True,
            check=True,
            timeout=240,
        ).stdout
        for chosen in ({}, generic)
    ]
    assert shown[0] == shown[1] != ""
