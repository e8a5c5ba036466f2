"""The small functions that js-rouge exports beside its scores, and its checks of numbers and of work."""

from __future__ import annotations

import functools
import json
import math
import operator
from collections.abc import Hashable, Iterable, Sequence
from typing import Any, TypeVar

import numpy as np

from rouge_vec.errors import InputError, InputTypeError, OptionError
from rouge_vec.scores.measures import scaled_fmeasure

MOST_WORK = 1_000_000
"""Characters, pairs or copied tokens that js-rouge is willing to make in one call."""
_LARGEST_SAFE_INTEGER = 2**53 - 1

Item = TypeVar("Item", bound=Hashable)


def checked_size(n: Any) -> int:
    """Return the length of n-grams, which must be a whole number from 1 to 2**53 - 1."""
    if not _is_whole(n) or not 1 <= n <= _LARGEST_SAFE_INTEGER:
        raise OptionError(
            f"ngram size must be a positive safe integer, got {n!r}.", "give n=1 for words, n=2 for pairs."
        )
    return int(n)


def checked_max_skip(max_skip: Any) -> int | float:
    """Return the greatest distance in a skip-bigram, which must be a whole number from 0, or infinity."""
    if _is_number(max_skip) and max_skip == math.inf:
        return math.inf
    if not _is_whole(max_skip) or max_skip < 0:
        raise OptionError(
            f"max_skip must be a non-negative integer or infinity, got {max_skip!r}.",
            "it counts positions: 1 pairs neighbours only.",
        )
    return int(max_skip)


def checked_beta(beta: Any) -> float:
    """Return the weight of recall, which must be a number from 0, or infinity."""
    if not _is_number(beta) or not beta >= 0:
        raise OptionError(
            f"beta must be a non-negative number or infinity, got {beta!r}.",
            "0 is precision, 1 the usual F, math.inf recall.",
        )
    return float(beta)


def f_measure(precision: float, recall: float, beta: float = 1.0) -> float:
    """Return F of a precision and a recall.

    Parameters
    ----------
    precision, recall : float
        From 0 to 1.
    beta : float, default 1.0
        Weight of recall; 0 gives precision and infinity gives recall.

    Raises
    ------
    OptionError
        If a value is not a number in its range.
    """
    for name, value in (("Precision value p", precision), ("Recall value r", recall)):
        if not _is_number(value) or not 0 <= value <= 1:
            raise OptionError(f"{name} must have bounds 0 <= value <= 1, got {value!r}.", "give a share.")
    shares = np.array([precision], np.float64), np.array([recall], np.float64)
    return float(scaled_fmeasure(*shares, checked_beta(beta))[0])


def n_gram(
    tokens: Sequence[str], n: int = 2, *, start: bool = False, end: bool = False, val: str = "<S>"
) -> list[str]:
    """Return the n-grams of a list of tokens, each joined with blanks.

    Parameters
    ----------
    tokens : sequence of str
        The tokens.
    n : int, default 2
        Length of the n-grams.
    start, end : bool
        Whether to put n - 1 copies of `val` before or behind the tokens.
    val : str
        What to pad with.

    Raises
    ------
    OptionError
        If `n` is no whole number from 1, or greater than the number of tokens.
    InputError
        If the n-grams would be longer than a million characters together.
    InputTypeError
        If `tokens` is not a sequence of tokens.
    """
    if isinstance(tokens, str):
        raise InputTypeError(f"tokens must be a list of strings, got {tokens!r}.", "split the text first.")
    size = checked_size(n)
    if _has_no_length_in_javascript(tokens):
        return []
    padding = size - 1
    _refuse_work((start + end) * padding, "N-gram generation exceeds the materialization limit")
    padded = [val] * (padding * start) + _list_of(tokens) + [val] * (padding * end)
    if size > len(padded):
        raise OptionError(
            f"ngram size cannot be larger than the number of tokens available: {size} > {len(padded)}.",
            "take a smaller n, or pad with start=True or end=True.",
        )
    costs = [max(1, _code_units(token)) for token in padded]
    separators = padding * (len(padded) - padding)
    _refuse_work(_window_sum(costs, size) + separators, "N-gram generation exceeds the materialization limit")
    return [" ".join(padded[place : place + size]) for place in range(len(padded) - padding)]


def skip_bigram(tokens: Sequence[str], max_skip: float = math.inf) -> list[str]:
    """Return all pairs of tokens in their order, each joined with a blank.

    Parameters
    ----------
    tokens : sequence of str
        At least two tokens.
    max_skip : int or infinity
        Greatest distance between the two; 1 pairs neighbours, 0 gives nothing.

    Raises
    ------
    InputError
        If there are fewer than two tokens, or the pairs would be longer than a million characters together.
    OptionError
        If `max_skip` is no whole number from 0.
    InputTypeError
        If `tokens` is not a sequence of tokens.
    """
    if tokens is not None and _has_no_length_in_javascript(tokens):
        return []
    words = _list_of(tokens)
    if len(words) < 2:
        raise InputError("Input must have at least two words.", f"got {len(words)}.")
    reach = min(checked_max_skip(max_skip), len(words) - 1)
    count, costs = len(words), [_code_units(word) for word in words]
    pairs = sum(count - distance for distance in range(1, int(reach) + 1))
    uses = (min(place, reach) + min(count - 1 - place, reach) for place in range(count))
    characters = pairs + sum(cost * int(times) for cost, times in zip(costs, uses, strict=True))
    _refuse_work(max(pairs, characters), "Skip-bigram generation exceeds the materialization limit")
    return [
        f"{words[first]} {words[second]}"
        for first in range(count - 1)
        for second in range(first + 1, min(count, first + int(reach) + 1))
    ]


def lcs(first: Sequence[Item], second: Sequence[Item]) -> list[Item]:
    """Return a longest common subsequence of two lists of tokens.

    Parameters
    ----------
    first, second : sequence
        Tokens; the second is the reference, whose tokens are dropped first on a tie.

    Raises
    ------
    InputTypeError
        If a value is not a sequence.
    """
    rows, columns = _list_of(first), _list_of(second)
    table = [[0] * (len(rows) + 1)]
    for wanted in columns:
        above, current = table[-1], [0]
        for j, token in enumerate(rows):
            current.append(above[j] + 1 if wanted == token else max(above[j + 1], current[j]))
        table.append(current)
    found: list[Item] = []
    i, j = len(columns), len(rows)
    while i and j:
        if columns[i - 1] == rows[j - 1]:
            found.append(columns[i - 1])
            i, j = i - 1, j - 1
        elif table[i - 1][j] >= table[i][j - 1]:
            i -= 1
        else:
            j -= 1
    return found[::-1]


def arithmetic_mean(values: Sequence[float]) -> float:
    """Return the mean of numbers; a sum that is too large for a float is made of shares.

    Raises
    ------
    InputError
        If there are no numbers.
    InputTypeError
        If `values` is not a sequence of numbers.
    """
    numbers = [float(value) for value in _list_of(values)]
    if not numbers:
        raise InputError("Input array must have at least 1 element.", "there is no mean of nothing.")
    total = functools.reduce(operator.add, numbers)
    if math.isinf(total) and all(map(math.isfinite, numbers)):
        return functools.reduce(operator.add, (number / len(numbers) for number in numbers))
    return total / len(numbers)


def comb2(n: int) -> int:
    """Return the number of pairs among `n` things.

    Raises
    ------
    OptionError
        If `n` is no whole number from 2, or it or the result is beyond 2**53 - 1.
    """
    if not _is_whole(n) or not 2 <= n <= _LARGEST_SAFE_INTEGER:
        raise OptionError(
            f"Input must be a safe integer greater than or equal to 2, got {n!r}.", "one thing makes no pair."
        )
    pairs = int(n) * (int(n) - 1) // 2
    if pairs > _LARGEST_SAFE_INTEGER:
        raise OptionError(f"Result exceeds 2**53 - 1 for {n!r}.", "a JavaScript number cannot hold it.")
    return pairs


def fact(n: int) -> float:
    """Return the factorial of `n` as a product of floats from the greatest down, rounded beyond 2**53.

    Raises
    ------
    OptionError
        If `n` is no whole number from 0 to 170.
    """
    if not _is_whole(n) or not 0 <= n <= 170:
        raise OptionError(f"Input must be an integer between 0 and 170, got {n!r}.", "no float holds 171!.")
    return functools.reduce(operator.mul, map(float, range(int(n), 1, -1)), 1.0)


def intersection(first: Iterable[Item], second: Iterable[Item]) -> list[Item]:
    """Return the distinct members of the first list that are in the second, in their order."""
    wanted = set(_list_of(second))
    return [item for item in dict.fromkeys(_list_of(first)) if item in wanted]


def char_is_upper_case(character: str) -> bool:
    """Tell whether a character is a capital or title-case letter.

    Raises
    ------
    InputError
        If it is not one character.
    InputTypeError
        If it is not a string.
    """
    if len(_string(character)) != 1:
        raise InputError("Input should be a single character.", f"got {character!r}.")
    return character.isupper() or character.istitle()


def str_is_title_case(text: str) -> bool:
    """Tell whether a text starts with a capital letter, blanks aside.

    Raises
    ------
    InputTypeError
        If it is not a string.
    """
    start = _string(text).strip()[:1]
    return bool(start) and char_is_upper_case(start)


def refuse_costly_ngrams(token_lists: Iterable[Sequence[Any]], n: int) -> None:
    """Raise the error of js-rouge when the keys it makes of n-grams are longer than a million characters.

    Parameters
    ----------
    token_lists : iterable of sequences
        Tokens of the prediction and of the reference; a list shorter than `n` ends the check.
    n : int
        Length of the n-grams.

    Notes
    -----
    A key is the JSON text of the list of tokens; brackets count on the side of the reference only.
    """
    work = 0
    for side, tokens in enumerate(token_lists):
        if len(tokens) < n:
            return
        costs = {token: _code_units(json.dumps(str(token), ensure_ascii=False)) + 1 for token in set(tokens)}
        work += _window_sum([costs[token] for token in tokens], n) + side * (len(tokens) - n + 1)
        _refuse_work(work, "N-gram generation exceeds the materialization limit")


def refuse_copies(copies: int) -> None:
    """Raise the error of js-rouge when a caller's LCS would be handed more than a million tokens."""
    _refuse_work(copies, "ROUGE-L custom LCS token copying exceeds the work limit")


def _refuse_work(work: float, problem: str) -> None:
    if work > MOST_WORK:
        raise InputError(f"{problem}: {work} > {MOST_WORK}.", "score shorter texts, or use rouge_vec.score.")


def _window_sum(costs: Sequence[int], size: int) -> int:
    """Return the sum over all windows of `size` costs of their sums."""
    sums = np.concatenate([np.zeros(1, np.int64), np.cumsum(costs, dtype=np.int64)])
    return int((sums[size:] - sums[: len(sums) - size]).sum())


def _code_units(text: str) -> int:
    """Return the length of a string in UTF-16, which is what JavaScript counts."""
    return len(text) + sum(character > "\uffff" for character in text)


def _is_number(value: Any) -> bool:
    return isinstance(value, (int, float, np.integer, np.floating)) and not isinstance(value, bool)


def _is_whole(value: Any) -> bool:
    return _is_number(value) and math.isfinite(value) and value == int(value)


def _has_no_length_in_javascript(tokens: Any) -> bool:
    """Tell whether a value is a number: js-rouge finds nothing to pair in one, and says nothing."""
    return _is_number(tokens)


def _string(value: Any) -> str:
    if not isinstance(value, str):
        raise InputTypeError(f"a string is needed, got {value!r}, a {type(value).__name__}.", "pass text.")
    return value


def _list_of(values: Any) -> list[Any]:
    try:
        return list(values)
    except TypeError as error:
        raise InputTypeError(
            f"a list is needed, got {values!r} of type {type(values).__name__}.", "pass a list."
        ) from error
