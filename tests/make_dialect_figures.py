"""Produce the figures in ``tests/data/dialects``: run the original packages on the texts of `dialect_texts`.

Not a test. Two of the packages share a module name and the third brings a deep-learning library, so each is
installed into a folder of its own, and the figures are kept::

    pip install --target FOLDER rouge==1.0.1 six                         # pltrdy
    pip install --target FOLDER py-rouge==1.1 "setuptools<80" nltk       # py-rouge
    pip install --target FOLDER torchmetrics==1.9.0 torch nltk           # torchmetrics
    PYTHONPATH=FOLDER python -m tests.make_dialect_figures pltrdy

py-rouge and torchmetrics need NLTK's ``punkt_tab`` model where NLTK looks for it (``NLTK_DATA``).
"""

from __future__ import annotations

import json
import sys
from collections.abc import Callable, Mapping
from importlib.metadata import version
from pathlib import Path
from typing import Any

from tests import dialect_texts

FOLDER = Path(__file__).parent / "data" / "dialects"


def triples(scores: Mapping[str, Mapping[str, float]]) -> dict[str, list[float]]:
    """Precision, recall and F of each metric."""
    return {metric: [values[key] for key in "prf"] for metric, values in scores.items()}


def pltrdy() -> dict[str, Any]:
    from rouge import Rouge

    metrics = ["rouge-1", "rouge-2", "rouge-3", "rouge-l"]
    predictions, references = dialect_texts.pairs()
    return {
        "package": f"rouge {version('rouge')}",
        "exclusive": [triples(row) for row in Rouge(metrics).get_scores(list(predictions), list(references))],
        "inclusive": [
            triples(row)
            for row in Rouge(metrics, exclusive=False).get_scores(list(predictions), list(references))
        ],
    }


PY_ROUGE_RUNS: dict[str, dict[str, Any]] = {
    "default": {"metrics": ["rouge-n", "rouge-l"], "max_n": 4},
    "no stemmer, no limit": {
        "metrics": ["rouge-n", "rouge-l"],
        "max_n": 3,
        "stemming": False,
        "limit_length": False,
    },
    "20 words, weight 1.2": {
        "metrics": ["rouge-n", "rouge-l", "rouge-w"],
        "max_n": 2,
        "length_limit": 20,
        "length_limit_type": "words",
        "weight_factor": 1.2,
    },
    "40 characters, alpha 0.8": {
        "metrics": ["rouge-n", "rouge-l"],
        "max_n": 2,
        "length_limit": 40,
        "length_limit_type": "bytes",
        "alpha": 0.8,
    },
    "best": {
        "metrics": ["rouge-n", "rouge-l"],
        "max_n": 3,
        "apply_avg": False,
        "apply_best": True,
    },
    "best, weight 1.2": {
        "metrics": ["rouge-w"],
        "apply_avg": False,
        "apply_best": True,
        "weight_factor": 1.2,
    },
}


def py_rouge() -> dict[str, Any]:
    from rouge import Rouge

    figures: dict[str, Any] = {"package": f"py-rouge {version('py-rouge')}"}
    for name, options in PY_ROUGE_RUNS.items():
        scorer = Rouge(**options)
        figures[name] = {
            "pairs": [
                triples(scorer.get_scores([prediction], [reference]))
                for prediction, reference in zip(*dialect_texts.pairs(), strict=True)
            ],
            "several": [
                triples(scorer.get_scores([prediction], [references]))
                for prediction, references in zip(*dialect_texts.several(), strict=True)
            ],
        }
    return figures


def torchmetrics() -> dict[str, Any]:
    from torchmetrics.functional.text.rouge import rouge_score

    keys = ("rouge1", "rouge2", "rouge3", "rougeL", "rougeLsum")

    def row(prediction: str, references: list[str], **options: Any) -> dict[str, list[float]]:
        scores = rouge_score(prediction, references, rouge_keys=keys, **options)
        return {
            key: [scores[f"{key}_{name}"].item() for name in ("precision", "recall", "fmeasure")]
            for key in keys
        }

    one = list(zip(*dialect_texts.pairs(), strict=True))
    many = list(zip(*dialect_texts.several(), strict=True))
    return {
        "package": f"torchmetrics {version('torchmetrics')}, torch {version('torch')}, nltk {version('nltk')}",
        "pairs": [row(prediction, [reference]) for prediction, reference in one],
        "stemmer": [row(prediction, [reference], use_stemmer=True) for prediction, reference in one],
        "best": [row(prediction, references, accumulate="best") for prediction, references in many],
        "avg": [row(prediction, references, accumulate="avg") for prediction, references in many],
    }


MAKERS: dict[str, Callable[[], dict[str, Any]]] = {
    "pltrdy": pltrdy,
    "py-rouge": py_rouge,
    "torchmetrics": torchmetrics,
}

if __name__ == "__main__":
    FOLDER.mkdir(parents=True, exist_ok=True)
    for dialect in sys.argv[1:]:
        text = json.dumps(MAKERS[dialect](), separators=(",", ":"))
        (FOLDER / f"{dialect}.json").write_text(text.replace("},", "},\n") + "\n", encoding="utf-8")
