"""Stands in for ``PyRouge`` of rouge-metric 1.0.1: the same arguments, result types and errors.

What is odd about its numbers is in the dialect ``rouge-metric``: case and punctuation count, and the F of a
corpus is made of mean precision and mean recall.

The package adds up the weights of ROUGE-W by Python's ``sum``, which from Python 3.12 on makes up for what floats round
off, so that its own ROUGE-W changes in the last bit with the version of Python. Here weights are added one after the
other, as it does up to Python 3.11, whatever the version.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Any

import numpy as np

from rouge_vec.batch import Counts
from rouge_vec.columns.text_columns import shortened
from rouge_vec.compat._checks import (
    check_references,
    check_texts,
    column_of,
    not_text,
    references_of,
    row_of,
    warn_of_characters,
)
from rouge_vec.compat._columns import score_columns
from rouge_vec.compat._tokens import score_token_columns
from rouge_vec.errors import InputError, OptionError, WeightOverflowError, nearest_names
from rouge_vec.options.rouge_options import RougeOptions
from rouge_vec.scores.measures import Measures

_MULTI_REFERENCE = {"average": "average", "best": "best_recall"}
_MODES = ("average", "individual")
_TEXTS = "a list of texts, each a list of sentences"

_Scored = dict[str, tuple[Counts, Measures]]
"""Rouge type to counts and scores of every row."""


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
        NotTextError
            If a text is not a string.
        OptionError
            If an option of the constructor is outside its range.
        """
        texts, several = column_of(hypotheses, "hypotheses"), _references(multi_references)
        if sentencizer is None:
            check_texts(
                texts, "hypotheses", "a hypothesis is one text; lists of tokens are for evaluate_tokenized."
            )
            check_references(several, "multi_references")
            if tokenizer is None:
                return self._results(texts, several, _score_texts)
        cut = _Cutter(sentencizer or _lines, tokenizer or str.split)
        return self.evaluate_tokenized(
            [cut(text, row_of("hypotheses", row)) for row, text in enumerate(texts)],
            [
                [cut(text, row_of("multi_references", row, number)) for number, text in enumerate(references)]
                for row, references in enumerate(several)
            ],
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
        NotTextError
            If a text is no list of sentences, or a sentence no list of tokens that are hashable.
        RougeVecError
            As :meth:`evaluate`.
        """
        texts, several = column_of(hypotheses, "hypotheses", _TEXTS), _references(multi_references, _TEXTS)
        for row, text in enumerate(texts):
            if isinstance(text, str):
                warn_of_characters(text, row_of("hypotheses", row))
        return self._results(texts, several, _score_tokens)

    def _results(
        self,
        hypotheses: list[Any],
        multi_references: list[list[Any]],
        score: Callable[[Any, Any, RougeOptions], _Scored],
    ) -> Any:
        if len(hypotheses) != len(multi_references):
            raise InputError(
                f"{len(hypotheses)} hypotheses and {len(multi_references)} lists of references: the lengths differ.",
                "give one list of references for each hypothesis.",
            )
        if self.mode not in _MODES:
            raise OptionError(f"Invalid mode {self.mode!r}.", nearest_names(str(self.mode), _MODES))
        if not len(hypotheses):
            return {} if self.mode == "average" else []
        names = self._names()
        scored: _Scored = {}
        if names:
            _refuse_no_references(multi_references)
            scored = score(hypotheses, multi_references, self._options(names.values()))
        measures = {name: scored[rouge_type][1] for name, rouge_type in names.items()}
        if self.rouge_w and np.isinf(scored[names[self._name_of_w]][0].reference_total).any():
            raise WeightOverflowError(
                f"the weight {self.rouge_w_weight!r} is too large: a reference has a weight beyond the largest number.",
                "1.2 is the usual weight.",
            )
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
            names[self._name_of_w] = f"rougeW-{self.rouge_w_weight!r}"
        if self.rouge_s:
            names[f"rouge-s{shown}"] = f"rougeS{gap}"
        if self.rouge_su:
            names[f"rouge-su{shown}"] = f"rougeSU{gap}"
        return names

    @property
    def _name_of_w(self) -> str:
        return f"rouge-w-{self.rouge_w_weight}"

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


def _references(rows: Any, wanted: str = "a list of strings") -> list[list[Any]]:
    """Return the references of each row as lists."""
    rows_wanted = "a list with a list of references for each hypothesis"
    return references_of(rows, "multi_references", rows_wanted, wanted)


def _score_texts(hypotheses: Any, references: Any, options: RougeOptions) -> _Scored:
    return score_columns(hypotheses, references, options)


def _score_tokens(hypotheses: Any, references: Any, options: RougeOptions) -> _Scored:
    """Return the scores of texts in tokens; where that fails, say in which row."""
    try:
        return score_token_columns(hypotheses, references, options)
    except TypeError:
        for row, text in enumerate(hypotheses):
            _check_tokens(text, row_of("hypotheses", row))
        for row, several in enumerate(references):
            for number, text in enumerate(several):
                _check_tokens(text, row_of("multi_references", row, number))
        raise


def _check_tokens(text: Any, where: str) -> None:
    """Refuse what is no list of sentences that are lists of hashable tokens."""
    if not isinstance(text, Iterable):
        raise not_text(text, where, wanted="a list of sentences, each a list of tokens")
    for number, sentence in enumerate(text):
        place = f"{where}, sentence {number}"
        if not isinstance(sentence, Iterable):
            raise not_text(sentence, place, wanted="a list of tokens")
        for position, token in enumerate(sentence):
            try:
                hash(token)
            except TypeError as error:
                hint = "a text is a list of sentences, a sentence a list of tokens, and tokens are hashable."
                raise not_text(token, f"{place}, token {position}", hint, "hashable") from error


class _Cutter:
    """Cuts texts by the caller's functions, whose errors are told the row."""

    def __init__(self, split: Callable[[str], Iterable[str]], cut: Callable[[str], Sequence[Any]]) -> None:
        self._split = split
        self._cut = cut

    def __call__(self, text: Any, where: str) -> list[Sequence[Any]]:
        try:
            return [self._cut(sentence) for sentence in self._split(text)]
        except Exception as error:
            error.add_note(f"rouge_vec: this came up at {where}: {shortened(text)}.")
            raise


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


def _lines(text: str) -> list[str]:
    return text.split("\n")


__all__ = ["PyRouge"]
