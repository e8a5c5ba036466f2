"""Keys of tokens and what is made of them: ids of a row, ids of a vocabulary, keys of stems."""

from __future__ import annotations

import random
import re
from collections.abc import Sequence

import numpy as np
import numpy.typing as npt
import pytest

from rouge_vec.batch import TextBatch
from rouge_vec.kernels.jit import COMPILED
from rouge_vec.text.columns import Encoder, characters, encode
from rouge_vec.text.row_vocabulary import RowVocabulary
from rouge_vec.text.stem_cache import StemCache
from rouge_vec.text.stemmers import find_stemmer, pack_words, unpack_words
from rouge_vec.text.token_keys import TokenScanner
from rouge_vec.text.vocabulary import ByteVocabulary
from tests.word_forms import word_forms

pytestmark = pytest.mark.kernels

ROWS = 300 if COMPILED else 12
# Lengths around those at which a key changes its form, and words that differ in one letter only.
WORDS = [
    *("a", "b", "ab", "abcdefgh", "abcdefgi", "abcdefghi", "abcdefghijklmno", "abcdefghijklmnp"),
    *("abcdefghijklmnop", "abcdefghijklmnoq", "x" * 17, "x" * 18, "x" * 16 + "y", "7" * 300, "7" * 301),
    *word_forms()[::997],
]


def random_texts(seed: int, count: int = ROWS, most_words: int = 90) -> list[str]:
    rng = random.Random(seed)
    return [
        rng.choice((" ", ", ", "\n", "\u2026")).join(rng.choices(WORDS, k=rng.randrange(most_words)))
        for _ in range(count)
    ]


def words_of(text: str) -> list[str]:
    return re.findall("[a-z0-9]+", text)


def scanner() -> TokenScanner:
    return TokenScanner(lowercase=True, fold_unicode=True)


def same_partition(ids: npt.NDArray[np.int32], words: Sequence[str]) -> bool:
    """Whether ids are equal exactly where words are."""
    pairs = set(zip(ids.tolist(), words, strict=True))
    return len(pairs) == len(set(words)) == len(set(ids.tolist()))


@pytest.mark.parametrize(
    "texts",
    [
        [],
        [""],
        ["", "a", ""],
        ["\u00e9", "a\u00e9", "\u00e9a", "\u00e9" * 40],
        ["\u20ac\u20ac", "\U0001f600", "x\U0001f600\U0001f600y", "z" * 100],
        ["\ud800", "a\udfff", "\ud83d\ude00"],
        ["\x00", "\x7f\x80", "\u07ff\u0800\uffff\U00010000\U0010ffff"],
    ],
)
def test_encoded_texts_begin_where_they_should(texts: list[str]) -> None:
    encoder = Encoder()
    encoder.encode([["\u00e9" * 50]], np.array([50]))  # bytes that are left behind by an earlier call
    batch = encoder.encode([texts[:1], texts[1:]], characters(texts))
    expected = [text.encode("utf-8", "surrogatepass") for text in texts]
    assert [batch.text_bytes(row) for row in range(len(batch))] == expected
    assert batch.offsets[-1] == sum(map(len, expected))


def test_a_batch_that_is_held_is_not_overwritten() -> None:
    encoder = Encoder()
    first = encoder.encode([["first"]], np.array([5]))
    second = encoder.encode([["other"]], np.array([5]))
    assert (first.text_bytes(0), second.text_bytes(0)) == (b"first", b"other")


def test_a_held_batch_and_a_surrogate() -> None:
    encoder = Encoder()
    first = encoder.encode([["first"]], np.array([5]))
    second = encoder.encode([["\ud800x"]], np.array([2]))
    assert (first.text_bytes(0), second.text_bytes(0)) == (b"first", b"\xed\xa0\x80x")


def test_stems_are_found_again_when_their_table_has_grown() -> None:
    cache, scan, stem = StemCache("porter"), scanner(), find_stemmer("porter")
    words = [f"w{''.join(chr(97 + int(digit)) for digit in str(number))}ing" for number in range(9_000)]
    for _ in range(3):
        (bounds,) = scan.scan(encode([" ".join(words)]), sentences=False)
        long_bytes = cache.apply(scan.keys, scan.long_bytes, len(words))
        mine = RowVocabulary().number_pair(
            scan.keys, long_bytes, bounds._replace(offsets=np.array([0, 0, len(words)]))
        )
        stems = unpack_words(*stem(*pack_words(word.encode() for word in words), 0, len(words)))
        assert same_partition(mine.ids, stems)


def test_ids_of_a_row_are_equal_where_its_tokens_are() -> None:
    predictions, references = random_texts(1), random_texts(2, 2 * ROWS)
    rows = np.arange(0, 2 * ROWS + 1, 2)
    scan, vocabulary = scanner(), RowVocabulary()
    for _ in range(2):  # the second time over the table that the first has left
        bounds = scan.scan(encode(predictions), encode(references), sentences=False)
        mine, theirs = vocabulary.number(scan.keys, scan.long_bytes, *bounds, rows)
        for row, prediction in enumerate(predictions):
            ids = [mine.ids[mine.offsets[row] : mine.offsets[row + 1]]]
            words = words_of(prediction)
            for text in (2 * row, 2 * row + 1):
                ids.append(theirs.ids[theirs.offsets[text] : theirs.offsets[text + 1]])
                words += words_of(references[text])
            assert same_partition(np.concatenate(ids), words)
            assert max(mine.ids.max(), theirs.ids.max()) < mine.vocabulary_size


def test_a_row_of_very_many_words_gets_a_table_that_fits() -> None:
    words = [f"{number:x}" for number in range(40_000 if COMPILED else 400)]
    bounds = (scan := scanner()).scan(
        encode([" ".join(words)]), encode([" ".join(words[::-1])]), sentences=False
    )
    mine, theirs = RowVocabulary().number(scan.keys, scan.long_bytes, *bounds, np.array([0, 1]))
    assert same_partition(np.concatenate([mine.ids, theirs.ids]), words + words[::-1])


def test_a_vocabulary_spells_what_was_scanned() -> None:
    vocabulary, scan, texts = ByteVocabulary(), scanner(), random_texts(3)
    batch = vocabulary.tokenize(scan, encode(texts), sentences=False)
    spelled = unpack_words(*vocabulary.words(0, len(vocabulary)))
    assert [spelled[number] for number in batch.ids] == [word for text in texts for word in words_of(text)]
    assert len(set(spelled)) == len(spelled)
    again = vocabulary.tokenize(scan, encode(texts), sentences=False)
    assert np.array_equal(batch.ids, again.ids)
    assert np.array_equal(
        vocabulary.add(*pack_words(word.encode() for word in spelled)), np.arange(len(spelled))
    )


def test_sentences_end_at_newlines_and_have_tokens() -> None:
    texts = ["", "\n\n", "a b\nc", "\na\n\nb c d\n", "a" * 63 + "\nb", "a" * 64 + "\nb", "a\u2028b\nc"]
    (bounds,) = scanner().scan(encode(texts), sentences=True)
    lengths = [
        np.diff(bounds.sentence_offsets)[first:last].tolist()
        for first, last in zip(bounds.sentence_rows[:-1], bounds.sentence_rows[1:], strict=True)
    ]
    assert lengths == [[], [], [2, 1], [1, 3], [1, 1], [1, 1], [2, 1]]


@pytest.mark.parametrize("name", ["porter", "original", "perl", "english"])
def test_stems_are_those_of_single_words(name: str) -> None:
    cache, scan = StemCache(name), scanner()
    stem = find_stemmer(name)
    for seed in range(4):  # later texts meet stems that earlier ones have left
        texts = random_texts(seed)
        words = [word for text in texts for word in words_of(text)]
        (bounds,) = scan.scan(encode(texts), sentences=False)
        long_bytes = cache.apply(scan.keys, scan.long_bytes, len(words))
        one_row = TextBatch(np.zeros(0, np.uint8), np.array([0, 0]))
        whole = bounds._replace(offsets=np.array([0, len(words)]))
        nothing = scanner().scan(one_row, sentences=False)[0]
        mine, _ = RowVocabulary().number(scan.keys, long_bytes, whole, nothing, np.array([0, 1]))
        stems = unpack_words(*stem(*pack_words(word.encode() for word in words), 0, len(words)))
        assert same_partition(mine.ids, stems)
