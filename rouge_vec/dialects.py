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
    }
)
"""Dialect name to option values; what a dialect leaves out has the default of ``RougeOptions``."""
