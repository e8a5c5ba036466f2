"""Stands in for the metric ``rouge`` of Hugging Face evaluate: the same values for the same seed.

What that metric calls a mean is the median of bootstrap means, drawn from NumPy's global random state;
``use_aggregator=False`` gives one F for each text, whose mean involves no chance.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from importlib import resources
from typing import Any

import numpy as np
import numpy.typing as npt

from rouge_vec.compat._checks import check_references, check_texts, column_of, row_of
from rouge_vec.compat.errors import NoPairsError
from rouge_vec.compat.rouge_score.rouge_scorer import RougeScorer
from rouge_vec.compat.rouge_score.scoring import BootstrapAggregator
from rouge_vec.errors import InputError, OptionError, RougeVecTypeError
from rouge_vec.options.rouge_types import DEFAULT_ROUGE_TYPES

_NOT_GIVEN: Any = object()
_COLUMN = "a list of strings, or of lists of strings"


class Rouge:
    """The metric, without files, locks and downloads.

    Parameters
    ----------
    seed : int, optional
        Seed of the bootstrap. By default it is read off NumPy's global random state, as evaluate does, so
        that it differs from session to session.
    **settings
        Other arguments of ``evaluate.load``, which have no effect on the values, are accepted.

    Examples
    --------
    >>> Rouge(seed=0).compute(predictions=["a b"], references=["a b c d"], rouge_types=["rouge1"])["rouge1"]
    np.float64(0.6666666666666666)
    """

    name = "rouge"

    def __init__(self, *, seed: int | None = None, **settings: Any) -> None:
        self.seed = _session_seed() if seed is None else seed
        self._predictions: list[Any] = []
        self._references: list[Any] = []

    def add(self, *, prediction: Any = _NOT_GIVEN, reference: Any = _NOT_GIVEN, **plural: Any) -> None:
        """Add one pair for the next :meth:`compute`; `predictions` and `references` are taken as names, too.

        Raises
        ------
        RougeVecTypeError
            If a side is missing, or there is no such name.
        """
        pair = {"predictions": prediction, "references": reference}
        for name, text in plural.items():
            if name not in pair or pair[name] is not _NOT_GIVEN:
                raise RougeVecTypeError(f"add has no {name}=.", "write add(prediction=..., reference=...).")
            pair[name] = text
        for name, text in pair.items():
            if text is _NOT_GIVEN:
                raise RougeVecTypeError(
                    f"add needs {name.removesuffix('s')}=.", "write add(prediction=..., reference=...)."
                )
        self.add_batch(**{name: [text] for name, text in pair.items()})

    def add_batch(self, *, predictions: Sequence[Any], references: Sequence[Any]) -> None:
        """Add pairs for the next :meth:`compute`.

        Raises
        ------
        InputError
            If the lengths differ.
        NotTextError
            If a side is no list.
        """
        texts, targets = column_of(predictions, "predictions"), column_of(references, "references", _COLUMN)
        if len(texts) != len(targets):
            raise InputError(
                f"Mismatch in the number of predictions ({len(texts)}) and references ({len(targets)}).",
                "give one reference, or one list of references, for each prediction.",
            )
        self._predictions += texts
        self._references += targets

    def compute(
        self,
        *,
        predictions: Sequence[Any] | None = None,
        references: Sequence[Any] | None = None,
        rouge_types: Sequence[str] | None = None,
        use_aggregator: bool = True,
        use_stemmer: bool = False,
        tokenizer: Callable[[str], Any] | None = None,
        seed: int | None = None,
    ) -> dict[str, Any]:
        """Return F of each rouge type.

        Parameters
        ----------
        predictions : sequence of str, length n
            The texts to judge; left out if all were added before.
        references : sequence of str or of lists of str, length n
            The references; of several, each rouge type takes the one with the highest F.
        rouge_types : sequence of str, optional
            rouge1, rouge2, rougeL and rougeLsum by default.
        use_aggregator : bool
            Whether to return one number for each type: the median of 1000 bootstrap means.
        use_stemmer : bool
            Whether words of more than three letters are stemmed.
        tokenizer : callable, optional
            Takes a text, returns a list of tokens.
        seed : int, optional
            In place of the seed of the metric. The global random state is as before when this returns.

        Returns
        -------
        dict of str to numpy.float64, or to list of float
            In the order of the rouge types.

        Raises
        ------
        InputError
            If one side is missing or the lengths differ.
        NoPairsError
            If there are no texts.
        NotTextError
            If a text is not a string.
        """
        if predictions is not None or references is not None:
            if predictions is None or references is None:
                side = "predictions" if predictions is None else "references"
                raise InputError(f"{side} are missing.", "give predictions= and references= together.")
            self.add_batch(predictions=predictions, references=references)
        texts, targets, self._predictions, self._references = self._predictions, self._references, [], []
        with _numpy_seed(self.seed if seed is None else seed):
            return compute_scores(texts, targets, rouge_types, use_aggregator, use_stemmer, tokenizer)


def compute_scores(
    predictions: Sequence[Any],
    references: Sequence[Any],
    rouge_types: Sequence[str] | None = None,
    use_aggregator: bool = True,
    use_stemmer: bool = False,
    tokenizer: Callable[[str], Any] | None = None,
) -> dict[str, Any]:
    """Return F of each rouge type, drawing from NumPy's global random state.

    Parameters
    ----------
    predictions, references, rouge_types, use_aggregator, use_stemmer, tokenizer
        As in :meth:`Rouge.compute`.

    Raises
    ------
    NoPairsError
        If there are no texts.
    NotTextError
        If a text is not a string.
    """
    if not len(references):
        raise NoPairsError("no predictions and references were given.", "give at least one pair.")
    if isinstance(rouge_types, str):
        raise OptionError(
            f"Invalid rouge type: {rouge_types[:1]!r}; rouge_types is one string, {rouge_types!r}.",
            f"give a list: rouge_types=[{rouge_types!r}].",
        )
    types = list(DEFAULT_ROUGE_TYPES) if rouge_types is None else rouge_types
    scorer = RougeScorer(types, use_stemmer, tokenizer=None if tokenizer is None else _Tokenizer(tokenizer))
    check_texts(predictions, "predictions")
    matrices = _score_matrices(scorer, list(predictions), _target_cells(references))
    if not use_aggregator:
        return {rouge_type: matrix[:, 2].tolist() for rouge_type, matrix in matrices.items()}
    aggregator = BootstrapAggregator()
    return {
        rouge_type: aggregator._bootstrap_resample(matrix)[1, 2] for rouge_type, matrix in matrices.items()
    }


def _target_cells(references: Sequence[Any]) -> list[Any]:
    """Return references as strings only, or as lists of strings only."""
    cells: list[Any] = []
    for row, cell in enumerate(references):
        if isinstance(cell, (str, list)):
            cells.append(cell)
        else:
            cells.append(column_of(cell, row_of("references", row), "a string or a list of strings"))
    several = [isinstance(cell, list) for cell in cells]
    if any(several) and not all(several):
        raise InputError(
            "references mix texts and lists of texts: row 0 and row "
            f"{several.index(not several[0])} differ in kind.",
            "put every single reference into a list of its own.",
        )
    if any(several):
        check_references(cells, "references")
    return cells


def _score_matrices(
    scorer: RougeScorer, predictions: list[Any], targets: list[Any]
) -> dict[str, npt.NDArray[np.float64]]:
    """Return precision, recall and F of each text, float64, shape (n, 3), by rouge type."""
    measures = scorer._measures(targets, predictions, target_side="references")
    if measures is not None:
        return {
            rouge_type: np.column_stack([one.precision, one.recall, one.fmeasure])
            for rouge_type, one in measures.items()
        }
    score = scorer.score_multi if isinstance(targets[0], list) else scorer.score
    rows = [score(target, prediction) for target, prediction in zip(targets, predictions, strict=True)]
    return {rouge_type: np.array([row[rouge_type] for row in rows]) for rouge_type in rows[0]}


class _Tokenizer:
    """A callable as an object with ``tokenize``."""

    def __init__(self, function: Callable[[str], Any]) -> None:
        self.tokenize = function


def _session_seed() -> int:
    """Return the word of NumPy's global random state that evaluate takes for a seed."""
    state: Any = np.random.get_state()  # noqa: NPY002 - the state evaluate uses
    words, position = state[1], state[2]
    return int(words[position] if position < len(words) else words[0])


@contextmanager
def _numpy_seed(seed: int) -> Iterator[None]:
    """Seed NumPy's global random state, and put the old state back."""
    state = np.random.get_state()  # noqa: NPY002 - the state evaluate uses
    np.random.seed(seed)  # noqa: NPY002
    try:
        yield
    finally:
        np.random.set_state(state)  # noqa: NPY002


def evaluate_metric_path() -> str:
    """Return the folder that ``evaluate.load`` accepts in place of ``"rouge"``; nothing is downloaded.

    Examples
    --------
    >>> evaluate_metric_path().endswith("rouge")
    True
    """
    return str(resources.files("rouge_vec.compat") / "evaluate_metric" / "rouge")
