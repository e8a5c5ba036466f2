"""Stands in for ``PyRouge`` of rouge-metric 1.0.1: the same arguments, result types and errors.

What is odd about its numbers is in the dialect ``rouge-metric``: case and punctuation count, and the F of a
corpus is made of mean precision and mean recall.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Any

import numpy as np

from rouge_vec.compat._columns import score_columns
from rouge_vec.compat._tokens import score_token_columns
from rouge_vec.errors import InputError, OptionError, nearest_names
from rouge_vec.measures import Measures
from rouge_vec.options import RougeOptions

_MULTI_REFERENCE = {"average": "average", "best": "best_recall"}
_MODES = ("average", "individual")


class PyRouge:
    """Scores hypotheses against one or more references each.

    Parameters
    ----------
    rouge_n : int or iterable of int
        Lengths of n-grams; an integer stands for all lengths up to it.
    rouge_l : bool
        Whether to score summary-level ROUGE-L.
    rouge_w : bool
        Whether to score ROUGE-W.
    rouge_w_weight : float
        Its exponent, at least 1.
    rouge_s, rouge_su : bool
        Whether to score skip-bigrams, without or with unigrams.
    skip_gap : int, optional
        Most words between the two of a skip-bigram; None or a negative number is no limit.
    multi_ref_mode : {"average", "best"}
        Whether counts are added up over references, or the reference with the highest recall counts.
    alpha : float
        Weight of precision in F, from 0 to 1.
    mode : {"average", "individual"}
        Whether to return one result for the corpus or one for each hypothesis.

    Examples
    --------
    >>> PyRouge(rouge_n=1, rouge_l=False).evaluate(["police killed the man"], [["the man killed police"]])
    {'rouge-1': {'r': 1.0, 'p': 1.0, 'f': 1.0}}
    """

    def __init__(
        self,
        rouge_n: int | Iterable[int] = (1, 2),
        rouge_l: bool = True,
        rouge_w: bool = False,
        rouge_w_weight: float = 1.2,
        rouge_s: bool = False,
        rouge_su: bool = False,
        skip_gap: int | None = None,
        multi_ref_mode: str = "average",
        alpha: float = 0.5,
        mode: str = "average",
    ) -> None:
        self.rouge_n = rouge_n if isinstance(rouge_n, int) else list(rouge_n)
        self.rouge_l = rouge_l
        self.rouge_w = rouge_w
        self.rouge_w_weight = rouge_w_weight
        self.rouge_s = rouge_s
        self.rouge_su = rouge_su
        self.skip_gap = skip_gap
        self.multi_ref_mode = multi_ref_mode
        self.alpha = alpha
        self.mode = mode

    def evaluate(
        self,
        hypotheses: Sequence[str],
        multi_references: Sequence[Sequence[str]],
        sentencizer: Callable[[str], Iterable[str]] | None = None,
        tokenizer: Callable[[str], Sequence[Any]] | None = None,
    ) -> Any:
        """Score texts.

        Parameters
        ----------
        hypotheses : sequence of str, length n
            The texts to judge.
        multi_references : sequence of sequences of str, length n
            The references of each.
        sentencizer : callable, optional
            Cuts a text into sentences; lines by default.
        tokenizer : callable, optional
            Cuts a sentence into tokens; at blanks by default.

        Returns
        -------
        dict, or list of dict
            Metric to ``{"r": ..., "p": ..., "f": ...}``.

        Raises
        ------
        InputError
            If the lengths differ or a hypothesis has no reference.
        OptionError
            If an option of the constructor is outside its range.
        """
        several = [list(references) for references in multi_references]
        plain = sentencizer is None and tokenizer is None
        if plain and _all_strings(hypotheses) and all(map(_all_strings, several)):
            return self._results(hypotheses, several, _score_texts)
        split = sentencizer or _lines
        cut = tokenizer or str.split
        return self.evaluate_tokenized(
            [[cut(sentence) for sentence in split(text)] for text in hypotheses],
            [[[cut(sentence) for sentence in split(text)] for text in references] for references in several],
        )

    def evaluate_tokenized(
        self,
        hypotheses: Sequence[Sequence[Sequence[Any]]],
        multi_references: Sequence[Sequence[Sequence[Sequence[Any]]]],
    ) -> Any:
        """Score texts that are lists of sentences, which are lists of tokens.

        Parameters
        ----------
        hypotheses : sequence of texts, length n
            The texts to judge.
        multi_references : sequence of sequences of texts, length n
            The references of each.

        Returns
        -------
        dict, or list of dict
            As :meth:`evaluate`.

        Raises
        ------
        RougeVecError
            As :meth:`evaluate`.
        """
        return self._results(hypotheses, multi_references, score_token_columns)

    def _results(
        self,
        hypotheses: Sequence[Any],
        multi_references: Sequence[Any],
        score: Callable[[Any, Any, RougeOptions], dict[str, Measures]],
    ) -> Any:
        if len(hypotheses) != len(multi_references):
            raise InputError(
                f"{len(hypotheses)} hypotheses and {len(multi_references)} lists of references: the lengths "
                "differ.",
                "give one list of references for each hypothesis.",
            )
        if self.mode not in _MODES:
            raise OptionError(f"Invalid mode {self.mode!r}.", nearest_names(str(self.mode), _MODES))
        if not len(hypotheses):
            return {} if self.mode == "average" else []
        names = self._names()
        scored: dict[str, Measures] = {}
        if names:
            _refuse_no_references(multi_references)
            scored = score(hypotheses, multi_references, self._options(names.values()))
        measures = {name: scored[rouge_type] for name, rouge_type in names.items()}
        if self.mode == "average":
            return {name: _corpus_score(one, self.alpha) for name, one in measures.items()}
        columns = {
            name: zip(one.recall.tolist(), one.precision.tolist(), one.fmeasure.tolist(), strict=True)
            for name, one in measures.items()
        }
        rows: list[dict[str, dict[str, float]]] = [{} for _ in hypotheses]
        for name, values in columns.items():
            for row, (recall, precision, fmeasure) in zip(rows, values, strict=True):
                row[name] = {"r": recall, "p": precision, "f": fmeasure}
        return rows

    def _names(self) -> dict[str, str]:
        """Return the names of the results with the rouge types they stand for."""
        orders = range(1, self.rouge_n + 1) if isinstance(self.rouge_n, int) else self.rouge_n
        limited = self.skip_gap is not None and self.skip_gap >= 0
        gap = str(self.skip_gap) if limited else ""
        # A gap of 0 is computed as one and reported as none.
        shown = str(self.skip_gap) if limited and self.skip_gap else "*"
        names = {f"rouge-{order}": f"rouge{order}" for order in orders}
        if self.rouge_l:
            names["rouge-l"] = "rougeLsum"
        if self.rouge_w:
            names[f"rouge-w-{self.rouge_w_weight}"] = f"rougeW-{self.rouge_w_weight!r}"
        if self.rouge_s:
            names[f"rouge-s{shown}"] = f"rougeS{gap}"
        if self.rouge_su:
            names[f"rouge-su{shown}"] = f"rougeSU{gap}"
        return names

    def _options(self, rouge_types: Iterable[str]) -> RougeOptions:
        if self.multi_ref_mode not in _MULTI_REFERENCE:
            raise OptionError(
                f"Invalid multi_ref_mode {self.multi_ref_mode!r}.",
                nearest_names(str(self.multi_ref_mode), _MULTI_REFERENCE),
            )
        if self.rouge_w and self.rouge_w_weight < 1:
            raise OptionError(
                f"Invalid weight {self.rouge_w_weight!r}: expected >= 1.", "1.2 is the usual weight."
            )
        return RougeOptions.build(
            rouge_types,
            "rouge-metric",
            alpha=self.alpha,
            multi_reference=_MULTI_REFERENCE[self.multi_ref_mode],
        )


def _score_texts(predictions: Any, references: Any, options: RougeOptions) -> dict[str, Measures]:
    """Return the scores of columns of texts, without counts."""
    scored = score_columns(predictions, references, options)
    return {rouge_type: measures for rouge_type, (_, measures) in scored.items()}


def _corpus_score(measures: Measures, alpha: float) -> dict[str, float]:
    """Return mean precision, mean recall and the F that is made of them; values are added up in order."""
    rows = len(measures.precision)
    precision = float(np.cumsum(measures.precision)[-1] / rows)
    recall = float(np.cumsum(measures.recall)[-1] / rows)
    both = alpha * recall + (1 - alpha) * precision
    fmeasure = recall * precision / both if precision and recall else 0.0
    return {"r": recall, "p": precision, "f": fmeasure}


def _refuse_no_references(multi_references: Sequence[Sequence[Any]]) -> None:
    for row, references in enumerate(multi_references):
        if not len(references):
            raise InputError(f"no reference in row {row}.", "give each hypothesis at least one reference.")


def _all_strings(values: Iterable[Any]) -> bool:
    return all(type(value) is str for value in values)


def _lines(text: str) -> list[str]:
    return text.split("\n")


__all__ = ["PyRouge"]
