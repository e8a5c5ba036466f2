"""rouge-score 0.1.2 and the engine give the same floats, to the last bit, on whatever can be thought of."""

from __future__ import annotations

import functools
import random
import re
import sys
from collections.abc import Callable, Hashable, Sequence
from typing import Any

import pytest
from nltk.stem.porter import PorterStemmer
from rouge_score import rouge_scorer, tokenize

import rouge_vec as rv
from rouge_vec.errors import EmptyTextWarning
from tests import corpora, naive
from tests.comparing import check_against_naive, differences, engine_scores

pytestmark = pytest.mark.slow

NGRAMS = tuple(f"rouge{n}" for n in range(1, 10))
EVERY_TYPE = (*NGRAMS, "rougeL", "rougeLsum")
MAIN_TYPES = ("rouge1", "rouge2", "rougeL", "rougeLsum")


class Tokenizer:
    """What rouge-score takes as a tokenizer: an object with one method."""

    def __init__(self, function: Callable[[str], list[Hashable]]) -> None:
        self.function = function

    def tokenize(self, text: str) -> list[Hashable]:
        return self.function(text)


def right_scores(
    predictions: Sequence[str], references: Sequence[Any], types: Sequence[str], **options: Any
) -> dict[str, list[tuple[float, ...]]]:
    """What rouge-score says; a list of references goes through ``score_multi``."""
    scorer = rouge_scorer.RougeScorer(list(types), **options)
    results = [
        scorer.score(reference, prediction)
        if isinstance(reference, str)
        else scorer.score_multi(reference, prediction)
        for prediction, reference in zip(predictions, references, strict=True)
    ]
    return {rouge_type: [tuple(result[rouge_type]) for result in results] for rouge_type in types}


def check(
    predictions: Sequence[str], references: Sequence[Any], types: Sequence[str] = MAIN_TYPES, **options: Any
) -> None:
    scores = engine_scores(predictions, references, types, **options)
    assert differences(scores, right_scores(predictions, references, types, **options)) == []


@pytest.mark.parametrize("use_stemmer", [False, True])
def test_human_written_summaries(aclsum_corpus: corpora.Pairs, use_stemmer: bool) -> None:
    check(*aclsum_corpus, EVERY_TYPE, use_stemmer=use_stemmer)


def test_human_written_summaries_as_predictions(aclsum_corpus: corpora.Pairs) -> None:
    leads, summaries = aclsum_corpus
    check(summaries[::3], leads[::3], MAIN_TYPES, use_stemmer=True)


@pytest.mark.parametrize("use_stemmer", [False, True])
def test_news_shaped_texts(use_stemmer: bool) -> None:
    check(*corpora.zipf_pairs(200, seed=1), MAIN_TYPES, use_stemmer=use_stemmer)


@pytest.mark.parametrize("vocabulary", ["a", "ab", "abc", "abcd"])
def test_texts_full_of_ties(vocabulary: str) -> None:
    check(*corpora.random_pairs(600, seed=30 + len(vocabulary), vocabulary=vocabulary), EVERY_TYPE)


@pytest.mark.parametrize("use_stemmer", [False, True])
def test_odd_characters(use_stemmer: bool) -> None:
    check(*corpora.odd_pairs(1000, seed=4), MAIN_TYPES, use_stemmer=use_stemmer)


def test_each_type_alone_gives_what_it_gives_in_company(tiny_vocabulary_corpus: corpora.Pairs) -> None:
    for rouge_type in EVERY_TYPE:
        check(*tiny_vocabulary_corpus, [rouge_type])


def test_ngrams_longer_than_rouge_score_can_count(aclsum_corpus: corpora.Pairs) -> None:
    leads, _ = aclsum_corpus
    check_against_naive(leads[:90], leads[3:93], ["rouge10", "rouge12", "rouge25"], naive.Settings())
    check_against_naive(leads[:30], leads[:30], ["rouge12"], naive.Settings())


@pytest.mark.parametrize("most", [1, 2, 3, 4, 5])
def test_several_references(most: int) -> None:
    predictions, _ = corpora.random_pairs(300, seed=most, sentences=3, longest=5)
    check(predictions, corpora.random_references(300, seed=70 + most, most=most), EVERY_TYPE)


def test_three_summaries_as_references(aclsum_corpus: corpora.Pairs) -> None:
    leads, _ = aclsum_corpus
    check(leads[:360:3], corpora.aclsum_references()[:120], MAIN_TYPES, use_stemmer=True)


def test_references_with_equal_f_the_first_wins() -> None:
    predictions = ["a b", "a b", "a b c d", "a b c d", "x"]
    references = [
        ["a x y z", "a"],
        ["a", "a x y z"],
        ["a b", "c d", "a b"],
        ["a b c d e f g h", "a b"],
        ["y", "z"],
    ]
    check(predictions, references, EVERY_TYPE)


def words_and_marks(text: str) -> list[str]:
    return re.findall(r"\w+|[^\w\s]", text)


def numbers(text: str) -> list[Hashable]:
    """Tokens that are equal without being the same: 1, 1.0 and True."""
    kinds: tuple[Callable[[int], Hashable], ...] = (int, float, lambda value: value == 1 or value)
    return [kinds[place % 3](len(word)) for place, word in enumerate(text.split())]


def tuples(text: str) -> list[Hashable]:
    return [(word, len(word)) for word in text.split()]


@pytest.mark.parametrize(
    "function",
    [str.split, list, words_and_marks, numbers, tuples, str.splitlines],
    ids=["blanks", "characters", "words and marks", "numbers", "tuples", "lines"],
)
def test_custom_tokenizers(function: Callable[[str], list[Hashable]]) -> None:
    for predictions, references in (corpora.odd_pairs(150, seed=6), corpora.random_pairs(150, seed=7)):
        right = right_scores(predictions, references, MAIN_TYPES, tokenizer=Tokenizer(function))
        for tokenizer in (Tokenizer(function), function):
            scores = engine_scores(predictions, references, MAIN_TYPES, tokenizer=tokenizer)
            assert differences(scores, right) == []


def test_rouge_score_own_tokenizer_object_can_be_passed_in(aclsum_corpus: corpora.Pairs) -> None:
    from rouge_score.tokenizers import DefaultTokenizer

    leads, summaries = aclsum_corpus
    tokenizer = DefaultTokenizer(use_stemmer=True)
    scores = engine_scores(leads[:100], summaries[:100], MAIN_TYPES, tokenizer=tokenizer)
    assert differences(scores, right_scores(leads[:100], summaries[:100], MAIN_TYPES, use_stemmer=True)) == []


def test_one_pair_at_a_time_gives_plain_floats(aclsum_corpus: corpora.Pairs) -> None:
    leads, summaries = aclsum_corpus
    theirs = rouge_scorer.RougeScorer(list(EVERY_TYPE), use_stemmer=True)
    ours = rv.Scorer(rouge_types=EVERY_TYPE, use_stemmer=True)
    for lead, summary in zip(leads[:50], summaries[:50], strict=True):
        scores = ours.score_pair(lead, summary)
        assert {name: tuple(score) for name, score in scores.items()} == theirs.score(summary, lead)
        assert {type(value) for score in scores.values() for value in score} == {float}
    several = corpora.aclsum_references()[0]
    assert {
        name: tuple(score) for name, score in ours.score_pair(leads[0], several).items()
    } == theirs.score_multi(several, leads[0])


@functools.cache
def every_code_point() -> list[str]:
    """All of Unicode with the surrogates that cannot stand alone in UTF-8."""
    return [chr(code) for code in range(sys.maxunicode + 1)]


def names(characters: Sequence[str]) -> list[str]:
    return [f"U+{ord(character):04X}" for character in characters]


def test_every_code_point_between_letters_and_between_blanks() -> None:
    """Precision and recall of ROUGE-L are both 1 exactly when the token sequences are the same."""
    characters = every_code_point()
    texts = [f"x{character}y {character} z{character}" for character in characters]
    tokenized = [" ".join(tokenize.tokenize(text, None)) for text in texts]
    scores = rv.score(predictions=texts, references=tokenized, rouge_types=["rougeL"])
    same = (scores["rougeL_precision"] == 1.0) & (scores["rougeL_recall"] == 1.0)
    assert names([character for character, fine in zip(characters, same, strict=True) if not fine]) == []


def test_every_code_point_alone() -> None:
    characters = every_code_point()
    tokenized = [" ".join(tokenize.tokenize(character, None)) for character in characters]
    with pytest.warns(EmptyTextWarning):
        scores = rv.score(predictions=characters, references=tokenized, rouge_types=["rouge1"])
    found = [float(bool(tokens)) for tokens in tokenized]
    actual = scores["rouge1_fmeasure"].tolist()
    assert (
        names([one for one, right, got in zip(characters, found, actual, strict=True) if right != got]) == []
    )


def test_every_code_point_in_a_word_that_is_stemmed() -> None:
    """Only code points whose lower case is ASCII can change what the stemmer sees."""
    letters = [chr(code) for code in range(0x250)] + list(corpora.ODD_CHARACTERS)
    source = random.Random(1)
    endings = ("ies", "ing", "ed", "ational", "ement", "ly", "fulness", "sses", "ying")
    texts = [
        "".join(source.choices("aeioukyst", k=3)) + letter + source.choice(endings) for letter in letters * 8
    ]
    check(texts, texts[1:] + texts[:1], ["rouge1"], use_stemmer=True)
    stemmed = [" ".join(tokenize.tokenize(text, PorterStemmer())) for text in texts]
    check(texts, stemmed, ["rouge1"], use_stemmer=True)


def test_words_that_differ_in_one_letter_only() -> None:
    """Words of every length up to 200 letters that share all but one letter, at the start, middle or end."""
    source = random.Random(9)

    def word() -> str:
        letters = ["a"] * source.choice([*range(1, 40), 63, 64, 65, 127, 128, 200])
        if source.random() < 0.7:
            letters[source.choice([0, len(letters) // 2, -1])] = source.choice("bc")
        return "".join(letters)

    texts = [" ".join(word() for _ in range(60)) for _ in range(200)]
    check(texts, texts[1:] + texts[:1])


def test_a_corpus_that_never_repeats_a_word() -> None:
    count = iter(range(10**9))
    predictions = [[f"w{next(count):x}" for _ in range(50)] for _ in range(1500)]
    references = [words[25:] + [f"w{next(count):x}" for _ in range(20)] + words[:5] for words in predictions]
    check(
        [" ".join(words) for words in predictions],
        [" ".join(words) for words in references],
        ["rouge1", "rouge2"],
    )


def test_texts_of_a_megabyte() -> None:
    source = random.Random(5)
    vocabulary = [f"word{number}" * 12 for number in range(5000)]
    texts = [" ".join(source.choices(vocabulary, k=12_000)) for _ in range(2)]
    assert min(map(len, texts)) > 1_000_000
    check(texts, texts[::-1], ["rouge1", "rouge2", "rouge5"])
