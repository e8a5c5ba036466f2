"""The Porter kernel against NLTK, against what ROUGE-1.5.5 printed, and on words that nobody would write."""

from __future__ import annotations

import hashlib
import itertools
import os
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from nltk.stem.porter import PorterStemmer

import rouge_vec
from rouge_vec.kernels import porter
from rouge_vec.kernels.jit import COMPILED
from tests.corpora import golden
from tests.naive_stemmer import perl_stem
from tests.word_forms import IRREGULAR, word_forms

pytestmark = pytest.mark.kernels

VARIANTS = (porter.NLTK, porter.MARTIN, porter.ORIGINAL, porter.PERL)
NLTK_MODES = {
    porter.NLTK: PorterStemmer.NLTK_EXTENSIONS,
    porter.MARTIN: PorterStemmer.MARTIN_EXTENSIONS,
    porter.ORIGINAL: PorterStemmer.ORIGINAL_ALGORITHM,
}
# Plain Python is hundreds of times slower, so it gets a sample.
FORMS = word_forms()[:: 1 if COMPILED else 40]
GUARD = 16


def stem_all(
    words: Sequence[bytes], variant: int, minimum_length: int = 0, lo: int = 0, hi: int | None = None
) -> list[bytes]:
    """Stem words in one call, with an output of the documented size; nothing else may be touched."""
    hi = len(words) if hi is None else hi
    offsets = np.zeros(len(words) + 1, np.int64)
    np.cumsum([len(word) for word in words], out=offsets[1:])
    letters = np.array(bytearray(b"".join(words)), np.uint8)
    size = int(offsets[hi] - offsets[lo])
    buffer = np.full(size + GUARD, 35, np.uint8)
    stem_offsets = np.full(hi - lo + 1 + GUARD, -7, np.int64)
    written = porter.stem_words(
        letters, offsets, lo, hi, variant, minimum_length, buffer[:size], stem_offsets[: hi - lo + 1]
    )
    assert (buffer[size:] == 35).all()
    assert (stem_offsets[hi - lo + 1 :] == -7).all()
    assert letters.tobytes() == b"".join(words)
    assert written == stem_offsets[hi - lo] <= size
    return [buffer[start:end].tobytes() for start, end in itertools.pairwise(stem_offsets[: hi - lo + 1])]


def stems_of(words: Sequence[str], variant: int, minimum_length: int = 0) -> list[str]:
    encoded = [word.encode() for word in words]
    return [stem.decode() for stem in stem_all(encoded, variant, minimum_length)]


def differences(
    words: Sequence[str], ours: Sequence[str], theirs: Sequence[str]
) -> list[tuple[str, str, str]]:
    return [row for row in zip(words, ours, theirs, strict=True) if row[1] != row[2]]


def test_there_are_enough_forms() -> None:
    assert len(word_forms()) == len(set(word_forms())) >= 200_000
    assert set(IRREGULAR) < set(word_forms())


@pytest.mark.slow
@pytest.mark.parametrize("variant", NLTK_MODES)
def test_stems_are_nltks(variant: int) -> None:
    stemmer = PorterStemmer(NLTK_MODES[variant])
    theirs = [stemmer.stem(word) for word in FORMS]
    assert differences(FORMS, stems_of(FORMS, variant), theirs) == []


@pytest.mark.parametrize("variant", VARIANTS)
def test_words_whose_ending_is_not_listed_are_their_own_stems(variant: int) -> None:
    words = [word for word in FORMS if len(word) > 1 and word.isascii()]
    unlisted = [word for word in words if not porter.ENDINGS[ord(word[-2]) % 32 + ord(word[-1]) % 32 * 32]]
    assert differences(unlisted, unlisted, stems_of(unlisted, variant)) == []
    assert len(unlisted) < len(words)


@pytest.mark.slow
def test_perl_stems_are_those_of_the_definition() -> None:
    theirs = [perl_stem(word, {}) for word in FORMS]
    assert differences(FORMS, stems_of(FORMS, porter.PERL), theirs) == []


def test_perl_stems_are_those_the_script_printed() -> None:
    """The script asks its exception list first; words of that list are somebody else's business."""
    table = (Path(rouge_vec.__file__).parent / "data" / "wordnet_exceptions.tsv").read_text(encoding="utf-8")
    exceptions = {line.split("\t")[0] for line in table.splitlines()}
    printed = {
        word: stem for word, stem in golden("perl.json")["stems"]["words"].items() if word not in exceptions
    }
    assert len(printed) > 6_000
    assert differences(list(printed), stems_of(list(printed), porter.PERL), list(printed.values())) == []


@pytest.mark.parametrize(
    ("word", "nltk", "martin", "original", "perl"),
    [
        ("skies", "sky", "ski", "ski", "ski"),
        ("news", "news", "new", "new", "new"),
        ("dies", "die", "di", "di", "di"),
        ("died", "die", "di", "di", "di"),
        ("spied", "spi", "spi", "spi", "spi"),
        ("enjoy", "enjoy", "enjoi", "enjoi", "enjoi"),
        ("flies", "fli", "fli", "fli", "fli"),
        ("fly", "fli", "fly", "fly", "fly"),
        ("used", "use", "us", "us", "us"),
        ("as", "as", "as", "a", "as"),
        ("s", "s", "s", "", "s"),
        ("geology", "geolog", "geologi", "geologi", "geologi"),
        ("archaeology", "archaeolog", "archaeolog", "archaeologi", "archaeolog"),
        ("hopefully", "hope", "hopefulli", "hopefulli", "hopefulli"),
        ("rationally", "ration", "ration", "ration", "ration"),
        ("relationally", "relat", "relation", "relation", "relat"),
        ("possibly", "possibl", "possibl", "possibli", "possibl"),
        ("professional", "profession", "profession", "profession", "profess"),
        ("environmental", "environment", "environment", "environment", "environ"),
        ("byying", "by", "by", "by", "byi"),
    ],
)
def test_variants_differ_as_documented(word: str, nltk: str, martin: str, original: str, perl: str) -> None:
    assert [porter.stem(word, variant) for variant in VARIANTS] == [nltk, martin, original, perl]


@pytest.mark.parametrize("variant", VARIANTS)
def test_shorter_words_are_copied(variant: int) -> None:
    words = ["", "s", "is", "gas", "cats", "éés", "ééés", "running"]
    stemmed = stems_of(words, variant)
    assert stems_of(words, variant, minimum_length=4) == [*words[:4], stemmed[4], words[5], *stemmed[6:]]
    assert stems_of(words, variant, minimum_length=100) == words


@pytest.mark.parametrize("variant", VARIANTS)
def test_every_range_of_words_gives_the_same_stems(variant: int) -> None:
    words = [word.encode() for word in FORMS[::97]]
    whole = stem_all(words, variant)
    for lo, hi in ((0, 0), (0, 1), (7, 7), (5, 40), (len(words) - 3, len(words)), (len(words), len(words))):
        assert stem_all(words, variant, lo=lo, hi=hi) == whole[lo:hi]


@pytest.mark.parametrize(
    "word", ["oed", "aing", "eing", "uing", "yed", "oing", "ing", "ed", "eed", "y", "yy"]
)
def test_words_that_once_raised_in_nltk(word: str) -> None:
    """https://github.com/nltk/nltk/issues/1581, 1614 and 1971."""
    for variant, mode in NLTK_MODES.items():
        assert porter.stem(word, variant) == PorterStemmer(mode).stem(word)
    assert porter.stem(word, porter.PERL) == perl_stem(word, {})


@pytest.mark.slow
@pytest.mark.parametrize("end", ["", "y", "ying", "yed", "s", "ization", "ement", "e", "al"])
@pytest.mark.parametrize("size", [10_000, 10_001])
def test_runs_of_y_are_no_burden(size: int, end: str) -> None:
    """A y is a vowel or a consonant by what stands before it; NLTK once recursed over the whole run."""
    word = "y" * size + end
    for variant, mode in NLTK_MODES.items():
        assert porter.stem(word, variant) == PorterStemmer(mode).stem(word)


def test_time_is_linear_in_the_letters() -> None:
    word = "y" * (3_000_000 if COMPILED else 30_000)
    assert porter.stem("so" + word + "ing") == porter.stem("so" + word)


WIDE = st.text("aeiouyslzdngé中yb*", max_size=6)
ENDINGS = st.sampled_from(["", "ed", "ing", "eding", "s", "e", "y", "ied", "ies", "ement", "ational", "alli"])


@pytest.mark.slow
@settings(deadline=None, max_examples=500)
@given(st.builds(lambda left, right: left + right, st.one_of(st.text(max_size=8), WIDE), ENDINGS))
def test_any_text_gets_nltks_stem(word: str) -> None:
    """A custom tokenizer may hand over any characters; lengths and doubled letters count characters."""
    for variant, mode in NLTK_MODES.items():
        assert porter.stem(word, variant) == PorterStemmer(mode).stem(word, to_lowercase=False)


@settings(deadline=None)
@given(st.lists(st.binary(max_size=12), max_size=8), st.sampled_from(VARIANTS))
def test_any_bytes_are_safe(words: list[bytes], variant: int) -> None:
    stems = stem_all(words, variant)
    assert all(len(stem) <= len(word) for word, stem in zip(words, stems, strict=True))
    assert stems == [stem_all([word], variant)[0] for word in words]


SAMPLE = 331
PRINT_DIGEST = f"from tests.kernels.test_porter import digest; print(digest({SAMPLE}))"


def digest(every: int) -> str:
    """Fold the stems of a sample of the forms, and of some words outside ASCII, into one number."""
    words = [*word_forms()[::every], "ééing", "中中ed", "cafés", "y" * 300 + "ing", ""]
    stems = [stems_of(words, variant, minimum_length) for variant in VARIANTS for minimum_length in (0, 4)]
    return hashlib.sha256(repr(stems).encode()).hexdigest()


@pytest.mark.processes
@pytest.mark.parametrize("setting", ["NUMBA_DISABLE_JIT", "NUMBA_BOUNDSCHECK"])
def test_plain_python_and_checked_bounds_give_the_same_stems(setting: str) -> None:
    settings = {"NUMBA_DISABLE_JIT": "0", "NUMBA_BOUNDSCHECK": "0", "ROUGE_VEC_CACHE": "0", setting: "1"}
    finished = subprocess.run(
        [sys.executable, "-c", PRINT_DIGEST],
        cwd=Path(__file__).resolve().parents[2],
        env={**os.environ, **settings},
        capture_output=True,
        text=True,
        check=True,
    )
    assert finished.stdout.strip() == digest(SAMPLE)


def test_one_word_at_a_time() -> None:
    assert porter.stem("") == ""
    assert porter.stem("generalizations") == "gener"
    assert porter.stem("cats", minimum_length=5) == "cats"
    with pytest.raises(UnicodeEncodeError):
        porter.stem("\ud800s")
