"""Irregular forms that ROUGE-1.5.5 looks up before it stems: ``went`` is ``go``, ``best`` is ``well``."""

from __future__ import annotations

import functools
from collections.abc import Mapping
from importlib import resources
from pathlib import Path

from rouge_vec.errors import DataFileError, OptionError, nearest_names

_READING_ORDER = ("adj", "adv", "noun", "verb")
"""The official database was made in this order, in which a later file overrides an earlier one."""

_FILES: Mapping[str, tuple[str, ...]] = {
    "none": (),
    "empty": (),
    "wordnet": ("wordnet_exceptions.tsv",),
    "py-rouge": ("wordnet_exceptions.tsv", "py_rouge_stems.tsv"),
}


def exception_names() -> list[str]:
    """Return the names that the option ``exceptions`` accepts."""
    return list(_FILES)


def find_exceptions(exceptions: str | Mapping[str, str]) -> Mapping[str, str]:
    """Return a named list of irregular forms, or the forms given.

    Raises
    ------
    OptionError
        If there is no list of that name.

    Notes
    -----
    ``"empty"`` reproduces the many published numbers that came from a copy of the script whose database was
    made by a wrong command and holds nothing. ``"py-rouge"`` adds to WordNet's forms the 137 words whose stems
    that package lists because its Porter stemmer would make others of them.
    """
    if not isinstance(exceptions, str):
        return exceptions
    if exceptions not in exception_names():
        raise OptionError(
            f"unknown list of exceptions {exceptions!r}.", nearest_names(exceptions, exception_names())
        )
    return _packaged(exceptions)


@functools.cache
def _packaged(name: str) -> Mapping[str, str]:
    forms: dict[str, str] = {}
    for file in _FILES[name]:
        text = resources.files("rouge_vec.data").joinpath(file).read_text(encoding="ascii")
        fields = (line.split("\t") for line in text.splitlines())
        forms.update((form, base) for form, base in fields)
    return forms


def read_exceptions(folder: Path) -> dict[str, str]:
    """Read the ``.exc`` files of a folder: an irregular form and its base form on each line.

    Raises
    ------
    DataFileError
        If a file cannot be read, or there is none.
    """
    known = [folder / f"{part}.exc" for part in _READING_ORDER if (folder / f"{part}.exc").is_file()]
    paths = known + sorted(path for path in folder.glob("*.exc") if path not in known)
    if not paths:
        raise DataFileError(
            f"no .exc file in {str(folder)!r}.", "WordNet has adj.exc, adv.exc, noun.exc, verb.exc."
        )
    exceptions = {}
    for path in paths:
        for line in _read(path).decode("latin-1").split("\n"):
            fields = line.split()
            if len(fields) > 1:
                exceptions[fields[0]] = fields[1]
    return exceptions


def _read(path: Path) -> bytes:
    try:
        return path.read_bytes()
    except OSError as error:
        raise DataFileError(
            f"cannot read the exceptions in {str(path)!r}: {error.strerror}.", "give a folder of .exc files."
        ) from error
