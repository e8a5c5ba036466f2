"""Length limits against the oracle's loops, and against what the script itself kept in the golden run."""

from __future__ import annotations

import random
import re
from typing import Any

import numpy as np
import pytest

from rouge_vec.batch import TextBatch
from rouge_vec.text.length_limits import first_bytes, first_words
from tests import naive
from tests.corpora import golden

pytestmark = pytest.mark.kernels


def batch(texts: list[bytes]) -> TextBatch:
    """A batch in the middle of a larger, read-only buffer."""
    data = np.frombuffer(b"xx" + b"".join(texts) + b"yy", dtype=np.uint8)
    return TextBatch(data, np.cumsum(np.array([2, *map(len, texts)], dtype=np.int64)))


def lines_of(texts: TextBatch) -> list[list[bytes]]:
    return [[line for line in texts.text_bytes(row).split(b"\n") if line] for row in range(len(texts))]


def random_texts(rows: int, seed: int) -> list[bytes]:
    source = random.Random(seed)
    pieces = [
        b"a",
        b"well-known,",
        b"--",
        b" ",
        b"  ",
        b"\t",
        b"\r",
        b"\n",
        b"\n\n",
        b"\x0b",
        b"\xc2\xa0",
        b"caf\xc3\xa9",
    ]
    return [b"".join(source.choices(pieces, k=source.randint(0, 25))) for _ in range(rows)]


def words_of(lines: list[bytes]) -> list[list[bytes]]:
    """Words line by line; what limits may add or drop besides words is blanks."""
    return [kept for line in lines if (kept := line.split())]


@pytest.mark.parametrize("limit", [1, 2, 3, 7, 1000])
def test_words_as_the_script_counts_them(limit: int) -> None:
    texts = random_texts(600, seed=limit)
    cut = lines_of(first_words(batch(texts), limit))
    for text, lines in zip(texts, cut, strict=True):
        ref = naive.first_words([line for line in text.split(b"\n") if line], limit)
        assert words_of(lines) == words_of(ref), text


@pytest.mark.parametrize("limit", [1, 2, 5, 20, 1000])
def test_bytes_as_the_script_counts_them(limit: int) -> None:
    texts = random_texts(600, seed=limit)
    cut = lines_of(first_bytes(batch(texts), limit))
    cut_by_line = lines_of(first_bytes(batch(texts), limit, by_line=True))
    for text, lines, lines_alone in zip(texts, cut, cut_by_line, strict=True):
        ref = [line for line in text.split(b"\n") if line]
        assert lines == naive.first_bytes(ref, limit), text
        assert lines_alone == naive.first_bytes_of_lines(ref, limit), text


def test_a_leading_blank_spends_a_word() -> None:
    texts = batch([b" one two", b"one\n two", b" \n one", b""])
    assert [first_words(texts, 2).text_bytes(row) for row in range(4)] == [b" one", b"one\n", b" \n one", b""]
    assert [first_words(texts, 1).text_bytes(row) for row in range(4)] == [b"", b"one", b" \n", b""]


def test_a_limit_met_at_the_end_of_a_line_stops_there() -> None:
    texts = batch([b"one two\nthree", b"12345\n67"])
    assert first_words(texts, 2).text_bytes(0) == b"one two"
    assert first_bytes(texts, 5).text_bytes(1) == b"12345"
    assert first_bytes(texts, 6).text_bytes(1) == b"12345\n6"


def test_zero_is_no_limit() -> None:
    texts = batch([b"one two\nthree"])
    assert first_words(texts, 0) is texts
    assert first_bytes(texts, 0) is texts


def cleaned(text: bytes) -> list[str]:
    return [word.decode() for word in re.findall(rb"[a-z0-9]+", text.lower())]


@pytest.mark.parametrize(("form", "limit"), [("l10", 10), ("b75", 75)])
def test_texts_that_the_script_kept(form: str, limit: int) -> None:
    """The golden file has what ``-l 10`` and ``-b 75`` left: flat for ROUGE-N and S, by line for L and W."""
    recorded: Any = golden("perl.json")["tokens"]
    documents: Any = golden("corpus.json")["docs"]
    for document in documents:
        texts = {"system": document["system"]}
        texts |= {f"ref{at}": text for at, text in enumerate(document["references"], start=1)}
        for name, text in texts.items():
            ref = recorded[document["id"]][name]
            raw = batch([text.encode()])
            flat = first_words(raw, limit) if form == "l10" else first_bytes(raw, limit)
            lines = flat if form == "l10" else first_bytes(raw, limit, by_line=True)
            expected = ref["flat"].get(form, ref["flat"]["full"]) or ""
            assert cleaned(flat.text_bytes(0)) == cleaned(expected.encode()), (document["id"], name)
            kept = [words for line in lines.text_bytes(0).split(b"\n") if (words := cleaned(line))]
            expected = ref["lines"].get(form, ref["lines"]["full"])
            ref_lines = [words for line in expected if (words := cleaned(line.encode()))]
            assert kept == ref_lines, (document["id"], name)
