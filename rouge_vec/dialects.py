"""The registry of dialects: each names an existing scorer and says, as data, which option values reproduce it."""

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
                "alpha": 0.5,
                "decimals": 5,
            }
        ),
    }
)
"""Dialect name to option values; what a dialect leaves out has the default of ``RougeOptions``."""
