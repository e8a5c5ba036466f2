"""The functions that make a scorer for one call."""

from __future__ import annotations

import time
import warnings
from collections.abc import Iterable
from typing import Any, Unpack

import pandas as pd

from rouge_vec.api.misfits import explaining_misfits
from rouge_vec.api.scorer import Scorer
from rouge_vec.api.shown_options import naming_options
from rouge_vec.errors import EmptyTextWarning, LostLettersWarning, UnpartedSentencesWarning
from rouge_vec.options.families import BASIC_ELEMENTS
from rouge_vec.options.keywords import Dialect, Layout, Measure, Missing, OptionKeywords
from rouge_vec.options.rouge_options import RougeOptions
from rouge_vec.options.rouge_types import DEFAULT_ROUGE_TYPES
from rouge_vec.options.stages import PRETOKENIZED

_MANY_WORDS = 1000
"""Words of a text long enough for all that is done to texts to be done to it."""


@explaining_misfits()
@naming_options(OptionKeywords)
def score(
    *,
    predictions: Any,
    references: Any,
    rouge_types: str | Iterable[str] = DEFAULT_ROUGE_TYPES,
    dialect: Dialect = "rouge-score",
    layout: Layout = "wide",
    counts: bool = False,
    measures: Measure | Iterable[Measure] | None = None,
    missing: Missing = "raise",
    n_jobs: int | None = None,
    progress: bool | None = None,
    **options: Unpack[OptionKeywords],
) -> pd.DataFrame:
    """Score predictions against references, row by row.

    Parameters
    ----------
    predictions, references : iterable, length n
        Columns of texts of one length: lists, NumPy arrays, pandas, Arrow and polars columns. A cell of `references`
        may be a list of several texts.
    rouge_types : str or iterable of str
        ``"rouge1"``, ``"rouge2"`` and so on; ``"rougeL"`` takes a text as one sequence of words, ``"rougeLsum"`` takes
        it sentence by sentence; ``"rougeW"`` or ``"rougeW-1.5"`` (a perfect match is below 1 unless
        ``weight_normalization="paper"``); ``"rougeS"``, ``"rougeS4"``, ``"rougeSU4"``; ``"rougeBE-HM"``.
    dialect : str
        The program whose numbers are reproduced: ``"rouge-score"`` (also behind the metric of evaluate),
        ``"rouge-1.5.5"`` (the Perl script, pyrouge, files2rouge), ``"js-rouge"``, ``"pltrdy"`` (the package rouge),
        ``"rouge-metric"``, ``"py-rouge"``, ``"torchmetrics"`` or ``"kurenai"``. It sets the options below.
    layout : {"wide", "multi", "long"}
        Columns ``rouge1_precision`` ...; column levels (rouge_type, measure); or one line for each row and type.
    counts : bool
        Whether to add the matches and the totals of each type.
    measures : {"precision", "recall", "fmeasure"} or iterable of them, optional
        The measures that become columns; all three by default.
    missing : {"raise", "nan", "empty"}
        What to do with None, NaN and NA: refuse, score as NaN, or read as an empty text.
    n_jobs : int, optional
        Threads; all usable cores by default. Scores do not depend on it.
    progress : bool, optional
        Whether to show a progress bar; by default when the work is long and a terminal or notebook is there.

    Other Parameters
    ----------------
    use_stemmer : bool or str
        True for the stemmer of the dialect, or a name: ``"porter"`` (NLTK's, as in rouge-score), ``"perl"`` (as in
        ROUGE-1.5.5), ``"martin"``, ``"original"``, or a language of Snowball such as ``"german"``.
    tokenizer : str, callable or object with ``tokenize``
        ``"rouge-score"``, ``"rouge-1.5.5"`` and ``"py-rouge"`` keep ASCII letters and digits only. For other scripts:
        ``"words"``, ``"characters"``, ``"unicode-v1"``, ``"character-v1"``, ``"whitespace"``. Of other programs:
        ``"treebank"`` (js-rouge), ``"pltrdy"``, ``"kurenai"``. ``"pretokenized"`` takes lists of tokens as cells.
    lowercase : bool
        Whether texts are lower-cased.
    stopwords : str, list of str or list of int
        Words that are left out: ``"smart"`` (the list of ROUGE-1.5.5) or your own; ids, such as those of padding, if
        the cells are lists of token ids.
    exceptions : str or dict
        Irregular forms, looked up before the stemmer: ``"wordnet"``, ``"py-rouge"``, ``"empty"`` or your own.
    sentence_separator : str
        What stands between sentences, a line break in most dialects.
    sentence_splitter : str or callable
        Finds sentences in place of a separator: ``"punkt"``, ``"js-rouge"`` or your own function.
    sentence_tokens : bool
        Whether n-grams see the tokens of one sentence after the other.
    max_words, max_bytes, max_characters : int
        A limit to which texts are cut; give one of them.
    byte_limit : {"exact", "script"}, limit_rule : {"script", "stripped"}
        How ROUGE-1.5.5 or py-rouge apply a limit.
    counting : {"clipped", "distinct", "summed"}
        An n-gram or word matches as often as both texts have it, or once, or common subsequences are added up over all
        pairs of sentences, as pltrdy's rouge does.
    negative_totals : bool
        Whether a text shorter than an n-gram has less than none of them, as in py-rouge.
    multi_reference : {"best", "best_recall", "average", "macro", "jackknife", "each"}
        How several references become one score: the one with the best F or recall; counts added up; the mean of the
        scores; the jackknife of ROUGE-1.5.5; or a line for each reference.
    missing_references : {"raise", "skip", "nan"}
        What None, NaN and NA in the place of a reference, and empty lists of references, are. By default a row with an
        empty list is refused, and one with a missing reference is what `missing` says. ``"skip"`` leaves missing
        references out; a row without any is what `missing` says. ``"nan"`` scores both kinds of rows as NaN.
    alpha, beta : float
        Weights of F: of precision as in ROUGE-1.5.5, or of recall over precision.
    fmeasure : {"f1", "epsilon", "js"}
        The formula of F: the usual one, pltrdy's, js-rouge's.
    weight_normalization : {"script", "paper"}, weighted_choice : {"once", "twice", "root", "recall"}
        What weights of ROUGE-W are divided by, and how they choose the best reference.
    lcs_weight : float
        py-rouge's weight of ROUGE-L.
    decimals : int, single_precision : bool
        Rounding as ROUGE-1.5.5 prints, and 32-bit floats as torchmetrics returns.

    Returns
    -------
    pandas.DataFrame
        float64 scores with the index of the inputs; ``attrs["signature"]`` says how they were made.

    Raises
    ------
    RougeVecError
        If an option or an input is not as it must be; nothing is scored then.

    See Also
    --------
    Scorer : Checks its options once, and serves many calls.

    Notes
    -----
    An option that is left out has the value of the dialect. None is a value of `alpha`, `beta`, `decimals`,
    `sentence_splitter` and the limits: no weights, no rounding, no splitter, no limit.

    Examples
    --------
    >>> score(predictions=["the cat sat"], references=["the cat sat down"], rouge_types="rouge1").round(3)
       rouge1_precision  rouge1_recall  rouge1_fmeasure
    0               1.0           0.75            0.857
    """
    return Scorer(rouge_types, dialect, **options).score(
        predictions=predictions,
        references=references,
        layout=layout,
        counts=counts,
        measures=measures,
        missing=missing,
        n_jobs=n_jobs,
        progress=progress,
    )


@naming_options(OptionKeywords)
def warmup(
    rouge_types: str | Iterable[str] = DEFAULT_ROUGE_TYPES,
    dialect: Dialect = "rouge-score",
    **options: Unpack[OptionKeywords],
) -> float:
    """Compile what these options need, for short texts and long ones, so that no later call waits.

    Parameters
    ----------
    rouge_types, dialect, **options
        See :class:`Scorer`.

    Returns
    -------
    float
        Seconds it took; compiled code is kept on disk for later processes.
    """
    start = time.perf_counter()
    scorer = Scorer(rouge_types, dialect, **options)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", EmptyTextWarning)
        warnings.simplefilter("ignore", LostLettersWarning)
        warnings.simplefilter("ignore", UnpartedSentencesWarning)
        for texts in _warmup_texts(scorer.options):
            scorer.score(predictions=texts, references=texts, n_jobs=1, progress=False)
    return time.perf_counter() - start


def _warmup_texts(options: RougeOptions) -> list[list[Any]]:
    """Return columns that between them need every kernel of these options."""
    numbers = [str(number) for number in range(_MANY_WORDS)]
    digits = [number[-1] for number in numbers]
    if any(rouge_type.family.reads == BASIC_ELEMENTS for rouge_type in options.rouge_types):
        elements = [f"{number}|{digit}|nil" for number, digit in zip(numbers, digits, strict=True)]
        return [["\n".join(elements), *elements[:2]]]
    # No stop words, since what is left must be sentences, of which limits leave two of one letter. Texts of more than
    # some hundred words take other kernels; words of one letter, or joined by hyphens, are the most that a limit
    # leaves. New words after those make the vocabulary grow. Letters beyond ASCII are counted.
    sentences = f"1{options.sentence_separator}2"
    columns = [
        ["Cats sleep.\nDogs bark.", sentences, " ".join(digits), "-".join(digits), "Caf\u00e9"],
        numbers,
    ]
    if options.tokenizer != PRETOKENIZED:
        return columns
    return [[[line.split() for line in text.split("\n")] for text in column] for column in columns]


__all__ = ["score", "warmup"]
