"""Options by the stage that reads them: texts to tokens, tokens to counts, counts to scores; and all together."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

from rouge_vec.options.families import BASIC_ELEMENTS
from rouge_vec.options.rouge_types import RougeType

PRETOKENIZED = "pretokenized"
"""Name of the tokenizer whose cells are lists of tokens already."""

LIMITS = ("max_words", "max_bytes", "max_characters")
_ASCII_STEMMERS = ("none", "porter", "perl", "martin", "original", "english", "indonesian", "sesotho")
"""Stemmers whose words have the letters a to z only, as good as always."""


@dataclass(frozen=True, kw_only=True)
class AskedTypes:
    """What every stage reads.

    Attributes
    ----------
    rouge_types : tuple of RougeType
        What is computed, in the order asked for.
    """

    rouge_types: tuple[RougeType, ...]

    @property
    def needs_sentences(self) -> bool:
        """Whether a rouge type that looks at sentences is asked for."""
        return any(rouge_type.by_sentence for rouge_type in self.rouge_types)

    @property
    def reads_words(self) -> bool:
        """Whether a rouge type compares words, not basic elements."""
        return any(rouge_type.family.reads != BASIC_ELEMENTS for rouge_type in self.rouge_types)


@dataclass(frozen=True, kw_only=True)
class TextOptions(AskedTypes):
    """Which tokens a text has, and which sentences.

    Attributes
    ----------
    tokenizer : str, callable or object with ``tokenize``
        A named tokenizer, or the caller's own.
    lowercase : bool
        Whether texts are lower-cased.
    stemmer : str
        ``"none"`` or the name of a stemmer.
    exceptions : str or dict of str to str
        Irregular forms that are looked up before the stemmer: ``"none"``, ``"empty"``, ``"wordnet"``, or the
        forms themselves with their base forms.
    stopwords : str or frozenset of str or int
        ``"none"``, a named list, or the words or token ids themselves.
    sentence_separator : str
        What stands between sentences (for ROUGE-Lsum and ROUGE-W).
    sentence_splitter : str, callable or None
        Cuts a text into sentences in place of the separator.
    max_words, max_bytes : int or None
        Length limits; None and 0 are none.
    max_characters : int or None
        Length limit in characters of stripped lines, as in py-rouge; None and 0 are none.
    byte_limit : str
        How `max_bytes` cuts for ROUGE-Lsum and W: ``"exact"``, or every line alone like the ``"script"``.
    limit_rule : str
        How `max_words` counts: on raw lines like the ``"script"``, or on ``"stripped"`` lines like py-rouge.
    sentence_tokens : bool
        Whether n-grams see the tokens of one sentence after the other, not those of the whole text, which
        some tokenizers cut differently.
    missing_references : str
        What null among the references of a row and a row without references are: refused or as the call says
        (``"raise"``), no references (``"skip"``), or a row scored as NaN (``"nan"``).
    """

    tokenizer: Any = "rouge-score"
    lowercase: bool = True
    stemmer: str = "none"
    exceptions: str | Mapping[str, str] = "none"
    stopwords: str | frozenset[str | int] = "none"
    sentence_separator: str = "\n"
    sentence_splitter: str | Callable[[str], list[str]] | None = None
    max_words: int | None = None
    max_bytes: int | None = None
    max_characters: int | None = None
    byte_limit: str = "exact"
    limit_rule: str = "script"
    sentence_tokens: bool = False
    missing_references: str = "raise"

    @property
    def has_limit(self) -> bool:
        """Whether texts are cut to a length."""
        return any(getattr(self, name) for name in LIMITS)

    @property
    def keeps_ascii_only(self) -> bool:
        """Whether the tokenizer knows ASCII letters and digits only."""
        return self.tokenizer in ("rouge-score", "rouge-1.5.5", "py-rouge")

    @property
    def parts_words_of_stemmer(self) -> bool:
        """Whether the tokenizer drops letters of the language whose stemmer was chosen."""
        return self.keeps_ascii_only and self.stemmer not in _ASCII_STEMMERS

    @property
    def has_own_tokens(self) -> bool:
        """Whether the caller makes the tokens, by a function or as lists, so that case and length are theirs."""
        return not isinstance(self.tokenizer, str) or self.tokenizer == PRETOKENIZED


@dataclass(frozen=True, kw_only=True)
class CountingOptions(AskedTypes):
    """What is counted of two lists of tokens.

    Attributes
    ----------
    counting : str
        ``"clipped"`` as in ROUGE-1.5.5: an n-gram or word matches as often as it occurs in both texts. As in pltrdy's
        rouge, ``"distinct"`` counts each n-gram and each word of a common subsequence once, and ``"summed"`` adds up
        common subsequences over all pairs of sentences.
    negative_totals : bool
        Whether a text shorter than an n-gram has, as in py-rouge, less than none, which takes from the sum
        over references.
    weight_normalization : str
        What the weights of ROUGE-W, counted as by ROUGE-1.5.5, are divided by: as in the ``"script"`` or ``"paper"``.
    lcs_weight : float
        Exponent that py-rouge 1.1, given a weight for ROUGE-W, applies to ROUGE-L as well; 1 is none.
    """

    counting: str = "clipped"
    negative_totals: bool = False
    weight_normalization: str = "script"
    lcs_weight: float = 1.0


@dataclass(frozen=True, kw_only=True)
class ScoreOptions(AskedTypes):
    """How counts become precision, recall and F.

    Attributes
    ----------
    alpha : float or None
        Weight of precision in F, as in ROUGE-1.5.5.
    beta : float or None
        Weight of recall over precision in F.
    fmeasure : str
        The formula of F.
    multi_reference : str
        How several references of a row become one score.
    weighted_choice : str
        The recall of ROUGE-W by which the best reference is chosen: weighted ``"once"`` (ROUGE-1.5.5),
        ``"twice"`` (rouge-metric), once by taking the ``"root"`` (py-rouge), or the reported ``"recall"``.
    decimals : int or None
        Places to which precision, recall and F are rounded; None keeps the floats.
    single_precision : bool
        Whether precision, recall and F are rounded to 32-bit floats wherever torchmetrics does so.
    """

    alpha: float | None = None
    beta: float | None = None
    fmeasure: str = "f1"
    multi_reference: str = "best"
    weighted_choice: str = "recall"
    decimals: int | None = None
    single_precision: bool = False


@dataclass(frozen=True, kw_only=True)
class OptionValues(TextOptions, CountingOptions, ScoreOptions):
    """Every choice that changes a number.

    Attributes
    ----------
    dialect : str
        The scorer that is reproduced.
    named : frozenset of str
        Options that the caller named; the others have the dialect's values. It changes no number.
    """

    dialect: str
    named: frozenset[str] = field(default=frozenset(), repr=False, compare=False)

    @property
    def names_splitter(self) -> bool:
        """Whether the caller named a sentence splitter, which must then exist even if nothing asks for sentences."""
        return self.sentence_splitter is not None and "sentence_splitter" in self.named
