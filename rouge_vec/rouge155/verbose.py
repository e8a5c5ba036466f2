"""The flag ``-v`` of ROUGE-1.5.5: what was read, counted and matched, evaluation by evaluation.

Meant for a look at a few texts: everything is computed again in plain Python. The script prints its tables of
counts in Perl's random order; here they stand in the order in which the entries first occur, the total last.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass

from rouge_vec.options.rouge_options import RougeOptions
from rouge_vec.options.rouge_types import RougeType
from rouge_vec.rouge155.flags import Arguments
from rouge_vec.rouge155.printing import printed_count
from rouge_vec.rouge155.system_scores import BytesColumn, SystemScores, WordLists, script_options
from rouge_vec.rouge155.system_texts import Rows
from rouge_vec.text.basic_elements import BasicElementReader, StemWord, element_lines, word_stemmer
from rouge_vec.text.length_limits import limited
from rouge_vec.text.stopwords import find_stopwords

Tokens = list[str]
_Text = tuple[str, bytes]
"""Path and content."""
_NOT_KEPT = re.compile("[^A-Za-z0-9-]")
_SHORTEST_STEMMED = 4


@dataclass(frozen=True, slots=True)
class Reading:
    """A text as the script holds it.

    Attributes
    ----------
    flat : str or None
        Cleaned words in one line; None if a limit left nothing.
    words : list of str
        Its tokens.
    lines : list of str
        Cleaned sentences.
    sentences : list of list of str
        Their tokens.
    """

    flat: str | None
    words: Tokens
    lines: list[str]
    sentences: list[Tokens]


class Reader:
    """Reads texts in plain Python, by the rules of the fast path.

    Parameters
    ----------
    options : RougeOptions
        Limits, stop words and stemmer.
    """

    def __init__(self, options: RougeOptions) -> None:
        self._options = options
        self._stopwords = find_stopwords(options.stopwords)
        self._stem: StemWord | None = word_stemmer(options)

    def read(self, text: bytes) -> Reading:
        """Read one text."""
        cut = limited(BytesColumn([text]).batch(0, 1), self._options)
        whole, lines = (part.text_bytes(0).lower().decode("latin-1").split("\n") for part in cut)
        kept = " ".join(line for line in whole if line)
        limit = self._options.max_words or self._options.max_bytes
        flat = None if limit and not kept else _cleaned(kept)
        cleaned = [_cleaned(line) for line in lines if line]
        return Reading(flat, self._tokens(flat or ""), cleaned, [self._tokens(line) for line in cleaned])

    def _tokens(self, cleaned: str) -> Tokens:
        words = [word for word in cleaned.split() if word not in self._stopwords and word != "-"]
        if self._stem is None:
            return words
        return [
            self._stem(word.encode()).decode("latin-1") if len(word) >= _SHORTEST_STEMMED else word
            for word in words
        ]

    def elements(self, text: bytes, mode: str) -> list[str]:
        """Return the basic elements of one text as the script names them."""
        parts = BasicElementReader(mode, self._stem).parts(element_lines(text), self._stem, "basic elements")
        return [b"|".join(part).decode("latin-1") for part in parts]


def _cleaned(text: str) -> str:
    return " ".join(_NOT_KEPT.sub(" ", text.replace("-", " - ")).split())


def verbose_blocks(
    system: str,
    evaluations: Sequence[str],
    runs: Sequence[RougeType],
    rows: Rows,
    scores: SystemScores,
    arguments: Arguments,
    lists: WordLists,
) -> Iterator[str]:
    """Yield, for each run, what is printed before its averages.

    Parameters
    ----------
    system : str
        The system that is evaluated.
    evaluations : sequence of str
        Names of all evaluations; those that lack the system are only named.
    runs, rows, scores, arguments, lists
        What is computed, on which texts, and how.
    """
    places = {name: row for row, name in enumerate(rows.names)}
    reader = Reader(script_options(runs, arguments, lists))
    for at, run in enumerate(runs):
        lines: list[str] = []
        for evaluation in evaluations:
            name = f"{evaluation}.{system}"
            if _TRANSCRIPTS[run.family.name].announces_evaluation:
                lines.append(f"@Eval ({evaluation})")
            if name not in places:
                continue
            row = places[name]
            prediction = rows.prediction_paths[row], rows.predictions[row]
            references = list(zip(rows.reference_paths[row], rows.references[row], strict=True))
            figures = scores.counts[at, row].tolist(), scores.scores[at, row].tolist()
            lines += [*_transcript(run, reader, prediction, references, figures, arguments), name]
        yield "".join(f"{line}\n" for line in lines)


def _transcript(
    run: RougeType,
    reader: Reader,
    prediction: _Text,
    references: Sequence[_Text],
    figures: Sequence[Sequence[float]],
    arguments: Arguments,
) -> Iterator[str]:
    """Yield the lines about one text and its references, each given as path and text."""
    yield from _TRANSCRIPTS[run.family.name].lines(run, reader, prediction, references)
    yield from _total_lines(run, figures, arguments)


def _ngram_lines(
    run: RougeType, reader: Reader, prediction: _Text, references: Sequence[_Text]
) -> Iterator[str]:
    def ngrams(words: Tokens) -> Iterator[str]:
        for start in range(len(words) - run.order + 1):
            yield " ".join(words[start : start + run.order])

    return _table_lines(ngrams, reader, prediction, references)


def _skip_bigram_lines(
    run: RougeType, reader: Reader, prediction: _Text, references: Sequence[_Text]
) -> Iterator[str]:
    return _table_lines(lambda words: _skip_bigrams(words, run.gap, False), reader, prediction, references)


def _skip_bigram_and_unigram_lines(
    run: RougeType, reader: Reader, prediction: _Text, references: Sequence[_Text]
) -> Iterator[str]:
    return _table_lines(lambda words: _skip_bigrams(words, run.gap, True), reader, prediction, references)


def _skip_bigrams(words: Tokens, gap: int, with_unigrams: bool) -> Iterator[str]:
    for start in range(len(words) - 1):
        if with_unigrams:
            yield words[start]
        end = len(words) if gap < 0 else start + gap + 2
        for other in words[start + 1 : end]:
            yield f"{words[start]} {other}"


def _table_lines(
    units: Callable[[Tokens], Iterator[str]],
    reader: Reader,
    prediction: _Text,
    references: Sequence[_Text],
) -> Iterator[str]:
    def lines(text: bytes) -> Iterator[str]:
        reading = reader.read(text)
        if reading.flat is None:
            yield "---empty text---"
            return
        yield reading.flat
        yield _table(units(reading.words), "|")

    yield f"***P {prediction[0]}"
    yield from lines(prediction[1])
    for path, text in references:
        yield from lines(text)
        yield f"***M {path}"


def _table(items: Iterable[str], bar: str) -> str:
    counts = Counter(items)
    pairs = [*counts.items(), ("_cn_", counts.total())]
    return bar.join(f"{item}{bar}{count}" for item, count in pairs)


def _element_lines(
    run: RougeType, reader: Reader, prediction: _Text, references: Sequence[_Text]
) -> Iterator[str]:
    def shown(text: bytes) -> str:
        return _table(reader.elements(text, run.mode), "#") if text else "---empty text---"

    yield f"***P {prediction[0]}"
    yield shown(prediction[1])
    own = set(reader.elements(prediction[1], run.mode))
    for path, text in references:
        yield shown(text)
        for element in dict.fromkeys(reader.elements(text, run.mode)):
            if element in own:
                yield f"* Match: {element}"
        yield f"***M {path}"


def _subsequence_lines(
    run: RougeType, reader: Reader, prediction: _Text, references: Sequence[_Text]
) -> Iterator[str]:
    def shown(reading: Reading) -> Iterator[str]:
        yield "\n".join(reading.lines)
        for number, tokens in enumerate(reading.sentences):
            yield f"{number}: {'|'.join(tokens)}"

    own = reader.read(prediction[1])
    yield f"***P {prediction[0]}"
    yield from shown(own)
    for path, text in references:
        reading = reader.read(text)
        for hits in _hits(own, reading, run.weight):
            yield f"{_TRANSCRIPTS[run.family.name].hits_label}: {' '.join(hits) if hits else '-'}"
        yield f"***M {path}"
        yield from shown(reading)


def _hits(prediction: Reading, reference: Reading, weight: float) -> Iterator[Tokens]:
    """Yield the matched tokens of each reference sentence."""
    left, right = Counter(prediction.words), Counter(reference.words)
    for sentence in reference.sentences:
        marked: set[int] = set()
        for other in prediction.sentences:
            marked |= _marked(sentence, other, weight)
        hits = []
        for place in sorted(marked):
            token = sentence[place]
            if left[token] > 0 and right[token] > 0:
                left[token] -= 1
                right[token] -= 1
                hits.append(token)
        yield hits


def _marked(reference: Tokens, prediction: Tokens, weight: float) -> set[int]:
    """Return the places of a reference sentence on its (weighted) LCS with one prediction sentence."""
    columns = len(prediction) + 1
    table = [[0.0] * columns for _ in range(len(reference) + 1)]
    runs = [0] * columns
    for i, token in enumerate(reference, start=1):
        new_runs = [0] * columns
        for j, other in enumerate(prediction, start=1):
            if token == other:
                run = runs[j - 1]
                table[i][j] = table[i - 1][j - 1] + (run + 1) ** weight - run**weight
                new_runs[j] = run + 1
            else:
                table[i][j] = max(table[i - 1][j], table[i][j - 1])
        runs = new_runs
    marked = set()
    i, j = len(reference), len(prediction)
    while i and j:
        if reference[i - 1] == prediction[j - 1]:
            i, j = i - 1, j - 1
            marked.add(i)
        elif table[i - 1][j] >= table[i][j - 1]:
            i -= 1
        else:
            j -= 1
    return marked


def _total_lines(run: RougeType, figures: Sequence[Sequence[float]], arguments: Arguments) -> Iterator[str]:
    transcript = _TRANSCRIPTS[run.family.name]
    counted = transcript.counted(run, arguments)
    name = counted if transcript.repeats_recall else run.name
    counts, (recall, precision, fmeasure) = figures
    exact = not run.family.is_weighted or run.weight.is_integer()
    for what, count in zip(("model count", "peer count", "hit"), counts, strict=True):
        yield f"total {counted} {what}: {printed_count(count, exact)}"
    if transcript.repeats_recall:
        precision = fmeasure = recall
    for suffix, value in zip(transcript.shares, (recall, precision, fmeasure), strict=True):
        yield f"total {name}{suffix}: {value:.5f}"


def _own_name(run: RougeType, arguments: Arguments) -> str:
    return run.name


def _skip_bigram_name(run: RougeType, arguments: Arguments) -> str:
    return f"ROUGE-S{arguments.text('2')}"


@dataclass(frozen=True, slots=True)
class Transcript:
    """What the script prints of a family of rouge types.

    Attributes
    ----------
    lines : callable
        Yields the lines about one text and its references.
    counted : callable
        Returns what the counts are called.
    shares : tuple of str
        What recall, precision and F are called behind the name.
    hits_label : str
        What stands before the words of a common subsequence.
    announces_evaluation : bool
        Whether each evaluation is named before its texts.
    repeats_recall : bool
        Whether recall is printed three times, under the name of the counts.
    """

    lines: Callable[[RougeType, Reader, _Text, Sequence[_Text]], Iterator[str]]
    counted: Callable[[RougeType, Arguments], str] = _own_name
    shares: tuple[str, str, str] = ("-R", "-P", "-F")
    hits_label: str = ""
    announces_evaluation: bool = False
    repeats_recall: bool = False


_TRANSCRIPTS = {
    "N": Transcript(_ngram_lines, lambda run, _: f"{run.order}-gram", announces_evaluation=True),
    "Lsum": Transcript(_subsequence_lines, shares=("-R score", "-P", "-F"), hits_label="LCS"),
    "W": Transcript(_subsequence_lines, shares=("-R score", "-P score", "-F score"), hits_label="ROUGE-W"),
    "S": Transcript(_skip_bigram_lines, _skip_bigram_name, repeats_recall=True),
    "SU": Transcript(_skip_bigram_and_unigram_lines, _skip_bigram_name, repeats_recall=True),
    "BE": Transcript(_element_lines, lambda run, _: f"BE-{run.mode}"),
}
"""Family name to what is printed; the script has no other families."""
