"""Tokenizers by name, tokenizers of other libraries, and lists of tokens."""

from __future__ import annotations

import random
import warnings
from collections.abc import Callable, Iterator
from importlib import resources
from typing import Any

import jieba
import numpy as np
import pandas as pd
import polars as pl
import pyarrow as pa
import pytest
import rouge_score_rs.tokenizers
from tokenizers import Tokenizer, models, pre_tokenizers, trainers

import rouge_vec as rv
from rouge_vec.errors import (
    EmptyTextWarning,
    InputError,
    InputTypeError,
    MissingLibraryError,
    OptionError,
    RougeVecError,
)
from rouge_vec.text.named_tokenizers import NAMED_TOKENIZERS
from rouge_vec.text.tokenizers import tokenizer_names
from tests import corpora, dialect_texts
from tests.comparing import engine_scores

TYPES = ["rouge1", "rouge2", "rougeL", "rougeLsum"]


def tokens_of(name: str, text: str, lowercase: bool = True) -> list[str]:
    (tokens,) = NAMED_TOKENIZERS[name].make(lowercase)([text])
    return list(tokens)


@pytest.mark.parametrize(
    ("name", "text", "right"),
    [
        ("whitespace", " The cat's\u00a0mat.\n\u3000x ", "the cat's mat. x"),
        ("words", "The cat's na\u00efve_x 3.5 \u4eca\u5929!", "the cat s na\u00efve_x 3 5 \u4eca\u5929"),
        ("treebank", 'He said "don\'t".', "he said `` do n't '' ."),
        (
            "characters",
            "GPT-4 \u4eca\u304b\u30ab\u3002 \ud55c\uad6d x",
            "gpt 4 \u4eca \u304b \u30ab \ud55c\uad6d x",
        ),
        ("characters", "caf\u00e9\u4e00\u4e8cb", "caf\u00e9 \u4e00 \u4e8c b"),
        (
            "unicode-v1",
            "Don't pay \u20ac3.50! \u4eca\u5929 Stra\u00dfe",
            "don't pay 3.50 \u4eca \u5929 strasse",
        ),
        ("character-v1", "e\u0301 \u0915\u094d\u0937 1!", "\u00e9 \u0915\u094d\u0937 1"),
    ],
)
def test_tokens_of_a_named_tokenizer(name: str, text: str, right: str) -> None:
    assert tokens_of(name, text) == right.split(" ")


@pytest.mark.parametrize(
    ("name", "text", "right"), [("kurenai", " a  B. ", ["", "a", "b.", ""]), ("pltrdy", "  ", [""])]
)
def test_empty_tokens_that_dialects_keep(name: str, text: str, right: list[str]) -> None:
    assert tokens_of(name, text) == right


def test_case_is_kept_on_request() -> None:
    for name in ("whitespace", "words", "characters", "treebank", "unicode-v1"):
        assert tokens_of(name, "The CAT", lowercase=False) == ["The", "CAT"]
    scores = rv.score(predictions=["The"], references=["the"], rouge_types="rouge1", lowercase=False)
    assert scores["rouge1_fmeasure"].tolist() == [0.0]


@pytest.mark.slow
@pytest.mark.parametrize(
    ("name", "original"),
    [
        ("unicode-v1", rouge_score_rs.tokenizers.UnicodeTokenizer()),
        ("character-v1", rouge_score_rs.tokenizers.CharacterTokenizer()),
    ],
)
def test_unicode_profiles_are_those_of_rouge_score_rs(name: str, original: Any) -> None:
    """Every code point between letters, and the ends of every range of equal properties between others."""
    points = [*range(0xD800), *range(0xE000, 0x110000)]
    check_code_points(name, original, points, "a{}b")
    ranges = (line.split("\t")[:2] for line in unicode_ranges())
    ends = [point for pair in ranges for point in map(hexadecimal, pair) if not 0xD800 <= point < 0xE000]
    for frame in ("{}", "1{}2", "\u05d0{}\u05d0", "\u0915{}\u0915", "\u30a2{}a", "a{}\u0301"):
        check_code_points(name, original, ends, frame)


def check_code_points(name: str, original: Any, points: list[int], frame: str) -> None:
    """A line end keeps each code point from its neighbours."""
    text = "\n".join(frame.format(chr(point)) for point in points)
    assert tokens_of(name, text) == original.tokenize(text)


def hexadecimal(code: str) -> int:
    return int(code, 16)


def unicode_ranges() -> list[str]:
    return resources.files("rouge_vec.data").joinpath("unicode17_breaks.tsv").read_text("ascii").splitlines()


def random_unicode(rows: int) -> list[str]:
    """Few different characters, one or two of every class that a boundary rule names, in any order."""
    source = random.Random(29)
    letters = (
        "a1_\u05d0\u30a2:;.'\"\u00ad\u0301\u200d\U0001f600\U0001f1e6\u24c2\u0915\u094d\u0937\u1100\u1161"
        "\u11a8\uac00\uac01\u0600\u0903\r\n ,\U00016d63\U00016d67\U000113c2\u1acf\u0316"
    )
    return ["".join(source.choices(letters, k=source.randint(1, 9))) for _ in range(rows)]


@pytest.mark.parametrize(
    ("name", "original"),
    [
        ("unicode-v1", rouge_score_rs.tokenizers.UnicodeTokenizer()),
        ("character-v1", rouge_score_rs.tokenizers.CharacterTokenizer()),
    ],
)
def test_unicode_profiles_on_random_text(name: str, original: Any) -> None:
    texts = random_unicode(20_000)
    made = NAMED_TOKENIZERS[name].make(True)(texts)
    assert [text for text, tokens in zip(texts, made, strict=True) if tokens != original.tokenize(text)] == []


def test_scores_with_a_profile_are_those_of_rouge_score_rs() -> None:
    scorer = rouge_score_rs.rouge_scorer.RougeScorer(
        TYPES, tokenizer=rouge_score_rs.tokenizers.UnicodeTokenizer()
    )
    predictions, references = dialect_texts.pairs()
    frame = engine_scores(predictions, references, TYPES, tokenizer="unicode-v1")
    right = scorer.score_batch(references, predictions)
    for rouge_type in TYPES:
        assert frame[f"{rouge_type}_fmeasure"].tolist() == [row[rouge_type].fmeasure for row in right]


def test_unknown_names_are_told_the_known_ones() -> None:
    with pytest.raises(OptionError) as error:
        rv.Scorer("rouge1", tokenizer="unicode")
    assert all(name in str(error.value) for name in tokenizer_names())
    with pytest.raises(OptionError, match="'punkt'"):
        rv.Scorer("rougeLsum", sentence_splitter="punk")
    with pytest.raises(TypeError, match="known names"):
        rv.Scorer("rouge1", tokenizer=3)


def test_the_advice_of_the_warning_can_be_followed() -> None:
    with pytest.warns(EmptyTextWarning) as caught:
        rv.score(predictions=["\u4eca\u5929"], references=["\u4eca\u5929"])
    (name,) = [name for name in tokenizer_names() if f'tokenizer="{name}"' in str(caught[0].message)]
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        scores = rv.score(predictions=["\u4eca\u5929"], references=["\u4eca\u5929"], tokenizer=name)
    assert scores["rouge1_fmeasure"].tolist() == [1.0]


# --------------------------------------------------------------------------- tokenizers of other libraries
TEXTS = ["The cat doesn't sit, it runs.", "cats run run", "", "\u00c4pfel 3.5 x", "cats run run"]
OTHERS = ["the cat does not sit.", "cats ran", "x", "\u00c4pfel\n3.5", "cats run run"]


def frame_with(tokenizer: Any) -> pd.DataFrame:
    return engine_scores(TEXTS, OTHERS, TYPES, tokenizer=tokenizer)


@pytest.fixture
def byte_pairs() -> Tokenizer:
    tokenizer = Tokenizer(models.BPE(unk_token="[UNK]"))
    tokenizer.pre_tokenizer = pre_tokenizers.Whitespace()
    trainer = trainers.BpeTrainer(vocab_size=60, special_tokens=["[UNK]", "[PAD]"], show_progress=False)
    tokenizer.train_from_iterator(TEXTS + OTHERS, trainer)
    return tokenizer


def test_a_hugging_face_tokenizer_encodes_many_texts_at_once(byte_pairs: Tokenizer) -> None:
    one_by_one = frame_with(lambda text: byte_pairs.encode(text, add_special_tokens=False).tokens)
    assert frame_with(byte_pairs).equals(one_by_one)
    byte_pairs.enable_padding()
    assert frame_with(byte_pairs).equals(one_by_one)


class FastTokenizer:
    """What a fast tokenizer of the library ``transformers`` looks like."""

    is_fast = True

    def __init__(self, tokenizer: Tokenizer) -> None:
        self.tokenizer = tokenizer
        self.calls = 0

    def convert_ids_to_tokens(self, ids: list[int]) -> list[str]:
        return [self.tokenizer.id_to_token(one) for one in ids]

    def tokenize(self, text: str) -> list[str]:
        return list(self.tokenizer.encode(text, add_special_tokens=False).tokens)

    def __call__(self, texts: list[str], *, add_special_tokens: bool, **options: bool) -> dict[str, Any]:
        assert not add_special_tokens
        assert not any(options.values())
        self.calls += 1
        encodings = self.tokenizer.encode_batch(texts, add_special_tokens=False)
        return {"input_ids": [encoding.ids for encoding in encodings]}


def test_a_fast_tokenizer_is_called_with_many_texts(byte_pairs: Tokenizer) -> None:
    fast = FastTokenizer(byte_pairs)
    scores = engine_scores(TEXTS, OTHERS, TYPES, tokenizer=fast, n_jobs=1)
    assert scores.equals(frame_with(fast.tokenize))
    assert 0 < fast.calls < len(set(TEXTS + OTHERS))


class Word:
    """A token of spaCy, which is equal to itself alone."""

    def __init__(self, text: str) -> None:
        self.text = text


class Document:
    """A spaCy document."""

    vocab = ()

    def __init__(self, text: str) -> None:
        self.text = text

    def __iter__(self) -> Iterator[Word]:
        return map(Word, self.text.split())


class Pipeline:
    """A spaCy pipeline."""

    vocab = ()

    def __call__(self, text: str) -> Document:
        return Document(text)

    def pipe(self, texts: list[str]) -> Iterator[Document]:
        return map(self, texts)


def test_a_spacy_pipeline_or_its_documents() -> None:
    pipeline = Pipeline()
    right = frame_with(str.split)
    assert frame_with(pipeline).equals(right)
    assert frame_with(lambda text: pipeline(text)).equals(right)


def test_jieba() -> None:
    jieba.setLogLevel("ERROR")
    texts = ["\u6211\u4eec\u4eca\u5929\u5f88\u9ad8\u5174", "\u4eca\u5929\u5929\u6c14\u5f88\u597d"]
    others = ["\u4eca\u5929\u6211\u5f88\u9ad8\u5174", "\u5929\u6c14\u4e0d\u597d"]
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        jieba.initialize()
    scores = engine_scores(texts, others, ["rouge1"], tokenizer=jieba.lcut)
    right = []
    for one, two in zip(texts, others, strict=True):
        words = jieba.lcut(one)
        right.append(sum(word in jieba.lcut(two) for word in words) / len(words))
    assert scores["rouge1_precision"].tolist() == right


def test_each_distinct_text_is_tokenized_once_by_any_number_of_threads() -> None:
    seen: list[str] = []

    def tokenize(text: str) -> list[str]:
        seen.append(text)
        return text.split()

    predictions, references = corpora.aclsum_pairs()
    frames = []
    for n_jobs in (1, 3):
        seen.clear()
        frames.append(
            rv.score(predictions=predictions, references=references, tokenizer=tokenize, n_jobs=n_jobs)
        )
        assert len(seen) == len(set(seen))
    assert frames[0].equals(frames[1])
    scorer = rv.Scorer(tokenizer=str.split)
    for row in range(0, len(predictions), 50):
        pair = scorer.score_pair(predictions[row], references[row])
        assert frames[0].iloc[row].tolist() == [value for score in pair.values() for value in score]


# --------------------------------------------------------------------------- sentences
def test_a_splitter_of_the_callers_own() -> None:
    def splitter(text: str) -> list[str]:
        return text.split("|")

    texts, others = ["a b|c d", "x\ny|z"], ["c d|a b", "z|x y"]
    lines = engine_scores(
        [text.replace("\n", " ").replace("|", "\n") for text in texts],
        [text.replace("\n", " ").replace("|", "\n") for text in others],
        TYPES,
    )
    for tokenizer in ("rouge-score", str.split):
        scores = engine_scores(texts, others, ["rougeLsum"], sentence_splitter=splitter, tokenizer=tokenizer)
        assert scores.equals(lines[scores.columns])
    with pytest.raises(TypeError, match="splitter"):
        rv.score(predictions=["a"], references=["a"], sentence_splitter=lambda text: text)
    with pytest.raises(TypeError, match="known names"):
        rv.Scorer("rougeLsum", sentence_splitter=7)


def test_punkt_finds_the_sentences_of_one_line() -> None:
    scores = engine_scores(
        ["Dr. Smith ran. The cat sat."],
        ["The cat sat. Dr. Smith ran."],
        ["rougeLsum"],
        sentence_splitter="punkt",
    )
    assert scores["rougeLsum_fmeasure"].tolist() == [1.0]


@pytest.mark.parametrize(
    ("missing", "asked"), [("nltk.tokenize.punkt", "nltk 3.9"), ("punkt", "English model")]
)
def test_punkt_says_what_is_missing(
    missing: str, asked: str, monkeypatch: pytest.MonkeyPatch, tmp_path: Any
) -> None:
    import sys

    import nltk

    monkeypatch.setattr(nltk.data, "path", [str(tmp_path)])
    monkeypatch.setitem(sys.modules, missing, None)
    with pytest.raises(MissingLibraryError, match="pip install") as error:
        rv.Scorer("rougeLsum", dialect="torchmetrics")
    assert asked in str(error.value)
    assert rv.Scorer("rougeL", dialect="torchmetrics").score_pair("a", "a")["rougeL"].fmeasure == 1.0


# --------------------------------------------------------------------------- lists of tokens
IDS, OTHER_IDS = [[1, 2, 3, 2], [9], [], [4, 5]], [[1, 3, 2], [9, 10], [7], [5, 4]]


def pretokenized(predictions: Any, references: Any, **options: Any) -> pd.DataFrame:
    return rv.score(
        predictions=predictions, references=references, rouge_types=TYPES, tokenizer="pretokenized", **options
    )


def spelled(rows: list[list[int]]) -> list[str]:
    return [" ".join(f"t{one}" for one in row) for row in rows]


FORMS: dict[str, Callable[[list[list[int]]], Any]] = {
    "lists": lambda rows: rows,
    "tuples": lambda rows: [tuple(row) for row in rows],
    "arrays": lambda rows: [np.array(row, np.int32) for row in rows],
    "object array": lambda rows: pd.Series(rows).to_numpy(),
    "series": pd.Series,
    "arrow": lambda rows: pa.array(rows, pa.list_(pa.int32())),
    "large arrow": lambda rows: pa.array(rows, pa.large_list(pa.int64())),
    "sliced arrow": lambda rows: pa.array([[5, 6], *rows, [7]]).slice(1, len(rows)),
    "chunked arrow": lambda rows: pa.chunked_array([pa.array(rows[:1]), pa.array(rows[1:], pa.list_(pa.int64()))]),
    "arrow series": lambda rows: pd.Series(rows, dtype=pd.ArrowDtype(pa.list_(pa.int64()))),
    "polars": lambda rows: pl.Series(rows, dtype=pl.List(pl.Int64)),
    "generator": lambda rows: (row for row in rows),
    "strings": lambda rows: [[str(one) for one in row] for row in rows],
    "huge": lambda rows: [[one * 10**13 - 10**14 for one in row] for row in rows],
    "beyond int64": lambda rows: [[one * 10**30 for one in row] for row in rows],
}  # fmt: skip


@pytest.mark.parametrize("form", FORMS)
def test_tokens_in_every_form(form: str) -> None:
    scores = pretokenized(FORMS[form](IDS), FORMS[form](OTHER_IDS))
    right = engine_scores(spelled(IDS), spelled(OTHER_IDS), TYPES)
    assert scores.to_numpy().tolist() == right.to_numpy().tolist()


def test_ids_of_both_sides_may_come_in_different_forms() -> None:
    right = pretokenized(IDS, OTHER_IDS)
    assert pretokenized(FORMS["arrow"](IDS), OTHER_IDS).equals(right)
    assert pretokenized(np.array([[1, 2], [3, 4]]), [[1, 2], ["3", 4]])["rouge1_fmeasure"].tolist() == [
        1.0,
        0.5,
    ]


def test_sentences_are_lists_in_the_cell_on_both_sides() -> None:
    predictions, references = [[[1, 2], [3], []], [[9]]], [[[3], [1, 2]], [[9, 10]]]
    right = engine_scores(["t1 t2\nt3", "t9"], ["t3\nt1 t2", "t9 t10"], TYPES)
    for form in (list, pa.array, lambda cells: [tuple(map(tuple, cell)) for cell in cells]):
        assert pretokenized(form(predictions), form(references)).equals(right)


def test_several_references_are_texts_in_sentences() -> None:
    references = [[[[7]], [[1, 3], [2]]], [[[9, 10]]]]
    right = engine_scores(["t1 t2 t3 t2", "t9"], [["t7", "t1 t3\nt2"], ["t9 t10"]], TYPES)
    assert pretokenized(IDS[:2], references).equals(right)
    assert pretokenized(pa.array(IDS[:2]), pa.array(references)).equals(right)


def test_missing_tokens() -> None:
    for column in ([[1], None], pa.array([[1], None])):
        assert pretokenized(column, [[1], [2]], missing="nan").iloc[1].isna().all()
        assert pretokenized(column, [[1], [2]], missing="empty").iloc[1].eq(0.0).all()
        with pytest.raises(InputError, match="row 1"):
            pretokenized(column, [[1], [2]])


@pytest.mark.parametrize(
    ("cell", "message"),
    [
        ("a b", "row 1 holds 'a b'"),
        (3, "row 1 holds 3 of type int"),
        (["a", ["b"]], "row 1 mixes"),
        ([["a"], [["b"]]], "row 1 mixes"),
        ([{}], "not hashable"),
    ],
)
def test_what_is_no_list_of_tokens_is_refused(cell: Any, message: str) -> None:
    with pytest.raises(TypeError, match="Hint") as error:
        pretokenized([["a"], cell], [["a"], ["b"]])
    assert message in str(error.value)


def test_a_text_for_one_pair_of_tokens_is_refused() -> None:
    scorer = rv.Scorer("rouge1", tokenizer="pretokenized")
    assert scorer.score_pair([1, 2], [2])["rouge1"].precision == 0.5  # type: ignore[arg-type,list-item]
    with pytest.raises(InputTypeError, match="lists of tokens"):
        scorer.score_pair("a b", "a")


def test_words_in_lists_may_be_stemmed_and_stopped() -> None:
    scores = pretokenized([["the", "dogs", "runs"]], [["dog", "run"]], use_stemmer=True, stopwords=["the"])
    assert scores["rouge2_fmeasure"].tolist() == [1.0]


def test_options_that_own_tokens_do_not_have_are_refused() -> None:
    for options in (
        {"tokenizer": str.split, "lowercase": True},
        {"tokenizer": "pretokenized", "max_words": 1},
    ):
        with pytest.raises(RougeVecError, match="has no effect on tokens of your own"):
            rv.Scorer("rouge1", **options)
    assert "|case:own|" in rv.Scorer("rouge1", tokenizer=str.split).signature


def test_a_limit_of_characters_holds_in_every_dialect() -> None:
    for dialect in ("rouge-score", "rouge-1.5.5", "torchmetrics", "js-rouge", "kurenai"):
        scores = rv.score(
            predictions=["aaa bbb"],
            references=["aaa bbb"],
            rouge_types="rouge1",
            dialect=dialect,
            max_characters=3,
            counts=True,
        )
        assert scores["rouge1_matches"].tolist() == [1]


def test_a_splitter_that_returns_no_strings_is_refused() -> None:
    for result in ([1], [None], [b"ab"], None):
        with pytest.raises(RougeVecError, match="sentence splitter returned"):
            rv.score(
                predictions=["a"],
                references=["b"],
                rouge_types="rougeLsum",
                sentence_splitter=lambda _, r=result: r,
            )
