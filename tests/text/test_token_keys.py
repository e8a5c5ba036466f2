"""Keys of tokens and what is made of them: ids of a row, ids of a vocabulary, keys of stems."""

from __future__ import annotations

import random
import re
from collections.abc import Sequence

import numpy as np
import numpy.typing as npt
import pytest

from rouge_vec.batch import LocatedTexts
from rouge_vec.columns.string_lists import encode, locate, locate_cells
from rouge_vec.kernels import intern
from rouge_vec.kernels.jit import COMPILED
from rouge_vec.text import stem_cache
from rouge_vec.text.row_vocabulary import RowVocabulary
from rouge_vec.text.stem_cache import StemCache
from rouge_vec.text.stemmers import find_stemmer, pack_words, shortest_stemmed, unpack_words
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


ODD_TEXTS = [
    *("", "a", "\u00e9", "a\u00e9", "\u00e9a", "\u00e9" * 40, "x\u00e9" * 32, "z" * 100),
    *("\u20ac\u20ac", "\U0001f600", "x\U0001f600\U0001f600y", "a\u2028b", "w" * 63 + "\u2019" + "w" * 64),
    *("\ud800", "a\udfff", "\ud83d\ude00", "x\ud800y\udc00z"),
    *("\x00", "a\x00b", "\x7f\x80", "\x80\x81\x82", "\u07ff\u0800\uffff\U00010000\U0010ffff"),
    *("\u0130", "\u0130stanbul", "\u0130" * 70, "10\u212a", "\u212a" * 70, "\u212am\u0130x\U0001f600\u0130"),
    *("\u00c4\u00b0x", "\u00e2\u0084\u00aax", "\u3030\u2a21", "\U00010130\U0002212a"),
    *("a\nb", "\n\u0130\n\n\u0130b\u212a\n", "\u2014\n" * 40, "b\n\U0001f600"),
]
"""Code points at the limits of what UTF-8 and a string hold in so many bytes, and those that fold to ASCII."""


def located(texts: Sequence[str], encodings: dict[int, str]) -> LocatedTexts:
    """Return texts in memory as strings hold them, each of the narrowest kind that can: kinds and their encodings."""
    memory, addresses, sizes, kinds = [], [], [], []
    for text in texts:
        fits = (kind for kind in encodings if ord(max(text, default="a")) < 256**kind)
        kind = next(fits)
        units = np.frombuffer(text.encode(encodings[kind], "surrogatepass"), f"<u{kind}").copy()
        memory.append(units)
        addresses.append(units.__array_interface__["data"][0])
        sizes.append(len(text))
        kinds.append(kind)
    return LocatedTexts(
        tuple(memory), np.array(addresses, np.uint64), np.array(sizes), np.array(kinds, np.uint8)
    )


@pytest.mark.parametrize("lowercase", [True, False])
@pytest.mark.parametrize("encodings", [{1: "latin-1", 2: "utf-16-le", 4: "utf-32-le"}, {4: "utf-32-le"}])
def test_tokens_do_not_depend_on_how_a_text_is_held(encodings: dict[int, str], lowercase: bool) -> None:
    texts = ODD_TEXTS + random_texts(5, ROWS // 3)
    if 2 in encodings:  # which would join two halves to a code point that a string of this kind cannot have
        texts = [text for text in texts if "\ud83d\ude00" not in text]
    found = []
    for batch in (encode(texts).located(), located(texts, encodings)):
        scan = TokenScanner(lowercase=lowercase, fold_unicode=True)
        bounds = scan.scan(batch, sentences=True)
        tokens = int(bounds.offsets[-1])
        found.append((scan.keys[:tokens].tolist(), [part.tolist() for part in bounds]))
    assert found[0] == found[1]
    assert len(found[0][0]) == sum(
        len(re.findall("[a-z0-9]+", text.lower() if lowercase else text, re.ASCII | re.I)) for text in texts
    )


def test_strings_are_read_where_they_are() -> None:
    texts, others, scan = [*ODD_TEXTS, *random_texts(6)], random_texts(7), scanner()
    wanted = [*texts[3:-2], *others[1:9]]
    expected = scan.scan(encode(wanted).located(), sentences=True)
    keys = scan.keys[: expected.offsets[-1]].copy()
    found = locate(texts).rows(3, len(texts) - 2).followed_by(locate(others).rows(1, 9))
    bounds = scan.scan(found, sentences=True)
    assert [part.tolist() for part in bounds] == [part.tolist() for part in expected]
    assert np.array_equal(scan.keys[: len(keys)], keys)


def test_a_batch_of_nothing() -> None:
    bounds = scanner().scan(locate([]), sentences=True)
    assert bounds.offsets.tolist() == [0]


class Subclass(str):
    """May say anything of itself."""

    def __len__(self) -> int:
        return 99


@pytest.mark.parametrize("other", [Subclass("abc"), b"abc", None, 1.5, ["abc"], ("a", "b")])
def test_only_strings_are_located(other: object) -> None:
    located = locate_cells(ODD_TEXTS)
    assert located is not None
    assert len(located) == len(ODD_TEXTS)
    assert locate_cells([]) is not None
    assert locate_cells(["a", other]) is None
    assert locate_cells([other, "a"]) is None


def test_a_string_of_a_subclass_is_read_as_the_string_it_is() -> None:
    scan = scanner()
    bounds = scan.scan(locate(["a b", Subclass("c d e")]), sentences=False)
    assert bounds.offsets.tolist() == [0, 2, 5]


@pytest.mark.parametrize("texts", [[], [""], ["", "a", ""], ODD_TEXTS])
def test_encoded_texts_begin_where_they_should(texts: list[str]) -> None:
    batch = encode(texts)
    expected = [text.encode("utf-8", "surrogatepass") for text in texts]
    assert [batch.text_bytes(row) for row in range(len(batch))] == expected
    assert batch.offsets[-1] == sum(map(len, expected))


def test_stems_are_found_again_when_their_table_has_grown() -> None:
    cache, scan, stem = (
        StemCache(find_stemmer("porter"), shortest_stemmed("porter")),
        scanner(),
        find_stemmer("porter"),
    )
    words = [f"w{''.join(chr(97 + int(digit)) for digit in str(number))}ing" for number in range(9_000)]
    for _ in range(3):
        bounds = scan.scan(encode([" ".join(words)]).located(), sentences=False)
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
        bounds = scan.scan(encode(predictions + references).located(), sentences=False)
        mine, theirs = vocabulary.number(scan.keys, scan.long_bytes, *bounds.split(len(predictions)), rows)
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
    texts = encode([" ".join(words), " ".join(words[::-1])]).located()
    bounds = (scan := scanner()).scan(texts, sentences=False)
    mine, theirs = RowVocabulary().number(scan.keys, scan.long_bytes, *bounds.split(1), np.array([0, 1]))
    assert same_partition(np.concatenate([mine.ids, theirs.ids]), words + words[::-1])


def test_a_vocabulary_spells_what_was_scanned() -> None:
    vocabulary, scan, texts = ByteVocabulary(), scanner(), random_texts(3)
    batch = vocabulary.tokenize(scan, encode(texts).located(), sentences=False)
    spelled = unpack_words(*vocabulary.words(0, len(vocabulary)))
    assert [spelled[number] for number in batch.ids] == [word for text in texts for word in words_of(text)]
    assert len(set(spelled)) == len(spelled)
    again = vocabulary.tokenize(scan, encode(texts).located(), sentences=False)
    assert np.array_equal(batch.ids, again.ids)
    assert np.array_equal(
        vocabulary.add(*pack_words(word.encode() for word in spelled)), np.arange(len(spelled))
    )


def test_sentences_end_at_newlines_and_have_tokens() -> None:
    texts = ["", "\n\n", "a b\nc", "\na\n\nb c d\n", "a" * 63 + "\nb", "a" * 64 + "\nb", "a\u2028b\nc"]
    bounds = scanner().scan(encode(texts).located(), sentences=True)
    lengths = [
        np.diff(bounds.sentence_offsets)[first:last].tolist()
        for first, last in zip(bounds.sentence_rows[:-1], bounds.sentence_rows[1:], strict=True)
    ]
    assert lengths == [[], [], [2, 1], [1, 3], [1, 1], [1, 1], [2, 1]]


def test_a_table_that_has_told_all_rows_apart_begins_anew(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(intern, "MOST_ROWS", 5)
    texts = ["a b a c", "b a", "c c a", "b b c a"]
    scan, vocabulary = scanner(), RowVocabulary()
    for _ in range(4):
        bounds = scan.scan(encode(texts).located(), sentences=False)
        ids = vocabulary.number(scan.keys, scan.long_bytes, *bounds.split(2), np.array([0, 1, 2]))
        for text in range(2):
            row = [batch.ids[slice(*batch.offsets[text : text + 2])].tolist() for batch in ids]
            mine = words_of(texts[text]) + words_of(texts[text + 2])
            assert row[0] + row[1] == [mine.index(word) for word in mine]


@pytest.mark.slow
@pytest.mark.parametrize("slots", [2, 8, 1 << 12])
@pytest.mark.parametrize("name", ["porter", "original", "perl", "english"])
def test_stems_are_those_of_single_words(name: str, slots: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(stem_cache, "_FEWEST_SLOTS", slots)
    monkeypatch.setattr(
        stem_cache, "_MOST_SLOTS", max(slots, 8)
    )  # so few that words take each other's places
    cache, scan = StemCache(find_stemmer(name), shortest_stemmed(name)), scanner()
    stem = find_stemmer(name)
    for seed in range(4):  # later texts meet stems that earlier ones have left
        texts = random_texts(seed)
        words = [word for text in texts for word in words_of(text)]
        bounds = scan.scan(encode(texts).located(), sentences=False)
        long_bytes = cache.apply(scan.keys, scan.long_bytes, len(words))
        one_row = encode([""]).located()
        whole = bounds._replace(offsets=np.array([0, len(words)]))
        nothing = scanner().scan(one_row, sentences=False)
        mine, _ = RowVocabulary().number(scan.keys, long_bytes, whole, nothing, np.array([0, 1]))
        stems = unpack_words(*stem(*pack_words(word.encode() for word in words), 0, len(words)))
        assert same_partition(mine.ids, stems)
