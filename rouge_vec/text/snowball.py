"""Snowball's stemmers, from the optional library ``snowballstemmer``, which uses ``PyStemmer`` if it is there."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from rouge_vec.errors import MissingLibraryError, OptionError, nearest_names

LANGUAGE_CODES = {
    **{"ar": "arabic", "hy": "armenian", "eu": "basque", "ca": "catalan", "cs": "czech", "da": "danish"},
    **{"nl": "dutch", "en": "english", "eo": "esperanto", "et": "estonian", "fi": "finnish", "fr": "french"},
    **{"de": "german", "el": "greek", "hi": "hindi", "hu": "hungarian", "id": "indonesian", "ga": "irish"},
    **{
        "it": "italian",
        "lt": "lithuanian",
        "ne": "nepali",
        "no": "norwegian",
        "fa": "persian",
        "pl": "polish",
    },
    **{
        "pt": "portuguese",
        "ro": "romanian",
        "ru": "russian",
        "sr": "serbian",
        "st": "sesotho",
        "es": "spanish",
    },
    **{"sv": "swedish", "ta": "tamil", "tr": "turkish", "yi": "yiddish"},
}
"""Languages by their codes of two letters (ISO 639-1)."""

SNOWBALL_LANGUAGES = (
    "arabic",
    "armenian",
    "basque",
    "catalan",
    "czech",
    "danish",
    "dutch",
    "dutch_porter",
    "english",
    "esperanto",
    "estonian",
    "finnish",
    "french",
    "german",
    "greek",
    "hindi",
    "hungarian",
    "indonesian",
    "irish",
    "italian",
    "lithuanian",
    "nepali",
    "norwegian",
    "persian",
    "polish",
    "portuguese",
    "romanian",
    "russian",
    "serbian",
    "sesotho",
    "spanish",
    "swedish",
    "tamil",
    "turkish",
    "yiddish",
)
"""Every language of Snowball 3.1; an older library may lack some."""


def snowball_stemmer(language: str) -> Callable[[list[str]], list[str]]:
    """Return the function that stems words of a language.

    Raises
    ------
    MissingLibraryError
        If the library is not installed.
    OptionError
        If the installed library does not know the language.
    """
    try:
        import snowballstemmer
    except ImportError as error:
        raise MissingLibraryError(
            f"the stemmer {language!r} needs the library snowballstemmer, which is not installed.",
            "pip install 'rouge-vec[languages]'.",
        ) from error
    known = snowballstemmer.algorithms()
    if language not in known:
        raise OptionError(
            f"the installed snowballstemmer has no stemmer {language!r}.",
            f"pip install --upgrade snowballstemmer; {nearest_names(language, known)}",
        )
    stemmer: Any = snowballstemmer.stemmer(language)

    def stem_all(words: list[str]) -> list[str]:
        # Some of the stemmers keep their state in themselves, so that threads need one each.
        return [str(stem) for stem in stemmer.stemWords(words)]

    return stem_all
