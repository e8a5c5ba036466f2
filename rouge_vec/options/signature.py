"""The signature: every choice that changes a number, as one line that a paper can print."""

from __future__ import annotations

import hashlib
from typing import Any

from rouge_vec._version import __version__
from rouge_vec.options.digests import identity_of, name_of
from rouge_vec.options.stages import OptionValues


def signature_of(options: OptionValues) -> str:
    """Return the signature of options; functions are named as :func:`rouge_vec.options.digests.identity_of` says."""
    parts = [
        ("dialect", options.dialect),
        ("types", "+".join(rouge_type.name for rouge_type in options.rouge_types)),
        ("tok", printed(options.tokenizer)),
        ("case", _printed_case(options)),
        ("stem", options.stemmer),
        ("exceptions", "none" if options.stemmer == "none" else printed(options.exceptions)),
        ("stop", printed(options.stopwords)),
        ("sentences", _printed_sentences(options)),
        ("limit", _printed_limit(options)),
        ("grams", options.counting + (" signed" if options.negative_totals else "")),
        ("refs", _printed_references(options)),
        ("f", _printed_fmeasure(options)),
        ("weights", _printed_weights(options)),
        ("decimals", _printed_decimals(options)),
        ("version", f"rouge_vec-{__version__}"),
    ]
    return "|".join(f"{name}:{value}" for name, value in parts)


def _printed_case(options: OptionValues) -> str:
    if options.has_own_tokens:
        return "own"
    return "lower" if options.lowercase else "kept"


def _printed_sentences(options: OptionValues) -> str:
    rule = printed(options.sentence_splitter or options.sentence_separator)
    return f"{rule} (tokens)" if options.sentence_tokens else rule


def _printed_limit(options: OptionValues) -> str:
    if options.max_words:
        return f"{options.max_words} words" + (" (stripped)" if options.limit_rule == "stripped" else "")
    if options.max_bytes:
        return f"{options.max_bytes} bytes" + (" (script)" if options.byte_limit == "script" else "")
    return f"{options.max_characters} characters" if options.max_characters else "none"


def _printed_references(options: OptionValues) -> str:
    # NaN in place of an error changes no number, so it is not named.
    skipped = " (missing skipped)" if options.missing_references == "skip" else ""
    return options.multi_reference + skipped


def _printed_fmeasure(options: OptionValues) -> str:
    if options.alpha is not None:
        return f"alpha={float(options.alpha)!r}"
    formula = "" if options.fmeasure == "f1" else f"{options.fmeasure} "
    return options.fmeasure if options.beta is None else f"{formula}beta={float(options.beta)!r}"


def _printed_weights(options: OptionValues) -> str:
    leak = "" if options.lcs_weight == 1.0 else f" lcs={options.lcs_weight!r}"
    return f"{options.weight_normalization} choice={options.weighted_choice}{leak}"


def _printed_decimals(options: OptionValues) -> str:
    if options.single_precision:
        return "float32"
    return "all" if options.decimals is None else str(options.decimals)


def printed(value: Any) -> str:
    """Return a name as it is, word lists by their size and digest, functions by their identity."""
    if isinstance(value, str):
        return value.encode("unicode_escape").decode().replace("|", "\\x7c")
    if isinstance(value, (frozenset, dict)):
        words: list[Any] = (
            sorted(value.items()) if isinstance(value, dict) else sorted(value, key=_words_first)
        )
        return f"{len(words)} words {hashlib.sha256(repr(words).encode()).hexdigest()[:8]}"
    return f"custom({identity_of(value)})"


def _words_first(word: str | int) -> tuple[bool, str | int]:
    return not isinstance(word, str), word


def shown_tokenizer(tokenizer: Any) -> str:
    """Return what messages call a tokenizer."""
    return tokenizer if isinstance(tokenizer, str) else f"custom({name_of(tokenizer)})"
