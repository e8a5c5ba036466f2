"""Small texts on which existing scorers disagree, and what each says; every number was made by running it."""

from __future__ import annotations

import contextlib
from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

import pytest

import rouge_vec as rv
from rouge_vec.errors import EmptyTextWarning

GOOGLE, PERL, TORCH, JAVASCRIPT = "rouge-score", "rouge-1.5.5", "torchmetrics", "js-rouge"
METRIC, PLTRDY, PY, KURENAI = "rouge-metric", "pltrdy", "py-rouge", "kurenai"


Right = float | tuple[float, float, float]
"""F alone, or precision, recall and F; rounded to five decimals."""


class Case(NamedTuple):
    name: str
    dialect: str
    prediction: str
    reference: str | list[str]
    rouge_type: str
    right: Right
    options: Mapping[str, Any] = {}


def rows(
    name: str,
    texts: tuple[str, str | list[str]],
    rouge_type: str,
    *groups: tuple[Sequence[str], Right] | tuple[Sequence[str], Right, Mapping[str, Any]],
) -> list[Case]:
    """One case per dialect of each group of dialects that agree."""
    cases = []
    for dialects, right, *options in groups:
        for dialect in dialects:
            cases.append(Case(name, dialect, *texts, rouge_type, right, options[0] if options else {}))
    return cases


POLICE = "police killed the gunman"
STEMMED: dict[str, Any] = {"use_stemmer": True}
EMPTY_LIST: dict[str, Any] = {"use_stemmer": True, "exceptions": "empty"}
EIGHT_AND_TWO = ("a b", ["a b c d e f g h", "a x"])
EIGHT_AND_ONE = ("a b c", ["a b c d e f g h", "a"])
LETTERS = ("a b c d e f g h i j", ["a x", "a b c d e f g h i j k l m n o p q r"])
ONE_LINE = ("a cat sat. the dog ran.", "the dog ran. a cat sat.")
TWO_LINES = ("the dog ran\na cat sat", "a cat sat\nthe dog ran")
SWAPPED = ("a b c d", "a c b d")

CHINESE = ("\u4eca\u5929\u5929\u6c14", "\u4eca\u5929\u5929\u6c14")
THREE_HUNDRED = " ".join(f"w{number}" for number in range(300))


def stems(pair: tuple[str, str], perl: float, google: float, py: float) -> list[Case]:
    return rows(
        "stemmer",
        pair,
        "rouge1",
        ([PERL], perl, STEMMED),
        ([GOOGLE, TORCH], google, STEMMED),
        ([PY], py),
    )


CASES = [
    *rows(
        "1 hyphens and apostrophes",
        ("state-of-the-art can't", "state of the art can t"),
        "rouge1",
        ([PERL, GOOGLE, TORCH, PY], 1.0),
        ([JAVASCRIPT, METRIC, PLTRDY], 0.0),
    ),
    *rows(
        "2 case",
        ("The Cat", "the cat"),
        "rouge1",
        ([PERL, GOOGLE, TORCH, PY], 1.0),
        ([JAVASCRIPT, METRIC, PLTRDY], 0.0),
        ([JAVASCRIPT], 1.0, {"lowercase": True}),
    ),
    *rows(
        "3 repeated words",
        ("the the the the cat", "the cat the dog"),
        "rouge1",
        ([PERL, GOOGLE, TORCH, METRIC, PY], (0.6, 0.75, 0.66667)),
        ([JAVASCRIPT], 0.66667),
        ([PLTRDY], (1.0, 0.66667, 0.8)),
    ),
    *rows(
        "4 full stop",
        ("the cat.", "the cat"),
        "rouge1",
        ([PERL, GOOGLE, TORCH, PLTRDY, PY], 1.0),
        ([JAVASCRIPT], 0.8),
        ([METRIC], 0.5),
    ),
    *rows("5 two sentences on one line", ONE_LINE, "rougeL", ([GOOGLE, TORCH], 0.5)),
    *rows(
        "5 two sentences on one line",
        ONE_LINE,
        "rougeLsum",
        ([GOOGLE, PERL, METRIC, PY], 0.5),
        ([TORCH, JAVASCRIPT, PLTRDY], 1.0),
    ),
    *rows("6 two sentences on two lines", TWO_LINES, "rougeL", ([GOOGLE], 0.5)),
    *rows(
        "6 two sentences on two lines",
        TWO_LINES,
        "rougeLsum",
        ([GOOGLE, PERL, METRIC, PY, JAVASCRIPT], 1.0),
        ([TORCH, PLTRDY], 0.5),
    ),
    *stems(("professional", "profession"), 1.0, 0.0, 1.0),
    *rows("7 stemmer", ("professional", "profession"), "rouge1", ([PERL], 1.0, EMPTY_LIST)),
    *stems(("he went", "he goes"), 1.0, 0.5, 1.0),
    *rows("8 stemmer", ("he went", "he goes"), "rouge1", ([PERL], 0.5, EMPTY_LIST)),
    *stems(("says", "say"), 0.0, 1.0, 0.0),
    *stems(("used", "us"), 1.0, 0.0, 1.0),
    *stems(("news", "new"), 1.0, 0.0, 1.0),
    *stems(("skies", "sky"), 0.0, 1.0, 0.0),
    *rows(
        "10 a long and a short reference",
        EIGHT_AND_TWO,
        "rouge1",
        ([PERL, METRIC, PY], (0.75, 0.3, 0.42857), {"multi_reference": "average"}),
        ([PERL, METRIC, PY], (0.75, 0.3, 0.42857)),
        ([TORCH], (0.75, 0.375, 0.45), {"multi_reference": "macro"}),
        ([PERL], (0.5, 0.5, 0.5), {"multi_reference": "best_recall"}),
        ([GOOGLE, TORCH], (0.5, 0.5, 0.5)),
    ),
    *rows(
        "11 best reference",
        EIGHT_AND_ONE,
        "rouge1",
        ([PERL, METRIC, PY], (0.33333, 1.0, 0.5), {"multi_reference": "best_recall"}),
        ([GOOGLE, TORCH], (1.0, 0.375, 0.54545)),
        ([PERL], (0.66667, 0.44444, 0.53333), {"multi_reference": "average"}),
        ([TORCH], (0.66667, 0.6875, 0.52273), {"multi_reference": "macro"}),
    ),
    *rows(
        "12 identical texts, weighted",
        (POLICE, POLICE),
        "rougeW-1.2",
        ([PERL, METRIC, PY], (1.0, 0.75786, 0.86225)),
        ([PERL], (1.0, 1.0, 1.0), {"weight_normalization": "paper"}),
    ),
    *rows(
        "13 best reference, weighted",
        LETTERS,
        "rougeW-1.2",
        ([PERL], (1.0, 0.31165, 0.4752), {"multi_reference": "best_recall"}),
        ([PY], (1.0, 0.31165, 0.47521), {"multi_reference": "best_recall"}),
        ([METRIC], (0.1, 0.43528, 0.16264), {"multi_reference": "best_recall"}),
    ),
    *rows("14 skip-bigrams, gap 1", SWAPPED, "rougeS1", ([PERL, METRIC, JAVASCRIPT], 0.8)),
    *rows("14 skip-bigrams, gap 0", SWAPPED, "rougeS0", ([PERL, METRIC, JAVASCRIPT], 0.0)),
    *rows("14 skip-bigrams, any gap", SWAPPED, "rougeS", ([PERL, METRIC, JAVASCRIPT], 0.83333)),
    *rows("14 with unigrams, gap 1", SWAPPED, "rougeSU1", ([PERL, METRIC], 0.875)),
    *rows("14 with unigrams, any gap", SWAPPED, "rougeSU", ([PERL, METRIC], 0.88889)),
    *rows("14 the last word is no unigram", ("x z", "y z"), "rougeSU4", ([PERL, METRIC], 0.0)),
    *rows("14 one word has no unit", ("a", "a"), "rougeSU4", ([PERL, METRIC], 0.0)),
    *rows(
        "byte limit of the script",
        ("aa bb\ncc dd", "cc dd\naa bb"),
        "rouge1",
        ([PERL], 0.66667, {"max_bytes": 7}),
    ),
    *rows(
        "byte limit of the script",
        ("aa bb\ncc dd", "cc dd\naa bb"),
        "rougeLsum",
        ([PERL], (0.66667, 0.5, 0.57143), {"max_bytes": 7}),
    ),
    *rows(
        "rounding before F",
        (POLICE, "the gunman killed the policeman"),
        "rougeSU4",
        ([PERL], 0.34782),
        ([METRIC], 0.34783),
    ),
    *rows(
        "the weight stays in ROUGE-W",
        (POLICE, "the gunman killed the policeman"),
        "rougeLsum",
        ([PERL, GOOGLE, METRIC, PY], 0.44444),
    ),
    *rows(
        "the weight leaks into ROUGE-L",
        (POLICE, "the gunman killed the policeman"),
        "rougeLsum",
        ([PY], 0.5092, {"lcs_weight": 1.2}),
    ),
    *rows("weighted", (POLICE, "the gunman killed the policeman"), "rougeW-1.2", ([PY], 0.36702)),
    *rows(
        "counts that are not sets",
        ("a b", "a b.a b"),
        "rougeLsum",
        ([PLTRDY], (2.0, 1.0, 1.33333), {"counting": "summed"}),
    ),
    *rows(
        "the kelvin sign",
        ("5 \u212a", "5 k"),
        "rouge1",
        ([PERL], (1.0, 0.5, 0.66667)),
        ([GOOGLE, TORCH, PY], (1.0, 1.0, 1.0)),
        ([JAVASCRIPT], 0.5),
        ([JAVASCRIPT], 1.0, {"lowercase": True}),
    ),
    *rows(
        "contractions",
        ("gonna go", "gon na go"),
        "rouge1",
        ([JAVASCRIPT, PY], 1.0),
        ([PERL, GOOGLE, TORCH, METRIC, PLTRDY], 0.4),
    ),
    *rows(
        "blank after the full stop",
        ("a b. ", "a b"),
        "rouge1",
        ([PLTRDY], (0.66667, 1.0, 0.8)),
        ([PERL, GOOGLE], (1.0, 1.0, 1.0)),
    ),
    *rows("two empty texts", ("", ""), "rouge1", ([KURENAI], 1.0), ([GOOGLE], 0.0)),
    *rows(
        "Chinese",
        CHINESE,
        "rouge1",
        ([PERL, GOOGLE, TORCH, PY], 0.0),
        ([METRIC, PLTRDY, JAVASCRIPT, KURENAI], 1.0),
    ),
    *(
        case
        for alpha, right in ((0.0, 1.0), (0.2, 0.83333), (0.5, 0.66667), (0.8, 0.55556), (1.0, 0.5))
        for case in rows("alpha", ("a b c d", "a b"), "rouge1", ([PERL], right, {"alpha": alpha}))
    ),
    *(
        case
        for beta, right in ((float("inf"), 1.0), (2.0, 0.83333), (1.0, 0.66667), (0.5, 0.55556), (0.0, 0.5))
        for case in rows("beta", ("a b c d", "a b"), "rouge1", ([JAVASCRIPT], right, {"beta": beta}))
    ),
    *rows(
        "fewer words than n",
        ("a b c", ["a b c", "a"]),
        "rouge3",
        ([PERL], (0.5, 1.0, 0.66667)),
        ([PY], (0.5, 0.0, 0.0)),
    ),
    *rows(
        "the first 665 characters",
        (THREE_HUNDRED, "w299"),
        "rouge1",
        ([PY], (0.0, 0.0, 0.0)),
    ),
]


@pytest.mark.parametrize(
    "case", CASES, ids=[f"{case.name}-{case.dialect}-{place}" for place, case in enumerate(CASES)]
)
def test_each_scorer_has_its_own_number(case: Case) -> None:
    no_tokens = case.name == "Chinese" and case.right == 0.0
    with pytest.warns(EmptyTextWarning) if no_tokens else contextlib.nullcontext():
        scores = rv.score(
            predictions=[case.prediction],
            references=[case.reference],
            rouge_types=[case.rouge_type],
            dialect=case.dialect,
            **case.options,
        )
    precision, recall, fmeasure = (round(value, 5) for value in scores.iloc[0].tolist())
    if isinstance(case.right, tuple):
        assert (precision, recall, fmeasure) == case.right
    else:
        assert fmeasure == case.right


CORPUS = (
    ["f e b c", "c b d e c", "d e c d f", "d f", "f f b"],
    ["e c b", "b e f", "e d d a a", "d", "a"],
)


@pytest.mark.parametrize(
    ("dialect", "mean_f", "f_of_means"),
    [
        (GOOGLE, 0.52476, None),
        (TORCH, 0.52476, None),
        (PY, 0.52476, None),
        (JAVASCRIPT, 0.52476, None),
        (PLTRDY, 0.53333, None),
        (METRIC, None, 0.53293),
    ],
)
def test_15_means_over_a_corpus(dialect: str, mean_f: float | None, f_of_means: float | None) -> None:
    predictions, references = CORPUS
    scores = rv.score(predictions=predictions, references=references, rouge_types=["rouge1"], dialect=dialect)
    precision, recall, fmeasure = scores.mean().tolist()
    if mean_f is not None:
        assert round(fmeasure, 5) == mean_f
    if f_of_means is not None:
        assert round(2 * precision * recall / (precision + recall), 5) == f_of_means


def test_byte_limit_counts_of_the_script() -> None:
    scores = rv.score(
        predictions=["aa bb\ncc dd"],
        references=["cc dd\naa bb"],
        rouge_types=["rougeLsum"],
        dialect=PERL,
        max_bytes=7,
        counts=True,
    )
    assert scores["rougeLsum_reference_total"].tolist() == [4]
    assert scores["rougeLsum_prediction_total"].tolist() == [3]
    assert scores["rougeLsum_matches"].tolist() == [2]


def test_a_perfect_match_falls_short_of_one_in_pltrdy() -> None:
    scores = rv.score(predictions=["a b c"], references=["a b c"], rouge_types=["rouge1"], dialect=PLTRDY)
    assert scores.iloc[0].tolist() == [1.0, 1.0, 0.999999995]


def test_py_rouge_reads_it_all_when_the_limit_is_off() -> None:
    scores = rv.score(
        predictions=[THREE_HUNDRED], references=["w299"], rouge_types=["rouge1"], dialect=PY, max_characters=0
    )
    assert scores["rouge1_recall"].tolist() == [1.0]
