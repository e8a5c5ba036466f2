"""Every rouge type against the plain definitions, with sizes on both sides of every border of the kernels."""

from __future__ import annotations

import itertools
import random
from collections.abc import Sequence

import pytest

from rouge_vec.counting import counter
from tests import corpora, naive
from tests.comparing import check_against_naive

pytestmark = pytest.mark.kernels

ALL_SIZES = (0, 1, 2, 63, 64, 65, 127, 128, 129, 192, 193, 255, 256, 257, 320, 513, 1000)
SMALL_SIZES = (0, 1, 2, 3, 63, 64, 65, 127, 128, 129)

NGRAMS = ("rouge1", "rouge2", "rouge3", "rouge4", "rouge5", "rouge9", "rouge12")
WEIGHTED = ("rougeW", "rougeW-1", "rougeW-1.5", "rougeW-2", "rougeW-0.5")
SKIPS = ("rougeS", "rougeS0", "rougeS1", "rougeS4", "rougeS9", "rougeSU", "rougeSU0", "rougeSU4", "rougeSU62")
EVERY_TYPE = (*NGRAMS, "rougeL", "rougeLsum", *WEIGHTED, *SKIPS)

EXACT = naive.Settings()
PRINTED = naive.Settings(dialect="rouge-1.5.5", multi_reference="average")


def all_pairs(sizes: Sequence[int], vocabulary: int) -> corpora.Pairs:
    """Every size against every size, the empty text included."""
    texts = {size: " ".join(corpora.words(size, vocabulary, seed=size)) for size in sizes}
    others = {size: " ".join(corpora.words(size, vocabulary, seed=size + 5000)) for size in sizes}
    predictions, references = zip(
        *((texts[one], others[two]) for one, two in itertools.product(sizes, sizes)), strict=True
    )
    return list(predictions), list(references)


def edited(text: list[str], source: random.Random) -> list[str]:
    """A copy with a few words dropped, doubled, moved or made new, so that long n-grams are shared."""
    copy = list(text)
    for edit in range(len(text) // 12):
        place = source.randrange(len(copy))
        change = source.choice(["drop", "double", "move", "new"])
        word = copy[place] if change == "double" else copy.pop(place)
        if change in {"double", "move"}:
            copy.insert(source.randrange(len(copy) + 1), word)
        elif change == "new":
            copy.insert(place, f"new{edit}")
    return copy


def test_ngrams_of_every_pair_of_sizes() -> None:
    check_against_naive(*all_pairs(ALL_SIZES, 4), ["rouge1", "rouge2", "rouge5", "rouge12"], EXACT)


@pytest.mark.parametrize("vocabulary", [1, 3, 60])
def test_ngrams_of_every_order(vocabulary: int) -> None:
    check_against_naive(*all_pairs(SMALL_SIZES, vocabulary), NGRAMS, EXACT)


@pytest.mark.slow
def test_longest_common_subsequence_of_every_pair_of_sizes() -> None:
    check_against_naive(*all_pairs(ALL_SIZES, 4), ["rougeL"], EXACT)


@pytest.mark.parametrize("vocabulary", [1, 2, 30, 400])
def test_longest_common_subsequence_with_few_and_many_different_words(vocabulary: int) -> None:
    check_against_naive(*all_pairs(SMALL_SIZES, vocabulary), ["rougeL", "rougeLsum"], EXACT)


@pytest.mark.parametrize("rouge_type", WEIGHTED)
def test_weighted_subsequence_of_every_pair_of_sizes(rouge_type: str) -> None:
    check_against_naive(*all_pairs(SMALL_SIZES, 3), [rouge_type], EXACT)


@pytest.mark.slow
def test_skip_bigrams_of_every_pair_of_sizes() -> None:
    check_against_naive(*all_pairs(SMALL_SIZES, 4), SKIPS, EXACT)


@pytest.mark.slow
@pytest.mark.parametrize("vocabulary", [2, 300])
def test_skip_bigrams_without_a_gap_limit_on_long_texts(vocabulary: int) -> None:
    predictions = [" ".join(corpora.words(size, vocabulary, seed=size)) for size in (1000, 65, 257)]
    references = [" ".join(corpora.words(size, vocabulary, seed=size)) for size in (64, 513, 320)]
    check_against_naive(predictions, references, ["rougeS", "rougeSU", "rougeS300", "rougeSU300"], EXACT)


@pytest.mark.slow
def test_texts_that_share_long_ngrams() -> None:
    source = random.Random(12)
    originals = [corpora.words(size, 2000, seed=size) for size in (13, 64, 129, 400, 1000)]
    copies = [edited(text, source) for text in originals]
    check_against_naive(
        [" ".join(text) for text in copies],
        [" ".join(text) for text in originals],
        [*NGRAMS, "rouge20", "rougeL", "rougeLsum", "rougeW", "rougeS4", "rougeSU4"],
        EXACT,
    )


@pytest.mark.slow
def test_long_texts_that_begin_and_end_alike() -> None:
    """Nothing in common but that, one text inside the other, equal texts, ends that would overlap."""
    beginning, end, middle, other = (corpora.words(size, 5, seed=size) for size in (300, 290, 80, 75))
    texts = [
        [*beginning, *middle, *end],
        [*beginning, *other, *end],
        [*beginning, *end],
        [*beginning, *beginning, *end],
        ["same"] * 600,
        ["same"] * 650,
        [*beginning, *middle, *other, *end, "last"],
    ]
    pairs = [(" ".join(one), " ".join(another)) for one in texts for another in texts]
    check_against_naive(*zip(*pairs, strict=True), ["rougeL", "rougeLsum"], EXACT)


def test_one_word_against_a_long_text_and_back() -> None:
    long = " ".join(corpora.words(1500, 700, seed=3))
    predictions = [long, "w7", "w7 w8", long]
    references = ["w7", long, long, "w8 w7"]
    check_against_naive(predictions, references, ["rouge1", "rouge2", "rougeL", "rougeLsum", "rougeW"], EXACT)


def sentences(lengths: Sequence[int], vocabulary: int, seed: int) -> str:
    """One line per length; a length of zero is a line of one blank: a sentence without tokens."""
    lines = [corpora.words(length, vocabulary, seed * 1000 + place) for place, length in enumerate(lengths)]
    return "\n".join(" ".join(line) or " " for line in lines)


@pytest.mark.parametrize("vocabulary", [2, 5, 50])
def test_sentences_as_long_as_a_word_of_bits(vocabulary: int) -> None:
    source = random.Random(vocabulary)
    lengths = (0, 1, 2, 31, 63, 64, 65, 128, 129)
    predictions = [
        sentences(source.choices(lengths, k=source.randint(1, 5)), vocabulary, row) for row in range(12)
    ]
    references = [
        sentences(source.choices(lengths, k=source.randint(1, 5)), vocabulary, 99 + row) for row in range(12)
    ]
    check_against_naive(predictions, references, ["rougeLsum", "rougeW", "rougeW-2"], EXACT)


def test_many_short_sentences() -> None:
    source = random.Random(7)
    counts = (1, 2, 63, 64, 65, 129, 200)
    predictions = [sentences(source.choices((0, 1, 2, 3), k=count), 6, count) for count in counts]
    references = [
        sentences(source.choices((0, 1, 2, 3), k=count), 6, count + 1) for count in reversed(counts)
    ]
    check_against_naive(predictions, references, ["rougeLsum", "rougeW"], EXACT)


@pytest.mark.slow
@pytest.mark.parametrize("vocabulary", [3, 40, 400])
def test_many_sentences_against_many_blocks(vocabulary: int) -> None:
    source = random.Random(vocabulary)

    def text(count: int) -> str:
        lengths = source.choices((0, 1, 5, 20, 40, 63, 64, 65, 70), k=count)
        return sentences(lengths, vocabulary, source.randrange(1000))

    counts = (15, 16, 17, 18, 40)
    pairs = [(text(count), text(other)) for count in counts for other in (1, 7, 8, 9, 16, 30)]
    check_against_naive(*zip(*pairs, strict=True), ["rougeLsum"], EXACT)


@pytest.mark.parametrize("words_kept", [1, 100, 400])
def test_long_sentences_of_which_not_all_is_kept(words_kept: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """What two sentences of tens of thousands of words take, which the plain definition would need minutes for."""
    monkeypatch.setattr(counter, "_MOST_ROW_WORDS", words_kept)
    source = random.Random(words_kept)
    lengths = (0, 1, 63, 65, 100, 129, 200)
    texts = [sentences(source.choices(lengths, k=source.randint(1, 4)), 7, row) for row in range(40)]
    check_against_naive(texts[:20], texts[20:], ["rougeLsum"], EXACT)


def test_one_sentence_repeated_is_clipped() -> None:
    predictions = ["a b\na b\na b", "a b", "a a a\na", "b a\nb a\na b c"]
    references = ["a b", "a b\na b\na b", "a\na a", "a b\nc a b\na"]
    check_against_naive(predictions, references, EVERY_TYPE, EXACT)


@pytest.mark.parametrize("dialect", [EXACT, PRINTED], ids=["rouge-score", "rouge-1.5.5"])
@pytest.mark.parametrize("vocabulary", ["a", "ab", "abc", "abcdef"])
def test_random_texts_full_of_ties(dialect: naive.Settings, vocabulary: str) -> None:
    predictions, references = corpora.random_pairs(150, seed=len(vocabulary), vocabulary=vocabulary)
    check_against_naive(predictions, references, EVERY_TYPE, dialect)


@pytest.mark.parametrize("dialect", ["rouge-score", "rouge-1.5.5"])
@pytest.mark.parametrize("multi_reference", ["best", "best_recall", "average"])
def test_several_references(dialect: str, multi_reference: str) -> None:
    settings = naive.Settings(dialect=dialect, multi_reference=multi_reference)
    predictions, _ = corpora.random_pairs(200, seed=5, sentences=3, longest=5)
    references = corpora.random_references(200, seed=6)
    types = ["rouge1", "rouge2", "rougeL", "rougeLsum", "rougeW", "rougeW-2", "rougeS", "rougeSU4"]
    check_against_naive(predictions, references, types, settings, multi_reference=multi_reference)


def test_odd_characters_break_words_as_they_should() -> None:
    types = ["rouge1", "rouge2", "rougeL", "rougeLsum", "rougeS4"]
    check_against_naive(*corpora.odd_pairs(600, seed=8), types, EXACT)
    check_against_naive(*corpora.odd_pairs(600, seed=9), types, PRINTED)


@pytest.mark.parametrize("alpha", [0.0, 0.2, 0.5, 0.8, 1.0])
@pytest.mark.parametrize("dialect", ["rouge-score", "rouge-1.5.5"])
def test_alpha_moves_f_between_recall_and_precision(dialect: str, alpha: float) -> None:
    settings = naive.Settings(dialect=dialect, alpha=alpha, multi_reference="average")
    predictions, references = corpora.random_pairs(150, seed=11)
    check_against_naive(
        predictions,
        references,
        ["rouge1", "rougeLsum", "rougeW"],
        settings,
        alpha=alpha,
        multi_reference="average",
    )


def test_the_papers_normalization_of_weighted_subsequences() -> None:
    settings = naive.Settings(weight_normalization="paper")
    predictions, references = corpora.random_pairs(150, seed=12)
    check_against_naive(predictions, references, WEIGHTED, settings, weight_normalization="paper")


def limited_pairs(seed: int) -> corpora.Pairs:
    """Lines whose blanks, hyphens, carriage returns and long characters make word and byte limits hard."""
    source = random.Random(seed)
    pieces = [
        "alpha",
        "beta",
        "a",
        "b-c",
        "--",
        "-",
        "\u00e9t\u00e9",
        "\u212a",
        "\U0001f600",
        "x\u00a0y",
        "Z",
    ]
    blanks = [" ", "  ", "\t", " \r", "\x0b", "\x0c", "\x1c"]

    def line() -> str:
        words = source.choices(pieces, k=source.randint(0, 6))
        return source.choice(["", "", " "]) + "".join(word + source.choice(blanks) for word in words)

    def text() -> str:
        return "\n".join(line() for _ in range(source.randint(0, 5)))

    return [text() for _ in range(120)], [text() for _ in range(120)]


@pytest.mark.parametrize("limit", [1, 2, 3, 5, 8, 13, 100])
def test_word_limit_of_the_script(limit: int) -> None:
    settings = naive.Settings(dialect="rouge-1.5.5", max_words=limit)
    types = ["rouge1", "rouge2", "rougeLsum", "rougeW", "rougeS", "rougeSU4"]
    check_against_naive(*limited_pairs(limit), types, settings, max_words=limit)


@pytest.mark.parametrize("limit", [1, 4, 7, 10, 16, 25, 40, 1000])
def test_byte_limit_of_the_script(limit: int) -> None:
    settings = naive.Settings(dialect="rouge-1.5.5", max_bytes=limit)
    types = ["rouge1", "rouge2", "rougeLsum", "rougeW", "rougeS", "rougeSU4"]
    check_against_naive(*limited_pairs(limit), types, settings, max_bytes=limit)


def test_corpus_shaped_like_news() -> None:
    predictions, references = corpora.zipf_pairs(60, seed=13)
    types = ["rouge1", "rouge2", "rouge3", "rougeL", "rougeLsum", "rougeW", "rougeS4", "rougeSU4"]
    check_against_naive(predictions, references, types, EXACT)
