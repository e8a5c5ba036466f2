"""Stemmers by name: each distinct word is stemmed once, then only ids move."""

from __future__ import annotations

import itertools
import re
from collections.abc import Callable, Hashable, Iterable, Mapping

import numpy as np
import numpy.typing as npt

from rouge_vec.errors import OptionError, nearest_names
from rouge_vec.kernels import porter
from rouge_vec.text.irregular_forms import find_exceptions
from rouge_vec.text.snowball import LANGUAGE_CODES, SNOWBALL_LANGUAGES, snowball_stemmer
from rouge_vec.text.vocabulary import ByteVocabulary

_PORTER_VARIANTS = {
    "porter": porter.NLTK,
    "martin": porter.MARTIN,
    "original": porter.ORIGINAL,
    "perl": porter.PERL,
}
_is_ascii_word = re.compile("[A-Za-z0-9]+").fullmatch
_SHORTEST_STEMMED = 4
"""rouge-score and ROUGE-1.5.5 leave words of up to three letters alone."""

_NEVER = 255
"""More bytes than a word of 15 has; no ending is asked of longer ones."""

StemFunction = Callable[
    [npt.NDArray[np.uint8], npt.NDArray[np.int64], int, int],
    tuple[npt.NDArray[np.uint8], npt.NDArray[np.int64]],
]
"""Takes the bytes and offsets of words and a half-open range; returns the bytes and offsets of their stems."""


def stemmer_names() -> list[str]:
    """Return the names that ``use_stemmer`` accepts."""
    return ["none", *_PORTER_VARIANTS, *SNOWBALL_LANGUAGES]


def find_stemmer(name: str, shortest: int = _SHORTEST_STEMMED) -> StemFunction:
    """Return the stemmer of that name.

    Parameters
    ----------
    name : str
        One of :func:`stemmer_names` but ``"none"``.
    shortest : int
        The Porter variants leave words of fewer letters alone.

    Raises
    ------
    OptionError
        If there is none.
    MissingLibraryError
        If it is one of Snowball's and its library is not installed.
    """
    if name in _PORTER_VARIANTS:
        return _porter_stemmer(_PORTER_VARIANTS[name], shortest)
    if name in SNOWBALL_LANGUAGES:
        return _on_bytes(snowball_stemmer(name))
    raise OptionError(f"unknown stemmer {name!r}.", nearest_names(name, stemmer_names(), LANGUAGE_CODES))


def shortest_stemmed(name: str) -> npt.NDArray[np.uint8]:
    """Return which words of up to 15 ASCII letters and digits the stemmer of that name may change.

    Returns
    -------
    ndarray of uint8, shape (8192,)
        Entry ``a % 32 + b % 32 * 256`` is the number of bytes of the shortest word ending in ``a`` and ``b`` that it
        may change; 255 if there is none.
    """
    shortest = np.zeros((32, 256), np.uint8)  # by the last letter, then by the one before
    if name in _PORTER_VARIANTS:
        may_change = porter.ENDINGS.reshape(32, 32)
        shortest[:, :32] = np.where(may_change, np.uint8(_SHORTEST_STEMMED), np.uint8(_NEVER))
    return shortest.reshape(-1)


def _porter_stemmer(variant: int, shortest: int) -> StemFunction:
    def stem(
        word_bytes: npt.NDArray[np.uint8], word_offsets: npt.NDArray[np.int64], lo: int, hi: int
    ) -> tuple[npt.NDArray[np.uint8], npt.NDArray[np.int64]]:
        stems = np.empty(int(word_offsets[hi] - word_offsets[lo]), np.uint8)
        offsets = np.empty(hi - lo + 1, np.int64)
        porter.stem_words(word_bytes, word_offsets, lo, hi, variant, shortest, stems, offsets)
        return stems, offsets

    return stem


def _on_bytes(stem_all: Callable[[list[str]], list[str]]) -> StemFunction:
    """Return a stemmer of strings as one of packed words."""

    def stem(
        word_bytes: npt.NDArray[np.uint8], word_offsets: npt.NDArray[np.int64], lo: int, hi: int
    ) -> tuple[npt.NDArray[np.uint8], npt.NDArray[np.int64]]:
        words = unpack_words(word_bytes, word_offsets[lo : hi + 1])
        return pack_words(stem.encode() for stem in stem_all(words))

    return stem


def string_stemmer(
    name: str, exceptions: str | Mapping[str, str]
) -> Callable[[list[Hashable]], list[Hashable]]:
    """Return the stemmer of that name for tokens that are Python objects.

    Parameters
    ----------
    name : str
        As :func:`find_stemmer` takes it.
    exceptions : str or mapping of str to str
        Irregular forms of at least four letters, as :func:`find_exceptions` takes them.

    Notes
    -----
    The Porter variants stem words of ASCII letters and digits only, as kurenai does, Snowball's stemmers every
    string; other tokens stay as they are.
    """
    base_forms = find_exceptions(exceptions)
    if name in SNOWBALL_LANGUAGES:
        stem_words, is_stemmed = snowball_stemmer(name), _is_string
    else:
        stem_words, is_stemmed = _on_strings(find_stemmer(name)), _is_long_ascii_word

    def stem_all(tokens: list[Hashable]) -> list[Hashable]:
        result = list(tokens)
        places = [place for place, token in enumerate(tokens) if is_stemmed(token)]
        stems = stem_words([str(tokens[place]) for place in places])
        for place, stem in zip(places, stems, strict=True):
            word = str(tokens[place])
            result[place] = base_forms.get(word, stem) if len(word) >= _SHORTEST_STEMMED else stem
        return result

    return stem_all


def _on_strings(stem: StemFunction) -> Callable[[list[str]], list[str]]:
    """Return a stemmer of packed words as one of strings."""

    def stem_all(words: list[str]) -> list[str]:
        return unpack_words(*stem(*pack_words(word.encode() for word in words), 0, len(words)))

    return stem_all


def _is_string(token: Hashable) -> bool:
    return isinstance(token, str)


def _is_long_ascii_word(token: Hashable) -> bool:
    return isinstance(token, str) and len(token) >= _SHORTEST_STEMMED and _is_ascii_word(token) is not None


def pack_words(words: Iterable[bytes]) -> tuple[npt.NDArray[np.uint8], npt.NDArray[np.int64]]:
    """Return words as the bytes and offsets that a vocabulary takes.

    Parameters
    ----------
    words : iterable of bytes
        Not empty, without NUL bytes.
    """
    packed = list(words)
    offsets = np.zeros(len(packed) + 1, np.int64)
    np.cumsum([len(word) for word in packed], out=offsets[1:])
    return np.frombuffer(bytearray(b"".join(packed)), np.uint8), offsets


def unpack_words(word_bytes: npt.NDArray[np.uint8], word_offsets: npt.NDArray[np.int64]) -> list[str]:
    """Return packed words as strings."""
    text, offsets = word_bytes.tobytes(), word_offsets.tolist()
    return [text[start:stop].decode() for start, stop in itertools.pairwise(offsets)]


class PackedExceptions:
    """Irregular forms and their base forms, in the form vocabularies take; made once for all workers.

    Parameters
    ----------
    exceptions : mapping of str to str
        Forms that the stemmer would not look at, because they are too short, are left out.
    """

    def __init__(self, exceptions: Mapping[str, str]) -> None:
        looked_up = {
            form.encode(): base.encode()
            for form, base in exceptions.items()
            if len(form.encode()) >= _SHORTEST_STEMMED and base and "\0" not in form + base
        }
        self.forms = pack_words(looked_up.keys())
        self.bases = pack_words(looked_up.values())

    def __len__(self) -> int:
        return len(self.forms[1]) - 1


class StemMap:
    """Stem ids of the word ids of one vocabulary, extended as the vocabulary grows."""

    def __init__(self, stem: StemFunction, word_count: int) -> None:
        self._stem = stem
        self._stems = ByteVocabulary(word_count)
        self._stem_ids = np.empty(word_count, np.int32)
        self._known = 0

    def __len__(self) -> int:
        return len(self._stems)

    @property
    def vocabulary(self) -> ByteVocabulary:
        """The stems."""
        return self._stems

    def learn(self, exceptions: PackedExceptions, words: ByteVocabulary) -> None:
        """Give irregular forms their base form, which is not stemmed further, in place of a stem."""
        form_ids = words.add(*exceptions.forms)
        self.apply(form_ids, words)
        self._stem_ids[form_ids] = self._stems.add(*exceptions.bases)

    def apply(self, ids: npt.NDArray[np.int32], words: ByteVocabulary) -> npt.NDArray[np.int32]:
        """Return the stem ids of word ids, int32; words seen for the first time are stemmed."""
        known, count = self._known, len(words)
        if count > known:
            if count > len(self._stem_ids):
                self._stem_ids = np.concatenate([self._stem_ids, np.empty(count, np.int32)])
            stems, offsets = self._stem(*words.words(known, count), 0, count - known)
            self._stem_ids[known:count] = self._stems.add(stems, offsets)
            self._known = count
        return self._stem_ids.take(ids)
