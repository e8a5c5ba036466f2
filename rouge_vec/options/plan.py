"""What is done the short way: decided once for a set of options, and only where every option is known to allow it.

A short way gives the same floats as the general one. Each names the options that may have any value without touching
it; one that it does not name, such as an option that is new, means the general way as soon as it is not the default.
"""

from __future__ import annotations

from dataclasses import dataclass, fields

from rouge_vec.options.stages import OptionValues

_TOKENIZERS_BY_ROW = ("rouge-score", "rouge-1.5.5")
"""Tokenizers whose tokens are keys, so that words need no list to be compared."""

_READING = ("missing_references",)
_COUNTING = ("counting", "negative_totals", "weight_normalization", "lcs_weight")
_WORDS = ("tokenizer", "lowercase", "stemmer", "exceptions", "stopwords")
_SENTENCES = ("sentence_separator", "sentence_splitter", "sentence_tokens")
_LIMITS = ("max_words", "max_bytes", "max_characters", "byte_limit", "limit_rule")
_SCORES = (
    "alpha",
    "beta",
    "fmeasure",
    "multi_reference",
    "weighted_choice",
    "decimals",
    "single_precision",
)

_MAY_DIFFER = {
    "numbers_tokens_by_row": frozenset(
        (
            "dialect",
            "rouge_types",
            *_READING,
            "tokenizer",
            "lowercase",
            "stemmer",
            "sentence_separator",
            "sentence_tokens",
            "byte_limit",
            "limit_rule",
            *_COUNTING,
            *_SCORES,
        )
    ),
    "measures_by_kernel": frozenset(
        (
            "dialect",
            "rouge_types",
            *_READING,
            *_WORDS,
            *_SENTENCES,
            *_LIMITS,
            "counting",
            "weight_normalization",
            "lcs_weight",
            "multi_reference",
            "weighted_choice",
        )
    ),
    "counts_short_pairs": frozenset(
        (
            "dialect",
            "rouge_types",
            *_READING,
            *_WORDS,
            *_SENTENCES,
            "max_words",
            "max_bytes",
            "limit_rule",
            "multi_reference",
            "weighted_choice",
            "weight_normalization",
        )
    ),
}
"""Short way to the options that do not touch it; values that still matter are looked at by :func:`plan_of`."""


@dataclass(frozen=True, slots=True)
class Plan:
    """The short ways that a set of options allows.

    Attributes
    ----------
    numbers_tokens_by_row : bool
        Whether ids of tokens need not outlive their row, because no word is looked up in a list.
    measures_by_kernel : bool
        Whether precision, recall and F are rouge-score's: unrounded shares and their harmonic mean.
    counts_short_pairs : bool
        Whether a single pair of short texts is counted by itself: ROUGE-1, 2, L and Lsum, measured as above.
    """

    numbers_tokens_by_row: bool
    measures_by_kernel: bool
    counts_short_pairs: bool


def plan_of(options: OptionValues) -> Plan:
    """Decide which short ways are taken."""
    differing = {
        option.name
        for option in fields(options)
        if option.compare and _differs(getattr(options, option.name), option.default)
    }
    if options.stemmer == "none":
        differing.discard("exceptions")
    if not options.needs_sentences:
        differing.discard("sentence_splitter")
    allowed = {way: differing <= may_differ for way, may_differ in _MAY_DIFFER.items()}
    allowed["numbers_tokens_by_row"] &= (
        isinstance(options.tokenizer, str) and options.tokenizer in _TOKENIZERS_BY_ROW
    )
    allowed["counts_short_pairs"] &= all(
        rouge_type.family.is_lcs or (rouge_type.family.name == "N" and rouge_type.order <= 2)
        for rouge_type in options.rouge_types
    )
    return Plan(**allowed)


def _differs(value: object, default: object) -> bool:
    """Tell whether a value is another one, without asking an object of the caller's."""
    return type(value) is not type(default) or value != default
