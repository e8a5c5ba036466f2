"""Tokenizers by name, or the caller's own: which one serves the options."""

from __future__ import annotations

from collections.abc import Callable
from types import MappingProxyType

from rouge_vec.batch import Tokens
from rouge_vec.errors import OptionError, nearest_names
from rouge_vec.options.rouge_options import PRETOKENIZED, RougeOptions
from rouge_vec.text.byte_tokenizer import ByteProfile, ByteTokenizer
from rouge_vec.text.foreign_tokenizers import adapt
from rouge_vec.text.irregular_forms import find_exceptions
from rouge_vec.text.named_tokenizers import NAMED_TOKENIZERS
from rouge_vec.text.pretokenized import IdTokenizer
from rouge_vec.text.python_tokenizer import PythonTokenizer
from rouge_vec.text.sentences import sentence_splitter
from rouge_vec.text.stemmers import find_stemmer
from rouge_vec.text.stopwords import find_stopwords
from rouge_vec.text.tokens import Tokenizer

_NO_CONTRACTIONS = MappingProxyType[str, tuple[str, str]]({})
_NLTK_CONTRACTIONS = MappingProxyType(
    {
        "gimme": ("gim", "me"),
        "gonna": ("gon", "na"),
        "gotta": ("got", "ta"),
        "lemme": ("lem", "me"),
        "wanna": ("wan", "na"),
    }
)
"""What NLTK's word tokenizer, which py-rouge calls, splits among words of letters and digits."""

_BYTE_TOKENIZERS = {
    "rouge-score": ByteProfile(fold_unicode=True, contractions=_NO_CONTRACTIONS),
    "rouge-1.5.5": ByteProfile(fold_unicode=False, contractions=_NO_CONTRACTIONS),
    "py-rouge": ByteProfile(fold_unicode=True, contractions=_NLTK_CONTRACTIONS),
}


def tokenizer_names() -> list[str]:
    """Return the names that the option ``tokenizer`` accepts."""
    return [*_BYTE_TOKENIZERS, *NAMED_TOKENIZERS, PRETOKENIZED]


def tokenizer_factory(options: RougeOptions) -> Callable[[], Tokenizer]:
    """Return a function that gives each worker of one call its tokenizer.

    Raises
    ------
    OptionError
        If the tokenizer, the stemmer, a word list or the sentence splitter has an unknown name.
    MissingLibraryError
        If one of them needs a library that is not installed.
    RougeVecTypeError
        If the tokenizer is neither a name nor callable nor has a method ``tokenize``.
    """
    tokenizer = options.tokenizer
    if options.stemmer != "none":
        find_stemmer(options.stemmer)
    find_stopwords(options.stopwords)
    find_exceptions(options.exceptions)
    if options.names_splitter:
        sentence_splitter(options)
    if isinstance(tokenizer, str) and tokenizer in _BYTE_TOKENIZERS:
        profile = _BYTE_TOKENIZERS[tokenizer]
        ByteTokenizer(options, profile)
        return lambda: ByteTokenizer(options, profile)
    if tokenizer == PRETOKENIZED:
        IdTokenizer(options)
        return lambda: IdTokenizer(options)
    if isinstance(tokenizer, str):
        if tokenizer not in NAMED_TOKENIZERS:
            raise OptionError(
                f"unknown tokenizer {tokenizer!r}.", nearest_names(tokenizer, tokenizer_names())
            )
        named = NAMED_TOKENIZERS[tokenizer]
        tokenize_all, name = named.make(options.lowercase), tokenizer
        sentence_tokens = named.sentence_tokens or options.sentence_tokens
    else:
        tokenize_all, name = adapt(tokenizer, tokenizer_names())
        sentence_tokens = options.sentence_tokens
    shared = PythonTokenizer(tokenize_all, options, name, sentence_tokens=sentence_tokens)
    return shared.for_worker


__all__ = ["Tokenizer", "Tokens", "tokenizer_factory", "tokenizer_names"]
