"""rouge_vec.compat.rouge_score does what rouge-score 0.1.2 does, errors and private helpers too."""

from __future__ import annotations

import pickle
import random
import sys
import threading
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Any

import numpy as np
import pytest
import rouge_score.rouge_scorer
import rouge_score.scoring
import rouge_score.tokenize
import rouge_score.tokenizers
import rouge_score_rs.rouge_scorer
import rouge_score_rs.tokenizers
from nltk.stem.porter import PorterStemmer
from nltk.stem.snowball import SnowballStemmer

from rouge_vec.compat.errors import CharactersWarning
from rouge_vec.compat.rouge_score import rouge_scorer, scoring, tokenize, tokenizers
from rouge_vec.errors import MissingLibraryError, RougeVecError
from tests import corpora, punkt

EVERY_TYPE = (*(f"rouge{order}" for order in range(1, 10)), "rougeL", "rougeLsum")
MAIN_TYPES = ("rouge1", "rouge2", "rougeL", "rougeLsum")
ODD_BYTES = [
    "5 \u212a keys\u212a kit".encode(),
    "\u0130stanbul \u0130\nI\u0307 stanbul".encode(),
    "caf\u00e9 au lait\n\nCAF\u00c9".encode(),
    b"",
    b"\n",
]

Tokens = list[str]


class Tokenizer:
    def __init__(self, function: Callable[[Any], Any]) -> None:
        self.function = function

    def tokenize(self, text: Any) -> Any:
        return self.function(text)


def differences(results: Sequence[Any], expected: Sequence[Any]) -> list[str]:
    return [
        f"row {row}: {got} instead of {right}"
        for row, (got, right) in enumerate(zip(results, expected, strict=True))
        if got != right
    ][:5]


def check(
    texts: Sequence[Any], targets: Sequence[Any], types: Sequence[str] = MAIN_TYPES, **options: Any
) -> None:
    """One by one and as a batch, the results are those of rouge-score."""
    ours = rouge_scorer.RougeScorer(types, **options)
    theirs = rouge_score.rouge_scorer.RougeScorer(types, **options)
    expected = [theirs.score(target, text) for target, text in zip(targets, texts, strict=True)]
    one_by_one = [ours.score(target, text) for target, text in zip(targets, texts, strict=True)]
    assert differences(one_by_one, expected) == []
    assert differences(ours.score_batch(targets, texts), expected) == []
    assert [list(scores) for scores in one_by_one] == [list(scores) for scores in expected]


@pytest.mark.parametrize("use_stemmer", [False, True])
def test_human_written_summaries(aclsum_corpus: corpora.Pairs, use_stemmer: bool) -> None:
    leads, summaries = aclsum_corpus
    check(leads[:60], summaries[:60], EVERY_TYPE, use_stemmer=use_stemmer)


def test_texts_full_of_ties() -> None:
    check(*corpora.random_pairs(400, seed=8), EVERY_TYPE)


@pytest.mark.parametrize("use_stemmer", [False, True])
def test_odd_characters(use_stemmer: bool) -> None:
    check(*corpora.odd_pairs(300, seed=9), MAIN_TYPES, use_stemmer=use_stemmer)


@pytest.mark.parametrize("types", [["rougeLsum"], ["rouge1"], ["rougeL", "rouge1"], ("rouge2", "rouge2"), []])
def test_any_choice_and_order_of_types(types: Sequence[str]) -> None:
    check(*corpora.random_pairs(30, seed=10), types)


def test_bytes_are_read_as_rouge_score_reads_them() -> None:
    mixed: list[Any] = [*ODD_BYTES, *(text.decode() for text in ODD_BYTES)]
    for shift in range(len(mixed)):
        check(mixed, mixed[shift:] + mixed[:shift])
    check(ODD_BYTES, ODD_BYTES[::-1], ["rougeLsum"], use_stemmer=True)


def test_strings_of_other_classes() -> None:
    texts = np.array(["the cat sat", "on the mat"])
    check(list(texts), list(texts[::-1]))


@pytest.mark.parametrize(
    "function",
    [
        str.split,
        list,
        str.upper,
        lambda text: [len(word) for word in text.split()],
        rouge_score.tokenizers.DefaultTokenizer(True).tokenize,
    ],
    ids=["blanks", "characters", "a string", "numbers", "rouge-score's own"],
)
def test_tokenizers_of_ones_own(function: Callable[[str], Any]) -> None:
    check(*corpora.odd_pairs(60, seed=11), MAIN_TYPES, tokenizer=Tokenizer(function))


def test_a_tokenizer_that_is_false_is_no_tokenizer() -> None:
    class Empty(Tokenizer):
        def __len__(self) -> int:
            return 0

    check(["Cats, cats"], ["cats cats"], tokenizer=Empty(str.split))


def test_split_summaries(tmp_path: Path, aclsum_corpus: corpora.Pairs) -> None:
    texts = [text.replace("\n", " ") for text in aclsum_corpus[0][:60:3]]
    texts += ["Dr. Who came. He saw\nus. We (i.e. all) left!", "One sentence", "", "First.\n\nSecond. Third?"]
    with punkt.model_in_use(tmp_path):
        check(texts, texts[3:] + texts[:3], MAIN_TYPES, split_summaries=True)
        check(texts, texts[2:] + texts[:2], ["rougeLsum"], split_summaries=True, use_stemmer=True)
        check(texts, texts[1:] + texts[:1], MAIN_TYPES, split_summaries=True, tokenizer=Tokenizer(str.split))


@pytest.fixture
def no_model(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """NLTK without a model."""
    import nltk
    from nltk.tokenize import _get_punkt_tokenizer

    monkeypatch.setattr(nltk.data, "path", [])
    _get_punkt_tokenizer.cache_clear()
    yield
    _get_punkt_tokenizer.cache_clear()


@pytest.mark.usefixtures("no_model")
def test_split_summaries_with_the_packaged_model(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, aclsum_corpus: corpora.Pairs
) -> None:
    texts = [text.replace("\n", " ") for text in aclsum_corpus[0][:90:3]] + punkt.random_texts(300, seed=5)
    others = texts[7:] + texts[:7]
    settings = {"use_stemmer": True, "split_summaries": True}
    results = rouge_scorer.RougeScorer(MAIN_TYPES, **settings).score_batch(others, texts)
    theirs = rouge_score.rouge_scorer.RougeScorer(MAIN_TYPES, **settings)
    with pytest.raises(LookupError):
        theirs.score(others[0], texts[0])
    with punkt.packaged_model_in_use(tmp_path):
        expected = [theirs.score(other, text) for other, text in zip(others, texts, strict=True)]
    assert differences(results, expected) == []
    assert len({score["rougeLsum"] for score in results}) > 100


@pytest.mark.usefixtures("no_model")
def test_split_summaries_without_any_model_names_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "punkt", None)
    scorer = rouge_scorer.RougeScorer(["rougeLsum"], split_summaries=True)
    with pytest.raises(LookupError, match=r"punkt_tab.*\nHint: .*rouge-vec\[punkt\]") as caught:
        scorer.score("A b. C d.", "A b.")
    assert isinstance(caught.value, MissingLibraryError)
    without_sentences = rouge_scorer.RougeScorer(["rouge1"], split_summaries=True)
    assert without_sentences.score("A b.", "A b.")["rouge1"] == (1.0, 1.0, 1.0)


@pytest.mark.parametrize("most", [1, 3, 12])
def test_several_targets(most: int) -> None:
    texts, _ = corpora.random_pairs(150, seed=12, sentences=3, longest=5)
    several = corpora.random_references(150, seed=13, most=most)
    ours, theirs = rouge_scorer.RougeScorer(EVERY_TYPE), rouge_score.rouge_scorer.RougeScorer(EVERY_TYPE)
    expected = [theirs.score_multi(targets, text) for targets, text in zip(several, texts, strict=True)]
    results = [ours.score_multi(targets, text) for targets, text in zip(several, texts, strict=True)]
    assert differences(results, expected) == []
    as_bytes = [
        ours.score_multi([target.encode() for target in targets], text.encode())
        for targets, text in zip(several, texts, strict=True)
    ]
    assert differences(as_bytes, expected) == []


def test_a_string_of_targets_is_a_target_for_each_character() -> None:
    ours, theirs = rouge_scorer.RougeScorer(MAIN_TYPES), rouge_score.rouge_scorer.RougeScorer(MAIN_TYPES)
    with pytest.warns(CharactersWarning, match="targets is one string, 'a b'"):
        scores = ours.score_multi("a b", "b a")
    assert scores == theirs.score_multi("a b", "b a")


def error_of(call: Callable[[], Any]) -> BaseException:
    with pytest.raises((ValueError, TypeError, AttributeError)) as caught:
        call()
    return caught.value


@pytest.mark.parametrize(
    ("types", "texts"),
    [
        (["rouge0"], ("a", "b")),
        (["rouge10"], ("a", "b")),
        (["rougen"], ("a", "b")),
        (["ROUGE1"], ("a", "b")),
        (["rouge1", "rougeW"], ("a", "b")),
        ("rouge1", ("a", "b")),
        (["rouge1"], (None, "b")),
        (["rouge1"], ("a", None)),
        (["rouge1"], (["a"], "b")),
        (["rougeL", "rougeLsum"], (3, "b")),
        (["rougeLsum"], (None, "b")),
        (["rouge1"], (b"\xff", "b")),
        (["rougeLsum"], ("a", b"\xff")),
        (["nothing"], (None, "b")),
    ],
)
def test_errors_are_of_the_kind_that_rouge_score_raises(types: Any, texts: tuple[Any, Any]) -> None:
    right = error_of(lambda: rouge_score.rouge_scorer.RougeScorer(types).score(*texts))
    scorer = rouge_scorer.RougeScorer(types)
    assert isinstance(error_of(lambda: scorer.score(*texts)), type(right))
    assert isinstance(error_of(lambda: scorer.score_multi([texts[0]], texts[1])), type(right))
    assert isinstance(error_of(lambda: scorer.score_batch([texts[0]], [texts[1]])), type(right))


def test_no_targets() -> None:
    right = error_of(lambda: rouge_score.rouge_scorer.RougeScorer(["rouge1"]).score_multi([], "a"))
    wrong = error_of(lambda: rouge_scorer.RougeScorer(["rouge1"]).score_multi([], "a"))
    assert type(right) is ValueError
    assert isinstance(wrong, RougeVecError)
    assert rouge_scorer.RougeScorer([]).score_multi([], "a") == {}


def test_errors_say_what_to_do() -> None:
    with pytest.raises(RougeVecError, match="Invalid rouge type: 'rouge0'") as caught:
        rouge_scorer.RougeScorer(["rouge0"]).score("a", "b")
    assert "Hint: did you mean 'rouge" in str(caught.value)
    with pytest.raises(RougeVecError, match="the target must be a string, got None"):
        rouge_scorer.RougeScorer(["rouge1"]).score(None, "b")
    with pytest.raises(RougeVecError, match="2 targets and 1 predictions: the lengths differ"):
        rouge_scorer.RougeScorer(["rouge1"]).score_batch(["a", "b"], ["c"])


def test_batches_do_not_depend_on_threads_and_may_be_empty() -> None:
    texts, targets = corpora.random_pairs(300, seed=14)
    scorer = rouge_scorer.RougeScorer(MAIN_TYPES)
    assert scorer.score_batch(targets, texts, n_jobs=1) == scorer.score_batch(targets, texts, n_jobs=3)
    assert scorer.score_batch([], []) == []
    assert scorer.score_batch(iter(targets), iter(texts)) == scorer.score_batch(targets, texts)


def test_a_subclass_that_scores_in_its_own_way_is_asked_for_every_pair() -> None:
    class Doubling(rouge_scorer.RougeScorer):
        def score(self, target: Any, prediction: Any) -> dict[str, scoring.Score]:
            return {"rouge1": scoring.Score(2.0, 2.0, float(len(target)))}

    scorer = Doubling(["rouge1"])
    assert scorer.score_multi(["a", "abc", "ab"], "x") == {"rouge1": (2.0, 2.0, 3.0)}
    assert scorer.score_batch(["abcd"], ["x"]) == [{"rouge1": (2.0, 2.0, 4.0)}]


def test_attributes_that_change_are_heeded() -> None:
    scorer = rouge_scorer.RougeScorer(["rouge1"])
    assert scorer.score("cats", "cat")["rouge1"].fmeasure == 0.0
    scorer._tokenizer = tokenizers.DefaultTokenizer(use_stemmer=True)
    assert scorer.score("cats", "cat")["rouge1"].fmeasure == 1.0
    scorer.rouge_types = ["rougeL"]
    assert list(scorer.score("cats", "cat")) == ["rougeL"]
    scorer.rouge_types.append("rouge2")
    assert list(scorer.score("cats", "cat")) == ["rougeL", "rouge2"]


def test_scorers_can_be_pickled_before_and_after_use() -> None:
    scorer = rouge_scorer.RougeScorer(MAIN_TYPES, use_stemmer=True)
    fresh = pickle.loads(pickle.dumps(scorer))
    scores = scorer.score("the cats sat", "a cat sat")
    used = pickle.loads(pickle.dumps(scorer))
    assert fresh.score("the cats sat", "a cat sat") == scores
    assert used.score("the cats sat", "a cat sat") == scores
    assert pickle.loads(pickle.dumps(scores)) == scores


def test_one_scorer_in_many_threads(aclsum_corpus: corpora.Pairs) -> None:
    leads, summaries = aclsum_corpus
    scorer = rouge_scorer.RougeScorer(MAIN_TYPES, use_stemmer=True)
    expected = [scorer.score(summary, lead) for lead, summary in zip(leads[:40], summaries[:40], strict=True)]
    results: dict[int, list[Any]] = {}

    def work(number: int) -> None:
        results[number] = [
            scorer.score(summary, lead) for lead, summary in zip(leads[:40], summaries[:40], strict=True)
        ]

    threads = [threading.Thread(target=work, args=(number,)) for number in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert results == dict.fromkeys(range(4), expected)


# Tokens.


@pytest.mark.parametrize("use_stemmer", [False, True])
def test_tokens_of_the_default_tokenizer(use_stemmer: bool) -> None:
    texts = [
        *corpora.odd_pairs(300, seed=15)[0],
        *ODD_BYTES,
        "flies dying sky skies news sses generously 3D4ings",
    ]
    ours, theirs = (
        tokenizers.DefaultTokenizer(use_stemmer),
        rouge_score.tokenizers.DefaultTokenizer(use_stemmer),
    )
    assert isinstance(ours, tokenizers.Tokenizer)
    assert [ours.tokenize(text) for text in texts] == [theirs.tokenize(text) for text in texts]


def scripts(count: int, seed: int) -> list[str]:
    """Texts of letters, marks, ideographs, kana, Hangul, digits and emoji."""
    source = random.Random(seed)
    ranges = [
        (0x20, 0x7F),
        (0xA0, 0x600),
        (0x900, 0x980),
        (0x3040, 0x3100),
        (0x4E00, 0x4E40),
        (0xAC00, 0xAC40),
    ]
    others = "\u200d\u0301\ufe0f\U0001f1e6\U0001f1e7\U0001f468\U0001f469'.,_3 "

    def character() -> str:
        return (
            source.choice(others) if source.random() < 0.3 else chr(source.randrange(*source.choice(ranges)))
        )

    return ["".join(character() for _ in range(source.randint(0, 40))) for _ in range(count)]


@pytest.mark.parametrize("name", ["UnicodeTokenizer", "CharacterTokenizer"])
def test_tokenizers_for_other_languages(name: str) -> None:
    ours, theirs = getattr(tokenizers, name)(), getattr(rouge_score_rs.tokenizers, name)()
    texts = scripts(400, seed=16)
    assert [ours.tokenize(text) for text in texts] == [theirs.tokenize(text) for text in texts]
    assert ours.tokenize(texts[0].encode()) == ours.tokenize(texts[0])
    assert repr(ours) == repr(theirs)
    scorer = rouge_scorer.RougeScorer(MAIN_TYPES, tokenizer=ours)
    right = rouge_score_rs.rouge_scorer.RougeScorer(MAIN_TYPES, tokenizer=theirs)
    targets = texts[1:] + texts[:1]
    assert differences(scorer.score_batch(targets, texts), right.score_batch(targets, texts)) == []
    assert scorer.score(texts[1], texts[2]) == right.score(texts[1], texts[2])


def test_tokens_with_a_stemmer_of_ones_own() -> None:
    class Odd:
        def stem(self, word: str) -> Any:
            return {"runs": "r-n", "sits": b"sit", "gone": ""}.get(word, word.upper().lower())

    text = "He runs, sits; gone by now \u212aeys"
    for stemmer in (None, PorterStemmer(), SnowballStemmer("english"), Odd()):
        assert tokenize.tokenize(text, stemmer) == rouge_score.tokenize.tokenize(text, stemmer)


def test_constants_of_the_tokenize_module() -> None:
    names = [name for name in vars(rouge_score.tokenize) if name.isupper()]
    assert len(names) == 6
    assert [getattr(tokenize, name) for name in names] == [
        getattr(rouge_score.tokenize, name) for name in names
    ]


# Private helpers that programs and Google's tests call.


def token_lists(count: int, seed: int) -> list[Tokens]:
    source = random.Random(seed)
    return [source.choices("abc", k=source.randint(0, 9)) for _ in range(count)]


def test_private_helpers_on_token_lists() -> None:
    theirs: Any = rouge_score.rouge_scorer
    ours: Any = rouge_scorer
    for target, prediction, other in zip(*(token_lists(200, seed) for seed in (1, 2, 3)), strict=True):
        assert ours._score_lcs(target, prediction) == theirs._score_lcs(target, prediction)
        table = theirs._lcs_table(target, prediction)
        assert ours._lcs_table(target, prediction) == table
        assert ours._backtrack_norec(table, target, prediction) == theirs._backtrack_norec(
            table, target, prediction
        )
        assert ours.lcs_ind(target, prediction) == theirs.lcs_ind(target, prediction)
        sentences = [prediction, other]
        assert ours._union_lcs(target, sentences) == theirs._union_lcs(target, sentences)
        assert ours._summary_level_lcs([target, other], sentences) == theirs._summary_level_lcs(
            [target, other], sentences
        )
        for order in (1, 2, 4):
            grams = [theirs._create_ngrams(tokens, order) for tokens in (target, prediction)]
            assert [ours._create_ngrams(tokens, order) for tokens in (target, prediction)] == grams
            assert ours._score_ngrams(*grams) == theirs._score_ngrams(*grams)
    assert ours._find_union([[2, 0], [], [4, 2]]) == theirs._find_union([[2, 0], [], [4, 2]])
