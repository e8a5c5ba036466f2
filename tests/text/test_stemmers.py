"""Stemmers by name, for tokens cut from bytes and for tokens that are Python objects."""

from __future__ import annotations

import random
import string
import sys
from typing import Any

import pytest
import snowballstemmer
from nltk.stem.porter import PorterStemmer

import rouge_vec as rv
from rouge_vec.errors import MissingLibraryError, OptionError
from rouge_vec.text.snowball import SNOWBALL_LANGUAGES
from rouge_vec.text.stemmers import find_stemmer, pack_words, stemmer_names, string_stemmer, unpack_words
from tests.word_forms import word_forms

SAMPLES = {
    "german": "häuser bücher gegangen schönsten läuft",
    "french": "majestueusement continuellement chevaux finissons",
    "russian": "красивая бегущие городами",
    "spanish": "corriendo habitaciones rápidamente",
    "turkish": "kitaplarımız gözlükçülük",
    "arabic": "المدرسة كتاب",
    "english": "generously running national skies dying",
}


def words_of_english() -> list[str]:
    return sorted(word_forms())[:: len(word_forms()) // 3000]


@pytest.mark.parametrize("language", SNOWBALL_LANGUAGES)
def test_snowball_is_the_library(language: str) -> None:
    words = SAMPLES.get(language, SAMPLES["english"]).split()
    right = snowballstemmer.stemmer(language).stemWords(words)
    assert string_stemmer(language, "none")(list(words)) == right
    packed = pack_words(word.encode() for word in words)
    assert unpack_words(*find_stemmer(language)(*packed, 0, len(words))) == right
    assert unpack_words(*find_stemmer(language)(*packed, 1, 2)) == right[1:2]


@pytest.mark.parametrize(
    ("name", "mode"),
    [("porter", "NLTK_EXTENSIONS"), ("martin", "MARTIN_EXTENSIONS"), ("original", "ORIGINAL_ALGORITHM")],
)
def test_porter_on_strings_is_nltk_on_words_of_four_letters_and_more(name: str, mode: str) -> None:
    stemmer = PorterStemmer(mode)
    words = words_of_english()
    right = [stemmer.stem(word) if len(word) > 3 else word for word in words]
    assert string_stemmer(name, "none")(list(words)) == right


def test_bytes_and_strings_are_stemmed_alike() -> None:
    text = " ".join(words_of_english()[:800])
    other = " ".join(words_of_english()[5:805][::-1])
    for name in ("porter", "perl", "martin", "original", "english", "indonesian"):
        frames = [
            rv.score(
                predictions=[text],
                references=[other],
                rouge_types=["rouge1", "rouge2", "rougeL"],
                tokenizer=tokenizer,
                use_stemmer=name,
            )
            for tokenizer in ("rouge-score", "whitespace", "words")
        ]
        assert frames[0].equals(frames[1])
        assert frames[0].equals(frames[2])


def test_porter_leaves_what_is_not_an_ascii_word() -> None:
    tokens = ["cafés", "dogs.", "n't", "running", 17, ("a", "b"), "Läufer", "ies", ""]
    assert string_stemmer("porter", "none")(list(tokens)) == [
        "cafés", "dogs.", "n't", "run", 17, ("a", "b"), "Läufer", "ies", "",
    ]  # fmt: skip


def test_irregular_forms_go_before_the_stemmer() -> None:
    for tokenizer in ("rouge-score", "words"):
        scores = rv.score(
            predictions=["they went to better children"],
            references=["they go to well child"],
            rouge_types="rouge1",
            tokenizer=tokenizer,
            use_stemmer="perl",
            exceptions="wordnet",
        )
        assert scores["rouge1_fmeasure"].tolist() == [1.0]
    assert string_stemmer("perl", {"cats": "feline"})(["cats", "dogs"]) == ["feline", "dog"]


def test_a_language_by_name_makes_forms_of_a_word_equal() -> None:
    scores = rv.score(
        predictions=["Die Häuser waren schön"],
        references=["das Haus war schöne"],
        rouge_types="rouge1",
        tokenizer="words",
        use_stemmer="german",
    )
    assert scores["rouge1_fmeasure"].tolist() == [0.75]
    assert "|stem:german|" in scores.attrs["signature"]


def test_unknown_stemmers_are_told_the_known_ones() -> None:
    with pytest.raises(OptionError) as error:
        rv.Scorer("rouge1", use_stemmer="germann")
    assert "'german'" in str(error.value)
    with pytest.raises(OptionError) as error:
        rv.Scorer("rouge1", use_stemmer="?")
    assert all(name in str(error.value) for name in stemmer_names())


def test_a_missing_library_is_named_with_the_command(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "snowballstemmer", None)
    with pytest.raises(MissingLibraryError, match=r"pip install 'rouge-vec\[languages\]'"):
        rv.Scorer("rouge1", use_stemmer="finnish")


def test_an_older_library_may_lack_a_language(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(snowballstemmer, "algorithms", lambda: ["english", "german"])
    with pytest.raises(OptionError, match="upgrade"):
        rv.Scorer("rouge1", use_stemmer="finnish")


def test_stop_words_go_before_the_stemmer_with_every_tokenizer() -> None:
    source = random.Random(9)
    vocabulary = ["".join(source.choices(string.ascii_lowercase, k=source.randint(1, 6))) for _ in range(60)]
    stopwords = vocabulary[:20]
    texts = [" ".join(source.choices(vocabulary, k=30)) for _ in range(20)]
    kept = [" ".join(word for word in text.split() if word not in stopwords) for text in texts]
    for tokenizer in (
        "rouge-score",
        "rouge-1.5.5",
        "whitespace",
        "words",
        "characters",
        "unicode-v1",
        str.split,
    ):
        with_list = rv.score(
            predictions=texts, references=texts[::-1], tokenizer=tokenizer, stopwords=stopwords
        )
        without = rv.score(predictions=kept, references=kept[::-1], tokenizer=tokenizer)
        assert with_list.equals(without)


def test_a_tokenizer_that_drops_letters_of_the_language_is_told_of() -> None:
    texts: dict[str, Any] = {"predictions": ["Häuser"], "references": ["Häuser"], "rouge_types": "rouge1"}
    wanted = r"tokenizer rouge-score .* stemmer 'german' .* tokenizer=\"unicode-v1\""
    with pytest.warns(rv.LostLettersWarning, match=wanted) as caught:
        rv.score(**texts, use_stemmer="german")
    assert [warning.filename for warning in caught] == [__file__]
    with pytest.warns(rv.LostLettersWarning, match="rouge-1.5.5"):
        rv.Scorer("rouge1", dialect="rouge-1.5.5", use_stemmer="french")
    # Warnings are errors here, so these are silent.
    rv.score(**texts, use_stemmer="german", tokenizer="unicode-v1")
    for stemmer in (True, "porter", "perl", "english", "indonesian"):
        rv.Scorer("rouge1", use_stemmer=stemmer)


@pytest.mark.parametrize("exceptions", ["wordnet", {"cats": "feline"}])
def test_exceptions_without_a_stemmer_are_refused(exceptions: str | dict[str, str]) -> None:
    with pytest.raises(OptionError, match=r"no effect without a stemmer.\nHint: give use_stemmer=True"):
        rv.Scorer("rouge1", exceptions=exceptions)
    rv.Scorer("rouge1", exceptions="none")
    rv.Scorer("rouge1", exceptions=exceptions, use_stemmer=True)
