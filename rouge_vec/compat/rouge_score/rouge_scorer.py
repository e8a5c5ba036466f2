"""The scorer of rouge-score on this package's engine."""

from __future__ import annotations

import itertools
from collections.abc import Hashable, Iterable, Sequence
from typing import Any

from rouge_vec.api.scorer import Score, Scorer
from rouge_vec.compat._checks import ONE_TEXT, column_of, not_text, row_of
from rouge_vec.compat._columns import score_columns
from rouge_vec.compat.errors import NoModelError
from rouge_vec.compat.rouge_score import scoring, tokenizers
from rouge_vec.compat.rouge_score._lcs import create_ngrams as _create_ngrams
from rouge_vec.compat.rouge_score._lcs import find_union as _find_union
from rouge_vec.compat.rouge_score._lcs import lcs_positions as lcs_ind
from rouge_vec.compat.rouge_score._lcs import lcs_table as _lcs_table
from rouge_vec.compat.rouge_score._lcs import score_lcs as _score_lcs
from rouge_vec.compat.rouge_score._lcs import score_ngrams as _score_ngrams
from rouge_vec.compat.rouge_score._lcs import summary_level_lcs as _summary_level_lcs
from rouge_vec.compat.rouge_score._lcs import trace_back as _backtrack_norec
from rouge_vec.compat.rouge_score._lcs import union_lcs as _union_lcs
from rouge_vec.compat.rouge_score._stemmer import as_str
from rouge_vec.errors import InputError, MissingLibraryError, OptionError, nearest_names
from rouge_vec.options.rouge_options import RougeOptions
from rouge_vec.scores.measures import Measures
from rouge_vec.text.sentences import SentenceSplitter, sentence_splitter

_KNOWN_TYPES = (*(f"rouge{order}" for order in range(1, 10)), "rougeL", "rougeLsum")
_FEW_TARGETS = 8
"""Up to so many targets are scored faster one by one than as a batch."""


class RougeScorer(scoring.BaseScorer):
    """Scores a prediction against a target, or against several.

    Parameters
    ----------
    rouge_types : sequence of str
        ``"rouge1"`` to ``"rouge9"``, ``"rougeL"``, ``"rougeLsum"``; looked at when something is scored.
    use_stemmer : bool
        Whether words of more than three letters are stemmed; a tokenizer of one's own does its own stemming.
    split_summaries : bool
        Whether ``nltk.sent_tokenize`` finds the sentences of ROUGE-Lsum; otherwise they stand one a line. Its
        English model need not be downloaded if the extra ``punkt`` is installed.
    tokenizer : object with ``tokenize``, optional
        Takes a text, returns a list of hashable tokens.
    """

    def __init__(
        self,
        rouge_types: Sequence[str],
        use_stemmer: bool = False,
        split_summaries: bool = False,
        tokenizer: Any = None,
    ) -> None:
        self.rouge_types = rouge_types
        self._tokenizer = tokenizer or tokenizers.DefaultTokenizer(use_stemmer)
        self._split_summaries = split_summaries
        self._built_for: tuple[Any, ...] | None = None
        self._engine: Scorer | None = None

    def __getstate__(self) -> dict[str, Any]:
        return self.__dict__ | {"_built_for": None, "_engine": None}

    def score(self, target: Any, prediction: Any) -> dict[str, Score]:
        """Score a prediction against one target.

        Parameters
        ----------
        target : str or bytes
            The reference.
        prediction : str or bytes
            The text to judge.

        Returns
        -------
        dict of str to Score
            In the order of the rouge types.

        Raises
        ------
        NotTextError
            If a text is neither a string nor bytes.
        OptionError
            If there is no such rouge type.
        """
        if isinstance(target, str) and isinstance(prediction, str):
            engine = self._engine_now()
            return {} if engine is None else engine.score_pair(prediction, target)
        return self._score_by_parts(target, prediction)

    def score_multi(self, targets: Iterable[Any], prediction: Any) -> dict[str, Score]:
        """Score a prediction against several targets; each rouge type keeps the target with the highest F.

        Parameters
        ----------
        targets : iterable of str or bytes
            The references.
        prediction : str or bytes
            The text to judge.

        Raises
        ------
        InputError
            If there are no targets.
        NotTextError
            If a text is neither a string nor bytes.
        """
        several = column_of(targets, "targets")
        if not several and len(self.rouge_types):
            raise InputError("no targets were given.", "give at least one.")
        strings = self._scores_strings(prediction, *several)
        if not strings and self._reads_texts():
            for number, target in enumerate(several):
                _check_text(target, f"targets[{number}]", "targets are one flat list of strings.")
            _check_text(prediction, "the prediction", ONE_TEXT)
        if strings and len(several) > _FEW_TARGETS:
            engine = self._engine_now()
            return {} if engine is None else engine.score_pair(prediction, several)
        scores = [self.score(target, prediction) for target in several]
        return {
            rouge_type: max((score[rouge_type] for score in scores), key=lambda score: score.fmeasure)
            for rouge_type in self.rouge_types
        }

    def score_batch(
        self, targets: Iterable[Any], predictions: Iterable[Any], n_jobs: int | None = None
    ) -> list[dict[str, Score]]:
        """Score pairs: the same as :meth:`score` for each of them, on all cores.

        Parameters
        ----------
        targets, predictions : iterables of str or bytes, of the same length
            The references, and the texts to judge.
        n_jobs : int, optional
            Threads; all usable cores by default.

        Raises
        ------
        InputError
            If the lengths differ.
        NotTextError
            If a text is neither a string nor bytes.
        """
        references, texts = column_of(targets, "targets"), column_of(predictions, "predictions")
        if len(references) != len(texts):
            raise InputError(
                f"{len(references)} targets and {len(texts)} predictions: the lengths differ.",
                "give one target for each prediction.",
            )
        several = any(isinstance(target, list) for target in references)
        measures = None if several else self._measures(references, texts, n_jobs)
        if measures is None:
            if self._reads_texts():
                for row, (target, text) in enumerate(zip(references, texts, strict=True)):
                    _check_text(target, row_of("targets", row), "a list of targets is for score_multi.")
                    _check_text(text, row_of("predictions", row), ONE_TEXT)
            return [self._score_row(*pair) for pair in zip(range(len(texts)), references, texts, strict=True)]
        columns = [
            map(Score, one.precision.tolist(), one.recall.tolist(), one.fmeasure.tolist())
            for one in measures.values()
        ]
        return [dict(zip(measures, row, strict=True)) for row in zip(*columns, strict=True)]

    def _score_row(self, row: int, target: Any, prediction: Any) -> dict[str, Score]:
        try:
            return self.score(target, prediction)
        except Exception as error:
            error.add_note(f"rouge_vec: this came up in row {row}.")
            raise

    def _measures(
        self,
        targets: list[Any],
        predictions: list[Any],
        n_jobs: int | None = None,
        target_side: str = "targets",
    ) -> dict[str, Measures] | None:
        """Return the scores of all rows by rouge type, or None if rows must be scored one by one.

        A target may be a list of targets here.
        """
        flat = itertools.chain.from_iterable(
            target if isinstance(target, list) else [target] for target in targets
        )
        if not predictions or not self._scores_strings(*predictions, *flat):
            return None
        engine = self._engine_now()
        if engine is None:
            return None
        sides = ("predictions", target_side)
        scored = score_columns(predictions, targets, engine.options, n_jobs, sides)
        return {rouge_type: measures for rouge_type, (_, measures) in scored.items()}

    def _scores_strings(self, *texts: Any) -> bool:
        """Tell whether texts can go to the engine together: all are strings and no subclass scores them."""
        return type(self).score is RougeScorer.score and all(
            issubclass(kind, str) for kind in {*map(type, texts)}
        )

    def _reads_texts(self) -> bool:
        """Tell whether it is this class that reads texts, and not a subclass or a tokenizer of the caller's."""
        reads_itself = tokenizers.profile_of(self._tokenizer) is not None
        return type(self).score is RougeScorer.score and len(self.rouge_types) > 0 and reads_itself

    def _engine_now(self) -> Scorer | None:
        """Return the engine's scorer for the attributes as they are now; None if there are no rouge types."""
        if not len(self.rouge_types):
            return None
        built_for = (*self.rouge_types, self._tokenizer, self._split_summaries)
        if built_for != self._built_for:
            self._engine = self._build_engine()
            self._built_for = built_for
        return self._engine

    def _build_engine(self) -> Scorer:
        profile = tokenizers.profile_of(self._tokenizer)
        options: dict[str, Any] = {"tokenizer": profile or _ListTokenizer(self._tokenizer)}
        if profile == "rouge-score":
            options["use_stemmer"] = self._tokenizer._stemmer is not None
        if self._split_summaries and "rougeLsum" in self.rouge_types:
            options["sentence_splitter"] = _sentence_splitter()
        return Scorer(dict.fromkeys(map(_checked_type, self.rouge_types)), "rouge-score", **options)

    def _score_by_parts(self, target: Any, prediction: Any) -> dict[str, Score]:
        """Score bytes, of which ROUGE-Lsum alone lower-cases all of Unicode; fail as rouge-score does."""
        if self._reads_texts():
            _check_text(target, "the target", "for several targets call score_multi.")
            _check_text(prediction, "the prediction", ONE_TEXT)
        tokenize = self._tokenizer.tokenize
        whole: list[Any] = []
        if list(self.rouge_types) != ["rougeLsum"]:
            whole = [tokenize(target), tokenize(prediction)]
        scores = {}
        for rouge_type in map(_checked_type, self.rouge_types):
            if rouge_type == "rougeL":
                scores[rouge_type] = _score_lcs(*whole)
            elif rouge_type == "rougeLsum":
                sides = [[tokenize(line) for line in self._sentences(text)] for text in (target, prediction)]
                scores[rouge_type] = _summary_level_lcs(*sides)
            else:
                order = int(rouge_type[-1])
                scores[rouge_type] = _score_ngrams(*(_create_ngrams(tokens, order) for tokens in whole))
        return scores

    def _sentences(self, text: Any) -> list[str]:
        lines = _sentence_splitter()(text) if self._split_summaries else as_str(text).split("\n")
        return [line for line in lines if line]


class _ListTokenizer:
    """A tokenizer of the caller's; a string that it returns is a sequence of tokens as any other."""

    def __init__(self, tokenizer: Any) -> None:
        self._tokenizer = tokenizer

    def tokenize(self, text: str) -> Iterable[Hashable]:
        tokens: Iterable[Hashable] = self._tokenizer.tokenize(text)
        return list(tokens) if isinstance(tokens, (str, bytes)) else tokens


def _check_text(value: Any, where: str, list_hint: str) -> None:
    if not isinstance(value, (str, bytes)):
        raise not_text(value, where, list_hint)


def _checked_type(rouge_type: Any) -> str:
    if rouge_type not in _KNOWN_TYPES:
        raise OptionError(
            f"Invalid rouge type: {rouge_type!r}.", nearest_names(str(rouge_type), _KNOWN_TYPES)
        )
    return str(rouge_type)


def _sentence_splitter() -> SentenceSplitter:
    """Return ``nltk.sent_tokenize``, or the same function of the model that the extra ``punkt`` installs.

    Raises
    ------
    MissingLibraryError
        If NLTK is not installed.
    NoModelError
        If there is no model.
    """
    try:
        import nltk
    except ImportError as error:
        raise MissingLibraryError(
            "split_summaries=True needs NLTK, which is not installed.", "pip install 'rouge-vec[punkt]'"
        ) from error
    try:
        nltk.sent_tokenize("")
    except LookupError as error:
        try:
            packaged = sentence_splitter(RougeOptions.build(["rougeLsum"], sentence_splitter="punkt"))
        except MissingLibraryError:
            packaged = None
        if packaged is None:
            raise NoModelError(
                "split_summaries=True needs NLTK's English model punkt_tab, which is not on this machine.",
                "pip install 'rouge-vec[punkt]', or python -m nltk.downloader punkt_tab",
            ) from error
        return packaged
    split: SentenceSplitter = nltk.sent_tokenize
    return split


__all__ = [
    "RougeScorer",
    "_backtrack_norec",
    "_create_ngrams",
    "_find_union",
    "_lcs_table",
    "_score_lcs",
    "_score_ngrams",
    "_summary_level_lcs",
    "_union_lcs",
    "lcs_ind",
]
