"""The options of a scorer as typed keywords, for editors and type checkers; `rouge_options` says what they mean."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Mapping
from typing import Literal, Protocol, TypedDict

Dialect = Literal[
    "rouge-score",
    "rouge-1.5.5",
    "js-rouge",
    "pltrdy",
    "rouge-metric",
    "py-rouge",
    "torchmetrics",
    "kurenai",
]
"""Names of dialects."""

Layout = Literal["wide", "multi", "long"]
"""Names of layouts of the DataFrame."""

Missing = Literal["raise", "nan", "empty"]
"""What is done with missing texts."""

Measure = Literal["precision", "recall", "fmeasure"]
"""Names of measures."""


class TokenizerObject(Protocol):
    """An object whose method cuts a text into tokens."""

    def tokenize(self, text: str, /) -> Iterable[Hashable]:
        """Return the tokens of a text."""


class OptionKeywords(TypedDict, total=False):
    """Options of a scorer; one that is left out has the dialect's value.

    None is a value of ``alpha`` and ``beta`` (no weights of F), ``decimals`` (no rounding), ``sentence_splitter`` (the
    separator alone) and limits (none); for the others it is the same as leaving them out.
    """

    use_stemmer: bool | str | None
    tokenizer: str | Callable[[str], Iterable[Hashable]] | TokenizerObject | None
    lowercase: bool | None
    exceptions: str | Mapping[str, str] | None
    stopwords: str | Iterable[str] | Iterable[int] | None
    sentence_separator: str | None
    sentence_splitter: str | Callable[[str], list[str]] | None
    max_words: int | None
    max_bytes: int | None
    max_characters: int | None
    byte_limit: Literal["exact", "script"] | None
    limit_rule: Literal["script", "stripped"] | None
    sentence_tokens: bool | None
    counting: Literal["clipped", "distinct", "summed"] | None
    negative_totals: bool | None
    lcs_weight: float | None
    alpha: float | None
    beta: float | None
    fmeasure: Literal["f1", "epsilon", "js"] | None
    multi_reference: Literal["best", "best_recall", "average", "macro", "jackknife", "each"] | None
    missing_references: Literal["raise", "skip", "nan"] | None
    weight_normalization: Literal["script", "paper"] | None
    weighted_choice: Literal["once", "twice", "root", "recall"] | None
    decimals: int | None
    single_precision: bool | None


class ScoreKeywords(OptionKeywords, total=False):
    """What ``rouge_vec.score`` takes beside the two columns."""

    rouge_types: str | Iterable[str]
    dialect: Dialect
    layout: Layout
    counts: bool
    measures: Measure | Iterable[Measure] | None
    missing: Missing
    n_jobs: int | None
    progress: bool | None
