"""The scorers that are compared, each behind the same two calls: texts in, scores out; and scores as arrays.

One registry for the differential tests and for the benchmarks. The thread pool of a Rust scorer takes its
size from ``RAYON_NUM_THREADS`` when it starts, once a process; so each number of threads is measured in a
process of its own.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from importlib.metadata import PackageNotFoundError, version
from typing import Any, Literal

import numpy as np
import numpy.typing as npt

Shape = Literal["batch", "one by one", "several references"]
Table = dict[str, npt.NDArray[np.float64]]
"""Rouge type to precision, recall and fmeasure, float64, shape (rows, 3)."""

MEASURES = ("precision", "recall", "fmeasure")
THREADS_VARIABLE = "RAYON_NUM_THREADS"


class ContenderError(RuntimeError):
    """A contender is missing, or cannot do what it was asked for."""


@dataclass(frozen=True)
class Work:
    """What is to be scored, and how.

    Attributes
    ----------
    predictions, references : sequences of the same length
        A reference is a text, or a list of texts where the shape is "several references".
    rouge_types : tuple of str
        Types that are asked for.
    use_stemmer : bool
        Whether tokens are stemmed.
    threads : int
        Threads that may be used.
    shape : {"batch", "one by one", "several references"}
        One call for all rows, one call for each row, or rows with several references.
    """

    predictions: Sequence[Any]
    references: Sequence[Any]
    rouge_types: tuple[str, ...]
    use_stemmer: bool = False
    threads: int = 1
    shape: Shape = "batch"

    def __len__(self) -> int:
        return len(self.predictions)

    def first(self, rows: int) -> Work:
        """Return the work on the first `rows` rows."""
        return replace(self, predictions=self.predictions[:rows], references=self.references[:rows])


@dataclass(frozen=True)
class Contender:
    """A scorer.

    Attributes
    ----------
    name : str
        As printed in the report; also the name of its distribution.
    prepare : callable
        Work to a call without arguments that takes texts to scores in the scorer's own form: this is timed.
    table : callable
        Scores in the scorer's own form, and the work, to arrays.
    rouge_types : frozenset of str
        Types it knows.
    stems : bool
        Whether it has the stemmer.
    shapes : frozenset of str
        Shapes of work it has a call for.
    pool : bool
        Whether it has threads, sized by the environment.
    slow : bool
        Whether it is timed on the first rows of a corpus only.
    """

    name: str
    prepare: Callable[[Work], Callable[[], Any]]
    table: Callable[[Any, Work], Table]
    rouge_types: frozenset[str]
    stems: bool
    shapes: frozenset[Shape]
    pool: bool = False
    slow: bool = False

    @property
    def version(self) -> str:
        """Version of the installed distribution.

        Raises
        ------
        ContenderError
            If it is not installed.
        """
        try:
            return version(self.name)
        except PackageNotFoundError as error:
            raise ContenderError(
                f"{self.name} is not installed.\nHint: pip install -e '.[test]' brings all contenders."
            ) from error

    def supports(self, work: Work) -> bool:
        """Return whether it can do this work."""
        return (
            self.rouge_types.issuperset(work.rouge_types)
            and (self.stems or not work.use_stemmer)
            and work.shape in self.shapes
        )

    def call(self, work: Work) -> Callable[[], Any]:
        """Return the call that is timed.

        Raises
        ------
        ContenderError
            If it cannot do this work, or its thread pool has another size than the work asks for.
        """
        if not self.supports(work):
            raise ContenderError(
                f"{self.name} cannot score {', '.join(work.rouge_types)}, {work.shape}, with "
                f"use_stemmer={work.use_stemmer}.\nHint: ask .supports(work) first."
            )
        pool = os.environ.get(THREADS_VARIABLE, "all")
        if self.pool and pool != str(work.threads):
            raise ContenderError(
                f"{self.name} would run on {pool} threads, asked for {work.threads}.\n"
                f"Hint: set {THREADS_VARIABLE} before the process starts."
            )
        return self.prepare(work)

    def scores(self, work: Work) -> Table:
        """Score, and return arrays."""
        return self.table(self.call(work)(), work)


_NGRAM_TYPES = frozenset(f"rouge{n}" for n in range(1, 10))
_ALL_TYPES = _NGRAM_TYPES | {"rougeL", "rougeLsum"}


def _prepare_rouge_vec(work: Work) -> Callable[[], Any]:
    import rouge_vec

    scorer = rouge_vec.Scorer(rouge_types=work.rouge_types, use_stemmer=work.use_stemmer)
    if work.shape == "one by one":
        rows = list(zip(work.predictions, work.references, strict=True))
        return lambda: [scorer.score_pair(prediction, reference) for prediction, reference in rows]
    return lambda: scorer.score(
        predictions=work.predictions, references=work.references, n_jobs=work.threads, progress=False
    )


def _table_of_frame(scores: Any, work: Work) -> Table:
    if isinstance(scores, list):
        return _table_of_dicts(scores, work)
    return {
        name: np.column_stack([scores[f"{name}_{measure}"].to_numpy() for measure in MEASURES])
        for name in work.rouge_types
    }


def _prepare_scorer_object(scorer: Any, work: Work) -> Callable[[], Any]:
    """Calls of rouge-score and of the packages that copied its interface: target first, then prediction."""
    rows = list(zip(work.references, work.predictions, strict=True))
    if work.shape == "several references":
        return lambda: [scorer.score_multi(targets, prediction) for targets, prediction in rows]
    return lambda: [scorer.score(target, prediction) for target, prediction in rows]


def _prepare_rouge_score(work: Work) -> Callable[[], Any]:
    from rouge_score.rouge_scorer import RougeScorer

    return _prepare_scorer_object(RougeScorer(list(work.rouge_types), use_stemmer=work.use_stemmer), work)


def _prepare_compat(work: Work) -> Callable[[], Any]:
    from rouge_vec.compat.rouge_score.rouge_scorer import RougeScorer

    return _prepare_scorer_object(RougeScorer(list(work.rouge_types), use_stemmer=work.use_stemmer), work)


def _prepare_rapidrouge(work: Work) -> Callable[[], Any]:
    from rapidrouge.rouge_scorer import RougeScorer

    return _prepare_scorer_object(RougeScorer(list(work.rouge_types), use_stemmer=work.use_stemmer), work)


def _prepare_rouge_score_rs(work: Work) -> Callable[[], Any]:
    from rouge_score_rs.rouge_scorer import RougeScorer

    scorer = RougeScorer(list(work.rouge_types), use_stemmer=work.use_stemmer)
    if work.shape == "batch":
        return lambda: scorer.score_batch(work.references, work.predictions)
    return _prepare_scorer_object(scorer, work)


def _prepare_rouge_rust(work: Work) -> Callable[[], Any]:
    """All nine columns are read: before that no score has reached Python."""
    from fast_rouge import score_batch_flat

    names = [f"{rouge_type}_{measure}" for rouge_type in work.rouge_types for measure in MEASURES]

    def run() -> dict[str, list[float]]:
        scores = score_batch_flat(work.references, work.predictions)
        return {name: getattr(scores, name) for name in names}

    return run


def _table_of_dicts(scores: Sequence[Any], work: Work) -> Table:
    return {name: _array(tuple(row[name]) for row in scores) for name in work.rouge_types}


def _table_of_columns(scores: dict[str, list[float]], work: Work) -> Table:
    return {
        name: np.array([scores[f"{name}_{measure}"] for measure in MEASURES], np.float64).T
        for name in work.rouge_types
    }


def _array(rows: Iterable[tuple[float, ...]]) -> npt.NDArray[np.float64]:
    return np.array(list(rows), np.float64).reshape(-1, len(MEASURES))


_EVERY_SHAPE: frozenset[Shape] = frozenset(("batch", "one by one", "several references"))

ROUGE_VEC = Contender("rouge-vec", _prepare_rouge_vec, _table_of_frame, _ALL_TYPES, True, _EVERY_SHAPE)

COMPAT = replace(ROUGE_VEC, prepare=_prepare_compat, table=_table_of_dicts)
"""rouge_vec again, called as rouge-score is: one row at a time in every shape of work."""

CONTENDERS: dict[str, Contender] = {
    contender.name: contender
    for contender in (
        ROUGE_VEC,
        Contender(
            "rouge-score-rs",
            _prepare_rouge_score_rs,
            _table_of_dicts,
            _ALL_TYPES,
            True,
            _EVERY_SHAPE,
            pool=True,
        ),
        Contender(
            "rouge-rust",
            _prepare_rouge_rust,
            _table_of_columns,
            frozenset(("rouge1", "rouge2", "rougeL")),
            False,
            frozenset(("batch",)),
            pool=True,
        ),
        Contender(
            "rapidrouge", _prepare_rapidrouge, _table_of_dicts, _ALL_TYPES, True, _EVERY_SHAPE, slow=True
        ),
        Contender(
            "rouge-score", _prepare_rouge_score, _table_of_dicts, _ALL_TYPES, True, _EVERY_SHAPE, slow=True
        ),
    )
}
"""Every scorer by name."""


def rivals(work: Work) -> list[Contender]:
    """Return the other scorers that can do this work."""
    return [one for one in CONTENDERS.values() if one is not ROUGE_VEC and one.supports(work)]
