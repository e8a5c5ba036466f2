"""Stands in for the ROUGE score of torchmetrics 1.9.0: the same arguments, keys, errors and 32-bit values.

Results are tensors where torch is installed, else Python floats of the same 32-bit values. Sentences of
ROUGE-Lsum are found by NLTK's Punkt, and newlines do not end them: see the dialect ``torchmetrics``.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from typing import Any

import numpy as np
import numpy.typing as npt

from rouge_vec.compat._checks import check_references, check_texts, column_of, references_of
from rouge_vec.compat._columns import score_columns
from rouge_vec.compat.errors import NoPairsError
from rouge_vec.errors import InputError, MissingLibraryError, OptionError, RougeVecTypeError, nearest_names
from rouge_vec.options.rouge_options import RougeOptions
from rouge_vec.scores.rounding import mean_in_single

ALLOWED_ROUGE_KEYS: dict[str, int | str] = {f"rouge{order}": order for order in range(1, 10)} | {
    "rougeL": "L",
    "rougeLsum": "Lsum",
}
ALLOWED_ACCUMULATE_VALUES = ("avg", "best")

_MEASURES = ("fmeasure", "precision", "recall")
_MULTI_REFERENCE = {"avg": "macro", "best": "best"}
_DEFAULT_KEYS = ("rouge1", "rouge2", "rougeL", "rougeLsum")
_NOT_ALPHANUMERIC = re.compile("[^a-z0-9]+")
_LONGEST_UNSTEMMED = 3
_STRINGS = "a string or a list of strings"

_State = dict[str, list[npt.NDArray[np.float32]]]


def rouge_score(
    preds: str | Sequence[str],
    target: str | Sequence[str] | Sequence[Sequence[str]],
    accumulate: str = "best",
    use_stemmer: bool = False,
    normalizer: Callable[[str], str] | None = None,
    tokenizer: Callable[[str], Sequence[str]] | None = None,
    rouge_keys: str | tuple[str, ...] = _DEFAULT_KEYS,
) -> dict[str, Any]:
    """Return the mean precision, recall and F of each rouge key.

    Parameters
    ----------
    preds : str or sequence of str
        The texts to judge.
    target : str, sequence of str, or sequence of sequences of str
        The references. With a single string for `preds`, a list of strings is several references of it.
    accumulate : {"best", "avg"}
        Whether of several references the one with the highest F counts, or the mean of each measure.
    use_stemmer : bool
        Whether words of more than three letters are stemmed.
    normalizer : callable, optional
        Takes a text, returns a text; by default lower case, with blanks for all but ASCII letters and digits.
    tokenizer : callable, optional
        Takes a normalized text, returns its tokens; splits at blanks by default.
    rouge_keys : str or tuple of str
        ``"rouge1"`` to ``"rouge9"``, ``"rougeL"``, ``"rougeLsum"``.

    Returns
    -------
    dict of str to torch.Tensor or float
        ``"rouge1_fmeasure"``, ``"rouge1_precision"``, ``"rouge1_recall"`` ...; NaN if there are no texts.

    Raises
    ------
    OptionError
        If a key or `accumulate` is not known.
    InputError
        If the lengths differ, where torchmetrics leaves out the texts at the end.
    NoPairsError
        If a text has no reference.
    NotTextError
        If a text is not a string.
    """
    metric = ROUGEScore(use_stemmer, normalizer, tokenizer, accumulate, rouge_keys)
    metric.update(preds, target)
    return metric.compute()


class ROUGEScore:
    """Collects scores batch by batch and returns their means.

    Parameters
    ----------
    use_stemmer, normalizer, tokenizer, accumulate, rouge_keys
        As for :func:`rouge_score`.
    **kwargs
        Arguments of ``torchmetrics.Metric``, which have no effect on the values, are accepted.

    Raises
    ------
    OptionError
        If a key or `accumulate` is not known.
    """

    is_differentiable = False
    higher_is_better = True
    full_state_update = True

    def __init__(
        self,
        use_stemmer: bool = False,
        normalizer: Callable[[str], str] | None = None,
        tokenizer: Callable[[str], Sequence[str]] | None = None,
        accumulate: str = "best",
        rouge_keys: str | tuple[str, ...] = _DEFAULT_KEYS,
        **kwargs: Any,
    ) -> None:
        if isinstance(rouge_keys, list):
            raise RougeVecTypeError(
                f"rouge_keys is a list, which is unhashable, {rouge_keys!r}; it must be a string or a tuple.",
                f"write rouge_keys={tuple(rouge_keys)!r}.",
            )
        self.rouge_keys = rouge_keys if isinstance(rouge_keys, tuple) else (rouge_keys,)
        for key in self.rouge_keys:
            if key not in ALLOWED_ROUGE_KEYS:
                raise OptionError(
                    f"Got unknown rouge key {key}.", nearest_names(str(key), ALLOWED_ROUGE_KEYS)
                )
        if accumulate not in ALLOWED_ACCUMULATE_VALUES:
            raise OptionError(
                f"Got unknown accumulate value {accumulate}.",
                nearest_names(str(accumulate), ALLOWED_ACCUMULATE_VALUES),
            )
        self.accumulate = accumulate
        self.use_stemmer = use_stemmer
        self.normalizer = normalizer
        self.tokenizer = tokenizer
        self._options = self._build_options()
        self.reset()

    def reset(self) -> None:
        """Forget all scores."""
        self._state: _State = {f"{key}_{measure}": [] for key in self.rouge_keys for measure in _MEASURES}

    def update(self, preds: str | Sequence[str], target: Any) -> None:
        """Score texts and keep the scores.

        Parameters
        ----------
        preds, target
            As for :func:`rouge_score`.

        Raises
        ------
        RougeVecError
            As :func:`rouge_score`.
        """
        for name, values in self._scores(preds, target).items():
            self._state[name].append(values)

    def compute(self) -> dict[str, Any]:
        """Return the means of all scores since the last reset."""
        return {name: _mean(parts) for name, parts in self._state.items()}

    def forward(self, preds: str | Sequence[str], target: Any) -> dict[str, Any]:
        """Keep the scores of these texts, and return their means alone."""
        scores = self._scores(preds, target)
        for name, values in scores.items():
            self._state[name].append(values)
        return {name: _mean([scores[name]] if scores else []) for name in self._state}

    __call__ = forward

    def _build_options(self) -> RougeOptions | None:
        if not self.rouge_keys:
            return None
        options: dict[str, Any] = {"multi_reference": _MULTI_REFERENCE[self.accumulate]}
        if self.normalizer is not None or self.tokenizer is not None:
            options["tokenizer"] = _Tokenizer(self.normalizer, self.tokenizer, bool(self.use_stemmer))
        elif self.use_stemmer:
            options["use_stemmer"] = True
        return RougeOptions.build(dict.fromkeys(self.rouge_keys), "torchmetrics", **options)

    def _scores(self, preds: Any, target: Any) -> dict[str, npt.NDArray[np.float32]]:
        """Return the scores of each text, float32, shape (texts,), by the name of the result."""
        texts, references = _paired(preds, target)
        if not texts or self._options is None:
            return {}
        scored = score_columns(texts, references, self._options, sides=("preds", "target"))
        return {
            f"{key}_{measure}": getattr(measures, measure).astype(np.float32)
            for key, (_, measures) in scored.items()
            for measure in _MEASURES
        }


class _Tokenizer:
    """The caller's normalizer or tokenizer, with what torchmetrics does before, between and after."""

    def __init__(
        self,
        normalizer: Callable[[str], str] | None,
        tokenizer: Callable[[str], Sequence[str]] | None,
        use_stemmer: bool,
    ) -> None:
        self._normalizer = normalizer
        self._tokenizer = tokenizer
        self._stem = _nltk_stem() if use_stemmer else None

    def tokenize(self, text: str) -> list[str]:
        text = _normalized(text) if self._normalizer is None else self._normalizer(text)
        tokens = re.split(r"\s+", text) if self._tokenizer is None else self._tokenizer(text)
        if self._stem is not None:
            tokens = [self._stem(token) if len(token) > _LONGEST_UNSTEMMED else token for token in tokens]
        return [token for token in tokens if isinstance(token, str) and token]


def _normalized(text: str) -> str:
    return _NOT_ALPHANUMERIC.sub(" ", text.lower())


def _nltk_stem() -> Callable[[str], str]:
    """Return NLTK's Porter stemmer, which takes tokens of any kind."""
    try:
        from nltk.stem.porter import PorterStemmer
    except ImportError as error:
        raise MissingLibraryError(
            "use_stemmer=True with a normalizer or tokenizer of your own needs NLTK, which is not installed.",
            "pip install nltk",
        ) from error
    stem: Callable[[str], str] = PorterStemmer().stem
    return stem


def _paired(preds: Any, target: Any) -> tuple[list[str], list[list[str]]]:
    """Return texts and the references of each, read as torchmetrics reads them.

    A tuple of strings is no list: each of its strings is a row, and each of its characters a reference.
    """
    if isinstance(target, list) and all(isinstance(one, str) for one in target):
        target = [target] if isinstance(preds, str) else [[one] for one in target]
    elif isinstance(target, str):
        target = [[target]]
    texts = [preds] if isinstance(preds, str) else column_of(preds, "preds", _STRINGS)
    references = references_of(target, "target", _STRINGS, _STRINGS)
    if len(texts) != len(references):
        raise InputError(
            f"{len(texts)} predictions and {len(references)} targets: the lengths differ.",
            "give one target, or one list of targets, for each prediction.",
        )
    for row, several in enumerate(references):
        if not several:
            raise NoPairsError(f"no target in row {row}.", "give each prediction at least one target.")
    check_texts(texts, "preds")
    check_references(references, "target")
    return texts, references


def _mean(parts: list[npt.NDArray[np.float32]]) -> Any:
    """Return the mean of 32-bit scores, as torch makes it where torch is there; NaN of none."""
    values = np.concatenate(parts) if parts else np.zeros(0, np.float32)
    try:
        import torch
    except ImportError:
        return float(mean_in_single(values)) if len(values) else float("nan")
    return torch.from_numpy(values).mean()


__all__ = ["ALLOWED_ACCUMULATE_VALUES", "ALLOWED_ROUGE_KEYS", "ROUGEScore", "rouge_score"]
