"""The plainest possible ROUGE scorer: the definitions written down, one small function each.

It imports nothing from rouge_vec and shares no idea with it: no ids, no bits, no batches. Two dialects are
here: ``rouge-score`` (exact floats) and ``rouge-1.5.5`` (five decimals where the script rounds).
Sources: C.-Y. Lin (2004), *ROUGE: A Package for Automatic Evaluation of Summaries*, and the behaviour of the
two programs as recorded in ``tests/data/perl_golden/NOTES.md``.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Collection, Hashable, Iterable, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

Tokens = Sequence[Hashable]


class Score(NamedTuple):
    precision: float
    recall: float
    fmeasure: float


class Counts(NamedTuple):
    """What two texts have in common; `base` is ROUGE-W's weight of the reference before doubling."""

    matches: float
    prediction_total: float
    reference_total: float
    base: float = 0.0


@dataclass(frozen=True)
class Text:
    """A tokenized text: `words` for ROUGE-N, L and S; `lines` for Lsum and W; `budget` clips Lsum and W."""

    words: Tokens
    lines: Sequence[Tokens]
    budget: Tokens


@dataclass(frozen=True)
class Settings:
    dialect: str = "rouge-score"
    tokenize: Callable[[str], Iterable[Hashable]] | None = None
    stem: Callable[[str], str] = str
    stopwords: Collection[str] = field(default=frozenset())
    sentence_separator: str = "\n"
    max_words: int = 0
    max_bytes: int = 0
    alpha: float = 0.5
    multi_reference: str = "best"
    weight_normalization: str = "script"


# --------------------------------------------------------------------------- texts to tokens
def stemmed(tokens: Iterable[str], settings: Settings) -> list[str]:
    kept = [token for token in tokens if token not in settings.stopwords]
    return [settings.stem(token) if len(token) > 3 else token for token in kept]


def alphanumeric(text: str) -> list[str]:
    return re.findall("[a-z0-9]+", text.lower())


def read_rouge_score(text: str, settings: Settings) -> Text:
    def tokens(piece: str) -> list[Hashable]:
        if settings.tokenize is not None:
            return list(settings.tokenize(piece))
        return list(stemmed(alphanumeric(piece), settings))

    lines = [tokens(line) for line in text.split(settings.sentence_separator) if line]
    return Text(words=tokens(text), lines=lines, budget=[token for line in lines for token in line])


def read_perl(text: str, settings: Settings) -> Text:
    """Bytes, ASCII case folding, limits on the raw lines, then runs of letters and digits."""
    data = text.encode("utf-8", "surrogatepass").lower()
    raw = [line for line in data.split(b"\n") if line]
    whole, separate = raw, raw
    if settings.max_words:
        whole = separate = first_words(raw, settings.max_words)
    elif settings.max_bytes:
        whole, separate = first_bytes(raw, settings.max_bytes), first_bytes_of_lines(raw, settings.max_bytes)

    def tokens(piece: bytes) -> list[str]:
        return stemmed((match.decode() for match in re.findall(b"[a-z0-9]+", piece)), settings)

    words = tokens(b" ".join(whole))
    return Text(words=words, lines=[tokens(line) for line in separate], budget=words)


def perl_split(line: bytes) -> list[bytes]:
    """``split(/\\s+/)``: a leading blank makes an empty first word; empty words at the end are dropped."""
    words = re.split(rb"[ \t\n\r\f\v]+", line)
    while words and not words[-1]:
        words.pop()
    return words


def first_words(lines: list[bytes], limit: int) -> list[bytes]:
    kept, total = [], 0
    for line in lines:
        words = perl_split(line)
        if total + len(words) >= limit:
            return [*kept, b" ".join(words[: limit - total])]
        kept.append(line)
        total += len(words)
    return kept


def first_bytes(lines: list[bytes], limit: int) -> list[bytes]:
    kept, total = [], 0
    for line in lines:
        if total + len(line) >= limit:
            return [*kept, line[: limit - total]]
        kept.append(line)
        total += len(line)
    return kept


def first_bytes_of_lines(lines: list[bytes], limit: int) -> list[bytes]:
    """For ROUGE-L and W the script's running total stays zero, so every line meets the limit alone."""
    kept = []
    for line in lines:
        if len(line) >= limit:
            return [*kept, line[:limit]]
        kept.append(line)
    return kept


# --------------------------------------------------------------------------- overlap
def common(prediction: Counter[Hashable], reference: Counter[Hashable]) -> int:
    return sum(min(count, prediction[unit]) for unit, count in reference.items())


def multiset_counts(prediction: Iterable[Hashable], reference: Iterable[Hashable]) -> Counts:
    of_prediction, of_reference = Counter(prediction), Counter(reference)
    matches = common(of_prediction, of_reference)
    return Counts(matches, sum(of_prediction.values()), sum(of_reference.values()))


def ngrams(tokens: Tokens, n: int) -> list[Hashable]:
    return [tuple(tokens[start : start + n]) for start in range(len(tokens) - n + 1)]


def skip_bigrams(tokens: Tokens, gap: int | None, unigrams: bool) -> list[Hashable]:
    """Pairs in order with at most `gap` words between; SU adds the unigrams of all tokens but the last."""
    units: list[Hashable] = []
    for first in range(len(tokens) - 1):
        if unigrams:
            units.append((tokens[first],))
        last = len(tokens) if gap is None else min(len(tokens), first + gap + 2)
        units.extend((tokens[first], tokens[second]) for second in range(first + 1, last))
    return units


def lcs_table(reference: Tokens, prediction: Tokens) -> list[list[int]]:
    table = [[0] * (len(prediction) + 1) for _ in range(len(reference) + 1)]
    for i, token in enumerate(reference, start=1):
        above, row = table[i - 1], table[i]
        for j, other in enumerate(prediction, start=1):
            row[j] = above[j - 1] + 1 if token == other else max(above[j], row[j - 1])
    return table


def lcs_counts(prediction: Tokens, reference: Tokens) -> Counts:
    length = lcs_table(reference, prediction)[-1][-1]
    return Counts(length, len(prediction), len(reference))


def weighted_table(reference: Tokens, prediction: Tokens, weight: float) -> list[list[float]]:
    columns = len(prediction) + 1
    table = [[0.0] * columns for _ in range(len(reference) + 1)]
    runs = [0] * columns
    for i, token in enumerate(reference, start=1):
        above, row, new_runs = table[i - 1], table[i], [0] * columns
        for j, other in enumerate(prediction, start=1):
            if token == other:
                run = runs[j - 1]
                row[j] = above[j - 1] + float(run + 1) ** weight - float(run) ** weight
                new_runs[j] = run + 1
            else:
                row[j] = above[j] if above[j] >= row[j - 1] else row[j - 1]
        runs = new_runs
    return table


def positions(table: list[list[float]] | list[list[int]], reference: Tokens, prediction: Tokens) -> set[int]:
    """Reference positions of one LCS; on a tie the reference token is dropped."""
    found: set[int] = set()
    i, j = len(reference), len(prediction)
    while i and j:
        if reference[i - 1] == prediction[j - 1]:
            found.add(i - 1)
            i, j = i - 1, j - 1
        elif table[i - 1][j] >= table[i][j - 1]:
            i -= 1
        else:
            j -= 1
    return found


class Line(NamedTuple):
    """A reference line, its positions marked by the union LCS, and those that clipping lets through."""

    tokens: Tokens
    marked: set[int]
    hits: set[int]


def marked_lines(prediction: Text, reference: Text, weight: float | None) -> list[Line]:
    left_in_prediction, left_in_reference = Counter(prediction.budget), Counter(reference.budget)
    lines = []
    for line in reference.lines:
        marked: set[int] = set()
        for other in prediction.lines:
            table = lcs_table(line, other) if weight is None else weighted_table(line, other, weight)
            marked |= positions(table, line, other)
        hits = set()
        for position in sorted(marked):
            token = line[position]
            if left_in_prediction[token] > 0 and left_in_reference[token] > 0:
                hits.add(position)
                left_in_prediction[token] -= 1
                left_in_reference[token] -= 1
        lines.append(Line(line, marked, hits))
    return lines


def summary_lcs_counts(prediction: Text, reference: Text) -> Counts:
    matches = sum(len(line.hits) for line in marked_lines(prediction, reference, None))
    return Counts(matches, len(prediction.budget), sum(len(line) for line in reference.lines))


def weighted_lcs_counts(prediction: Text, reference: Text, weight: float, normalization: str) -> Counts:
    """Runs are measured in the reference; a run is paid out at a hit whose right neighbour is not marked."""
    matches = 0.0
    for line, marked, hits in marked_lines(prediction, reference, weight):
        run = 0
        for position in range(len(line)):
            if position in hits:
                run += 1
                if position + 1 not in marked:
                    matches += float(run) ** weight
                    run = 0
    base = line_weights(reference, weight)
    if normalization == "paper":
        return Counts(matches, line_weights(prediction, weight), base, base)
    return Counts(matches, float(len(prediction.budget)) ** weight, base**weight, base)


def line_weights(text: Text, weight: float) -> float:
    total = 0.0
    for line in text.lines:
        total += float(len(line)) ** weight
    return total


# --------------------------------------------------------------------------- rouge types
@dataclass(frozen=True)
class Kind:
    family: str
    n: int = 0
    weight: float = 1.0
    gap: int | None = None


def parse(rouge_type: str) -> Kind:
    if match := re.fullmatch(r"rouge([1-9]\d*)", rouge_type):
        return Kind("n", n=int(match[1]))
    if match := re.fullmatch(r"rougeW(?:-(.+))?", rouge_type):
        return Kind("W", weight=float(match[1] or 1.2))
    if match := re.fullmatch(r"rouge(S|SU)(\d+)?", rouge_type):
        return Kind(match[1], gap=int(match[2]) if match[2] else None)
    return Kind({"rougeL": "L", "rougeLsum": "Lsum"}[rouge_type])


def pair_counts(prediction: Text, reference: Text, kind: Kind, settings: Settings) -> Counts:
    if kind.family == "n":
        return multiset_counts(ngrams(prediction.words, kind.n), ngrams(reference.words, kind.n))
    if kind.family == "L":
        return lcs_counts(prediction.words, reference.words)
    if kind.family == "Lsum":
        return summary_lcs_counts(prediction, reference)
    if kind.family == "W":
        return weighted_lcs_counts(prediction, reference, kind.weight, settings.weight_normalization)
    unigrams = kind.family == "SU"
    return multiset_counts(
        skip_bigrams(prediction.words, kind.gap, unigrams), skip_bigrams(reference.words, kind.gap, unigrams)
    )


# --------------------------------------------------------------------------- counts to scores
def ratio(matches: float, total: float, weight: float) -> float:
    if not total:
        return 0.0
    return matches / total if weight == 1.0 else (matches / total) ** (1.0 / weight)


def five_decimals(value: float) -> float:
    return float(f"{value:.5f}")


def fmeasure(precision: float, recall: float, alpha: float) -> float:
    denominator = (1.0 - alpha) * precision + alpha * recall
    return precision * recall / denominator if denominator > 0 else 0.0


def to_score(counts: Counts, kind: Kind, settings: Settings) -> Score:
    precision = ratio(counts.matches, counts.prediction_total, kind.weight)
    recall = ratio(counts.matches, counts.reference_total, kind.weight)
    if settings.dialect == "rouge-score":
        return Score(precision, recall, fmeasure(precision, recall, settings.alpha))
    precision, recall = five_decimals(precision), five_decimals(recall)
    return Score(precision, recall, five_decimals(fmeasure(precision, recall, settings.alpha)))


def recall_key(counts: Counts, kind: Kind, settings: Settings) -> float:
    """By what the reference with the best recall is found; each metric of the script has its own way."""
    if settings.dialect == "rouge-score" or kind.family in {"L", "Lsum"}:
        return ratio(counts.matches, counts.reference_total, kind.weight)
    if kind.family == "W":
        return ratio(counts.matches, counts.base, kind.weight)
    return five_decimals(ratio(counts.matches, counts.reference_total, 1.0))


def pooled(counts: list[Counts]) -> Counts:
    sums = [0.0, 0.0, 0.0, 0.0]
    for one in counts:
        sums = [total + value for total, value in zip(sums, one, strict=True)]
    return Counts(*sums)


def first_best(counts: list[Counts], key: Callable[[Counts], float]) -> Counts:
    best = counts[0]
    for one in counts[1:]:
        if key(one) > key(best):
            best = one
    return best


def read(text: str, settings: Settings) -> Text:
    reader = read_perl if settings.dialect == "rouge-1.5.5" else read_rouge_score
    return reader(text, settings)


def combined(each: list[Counts], kind: Kind, settings: Settings) -> Counts:
    """Several references, one result: summed counts, the best recall, or the best F; the first of equals."""
    if settings.multi_reference == "average":
        return pooled(each)
    if settings.multi_reference == "best_recall":
        return first_best(each, lambda one: recall_key(one, kind, settings))
    return first_best(each, lambda one: to_score(one, kind, settings).fmeasure)


def score(prediction: str, references: Sequence[str] | str, rouge_type: str, settings: Settings) -> Score:
    several = [references] if isinstance(references, str) else references
    kind, text = parse(rouge_type), read(prediction, settings)
    each = [pair_counts(text, read(reference, settings), kind, settings) for reference in several]
    return to_score(combined(each, kind, settings), kind, settings)
