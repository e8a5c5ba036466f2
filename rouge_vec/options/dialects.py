"""The registry of dialects: each names an existing scorer and lists the option values that reproduce it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Any


@dataclass(frozen=True, slots=True)
class Dialect:
    """An existing scorer.

    Attributes
    ----------
    program : str
        What is reproduced, and how exactly.
    remarks : str
        What is its own.
    values : mapping of str to object
        Option values; what is left out has the default of ``RougeOptions``.
    default_stemmer : str
        What ``use_stemmer=True`` means.
    """

    program: str
    remarks: str
    values: Mapping[str, Any]
    default_stemmer: str = "porter"


DIALECTS: Mapping[str, Dialect] = MappingProxyType(
    {
        "rouge-score": Dialect(
            "Google's rouge-score 0.1.2, to the last bit; rouge-score-rs, rouge-rust and rapidrouge "
            "give the same",
            "words are runs of [a-z0-9] of the lower-cased text; a line is a sentence; of several "
            "references the best F",
            MappingProxyType(
                {
                    "tokenizer": "rouge-score",
                    "lowercase": True,
                    "stemmer": "none",
                    "sentence_separator": "\n",
                    "multi_reference": "best",
                    "fmeasure": "f1",
                }
            ),
        ),
        "rouge-1.5.5": Dialect(
            "the Perl script ROUGE-1.5.5, to the last printed digit",
            "the same words; five decimals, F from the rounded shares; references pooled; W weighted "
            "twice in recall",
            MappingProxyType(
                {
                    "tokenizer": "rouge-1.5.5",
                    "lowercase": True,
                    "stemmer": "none",
                    "exceptions": "wordnet",
                    "sentence_separator": "\n",
                    "byte_limit": "script",
                    "multi_reference": "average",
                    "weighted_choice": "once",
                    "alpha": 0.5,
                    "decimals": 5,
                }
            ),
            default_stemmer="perl",
        ),
        "js-rouge": Dialect(
            "the npm package js-rouge 3.2.3",
            "Penn Treebank tokens with case and punctuation; its own sentence segmenter; F by scaling "
            "the smaller share",
            MappingProxyType(
                {
                    "tokenizer": "treebank",
                    "lowercase": False,
                    "stemmer": "none",
                    "sentence_splitter": "js-rouge",
                    "multi_reference": "best",
                    "fmeasure": "js",
                }
            ),
        ),
        "pltrdy": Dialect(
            "the package rouge 1.0.1",
            "case and commas stay, full stops part sentences; each word and n-gram counts once; 1e-8 "
            "in F, so a perfect match is 0.999999995",
            MappingProxyType(
                {
                    "tokenizer": "pltrdy",
                    "lowercase": False,
                    "stemmer": "none",
                    "sentence_separator": ".",
                    "counting": "distinct",
                    "multi_reference": "best",
                    "fmeasure": "epsilon",
                }
            ),
        ),
        "rouge-metric": Dialect(
            "rouge-metric 1.0.1, its Python scorer",
            "blanks part words, nothing is cleaned; references pooled; the best one by a recall of W "
            "that is weighted twice",
            MappingProxyType(
                {
                    "tokenizer": "whitespace",
                    "lowercase": False,
                    "stemmer": "none",
                    "sentence_separator": "\n",
                    "sentence_tokens": True,
                    "multi_reference": "average",
                    "weighted_choice": "twice",
                    "alpha": 0.5,
                }
            ),
            default_stemmer="perl",
        ),
        "py-rouge": Dialect(
            "py-rouge 1.1",
            "stems, with irregular forms; only the first 665 characters; gonna is two words; a short "
            "reference takes from the n-grams of the others",
            MappingProxyType(
                {
                    "tokenizer": "py-rouge",
                    "lowercase": True,
                    "stemmer": "original",
                    "exceptions": "py-rouge",
                    "sentence_separator": "\n",
                    "max_characters": 665,
                    "limit_rule": "stripped",
                    "negative_totals": True,
                    "multi_reference": "average",
                    "weighted_choice": "root",
                    "alpha": 0.5,
                }
            ),
            default_stemmer="original",
        ),
        "torchmetrics": Dialect(
            "torchmetrics 1.9.0, in 32-bit floats as there; rougeLsum needs the extra punkt",
            "words of rouge-score; sentences from NLTK, never from line ends; 32-bit floats, also "
            "when the best reference is chosen",
            MappingProxyType(
                {
                    "tokenizer": "rouge-score",
                    "lowercase": True,
                    "stemmer": "none",
                    "sentence_splitter": "punkt",
                    "multi_reference": "best",
                    "fmeasure": "f1",
                    "single_precision": True,
                }
            ),
        ),
        "kurenai": Dialect(
            "kurenai 0.1.0",
            "blanks part words, lower case, nothing is cleaned; an empty text is one empty word",
            MappingProxyType(
                {
                    "tokenizer": "kurenai",
                    "lowercase": True,
                    "stemmer": "none",
                    "sentence_separator": "\n",
                    "multi_reference": "best",
                    "fmeasure": "f1",
                }
            ),
        ),
    }
)
"""Dialect name to what it reproduces."""
