"""Errors of this package that are also of the kind the replaced packages raise, so that old handlers work."""

from __future__ import annotations

from rouge_vec.errors import InputError, InputTypeError, MissingLibraryError, OptionError


class NotTextError(InputTypeError, AttributeError):
    """A value that is no text was given; the replaced packages stumble over its missing string methods."""


class NoPairsError(InputError, IndexError):
    """No texts were given where the replaced package looks at the first one."""


class UnequalLengthsError(InputError, AssertionError):
    """The replaced package asserts that both sides have the same length and type."""


class CharactersWarning(UserWarning):
    """A string was given where a list belongs; the replaced package reads it as a list of its characters."""


class KeyOptionError(OptionError, KeyError):
    """An option asks for a key that the replaced package does not find."""

    def __str__(self) -> str:
        return str(self.args[0])


class NoModelError(MissingLibraryError, LookupError):
    """The model of a sentence splitter is not there; NLTK does not find its resource."""


class NoAverageError(InputError, ZeroDivisionError):
    """An average over nothing was asked for; the replaced package divides by zero."""
