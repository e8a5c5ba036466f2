"""The metric ``rouge`` for ``evaluate.load(PATH)``: the values of the one on the Hub, by rouge_vec."""

from __future__ import annotations

from typing import Any

import datasets
import evaluate

from rouge_vec.compat.evaluate import compute_scores

_DESCRIPTION = "ROUGE-N and ROUGE-L by the rules of rouge-score; case does not matter."

_CITATION = """\
@inproceedings{lin-2004-rouge,
    title = "{ROUGE}: A Package for Automatic Evaluation of Summaries",
    author = "Lin, Chin-Yew",
    booktitle = "Text Summarization Branches Out",
    year = "2004",
    url = "https://aclanthology.org/W04-1013",
    pages = "74--81",
}
"""

_INPUTS = """
Parameters
----------
predictions : list of str
    The texts to judge.
references : list of str or of lists of str
    The references; of several, each rouge type takes the one with the highest F.
rouge_types : list of str
    rouge1, rouge2, rougeL and rougeLsum by default; any of rouge1 to rouge9.
use_aggregator : bool
    True returns for each type the median of 1000 bootstrap means, False one F for each text.
use_stemmer : bool
    Whether words of more than three letters are stemmed.
tokenizer : callable
    Takes a text, returns a list of tokens.
"""


class Rouge(evaluate.Metric):  # type: ignore[misc, unused-ignore]
    """F of ROUGE types, the median of bootstrap means."""

    def _info(self) -> Any:
        text = datasets.Value("string")
        return evaluate.MetricInfo(
            description=_DESCRIPTION,
            citation=_CITATION,
            inputs_description=_INPUTS,
            features=[
                datasets.Features({"predictions": text, "references": datasets.Sequence(text)}),
                datasets.Features({"predictions": text, "references": text}),
            ],
            reference_urls=["https://aclanthology.org/W04-1013"],
        )

    def _compute(self, predictions: Any, references: Any, **options: Any) -> dict[str, Any]:
        return compute_scores(predictions, references, **options)
