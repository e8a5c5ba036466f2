"""The flag ``-M`` of ROUGE-1.5.5: references are stemmed and texts of systems are not.

The script does it by switching its ``-m`` on for a reference and off behind it. So ``-M`` switches off a
``-m`` that was given with it as soon as the first reference has been read; ROUGE-N does not look at ``-M``;
and ROUGE-W stems only the words of a reference that may be matched, not those it aligns.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

import numpy as np
import numpy.typing as npt

from rouge_vec.batch import Counts, TextBatch, TokenBatch, Tokens
from rouge_vec.engine.pairs import count_pairs
from rouge_vec.options.families import BASIC_ELEMENTS, FAMILIES, Family
from rouge_vec.options.rouge_options import RougeOptions
from rouge_vec.text.basic_elements import BasicElementReader, word_stemmer
from rouge_vec.text.irregular_forms import find_exceptions
from rouge_vec.text.length_limits import limited
from rouge_vec.text.stemmers import PackedExceptions, find_stemmer, pack_words
from rouge_vec.text.stopwords import find_stopwords, keep_tokens
from rouge_vec.text.token_keys import TokenScanner
from rouge_vec.text.vocabulary import ByteVocabulary

Flags = npt.NDArray[np.bool_]


@dataclass
class StemSwitch:
    """Whether the script stems at this moment: its ``-m``, which ``-M`` changes while the script runs."""

    on: bool


@dataclass(frozen=True, slots=True)
class _Stemmed:
    """Which texts are stemmed: of systems, of references, and as the words a reference may match."""

    predictions: Flags
    references: Flags
    budgets: Flags


def count_with_stemmed_references(
    predictions: TextBatch,
    references: TextBatch,
    reference_counts: npt.NDArray[np.int64],
    options: RougeOptions,
    switch: StemSwitch,
) -> list[Counts]:
    """Count all pairs for all rouge types, each stemmed as the script stems it by then.

    Parameters
    ----------
    predictions, references : TextBatch
        Texts of one system, and the references of all of them one after the other.
    reference_counts : ndarray of int64, shape (predictions,)
        References of each text.
    options : RougeOptions
        With the stemmer named.
    switch : StemSwitch
        Changed by every rouge type that changes it in the script.
    """
    prediction_rows = np.repeat(np.arange(len(predictions)), reference_counts)
    reference_rows = np.arange(len(references), dtype=np.int64)
    words = _Words(predictions, references, options)
    counts = []
    for rouge_type in options.rouge_types:
        stemmed = _stemmed_by(rouge_type.family, reference_counts, switch)
        if rouge_type.family.reads == BASIC_ELEMENTS:
            reader = BasicElementReader(rouge_type.mode, word_stemmer(options))
            prediction = reader.read(predictions, "predictions", stemmed=stemmed.predictions.tolist())
            reference = reader.read(references, "references", stemmed=stemmed.references.tolist())
        else:
            prediction, reference = words.tokens(stemmed)
        one_type = replace(options, rouge_types=(rouge_type,))
        counts += count_pairs(prediction, reference, prediction_rows, reference_rows, one_type)
    return counts


def _stemmed_by(family: Family, reference_counts: npt.NDArray[np.int64], switch: StemSwitch) -> _Stemmed:
    texts, references = len(reference_counts), int(reference_counts.sum())
    if family is FAMILIES["N"]:
        same = np.full(references, switch.on)
        return _Stemmed(np.full(texts, switch.on), same, same)
    # Everything up to the first reference is read with the switch as it was; that reference turns it off.
    before = np.cumsum(reference_counts) - reference_counts == 0
    stemmed = _Stemmed(
        before & switch.on, np.full(references, not family.is_weighted), np.full(references, True)
    )
    if family.is_weighted:
        stemmed.references[:1] = switch.on
    if references:
        switch.on = False
    return stemmed


class _Words:
    """Words of both sides, with ids that tell apart what is stemmed from what is not."""

    def __init__(self, predictions: TextBatch, references: TextBatch, options: RougeOptions) -> None:
        self._words = ByteVocabulary()
        self._scanner = TokenScanner(lowercase=True, fold_unicode=False)
        self._words.add(*pack_words(str(word).encode() for word in find_stopwords(options.stopwords)))
        self._stopword_count = len(self._words)
        exceptions = PackedExceptions(find_exceptions(options.exceptions))
        form_ids = self._words.add(*exceptions.forms)
        self._sides = [self._batches(texts, options) for texts in (predictions, references)]
        packed = self._words.words(0, len(self._words))
        vocabulary = ByteVocabulary()
        self._plain = vocabulary.add(*packed)
        self._stems = vocabulary.add(*find_stemmer(options.stemmer)(*packed, 0, len(self._words)))
        self._stems[form_ids] = vocabulary.add(*exceptions.bases)
        self._size = len(vocabulary)

    def _batches(self, texts: TextBatch, options: RougeOptions) -> tuple[TokenBatch, TokenBatch]:
        """Return a side as whole texts and as sentences, as word ids."""
        cut = limited(texts, options)
        whole, lines = (self._words.tokenize(self._scanner, part.located(), sentences=True) for part in cut)
        return self._without_stopwords(whole), self._without_stopwords(lines)

    def _without_stopwords(self, batch: TokenBatch) -> TokenBatch:
        # Stop words were the first to get ids.
        return keep_tokens(batch, batch.ids >= self._stopword_count)

    def tokens(self, stemmed: _Stemmed) -> tuple[Tokens, Tokens]:
        """Return both sides with texts stemmed or not."""
        (prediction, prediction_lines), (reference, reference_lines) = self._sides
        own = self._with_ids(prediction, stemmed.predictions)
        return (
            Tokens(own, self._with_ids(prediction_lines, stemmed.predictions), own),
            Tokens(
                self._with_ids(reference, stemmed.references),
                self._with_ids(reference_lines, stemmed.references),
                self._with_ids(reference, stemmed.budgets),
            ),
        )

    def _with_ids(self, batch: TokenBatch, stemmed: Flags) -> TokenBatch:
        of_stems = np.repeat(stemmed, batch.lengths())
        ids = np.where(of_stems, self._stems[batch.ids], self._plain[batch.ids])
        return replace(batch, ids=ids, vocabulary_size=self._size)
