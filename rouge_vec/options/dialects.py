"""The registry of dialects: each names an existing scorer and lists the option values that reproduce it."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Any

DIALECTS: Mapping[str, Mapping[str, Any]] = MappingProxyType(
    {
        "rouge-score": MappingProxyType(
            {
                "tokenizer": "rouge-score",
                "lowercase": True,
                "stemmer": "none",
                "default_stemmer": "porter",
                "sentence_separator": "\n",
                "multi_reference": "best",
                "fmeasure": "f1",
            }
        ),
        "rouge-1.5.5": MappingProxyType(
            {
                "tokenizer": "rouge-1.5.5",
                "lowercase": True,
                "stemmer": "none",
                "default_stemmer": "perl",
                "exceptions": "wordnet",
                "sentence_separator": "\n",
                "byte_limit": "script",
                "multi_reference": "average",
                "weighted_choice": "once",
                "alpha": 0.5,
                "decimals": 5,
            }
        ),
        "js-rouge": MappingProxyType(
            {
                "tokenizer": "treebank",
                "lowercase": False,
                "stemmer": "none",
                "default_stemmer": "porter",
                "sentence_splitter": "js-rouge",
                "multi_reference": "best",
                "fmeasure": "js",
            }
        ),
        "pltrdy": MappingProxyType(
            {
                "tokenizer": "pltrdy",
                "lowercase": False,
                "stemmer": "none",
                "default_stemmer": "porter",
                "sentence_separator": ".",
                "counting": "distinct",
                "multi_reference": "best",
                "fmeasure": "epsilon",
            }
        ),
        "rouge-metric": MappingProxyType(
            {
                "tokenizer": "whitespace",
                "lowercase": False,
                "stemmer": "none",
                "default_stemmer": "perl",
                "sentence_separator": "\n",
                "sentence_tokens": True,
                "multi_reference": "average",
                "weighted_choice": "twice",
                "alpha": 0.5,
            }
        ),
        "py-rouge": MappingProxyType(
            {
                "tokenizer": "py-rouge",
                "lowercase": True,
                "stemmer": "original",
                "default_stemmer": "original",
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
        "torchmetrics": MappingProxyType(
            {
                "tokenizer": "rouge-score",
                "lowercase": True,
                "stemmer": "none",
                "default_stemmer": "porter",
                "sentence_splitter": "punkt",
                "multi_reference": "best",
                "fmeasure": "f1",
                "single_precision": True,
            }
        ),
        "kurenai": MappingProxyType(
            {
                "tokenizer": "kurenai",
                "lowercase": True,
                "stemmer": "none",
                "default_stemmer": "porter",
                "sentence_separator": "\n",
                "multi_reference": "best",
                "fmeasure": "f1",
            }
        ),
    }
)
"""Dialect name to option values; what a dialect leaves out has the default of ``RougeOptions``."""
