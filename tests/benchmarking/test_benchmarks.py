"""The benchmarks themselves: contenders give the same floats, corpora are fixed, clocks are fair."""

from __future__ import annotations

import functools
import gc
import os
import statistics
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from nltk.stem.porter import PorterStemmer
from rouge_score.tokenize import tokenize

from benchmarks import corpora, machine, memory, processes, timing, worker
from benchmarks.contenders import (
    COMPAT,
    CONTENDERS,
    ROUGE_VEC,
    Contender,
    ContenderError,
    Shape,
    Work,
    rivals,
)
from benchmarks.equality import NotEqualError, differences, prove_equal
from benchmarks.rows import FULL, ROWS, SMOKE, Sizes, Target, scaling_base
from benchmarks.twin import twin
from benchmarks.words import vocabulary
from benchmarks.workloads import MEASUREMENTS, Session, compare
from tests.corpora import aclsum_pairs, aclsum_references

pytestmark = pytest.mark.processes

THREE_TYPES = ("rouge1", "rouge2", "rougeL")
EVERY_TYPE = (*(f"rouge{n}" for n in range(1, 10)), "rougeL", "rougeLsum")
SLOW_ROWS = 60
TINY = Sizes(
    pairs=30,
    many_pairs=90,
    prefix=3,
    single_pairs=3,
    reference_rows=4,
    document_tokens=150,
    lsum_tokens=100,
    short_lsum_tokens=60,
    scaling=(2, 20, 200),
    memory_rows=20,
    unsplit_tokens=100,
    cold_starts=2,
    memory_runs=2,
)


@pytest.fixture(autouse=True)
def _one_thread(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("RAYON_NUM_THREADS", "1")


def work_on(rows: int, rouge_types: tuple[str, ...], use_stemmer: bool, shape: Shape = "batch") -> Work:
    predictions, references = aclsum_pairs()
    if shape == "several references":
        several = aclsum_references()
        return Work(predictions[::3][:rows], several[:rows], rouge_types, use_stemmer, 1, shape)
    return Work(predictions[:rows], references[:rows], rouge_types, use_stemmer, 1, shape)


# Contenders and equality


@pytest.mark.parametrize("use_stemmer", [False, True])
@pytest.mark.parametrize("rouge_types", [THREE_TYPES, EVERY_TYPE])
@pytest.mark.parametrize("shape", ["batch", "one by one", "several references"])
def test_every_contender_gives_the_same_floats(
    shape: Shape, rouge_types: tuple[str, ...], use_stemmer: bool
) -> None:
    work = work_on(750 if shape == "batch" else 100, rouge_types, use_stemmer, shape)
    others = rivals(work)
    assert {other.name for other in others} >= {"rouge-score-rs", "rapidrouge", "rouge-score"}
    for other in others:
        part = work.first(SLOW_ROWS if other.slow else len(work))
        assert prove_equal(part, other) == f"{other.name}: equal on {len(part)} rows"


def test_rouge_rust_is_asked_only_for_what_it_has() -> None:
    names = [other.name for other in rivals(work_on(1, THREE_TYPES, use_stemmer=False))]
    assert "rouge-rust" in names
    for work in (
        work_on(1, THREE_TYPES, use_stemmer=True),
        work_on(1, EVERY_TYPE, use_stemmer=False),
        work_on(1, THREE_TYPES, use_stemmer=False, shape="several references"),
    ):
        assert "rouge-rust" not in [other.name for other in rivals(work)]
        with pytest.raises(ContenderError, match=r"rouge-rust cannot score .*\nHint: ask"):
            CONTENDERS["rouge-rust"].call(work)


def test_a_thread_pool_of_the_wrong_size_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    work = replace(work_on(1, THREE_TYPES, use_stemmer=False), threads=3)
    with pytest.raises(ContenderError, match="would run on 1 threads, asked for 3"):
        CONTENDERS["rouge-score-rs"].call(work)
    monkeypatch.delenv("RAYON_NUM_THREADS")
    with pytest.raises(ContenderError, match="would run on all threads, asked for 3"):
        CONTENDERS["rouge-rust"].call(work)


def test_versions_of_contenders_and_the_hint_when_one_is_missing() -> None:
    assert CONTENDERS["rouge-score"].version == "0.1.2"
    assert set(CONTENDERS) < set(machine.versions())
    with pytest.raises(ContenderError, match=r"no-such-scorer is not installed.\nHint: pip install"):
        _ = replace(CONTENDERS["rouge-score"], name="no-such-scorer").version


def test_a_difference_in_the_last_bit_is_found() -> None:
    right = {"rouge1": np.array([[0.1, 0.2, 0.3], [0.4, 0.5, 0.6]])}
    wrong = {"rouge1": right["rouge1"].copy()}
    assert differences(wrong, right) == []
    wrong["rouge1"][1, 2] = np.nextafter(0.6, 1.0)
    assert differences(wrong, right) == [
        "rouge1 row 1: [0.4, 0.5, 0.6000000000000001] instead of [0.4, 0.5, 0.6]"
    ]
    assert differences({"rouge1": right["rouge1"][:1]}, right) == ["rouge1: 1 rows and 2 rows"]
    assert differences({}, right) == ["rouge types [] and ['rouge1']"]


def liar(name: str = "rouge-score-rs") -> tuple[Contender, list[str]]:
    """A contender whose recall is off by one bit in one row, and a record of its calls."""
    called = []
    honest = CONTENDERS[name]

    def table(native: Any, work: Work) -> dict[str, Any]:
        scores = honest.table(native, work)
        scores["rouge1"][2, 1] = np.nextafter(scores["rouge1"][2, 1], 2.0)
        return scores

    def prepare(work: Work) -> Callable[[], Any]:
        called.append(name)
        return honest.prepare(work)

    return replace(honest, prepare=prepare, table=table), called


def test_nothing_is_timed_that_was_not_proved_equal() -> None:
    contender, called = liar()
    work = work_on(5, THREE_TYPES, use_stemmer=False)
    with pytest.raises(
        NotEqualError, match="rouge_vec and rouge-score-rs differ, nothing was timed:\n  rouge1 row 2"
    ):
        compare("news", work, Session(TINY, 1, "one", 2), [contender])
    assert called == ["rouge-score-rs"]


def test_a_row_about_a_stand_in_compares_and_times_the_stand_in_itself() -> None:
    calls: list[int] = []

    def prepare(work: Work) -> Callable[[], Any]:
        calls.append(len(work))
        return COMPAT.prepare(work)

    work = work_on(5, THREE_TYPES, use_stemmer=False, shape="one by one")
    spied = replace(COMPAT, prepare=prepare)
    compare("compat-score", work, Session(SMOKE, 1, "one", 2), [CONTENDERS["rouge-score-rs"]], ours=spied)
    assert calls == [5, 5, 5]
    wrong = replace(COMPAT, table=liar()[0].table)
    with pytest.raises(NotEqualError, match="rouge_vec and rouge-score-rs differ, nothing was timed"):
        compare("compat-score", work, Session(TINY, 1, "one", 2), [CONTENDERS["rouge-score-rs"]], ours=wrong)


@pytest.mark.parametrize("shape", ["batch", "one by one", "several references"])
def test_the_stand_in_gives_the_same_floats_in_every_shape(shape: Shape) -> None:
    work = work_on(20, EVERY_TYPE, use_stemmer=True, shape=shape)
    assert differences(COMPAT.scores(work), ROUGE_VEC.scores(work)) == []


# Corpora


def test_the_news_corpus_has_the_shape_of_news() -> None:
    corpus = corpora.news(600)
    texts = corpus.predictions + corpus.references
    tokens = [len(tokenize(text, None)) for text in texts]
    assert 56 <= statistics.mean(tokens) <= 62
    assert 3.5 <= statistics.mean(text.count("\n") + 1 for text in texts) <= 4.5
    assert 5.0 <= corpus.bytes() / sum(tokens) <= 6.0
    assert 0.05 <= sum(not text.isascii() for text in texts) / len(texts) <= 0.3
    scores = ROUGE_VEC.scores(Work(corpus.predictions, corpus.references, (*THREE_TYPES, "rougeLsum")))
    rouge1, rouge2, rouge_l, rouge_lsum = (float(scores[name][:, 2].mean()) for name in scores)
    assert 0.35 < rouge1 < 0.5
    assert rouge2 < rouge_l < rouge_lsum < rouge1


def test_corpora_are_the_same_everywhere() -> None:
    assert corpora.news(200).digest() == NEWS_DIGEST
    assert corpora.document_pair(500, 20).digest() == DOCUMENT_DIGEST
    assert (
        corpora.news(30).digest()
        == corpora.Corpus("other name", *map(list, pair_of(corpora.news(30)))).digest()
    )
    assert corpora.news(30).digest() != corpora.news(31).digest()


NEWS_DIGEST = "4f8c84fa093043d9"
DOCUMENT_DIGEST = "a3b495263777e38e"


def pair_of(corpus: corpora.Corpus) -> tuple[list[str], list[str]]:
    return corpus.predictions, corpus.references


def test_the_vocabulary_gives_a_stemmer_work() -> None:
    words = vocabulary()
    assert len(set(words)) == len(words) == 50_000
    assert all(word.isascii() and word.isalpha() and word.islower() for word in words)
    stemmer = PorterStemmer()
    sample = words[:5000]
    assert len({stemmer.stem(word) for word in sample}) < 0.85 * len(sample)


def test_documents_have_the_length_they_say() -> None:
    for sentence in (None, 20):
        corpus = corpora.document_pair(410, sentence)
        for text in (*corpus.predictions, *corpus.references):
            assert len(tokenize(text, None)) == 410
            assert text.count("\n") == (0 if sentence is None else 20)
    assert "different ones in both: 1 pair" in corpora.document_pair(410).description()


def test_a_repeated_corpus_has_texts_of_its_own() -> None:
    corpus = corpora.repeated(corpora.news(3), 8)
    assert len(corpus) == 8
    assert corpus.predictions[0] == corpus.predictions[3]
    assert corpus.predictions[0] is not corpus.predictions[3]
    assert corpus.references[7] == corpora.news(3).references[1]


def test_rows_with_several_references_share_words() -> None:
    predictions, references = corpora.news_references(40, 4)
    assert [len(predictions), len(references), {len(cell) for cell in references}] == [40, 40, {4}]
    scores = ROUGE_VEC.scores(Work(predictions, references, ("rouge1",), shape="several references"))
    assert float(scores["rouge1"][:, 2].mean()) > 0.3


# Timing


def test_rounds_alternate_after_a_warm_up_and_the_collector_is_off() -> None:
    seen: list[tuple[str, bool]] = []

    def call(label: str) -> timing.Call:
        return lambda: seen.append((label, gc.isenabled()))

    assert gc.isenabled()
    seconds = timing.interleaved({"a": call("a"), "b": call("b")}, 3)
    assert gc.isenabled()
    assert [label for label, _ in seen] == ["a", "b", "a", "b", "b", "a", "a", "b"]
    assert [enabled for _, enabled in seen] == [True] * 2 + [False] * 6
    assert {label: len(values) for label, values in seconds.items()} == {"a": 3, "b": 3}
    assert min(min(values) for values in seconds.values()) >= 0.0


def test_the_collector_is_on_again_after_an_error() -> None:
    calls = iter([None, None])
    with pytest.raises(StopIteration):
        timing.interleaved({"a": lambda: next(calls)}, 2)
    assert gc.isenabled()


def test_summaries_and_ratios() -> None:
    assert timing.summary([4.0, 1.0, 3.0, 2.0, 5.0]) == timing.Summary(3.0, 2.0, 4.0, 1.0)
    assert timing.summary([7.0]) == timing.Summary(7.0, 7.0, 7.0, 7.0)
    assert timing.ratios([2.0, 9.0], [1.0, 3.0]) == [2.0, 3.0]
    with pytest.raises(ValueError, match="nothing was measured"):
        timing.summary([])
    with pytest.raises(ValueError, match="zip"):
        timing.ratios([1.0], [1.0, 2.0])


def test_a_call_too_short_for_a_clock_is_made_many_times() -> None:
    seen: list[int] = []
    timing.repeatedly(lambda: seen.append(1), 5)()
    assert len(seen) == 5


def count_calls(path: Path) -> timing.Call:
    """Return a call that adds a line to a file: what a twin makes of it, in both processes."""

    def call() -> None:
        with path.open("a", encoding="ascii") as file:
            file.write(f"{os.getpid()}\n")

    return call


def test_a_twin_does_the_work_in_another_process_at_the_same_time(tmp_path: Path) -> None:
    path = tmp_path / "calls"
    with twin(functools.partial(count_calls, path)) as both:
        for _ in range(3):
            both()
    processes_seen = path.read_text(encoding="ascii").split()
    assert len(set(processes_seen)) == 2
    assert processes_seen.count(str(os.getpid())) == 3
    assert len(processes_seen) == 3 + 4  # the other one has warmed up


# Workloads


@pytest.mark.parametrize("row", list(MEASUREMENTS))
def test_every_row_can_be_measured(row: str) -> None:
    result = MEASUREMENTS[row](row, Session(TINY, 1, ROWS[row].threads[0], 2))
    assert (result.row, len(result.figures)) == (row, 2)
    assert min(result.figures) > 0.0
    assert result.proof
    assert len(result.series) >= 2
    assert result.profile
    assert "{" not in result.title


def test_rows_and_measurements_belong_together() -> None:
    assert {row.name for row in ROWS.values() if row.place == "worker"} == set(MEASUREMENTS)
    for row in ROWS.values():
        assert row.target is None or row.target.unit == row.unit
        for sizes in (FULL, SMOKE):
            assert "{" not in sizes.fill(row.title)
    assert scaling_base(FULL.scaling) == 10_000
    assert "1,000,000 pairs" in FULL.fill(ROWS["scaling"].title)


def test_targets() -> None:
    assert Target("at least", 4, "x").met(4.0)
    assert not Target("at least", 4, "x").met(3.99)
    assert Target("at most", 8, "s").met(8.0)
    assert not Target("at most", 8, "s").met(8.01)


def test_a_worker_prints_its_results_as_json(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(worker, "SMOKE", TINY)
    worker.main(["--threads", "1", "--repeats", "2", "--smoke", "document:one"])
    captured = capsys.readouterr()
    assert '"row": "document", "threads": "one"' in captured.out
    assert "document, threads: 1" in captured.err


# Processes


class FakeRunner:
    """Stands in for child processes and records how they were asked for."""

    def __init__(self, answer: Callable[[str, list[str]], Any]) -> None:
        self.answer = answer
        self.asked: list[tuple[str, list[str], dict[str, str]]] = []

    def __call__(self, module: str, arguments: list[str], environment: dict[str, str]) -> Any:
        self.asked.append((module, arguments, environment))
        return self.answer(module, arguments)


def test_one_process_for_each_number_of_threads(tmp_path: Path) -> None:
    runner = FakeRunner(lambda module, arguments: [])
    processes.measure_workers(["news", "document", "two-cores"], 4, tmp_path, 7, False, runner)
    one, all_cores = runner.asked
    assert one[1] == ["--threads", "1", "--repeats", "7", "news:one", "document:one"]
    assert one[2] == {"RAYON_NUM_THREADS": "1", "NUMBA_CACHE_DIR": str(tmp_path)}
    assert all_cores[1] == ["--threads", "4", "--repeats", "7", "news:all", "two-cores:any"]
    assert all_cores[2]["RAYON_NUM_THREADS"] == "4"


def test_on_one_core_nothing_claims_to_run_on_all_cores(tmp_path: Path) -> None:
    runner = FakeRunner(lambda module, arguments: [])
    processes.measure_workers(["news", "two-cores"], 1, tmp_path, 7, True, runner)
    assert [arguments for _, arguments, _ in runner.asked] == [
        ["--threads", "1", "--repeats", "7", "--smoke", "news:one"]
    ]


def test_cold_starts_have_empty_caches_of_their_own_and_the_last_is_reused(tmp_path: Path) -> None:
    steps = {"pandas": 0.5, "import": 0.01, "first": 6.0, "second": 0.002, "stemmer": 2.0}
    runner = FakeRunner(lambda module, arguments: steps)
    results = {result.row: result for result in processes.measure_starts(TINY, 3, tmp_path, runner)}
    folders = [environment["NUMBA_CACHE_DIR"] for _, _, environment in runner.asked]
    assert folders[0] != str(tmp_path)
    assert folders[1:] == [str(tmp_path)] * 4
    assert results["start-cold"].figures == [6.0, 6.0]
    assert results["start-cached"].figures == [6.0, 6.0, 6.0]
    assert results["start-warm"].figures == [2.0, 2.0, 2.0]
    assert results["import"].figures == [10.0, 10.0, 10.0]


def test_memory_is_measured_in_fresh_processes(tmp_path: Path) -> None:
    runner = FakeRunner(lambda module, arguments: 42.0)
    lists, unsplit = processes.measure_memory(["memory-lists", "memory-unsplit"], TINY, tmp_path, runner)
    assert [arguments for _, arguments, _ in runner.asked] == [["lists", "20"]] * 2 + [["unsplit", "100"]] * 2
    assert lists.figures == unsplit.figures == [42.0, 42.0]
    assert unsplit.title == "peak memory, two unsplit texts of 100 tokens"


def test_a_child_that_fails_is_named(capfd: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(processes.ChildError, match=r"benchmarks.memory nonsense ended with code 2"):
        processes.run_module("benchmarks.memory", ["nonsense"], {})
    assert "invalid choice: 'nonsense'" in capfd.readouterr().err


def test_start_up_is_measured_step_by_step() -> None:
    steps = processes.run_module("benchmarks.startup", [], {})
    assert set(steps) == {"pandas", "import", "first", "second", "stemmer"}
    assert 0.0 < steps["import"] < steps["first"]


def test_peak_memory_sees_what_a_call_needs_and_gives_back() -> None:
    meter = memory.Meter()
    size = 64_000_000
    np.ones(size, np.uint8)
    assert meter.peak() >= 0.9 * size
    assert memory.Meter().peak() < 0.5 * size


@pytest.mark.parametrize("kind", ["lists", "columns", "unsplit"])
def test_peak_memory_of_a_small_call_is_small(kind: str) -> None:
    assert 0.0 <= memory.measure(kind, 300) < 100.0
