"""The measurements that run inside a worker process, which has one number of threads for all scorers."""

from __future__ import annotations

import functools
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import Any

import numpy as np
import numpy.typing as npt
import pandas as pd
import pyarrow as pa

from benchmarks import corpora
from benchmarks.contenders import COMPAT, CONTENDERS, ROUGE_VEC, Contender, Table, Work, rivals
from benchmarks.corpora import Corpus
from benchmarks.equality import NotEqualError, differences, prove_equal
from benchmarks.profiling import profile
from benchmarks.results import Result, Series
from benchmarks.rows import ROWS, SMOKE, Sizes, scaling_base
from benchmarks.timing import Call, interleaved, ratios, repeatedly, summary
from benchmarks.twin import twin

THREE_TYPES = ("rouge1", "rouge2", "rougeL")
FOUR_TYPES = (*THREE_TYPES, "rougeLsum")
RS = "rouge-score-rs"
_SENTENCE = 20
_REFERENCES = 4
_MOST_LOOPS = 500
_SCALING_ROUNDS = 5
_MANY_SHARED = (
    "rouge-score-rs has a bit-parallel LCS too, but leaves it for a plain table when different words in both "
    "times tokens / 64 exceed 2^20 (found by trying): about 4,200 different words at this length."
)
_FEW_SHARED = "Few enough different words in both for rouge-score-rs to stay with its own bit-parallel LCS."


@dataclass(frozen=True)
class Session:
    """How this process measures.

    Attributes
    ----------
    sizes : Sizes
        How much is scored.
    threads : int
        Threads for every scorer.
    label : str
        "one", "all" or "any", as the report names that number.
    repeats : int
        Rounds that count.
    """

    sizes: Sizes
    threads: int
    label: str
    repeats: int

    def result(
        self,
        row: str,
        figures: list[float],
        series: list[Series],
        proof: list[str],
        profiled: Call | None = None,
    ) -> Result:
        """Return a result of this session; `profiled` is run again under the profiler, on one thread."""
        title = self.sizes.fill(ROWS[row].title)
        shares = profile(profiled) if profiled and self.sizes is not SMOKE else []
        return Result(row, self.label, title, figures, series, proof, shares)


def _work(corpus: Corpus, rouge_types: Sequence[str], session: Session, use_stemmer: bool = False) -> Work:
    return Work(corpus.predictions, corpus.references, tuple(rouge_types), use_stemmer, session.threads)


def compare(
    row: str,
    work: Work,
    session: Session,
    others: Sequence[Contender],
    against: str = RS,
    ours: Contender = ROUGE_VEC,
) -> Result:
    """Prove equality with each of the others, then time all of them in turn.

    The figure is the other's time for a pair divided by that of rouge_vec, round by round; `ours` is the
    interface of rouge_vec whose scores are compared and whose calls are timed.
    """
    scored = ours.scores(work)
    works = {other.name: work.first(session.sizes.prefix) if other.slow else work for other in others}
    proof = []
    for other in others:
        part = works[other.name]
        proof.append(prove_equal(part, other, {name: scores[: len(part)] for name, scores in scored.items()}))
    calls: dict[str, Call] = {ours.name: ours.call(work)}
    calls |= {other.name: other.call(works[other.name]) for other in others}
    seconds = interleaved(calls, session.repeats)
    pairs = {name: len(works.get(name, work)) for name in calls}
    per_pair = {name: [value / pairs[name] for value in values] for name, values in seconds.items()}
    series = [Series(name, "s", values, pairs[name]) for name, values in seconds.items()]
    return session.result(
        row,
        ratios(per_pair[against], per_pair[ours.name]),
        series,
        proof,
        ours.call(replace(work, threads=1)),
    )


def _others(work: Work, session: Session) -> list[Contender]:
    """Every scorer that can do the work; those without threads and without hurry only beside one thread."""
    return [other for other in rivals(work) if session.threads == 1 or not other.slow]


def _news(row: str, session: Session, rouge_types: Sequence[str], use_stemmer: bool) -> Result:
    work = _work(corpora.news(session.sizes.pairs), rouge_types, session, use_stemmer)
    return compare(row, work, session, _others(work, session))


def _aclsum(row: str, session: Session) -> Result:
    corpus = corpora.aclsum().first(session.sizes.pairs)
    work = _work(corpus, FOUR_TYPES, session, use_stemmer=True)
    return compare(row, work, session, _others(work, session))


def _document(row: str, session: Session, copied: float, note: str) -> Result:
    corpus = corpora.document_pair(session.sizes.document_tokens, copied=copied)
    result = compare(row, _work(corpus, ["rougeL"], session), session, [CONTENDERS[RS]])
    return replace(result, notes=[f"{corpus.description()}. {note}"])


def _sentences(row: str, session: Session, tokens: int) -> Result:
    corpus = corpora.document_pair(tokens, _SENTENCE)
    result = compare(row, _work(corpus, ["rougeLsum"], session), session, [CONTENDERS[RS]])
    return replace(result, notes=[corpus.description()])


def _rouge_score(row: str, session: Session) -> Result:
    work = _work(corpora.news(session.sizes.pairs), FOUR_TYPES, session, use_stemmer=True)
    return compare(row, work, session, [CONTENDERS["rouge-score"]], against="rouge-score")


def _one_by_one(row: str, session: Session, ours: Contender, against: str = RS) -> Result:
    work = _work(corpora.news(session.sizes.pairs), FOUR_TYPES, session).first(session.sizes.single_pairs)
    return compare(row, replace(work, shape="one by one"), session, [CONTENDERS[against]], against, ours)


def _one_by_one_multiple(row: str, session: Session, ours: Contender) -> Result:
    """Turn the figure round: our time as a multiple of the other's."""
    result = _one_by_one(row, session, ours)
    return replace(result, figures=[1.0 / figure for figure in result.figures])


def _references(row: str, session: Session) -> Result:
    predictions, references = corpora.news_references(session.sizes.reference_rows, _REFERENCES)
    work = Work(predictions, references, THREE_TYPES, False, session.threads, "several references")
    return compare(row, work, session, _others(work, session))


def _repeated_news(pairs: int, sizes: Sizes) -> Corpus:
    return corpora.repeated(corpora.news(min(sizes.pairs, pairs)), pairs)


def _score_on_one_thread(pairs: int, sizes: Sizes) -> Call:
    corpus = _repeated_news(pairs, sizes)
    return ROUGE_VEC.call(Work(corpus.predictions, corpus.references, FOUR_TYPES))


def _two_cores(row: str, session: Session, pairs: int) -> Result:
    """Time one thread, two, and two processes of one thread, which share nothing, on the corpus repeated."""
    once = _work(corpora.news(min(session.sizes.pairs, pairs)), FOUR_TYPES, session)
    work = _work(_repeated_news(pairs, session.sizes), FOUR_TYPES, session)
    right = ROUGE_VEC.scores(once)
    threads = {f"{count} thread{'s' * (count > 1)}": replace(work, threads=count) for count in (1, 2)}
    proof = [prove_equal(once, CONTENDERS[RS], right)]
    proof += [_prove_repeated(part, right, pairs) for part in threads.values()][-1:]
    calls = {label: ROUGE_VEC.call(part) for label, part in threads.items()}
    with twin(functools.partial(_score_on_one_thread, pairs, session.sizes)) as both:
        seconds = interleaved(calls | {"2 processes": both}, session.repeats)
    one, two, twice = seconds.values()
    series = [Series(label, "s", seconds[label], len(work)) for label in calls]
    series.append(Series("2 processes of 1 thread, each all pairs", "s", twice, 2 * len(work)))
    ceiling = summary(ratios([2 * value for value in one], twice)).median
    note = (
        "the processes share nothing but the machine, so they show what its second core gives at most: "
        f"{ceiling:.2f}x"
    )
    profiled = ROUGE_VEC.call(replace(once, threads=1))
    return replace(session.result(row, ratios(one, two), series, proof, profiled), notes=[note])


def _scaling(row: str, session: Session) -> Result:
    """Time growing parts of the repeated corpus; small ones several times for one reading of the clock."""
    sizes = session.sizes.scaling
    base, most = scaling_base(sizes), sizes[-1]
    corpus = corpora.news(min(session.sizes.pairs, most))
    work = _work(corpora.repeated(corpus, most), THREE_TYPES, session)
    once = _work(corpus, THREE_TYPES, session)
    right = ROUGE_VEC.scores(once)
    proof = [prove_equal(once, CONTENDERS[RS], right), _prove_repeated(work, right, most)]
    loops = {size: max(1, min(_MOST_LOOPS, base // size)) for size in sizes}
    calls = {str(size): repeatedly(ROUGE_VEC.call(work.first(size)), loops[size]) for size in sizes}
    seconds = interleaved(calls, min(session.repeats, _SCALING_ROUNDS))
    per_pair = {size: [value / (size * loops[size]) for value in seconds[str(size)]] for size in sizes}
    series = [Series(f"{size:,} pairs", "s", seconds[str(size)], size * loops[size]) for size in sizes]
    figures = ratios(per_pair[most], per_pair[base])
    return session.result(row, figures, series, proof, ROUGE_VEC.call(replace(once, threads=1)))


def _prove_repeated(work: Work, right: Table, rows: int) -> str:
    """Rows of the repeated corpus have the scores of the rows that they repeat."""
    numbers = np.arange(rows) % len(next(iter(right.values())))
    found = differences(ROUGE_VEC.scores(work), {name: scores[numbers] for name, scores in right.items()})
    if found:
        raise NotEqualError("a repeated corpus scores differently:\n  " + "\n  ".join(found))
    return f"itself: equal on the corpus repeated to {rows:,} rows"


def _list_against(row: str, session: Session, convert: Callable[[list[str]], Any]) -> Result:
    work = _work(corpora.news(session.sizes.pairs), THREE_TYPES, session)
    column = replace(
        work, predictions=convert(list(work.predictions)), references=convert(list(work.references))
    )
    right = ROUGE_VEC.scores(work)
    proof = [prove_equal(work, CONTENDERS[RS], right), _prove_same_input(right, ROUGE_VEC.scores(column))]
    calls = {"list": ROUGE_VEC.call(work), "column": ROUGE_VEC.call(column)}
    seconds = interleaved(calls, session.repeats)
    series = [
        Series("list of str", "s", seconds["list"], len(work)),
        Series(_kind(column.predictions), "s", seconds["column"], len(work)),
    ]
    return session.result(
        row,
        ratios(seconds["list"], seconds["column"]),
        series,
        proof,
        ROUGE_VEC.call(replace(work, threads=1)),
    )


def _prove_same_input(right: Table, scores: Table) -> str:
    found = differences(scores, right)
    if found:
        raise NotEqualError("lists and columns of the same texts score differently:\n  " + "\n  ".join(found))
    return "itself: equal for both kinds of input"


def _kind(column: Any) -> str:
    return f"pandas {column.dtype}" if isinstance(column, pd.Series) else f"Arrow {column.type}"


def _limit(row: str, session: Session) -> Result:
    """Time what no scorer can do without: taking the text out of Python, and looking at every byte."""
    work = _work(corpora.news(session.sizes.pairs), THREE_TYPES, session)
    proof = [prove_equal(work, CONTENDERS[RS])]
    lists = (list(work.predictions), list(work.references))
    text = np.frombuffer("".join(lists[0] + lists[1]).encode(), np.uint8)
    classes = np.empty_like(text)
    classify = _classifier()
    calls: dict[str, Call] = {
        ROUGE_VEC.name: ROUGE_VEC.call(work),
        "pyarrow.array": lambda: [pa.array(texts) for texts in lists],
        "classify bytes": lambda: classify(text, classes),
    }
    seconds = interleaved(calls, session.repeats)
    limit = [sum(parts) for parts in zip(seconds["pyarrow.array"], seconds["classify bytes"], strict=True)]
    series = [Series(label, "s", values, len(work)) for label, values in seconds.items()]
    return session.result(row, ratios(seconds[ROUGE_VEC.name], limit), series, proof, calls[ROUGE_VEC.name])


@functools.cache
def _classifier() -> Callable[[npt.NDArray[np.uint8], npt.NDArray[np.uint8]], None]:
    """Compile a pass that marks letters and digits; the compiler makes vector instructions of it."""
    from numba import njit

    def classify(text: npt.NDArray[np.uint8], classes: npt.NDArray[np.uint8]) -> None:
        for place in range(text.size):
            byte = text[place]
            letter = np.uint8((byte | np.uint8(32)) - np.uint8(97)) < np.uint8(26)
            digit = np.uint8(byte - np.uint8(48)) < np.uint8(10)
            classes[place] = letter | digit

    compiled: Callable[[npt.NDArray[np.uint8], npt.NDArray[np.uint8]], None] = njit(nogil=True)(classify)
    return compiled


Measurement = Callable[[str, Session], Result]

MEASUREMENTS: dict[str, Measurement] = {
    "news": functools.partial(_news, rouge_types=THREE_TYPES, use_stemmer=False),
    "news-stemmer": functools.partial(_news, rouge_types=THREE_TYPES, use_stemmer=True),
    "news-lsum": functools.partial(_news, rouge_types=FOUR_TYPES, use_stemmer=False),
    "news-lsum-stemmer": functools.partial(_news, rouge_types=FOUR_TYPES, use_stemmer=True),
    "aclsum": _aclsum,
    "document": functools.partial(_document, copied=0.9, note=_MANY_SHARED),
    "document-other": functools.partial(_document, copied=0.35, note=_FEW_SHARED),
    "document-lsum-short": lambda row, session: _sentences(row, session, session.sizes.short_lsum_tokens),
    "document-lsum": lambda row, session: _sentences(row, session, session.sizes.lsum_tokens),
    "rouge-score": _rouge_score,
    "score-pair": functools.partial(_one_by_one_multiple, ours=ROUGE_VEC),
    "compat-score": functools.partial(_one_by_one_multiple, ours=COMPAT),
    "compat-score-rouge-score": functools.partial(_one_by_one, ours=COMPAT, against="rouge-score"),
    "references": _references,
    "two-cores": lambda row, session: _two_cores(row, session, session.sizes.pairs),
    "two-cores-many": lambda row, session: _two_cores(row, session, session.sizes.many_pairs),
    "scaling": _scaling,
    "list-pandas": functools.partial(_list_against, convert=pd.Series),
    "list-arrow": functools.partial(_list_against, convert=pa.array),
    "limit": _limit,
}
"""How each row that runs in a worker is measured."""
