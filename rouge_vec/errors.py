"""Every error this package raises on purpose: what is wrong, what was given, and a hint on what to do."""

from __future__ import annotations

import difflib
from collections.abc import Iterable, Mapping


class RougeVecError(ValueError):
    """Base of all errors raised by rouge_vec.

    Parameters
    ----------
    problem : str
        What is wrong and what was given, with row labels and sides where there are any.
    hint : str
        What to do about it; shown on a line of its own.
    """

    def __init__(self, problem: str, hint: str = "") -> None:
        self.problem = problem
        self.hint = hint
        super().__init__(f"{problem}\nHint: {hint}" if hint else problem)

    def __reduce__(self) -> tuple[type[RougeVecError], tuple[str, str]]:
        return type(self), (self.problem, self.hint)


class RougeVecTypeError(RougeVecError, TypeError):
    """A value of the wrong type was given; also a :class:`TypeError`."""


class OptionError(RougeVecError):
    """An option has an unknown name or a value outside its range."""


class WeightOverflowError(OptionError, OverflowError):
    """A weight of ROUGE-W is so large that weights of these texts are beyond the largest number."""


class InputError(RougeVecError):
    """The texts themselves cannot be scored: lengths differ, a value is missing, a row has no reference."""


class InputTypeError(InputError, RougeVecTypeError):
    """A cell or a column has a type that holds no text."""


class MissingLibraryError(RougeVecError, ImportError):
    """An optional library is needed for this call and is not installed."""


class DataFileError(RougeVecError):
    """A file cannot be read as asked."""


class EmptyTextWarning(UserWarning):
    """Texts that are not empty gave no tokens, so they score zero: most likely the wrong tokenizer."""


class UnpartedSentencesWarning(UserWarning):
    """Texts of several sentences do not hold what parts sentences, so that rougeLsum is only rougeL."""


class SpelledListWarning(UserWarning):
    """Texts spell a list of texts, and are scored as one text with brackets and quote marks."""


class LostLettersWarning(UserWarning):
    """The tokenizer drops letters: many of a text, or those of the language whose stemmer is asked for."""


class OtherVersionWarning(UserWarning):
    """Something was made by another version of rouge_vec, whose scores may differ."""


def printable(text: str) -> str:
    """Return a message for a terminal, with all that is not printable in it escaped, but for ends of lines and tabs.

    Names of columns and files come from elsewhere; they may hold sequences that a terminal would obey.
    """
    if text.isprintable():
        return text
    return "".join(one if one.isprintable() or one in "\n\t" else ascii(one)[1:-1] for one in text)


_NEAR = 0.6
"""Similarity, of 1 at most, from which on a name is suggested."""


def nearest_names(
    given: str, known: Iterable[str], other_words: Mapping[str, str] | None = None, listed_by: str = ""
) -> str:
    """Return a hint that names the closest known names, three at most, and all of them or where they are listed.

    Parameters
    ----------
    given : str
        What is not known.
    known : iterable of str
        What is; of equally close names the first ones are suggested.
    other_words : mapping of str to str, optional
        Known names by words that other programs have for them, without capitals, hyphens and underscores.
    listed_by : str, optional
        What lists the known names, if they are too many for a message.
    """
    names = list(known)
    bare = _bare(given)
    if other_words and bare in other_words:
        close = [other_words[bare]]
    else:
        close = (
            [name for name in names if _bare(name) == bare] or _closest(given, names) or _closest(bare, names)
        )
    listed = printable(", ".join(names)).replace("\n", "\\n")
    where = f"all names are in {listed_by}" if listed_by else f"known names: {listed}"
    if close:
        return f"did you mean {' or '.join(repr(name) for name in close)}? {where[0].upper()}{where[1:]}."
    return f"{where}."


def _bare(name: str) -> str:
    return name.lower().replace("-", "").replace("_", "")


def _closest(given: str, names: list[str]) -> list[str]:
    ratios = {name: difflib.SequenceMatcher(None, name, given).ratio() for name in names}
    return sorted((name for name in names if ratios[name] >= _NEAR), key=lambda name: -ratios[name])[:3]
