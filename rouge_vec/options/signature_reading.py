"""From a signature back to options, and what of it only the caller can give again."""

from __future__ import annotations

import re
import warnings
from collections.abc import Callable, Mapping
from typing import Any

from rouge_vec._version import __version__
from rouge_vec.errors import OptionError, OtherVersionWarning
from rouge_vec.options.rouge_options import RougeOptions

_PARTS = (
    "dialect",
    "types",
    "tok",
    "case",
    "stem",
    "exceptions",
    "stop",
    "sentences",
    "limit",
    "grams",
    "refs",
    "f",
    "weights",
    "decimals",
    "version",
)
_HINT = "pass the whole line that Scorer.signature, or attrs['signature'] of a frame of scores, gives."
_CUSTOM = re.compile(r"custom\(.*\)", re.DOTALL)
_WORD_LIST = re.compile(r"[0-9]+ words [0-9a-f]{8}")
_SPLITTERS = ("js-rouge", "punkt")
"""Names that stand for splitters, not for separators."""

_TOKENS_OF_SENTENCES = " (tokens)"
_FORMULA = ("f", "weights", "decimals")
_FROM_CALLER = {
    "tok": "tokenizer",
    "exceptions": "exceptions",
    "stop": "stopwords",
    "sentences": "sentence_splitter",
}
"""Parts whose values may be functions or lists of the caller's own, and the options that take them."""


def options_from_signature(text: str, given: Mapping[str, Any]) -> RougeOptions:
    """Return the options that a signature names.

    Parameters
    ----------
    text : str
        The signature.
    given : mapping of str to object
        Options that a signature can only name: functions, and lists of words. They are compared with their digests.

    Raises
    ------
    OptionError
        If the text is no signature, or names something that cannot be rebuilt from it, or `given` is something else.

    Warns
    -----
    OtherVersionWarning
        If another version of rouge_vec made the signature.
    """
    parts = signature_parts(text)
    usual = RougeOptions.build(parts["types"].split("+"), parts["dialect"])
    usual_parts = signature_parts(usual.signature())
    options: dict[str, Any] = {}
    for part in _READERS:
        if parts[part] != usual_parts[part] and _FROM_CALLER.get(part) not in given:
            options |= _read(part, parts[part])
    result = RougeOptions.build(parts["types"].split("+"), parts["dialect"], **options | dict(given))
    rebuilt = signature_parts(result.signature())
    for part in _PARTS[:-1]:
        if rebuilt[part] != parts[part]:
            raise OptionError(
                f"the signature says {part}:{parts[part]}, what was rebuilt has {part}:{rebuilt[part]}.",
                f"give the same {_FROM_CALLER[part]} as then." if part in _FROM_CALLER else _HINT,
            )
    if rebuilt["version"] != parts["version"]:
        warnings.warn(
            f"the signature was made by {parts['version']}, this is rouge_vec-{__version__}; the changelog says under "
            "'Scores changed' what may differ.",
            OtherVersionWarning,
            stacklevel=3,
        )
    return result


def formula_of_signature(text: str) -> RougeOptions:
    """Return options that make precision, recall and F of counts as those of a signature do.

    Raises
    ------
    OptionError
        If the text is no signature.
    """
    parts = signature_parts(text)
    usual = signature_parts(RougeOptions.build("rouge1", parts["dialect"]).signature())
    options: dict[str, Any] = {}
    for part in _FORMULA:
        if parts[part] != usual[part]:
            options |= _read(part, parts[part])
    return RougeOptions.build("rouge1", parts["dialect"], **options)


def signature_parts(text: str) -> dict[str, str]:
    """Return the parts of a signature by name.

    Raises
    ------
    OptionError
        If the text is no signature.
    """
    if not isinstance(text, str):
        raise OptionError(f"a signature is a string, got {text!r}.", _HINT)
    parts = dict(part.partition(":")[::2] for part in text.strip().split("|"))
    missing = [name for name in _PARTS if name not in parts]
    unknown = [name for name in parts if name not in _PARTS]
    if missing or unknown:
        wrong = f"it lacks {', '.join(missing)}" if missing else f"it has an unknown part {unknown[0][:40]!r}"
        raise OptionError(f"this is no signature of rouge_vec: {wrong}.", _HINT)
    return parts


def _read(part: str, value: str) -> dict[str, Any]:
    """Return a part of a signature as options."""
    try:
        return _READERS[part](value)
    except OptionError:
        raise
    except ValueError as error:
        raise OptionError(f"no signature of rouge_vec says {part}:{value[:40]}.", _HINT) from error


def _spelled(text: str) -> str:
    return text.encode("ascii", "backslashreplace").decode("unicode_escape")


def _named(part: str) -> Callable[[str], dict[str, Any]]:
    """Return a reader of a name; what is the caller's own cannot be read."""
    option = _FROM_CALLER[part]

    def read(value: str) -> dict[str, Any]:
        if _CUSTOM.fullmatch(value) or _WORD_LIST.fullmatch(value):
            what = "a list of words" if _WORD_LIST.fullmatch(value) else "a function or object of Python"
            raise OptionError(
                f"a signature names {what} by a digest only, so {option} cannot be rebuilt from {part}:{value}.",
                f"give it again: Scorer.from_signature(text, {option}=...).",
            )
        return {option: _spelled(value)}

    return read


def _case(value: str) -> dict[str, Any]:
    return {} if value == "own" else {"lowercase": value == "lower"}


def _sentences(value: str) -> dict[str, Any]:
    rule = value.removesuffix(_TOKENS_OF_SENTENCES)
    options: dict[str, Any] = {"sentence_tokens": True} if rule != value else {}
    if rule in _SPLITTERS or _CUSTOM.fullmatch(rule):
        return options | _named("sentences")(rule)
    return options | {"sentence_separator": _spelled(rule), "sentence_splitter": None}


def _limit(value: str) -> dict[str, Any]:
    if value == "none":
        return {"max_words": None, "max_bytes": None, "max_characters": None}
    amount, unit, *rule = value.split(" ")
    options: dict[str, Any] = {f"max_{unit}": int(amount)}
    if unit == "words":
        options["limit_rule"] = "stripped" if rule else "script"
    elif unit == "bytes":
        options["byte_limit"] = "script" if rule else "exact"
    return options


def _counting(value: str) -> dict[str, Any]:
    return {"counting": value.removesuffix(" signed"), "negative_totals": value.endswith(" signed")}


def _references(value: str) -> dict[str, Any]:
    skipped = value.endswith(" (missing skipped)")
    rule = value.removesuffix(" (missing skipped)")
    return {"multi_reference": rule, **({"missing_references": "skip"} if skipped else {})}


def _fmeasure(value: str) -> dict[str, Any]:
    if value.startswith("alpha="):
        return {"alpha": float(value.removeprefix("alpha="))}
    formula, _, beta = value.rpartition("beta=")
    if not beta or "beta=" not in value:
        return {"alpha": None, "beta": None, "fmeasure": value}
    return {"alpha": None, "beta": float(beta), "fmeasure": formula.strip() or "f1"}


def _weights(value: str) -> dict[str, Any]:
    normalization, choice, *leak = value.split(" ")
    options: dict[str, Any] = {
        "weight_normalization": normalization,
        "weighted_choice": choice.removeprefix("choice="),
    }
    return options | ({"lcs_weight": float(leak[0].removeprefix("lcs="))} if leak else {})


def _decimals(value: str) -> dict[str, Any]:
    if value == "float32":
        return {"single_precision": True}
    return {"decimals": None if value == "all" else int(value), "single_precision": False}


_READERS: Mapping[str, Callable[[str], dict[str, Any]]] = {
    "tok": _named("tok"),
    "case": _case,
    "stem": lambda value: {"use_stemmer": value},
    "exceptions": _named("exceptions"),
    "stop": _named("stop"),
    "sentences": _sentences,
    "limit": _limit,
    "grams": _counting,
    "refs": _references,
    "f": _fmeasure,
    "weights": _weights,
    "decimals": _decimals,
}
"""Each reads one part of a signature into options."""
