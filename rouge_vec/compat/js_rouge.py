"""Stands in for the npm package js-rouge 3.2.3: its functions, defaults and errors in Python's spelling.

Where js-rouge throws a RangeError, a ValueError is raised, and a TypeError where it throws a TypeError.
Scores come from the engine by the dialect ``js-rouge``; only what a caller's own functions return is counted
here.
"""

from __future__ import annotations

import math
import re
from collections import Counter
from collections.abc import Callable, Hashable, Iterable, Sequence
from functools import lru_cache
from typing import Any

from rouge_vec.columns.text_columns import shortened
from rouge_vec.compat._checks import not_text
from rouge_vec.compat._tokens import score_tokens
from rouge_vec.compat.js_utilities import (
    arithmetic_mean,
    char_is_upper_case,
    checked_beta,
    checked_max_skip,
    checked_size,
    comb2,
    f_measure,
    fact,
    intersection,
    lcs,
    n_gram,
    refuse_copies,
    refuse_costly_ngrams,
    skip_bigram,
    str_is_title_case,
)
from rouge_vec.errors import InputError, InputTypeError, OptionError, RougeVecTypeError
from rouge_vec.js_rouge.segmenter import sentence_segment as _segment
from rouge_vec.js_rouge.treebank import WHITESPACE
from rouge_vec.js_rouge.treebank import tree_bank_tokenize as _tokenize
from rouge_vec.options.rouge_options import RougeOptions
from rouge_vec.text.sentences import sentence_splitter

Tokens = list[Hashable]
Tokenizer = Callable[[str], Iterable[Hashable]]
Segmenter = Callable[[str], Iterable[str]]

_MOST_SENTENCE_PAIRS = 100_000
_BLANK = re.compile(f"[{WHITESPACE}]*")


def n(
    candidate: str,
    reference: str,
    *,
    n: int = 1,
    beta: float = 1.0,
    case_sensitive: bool = True,
    tokenizer: Tokenizer | None = None,
    n_gram: Callable[[Tokens, int], Iterable[Hashable]] | None = None,
) -> float:
    """Return ROUGE-N of a candidate.

    Parameters
    ----------
    candidate, reference : str
        Texts that are not blank.
    n : int, default 1
        Length of the n-grams.
    beta : float, default 1.0
        Weight of recall in F: 0 gives precision and infinity gives recall.
    case_sensitive : bool, default True
        Whether to tell capitals from small letters.
    tokenizer : callable, optional
        Takes a whole text and returns its tokens; sentences and the Penn-Treebank tokenizer by default.
    n_gram : callable, optional
        Takes the tokens of a text and `n` and returns its n-grams.

    Returns
    -------
    float
        F from 0 to 1; 0 when a text has fewer than `n` tokens.

    Raises
    ------
    InputError
        If a text is blank, or its n-grams would be longer than a million characters together.
    OptionError
        If a number is out of its range.
    InputTypeError, RougeVecTypeError
        If a text is not a string, or an option that should be is not callable.
    """
    _refuse_blank(candidate, reference)
    beta, size = checked_beta(beta), checked_size(n)
    _check_callable(tokenizer=tokenizer, n_gram=n_gram)
    _check_texts(candidate=candidate, reference=reference)
    words = [_words(text, case_sensitive, tokenizer) for text in (candidate, reference)]
    if n_gram is not None and n_gram is not _built_in_n_gram:
        return _gram_score([_listed(n_gram(list(tokens), size), "n_gram") for tokens in words], beta)
    refuse_costly_ngrams(words, size)
    if size > min(map(len, words)):
        return 0.0
    return _score(f"rouge{size}", beta, [words[0]], [words[1]])


def l(  # noqa: E743 - js-rouge calls it so
    candidate: str,
    reference: str,
    *,
    beta: float = 1.0,
    case_sensitive: bool = True,
    tokenizer: Tokenizer | None = None,
    segmenter: Segmenter | None = None,
    lcs: Callable[[Tokens, Tokens], Iterable[Hashable]] | None = None,
    lcs_indices: Callable[[Tokens, Tokens], Sequence[int]] | None = None,
) -> float:
    """Return summary-level ROUGE-L of a candidate: the union of longest common subsequences of sentences.

    Parameters
    ----------
    candidate, reference : str
        Texts that are not blank.
    beta, case_sensitive
        As for :func:`n`.
    tokenizer : callable, optional
        Takes one sentence and returns its tokens.
    segmenter : callable, optional
        Takes a whole text and returns its sentences.
    lcs : callable, optional
        Takes the tokens of a candidate sentence and of a reference sentence and returns common ones in order.
    lcs_indices : callable, optional
        Takes the same and returns places in the reference sentence, ascending.

    Raises
    ------
    InputError
        If a text is blank, there are more than 100,000 pairs of sentences, or more than a million tokens
        would be handed to `lcs`, or `lcs_indices` returns places that cannot be.
    OptionError
        If a number is out of its range, or both `lcs` and `lcs_indices` are given.
    InputTypeError, RougeVecTypeError
        If a text is not a string, or an option that should be is not callable.

    Notes
    -----
    Lin (2004), section 3.2, with credit clipped to the counts of the candidate.
    """
    _refuse_blank(candidate, reference)
    beta = checked_beta(beta)
    if lcs is not None and lcs_indices is not None:
        raise OptionError("ROUGE-L options cannot specify both lcs and lcs_indices.", "give one of them.")
    _check_callable(tokenizer=tokenizer, segmenter=segmenter, lcs=lcs, lcs_indices=lcs_indices)
    _check_texts(candidate=candidate, reference=reference)
    tokenize = _tokenize if tokenizer is None else tokenizer
    prediction, target = (
        [_listed(tokenize(sentence), "tokenizer") for sentence in _sentences(text, case_sensitive, segmenter)]
        for text in (candidate, reference)
    )
    if not any(prediction) or not any(target):
        return 0.0
    if lcs_indices is not None:
        return _union_score(prediction, target, _index_finder(lcs_indices), beta)
    if lcs is not None and lcs is not _built_in_lcs:
        return _union_score(prediction, target, _token_finder(lcs), beta)
    if segmenter is None and len(prediction) * len(target) > _MOST_SENTENCE_PAIRS:
        raise InputError(
            "ROUGE-L sentence comparison exceeds the work limit: "
            f"{len(prediction)} x {len(target)} sentences > {_MOST_SENTENCE_PAIRS} pairs.",
            "score shorter texts, or use rouge_vec.score.",
        )
    return _score("rougeLsum", beta, prediction, target)


def s(
    candidate: str,
    reference: str,
    *,
    max_skip: float = math.inf,
    beta: float = 1.0,
    case_sensitive: bool = True,
    tokenizer: Tokenizer | None = None,
    skip_bigram: Callable[[Tokens, float], Iterable[Hashable]] | None = None,
) -> float:
    """Return ROUGE-S of a candidate.

    Parameters
    ----------
    candidate, reference : str
        Texts that are not blank.
    max_skip : int or infinity
        Greatest distance between the tokens of a pair: 1 pairs neighbours, which is a gap of 0 elsewhere.
    beta, case_sensitive, tokenizer
        As for :func:`n`.
    skip_bigram : callable, optional
        Takes the tokens of a text and `max_skip` and returns its pairs.

    Raises
    ------
    InputError
        If a text is blank.
    OptionError
        If a number is out of its range.
    InputTypeError, RougeVecTypeError
        If a text is not a string, or an option that should be is not callable.
    """
    _refuse_blank(candidate, reference)
    beta, reach = checked_beta(beta), checked_max_skip(max_skip)
    _check_callable(tokenizer=tokenizer, skip_bigram=skip_bigram)
    _check_texts(candidate=candidate, reference=reference)
    words = [_words(text, case_sensitive, tokenizer) for text in (candidate, reference)]
    if skip_bigram is not None and skip_bigram is not _built_in_skip_bigram:
        return _gram_score(
            [_listed(skip_bigram(list(tokens), reach), "skip_bigram") for tokens in words], beta
        )
    if reach == 0 or min(map(len, words)) < 2:
        return 0.0
    longest = max(map(len, words))
    rouge_type = "rougeS" if reach >= longest else f"rougeS{int(reach) - 1}"
    return _score(rouge_type, beta, [words[0]], [words[1]])


def jack_knife(
    candidates: Sequence[Any],
    reference: Any,
    function: Callable[[Any, Any], float],
    statistic: Callable[[list[float]], Any] = arithmetic_mean,
) -> Any:
    """Score each candidate, leave each out in turn and take the greatest of the other scores.

    Parameters
    ----------
    candidates : sequence
        At least two.
    reference : object
        What each is scored against.
    function : callable
        Called as ``function(candidate, reference)``; its errors pass through.
    statistic : callable, default arithmetic_mean
        What to make of the greatest scores.

    Raises
    ------
    InputError
        If there are fewer than two candidates.
    InputTypeError, RougeVecTypeError
        If `candidates` is not a list, or a function is not callable.

    Notes
    -----
    Lin (2004), section 2.1, leaves out references instead: give those as `candidates` and turn the arguments
    of `function` round. NaN among the other scores makes NaN, as in JavaScript.
    """
    if isinstance(candidates, str) or not isinstance(candidates, Sequence):
        raise InputTypeError(
            f"candidates must be a list, got {candidates!r}.", "give at least two candidates."
        )
    if len(candidates) < 2:
        raise InputError(
            f"Candidate array must contain more than one element, got {len(candidates)}.",
            "leaving out the only candidate leaves none.",
        )
    if not callable(function) or not callable(statistic):
        raise RougeVecTypeError(
            f"function and statistic must be callable, got {function!r} and {statistic!r}.",
            "function takes a candidate and the reference, statistic a list of scores.",
        )
    scores = []
    for row, candidate in enumerate(candidates):
        try:
            scores.append(function(candidate, reference))
        except Exception as error:
            error.add_note(f"rouge_vec: this came up at candidates[{row}], {shortened(candidate)}.")
            raise
    before = _running_maxima(scores[:-1])
    behind = _running_maxima(scores[:0:-1])[::-1]
    middle = [_greater(left, right) for left, right in zip(before[:-1], behind[1:], strict=True)]
    return statistic([behind[0], *middle, before[-1]])


def tree_bank_tokenize(text: str) -> list[str]:
    """Return the Penn-Treebank tokens of one sentence.

    Raises
    ------
    InputTypeError
        If it is not a string.
    """
    _check_texts(text=text)
    return _tokenize(text)


def sentence_segment(text: str, *, case_neutral: bool = False) -> list[str]:
    """Return the sentences of a text.

    Parameters
    ----------
    text : str
        Any text.
    case_neutral : bool
        Whether to take no notice of capital letters.

    Raises
    ------
    InputTypeError
        If it is not a string.
    """
    _check_texts(text=text)
    return _segment(text, case_neutral=bool(case_neutral))


_built_in_n_gram = n_gram
_built_in_skip_bigram = skip_bigram
_built_in_lcs = lcs


def _refuse_blank(candidate: Any, reference: Any) -> None:
    for side, text in (("Candidate", candidate), ("Reference", reference)):
        if text is None:
            raise not_text(text, side)
        if isinstance(text, str) and _BLANK.fullmatch(text):
            raise InputError(f"{side} cannot be an empty string, got {text!r}.", "leave blank texts out.")


def _check_texts(**texts: Any) -> None:
    for name, text in texts.items():
        if not isinstance(text, str):
            raise not_text(
                text, name.capitalize(), "these functions take one text; rouge_vec.score takes columns."
            )


def _check_callable(**options: Any) -> None:
    for name, value in options.items():
        if value is not None and not callable(value):
            raise RougeVecTypeError(
                f"{name} must be callable, got {value!r}.", "leave it out for the default."
            )


@lru_cache(maxsize=64)
def _options(rouge_type: str, beta: float, case_sensitive: bool) -> RougeOptions:
    return RougeOptions.build([rouge_type], "js-rouge", beta=beta, lowercase=not case_sensitive)


def _sentences(text: str, case_sensitive: bool, segmenter: Segmenter | None) -> list[str]:
    """Return the sentences of a text, in small letters unless case counts."""
    if segmenter is None:
        split = sentence_splitter(_options("rouge1", 1.0, bool(case_sensitive)))
        return [text] if split is None else split(text)
    sentences = segmenter(text)
    if isinstance(sentences, str) or not isinstance(sentences, Iterable):
        raise RougeVecTypeError(
            f"the segmenter returned {type(sentences).__name__}, not a list of sentences.",
            "a segmenter takes a text and returns a list of strings.",
        )
    return [sentence if case_sensitive else sentence.lower() for sentence in sentences]


def _words(text: str, case_sensitive: bool, tokenizer: Tokenizer | None) -> Tokens:
    """Return the tokens of a whole text."""
    if tokenizer is not None:
        return _listed(tokenizer(text if case_sensitive else text.lower()), "tokenizer")
    return [token for sentence in _sentences(text, case_sensitive, None) for token in _tokenize(sentence)]


def _listed(values: Any, maker: str) -> Tokens:
    if not isinstance(values, Iterable):
        raise RougeVecTypeError(f"{maker} returned {values!r}, which is not iterable.", "return a list.")
    return list(values)


def _score(rouge_type: str, beta: float, prediction: list[Tokens], reference: list[Tokens]) -> float:
    return score_tokens(prediction, reference, _options(rouge_type, beta, True)).fmeasure


def _share_score(matches: int, prediction_total: int, reference_total: int, beta: float) -> float:
    if not matches:
        return 0.0
    return f_measure(matches / prediction_total, matches / reference_total, beta)


def _gram_score(grams: list[Tokens], beta: float) -> float:
    prediction, reference = grams
    matches = (Counter(prediction) & Counter(reference)).total()
    return _share_score(matches, len(prediction), len(reference), beta)


Finder = Callable[[Tokens, Tokens], Iterable[int]]


def _union_score(prediction: list[Tokens], reference: list[Tokens], find: Finder, beta: float) -> float:
    """Return F of the union of the places that a caller's function finds in each reference sentence."""
    totals = [sum(map(len, sentences)) for sentences in (prediction, reference)]
    refuse_copies(totals[0] * len(reference) + totals[1] * len(prediction))
    budget = Counter(token for sentence in prediction for token in sentence)
    matches = 0
    for target in reference:
        places = {place for sentence in prediction for place in find(sentence, target)}
        for place in sorted(places):
            if budget[target[place]] > 0:
                budget[target[place]] -= 1
                matches += 1
    return _share_score(matches, totals[0], totals[1], beta)


def _token_finder(function: Callable[[Tokens, Tokens], Iterable[Hashable]]) -> Finder:
    """Return a finder that aligns the tokens of a caller's LCS with the reference from left to right."""

    def find(sentence: Tokens, target: Tokens) -> list[int]:
        places: list[int] = []
        start = 0
        for token in _listed(function(list(sentence), list(target)), "lcs"):
            if token in target[start:]:
                start = target.index(token, start) + 1
                places.append(start - 1)
        return places

    return find


def _index_finder(function: Callable[[Tokens, Tokens], Sequence[int]]) -> Finder:
    """Return a finder that checks the places a caller's function returns."""

    def find(sentence: Tokens, target: Tokens) -> list[int]:
        places = function(list(sentence), list(target))
        if isinstance(places, str) or not isinstance(places, Sequence):
            raise InputError(
                f"Custom lcs_indices must return a list of reference token indices, got {places!r}.",
                "return places in the reference sentence.",
            )
        checked: list[int] = []
        for place in places:
            is_place = isinstance(place, int) and not isinstance(place, bool) and 0 <= place < len(target)
            if not is_place or (checked and place <= checked[-1]):
                raise InputError(
                    "Custom lcs_indices must return strictly increasing integer indices within the "
                    f"reference, got {list(places)!r} for {len(target)} tokens.",
                    "return places in the reference sentence, ascending.",
                )
            checked.append(place)
        rest = iter(sentence)
        if not all(target[place] in rest for place in checked):
            raise InputError(
                "Custom lcs_indices must select reference tokens that form a subsequence of the candidate, "
                f"got {checked!r}.",
                "both sentences must have the selected tokens in that order.",
            )
        return checked

    return find


def _greater(left: float, right: float) -> float:
    return left if left != left or left > right else right


def _running_maxima(values: Sequence[float]) -> list[float]:
    maxima: list[float] = []
    for value in values:
        maxima.append(value if not maxima else _greater(maxima[-1], value))
    return maxima


__all__ = [
    "arithmetic_mean",
    "char_is_upper_case",
    "comb2",
    "f_measure",
    "fact",
    "intersection",
    "jack_knife",
    "l",
    "lcs",
    "n",
    "n_gram",
    "s",
    "sentence_segment",
    "skip_bigram",
    "str_is_title_case",
    "tree_bank_tokenize",
]
