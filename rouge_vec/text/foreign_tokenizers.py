"""Tokenizers of other libraries, known by their methods and never imported: Hugging Face, spaCy, callables."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

from rouge_vec.columns.places import note_text
from rouge_vec.errors import RougeVecTypeError
from rouge_vec.text.named_tokenizers import each
from rouge_vec.text.python_tokenizer import TokenizeAll


def adapt(tokenizer: Any, known_names: Iterable[str]) -> tuple[TokenizeAll, str]:
    """Return the function that tokenizes several texts, and what to call the tokenizer in messages.

    Parameters
    ----------
    tokenizer : object
        A Hugging Face tokenizer, a spaCy pipeline, another object with ``.tokenize``, or a callable. The first two
        get many texts at once; what they return is what they return text by text.
    known_names : iterable of str
        Named tokenizers, for the message.

    Raises
    ------
    RougeVecTypeError
        If it is none of these.
    """
    name = getattr(tokenizer, "__qualname__", None) or type(tokenizer).__qualname__
    if hasattr(tokenizer, "encode_batch") and hasattr(tokenizer, "token_to_id"):
        return _together(lambda texts: _encoded(tokenizer, texts), name), name
    if getattr(tokenizer, "is_fast", False) and hasattr(tokenizer, "convert_ids_to_tokens"):
        return _together(lambda texts: _called(tokenizer, texts), name), name
    if hasattr(tokenizer, "pipe") and hasattr(tokenizer, "vocab"):
        return _together(lambda texts: map(_texts_of_tokens, tokenizer.pipe(texts)), name), name
    function = getattr(tokenizer, "tokenize", tokenizer)
    if not callable(function):
        raise RougeVecTypeError(
            f"tokenizer must be a name, a callable or an object with .tokenize, got {tokenizer!r}.",
            f"known names: {', '.join(known_names)}.",
        )

    def tokenize(text: str) -> Any:
        try:
            return _texts_of_tokens(function(text))
        except Exception as error:
            note_text(error, f"the tokenizer {name}", text)
            raise

    return each(tokenize), name


def _together(tokenize_all: TokenizeAll, name: str) -> TokenizeAll:
    """Return the function of several texts that, when it fails, looks for the first text that fails alone."""

    def tokenize(texts: list[str]) -> Iterator[Any]:
        try:
            yield from tokenize_all(texts)
        except Exception as error:
            for text in texts:
                try:
                    list(tokenize_all([text]))
                except Exception:
                    note_text(error, f"the tokenizer {name}", text)
                    break
            raise

    return tokenize


def _encoded(tokenizer: Any, texts: list[str]) -> Iterable[list[int]]:
    """Return ids from the library ``tokenizers``; padding, which depends on the other texts, is left out."""
    for encoding in tokenizer.encode_batch(texts, add_special_tokens=False):
        ids, mask = encoding.ids, encoding.attention_mask
        yield ids if all(mask) else [one for one, kept in zip(ids, mask, strict=True) if kept]


def _called(tokenizer: Any, texts: list[str]) -> Iterable[list[int]]:
    """Return ids from a fast tokenizer of the library ``transformers``."""
    encoded = tokenizer(texts, add_special_tokens=False, padding=False, truncation=False, verbose=False)
    ids: Iterable[list[int]] = encoded["input_ids"]
    return ids


def _texts_of_tokens(tokens: Any) -> Any:
    """Return the texts of spaCy's tokens, which compare by place; anything else as it is."""
    if hasattr(tokens, "vocab") and hasattr(tokens, "text"):
        return [token.text for token in tokens]
    return tokens
