"""ROUGE-1.5.5 without Perl, timed: ``python -m benchmarks.rouge155 [--script ROUGE-1.5.5.pl --data FOLDER]``.

Four questions. How long does a corpus the size of the CNN/DailyMail test set take with ``-n 2 -m`` and 1,000 bootstrap
samples, from texts to averages? How long does the stand-in command take for it, with its start and 22,980 files to
open? How long does the script take, where it is at hand? How many pairs a second do ROUGE-S, SU and W score on one
core, beside what rouge-score-rs does with ROUGE-1, 2 and L? Nothing is timed that was not first proved equal.
"""

from __future__ import annotations

import argparse
import os
import resource
import shutil
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

import numpy as np

import rouge_vec as rv
from benchmarks import corpora, machine
from benchmarks.corpora import Corpus
from rouge_vec.rouge155.installation import install
from rouge_vec.scores.script_averages import Averages, average_scores
from tests import naive

SCRIPT_SECONDS = 185.0
"""CPU seconds of the script for 11,490 pairs of news summaries, ``-n 2 -m``, as measured where the goals were set."""
FLAGS = ("-n", "2", "-m", "-a")
METRICS = {"ROUGE-1": "rouge1", "ROUGE-2": "rouge2", "ROUGE-L": "rougeLsum"}
LEAST = {"in process": 150, "command": 60, "pairs a second": 50_000 / 60_000}
_SMALL = 300
_ONE_CORE = {"RAYON_NUM_THREADS": "1"}


@dataclass(frozen=True)
class Spent:
    """Seconds by the clock and of the processor."""

    wall: float
    cpu: float


# --------------------------------------------------------------------------- texts to averages, in process
def averages(corpus: Corpus) -> Averages:
    """Texts in, averages and intervals out."""
    scores = rv.score(
        predictions=corpus.predictions,
        references=corpus.references,
        rouge_types=list(METRICS.values()),
        dialect="rouge-1.5.5",
        use_stemmer=True,
        progress=False,
    )
    measures = ("recall", "precision", "fmeasure")
    columns = [[f"{kind}_{measure}" for measure in measures] for kind in METRICS.values()]
    names = np.argsort([f"{row}.sys" for row in range(len(corpus))])
    return average_scores(np.stack([scores[three].to_numpy()[names] for three in columns]))


def printed(found: Averages) -> str:
    """Averages as the script prints them."""
    lines = []
    for at, metric in enumerate(METRICS):
        lines.append("-" * 45)
        for column, measure in enumerate("RPF"):
            low, high = found.low[at, column], found.high[at, column]
            lines.append(
                f"sys {metric} Average_{measure}: {found.mean[at, column]:.5f} "
                f"(95%-conf.int. {low:.5f} - {high:.5f})"
            )
    return "".join(f"{line}\n" for line in lines)


def spent_in_process(call: Callable[[], object], repeats: int) -> Spent:
    wall, cpu = [], []
    call()
    for _ in range(repeats):
        start, processor = time.perf_counter(), time.process_time()
        call()
        wall.append(time.perf_counter() - start)
        cpu.append(time.process_time() - processor)
    return Spent(statistics.median(wall), statistics.median(cpu))


# --------------------------------------------------------------------------- commands
def write_files(corpus: Corpus, folder: Path, name: str) -> Path:
    """Write each text to a file, and the configuration that names them."""
    parts = ["<ROUGE-EVAL>\n"]
    for side, texts in (("sys", corpus.predictions), ("ref", corpus.references)):
        (folder / side).mkdir(exist_ok=True)
        for row, text in enumerate(texts):
            (folder / side / f"{row}.txt").write_bytes(text.encode())
    parts += [
        f'<EVAL ID="{row}"><PEER-ROOT>{folder / "sys"}</PEER-ROOT><MODEL-ROOT>{folder / "ref"}</MODEL-ROOT>'
        f'<INPUT-FORMAT TYPE="SPL"/><PEERS><P ID="sys">{row}.txt</P></PEERS>'
        f'<MODELS><M ID="1">{row}.txt</M></MODELS></EVAL>\n'
        for row in range(len(corpus))
    ]
    configuration = folder / name
    configuration.write_text("".join([*parts, "</ROUGE-EVAL>\n"]))
    return configuration


def run_command(command: Sequence[str]) -> tuple[str, Spent]:
    """Run a program; return what it printed and what it spent."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    start = time.perf_counter()
    done = subprocess.run(command, capture_output=True, check=True, text=True)
    wall = time.perf_counter() - start
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    cpu = after.ru_utime - before.ru_utime + after.ru_stime - before.ru_stime
    return done.stdout, Spent(wall, cpu)


def spent_by_command(command: Sequence[str], expected: str, repeats: int) -> Spent:
    """Time a program whose output is known; the first run fills caches and is not counted."""
    runs = []
    for _ in range(repeats + 1):
        output, spent = run_command(command)
        if output != expected:
            raise AssertionError(f"{command[0]} printed other figures than were computed in process")
        runs.append(spent)
    return Spent(*(statistics.median(getattr(run, what) for run in runs[1:]) for what in ("wall", "cpu")))


def script_seconds(script: Path, data: Path, stand_in: Path, folder: Path, pairs: int) -> float:
    """Time the script on two small corpora, prove the stand-in equal on them, and extrapolate: its cost is linear."""
    sizes, seconds = [], []
    for rows in (_SMALL // 2, _SMALL):
        place = folder / f"small{rows}"
        place.mkdir()
        configuration = str(write_files(corpora.news(pairs).first(rows), place, "small.xml"))
        theirs, spent = run_command(["perl", str(script), "-e", str(data), *FLAGS, configuration])
        ours, _ = run_command([str(stand_in), *FLAGS, configuration])
        if ours != theirs:
            raise AssertionError(f"the script prints other figures for {rows} pairs")
        sizes.append(rows)
        seconds.append(spent.cpu)
    slope = (seconds[1] - seconds[0]) / (sizes[1] - sizes[0])
    return seconds[1] + slope * (pairs - sizes[1])


# --------------------------------------------------------------------------- pairs a second
def texts_of(words: int, rows: int) -> Corpus:
    """News texts set one behind the other, three for each text, and cut to exactly so many words."""
    whole = corpora.news(3 * rows)
    sides = [
        [_in_sentences(" ".join(texts[start : start + 3]).split()[:words]) for start in range(0, 3 * rows, 3)]
        for texts in (whole.predictions, whole.references)
    ]
    return Corpus(f"{rows:,} pairs of {words} words", sides[0], sides[1])


def _in_sentences(words: Sequence[str]) -> str:
    return "\n".join(" ".join(words[start : start + 15]) for start in range(0, len(words), 15))


def cpu_seconds(calls: Mapping[str, Callable[[], object]], repeats: int) -> dict[str, float]:
    """Return the median processor time of each call, run in turn after one round that is not counted."""
    seconds: dict[str, list[float]] = {label: [] for label in calls}
    for round_number in range(repeats + 1):
        for label, call in calls.items():
            start = time.process_time()
            call()
            if round_number:
                seconds[label].append(time.process_time() - start)
    return {label: statistics.median(taken) for label, taken in seconds.items()}


def prove_equal_to_oracle(corpus: Corpus, rouge_type: str) -> None:
    rows = min(len(corpus), 60)
    scores = rv.score(
        predictions=corpus.predictions[:rows], references=corpus.references[:rows], rouge_types=rouge_type
    )
    for row, found in enumerate(scores.itertuples(index=False)):
        ref = naive.score(
            corpus.predictions[row], corpus.references[row], rouge_type, naive.Settings("rouge-score")
        )
        if tuple(found) != tuple(ref):
            raise AssertionError(f"{rouge_type} of row {row}: {tuple(found)}, by definition {tuple(ref)}")


@contextmanager
def _one_core() -> Iterator[None]:
    """Keep this process on one core, where the system can do that."""
    if not hasattr(os, "sched_setaffinity"):
        yield
        return
    cores = os.sched_getaffinity(0)
    os.sched_setaffinity(0, {min(cores)})
    try:
        yield
    finally:
        os.sched_setaffinity(0, cores)


def pairs_a_second(rows: int, repeats: int) -> dict[str, float]:
    """Return the speed of each rouge type, and of rouge-score-rs on the texts of 60 words."""
    from rouge_score_rs import rouge_scorer

    long, short = texts_of(100, rows), texts_of(60, rows)
    rival = rouge_scorer.RougeScorer(["rouge1", "rouge2", "rougeL"])
    calls: dict[str, Callable[[], object]] = {
        "rouge-score-rs: rouge1 + rouge2 + rougeL, 60 words": lambda: rival.score_batch(
            short.references, short.predictions
        )
    }
    for rouge_type, corpus, words in (("rougeS", long, 100), ("rougeSU", long, 100), ("rougeW", short, 60)):
        prove_equal_to_oracle(corpus, rouge_type)
        calls[f"rouge_vec: {rouge_type}, {words} words"] = _scoring(rouge_type, corpus)
    with _one_core():
        seconds = cpu_seconds(calls, repeats)
    return {label: rows / taken for label, taken in seconds.items()}


def _scoring(rouge_type: str, corpus: Corpus) -> Callable[[], object]:
    scorer = rv.Scorer(rouge_type)
    return lambda: scorer.score(
        predictions=corpus.predictions, references=corpus.references, n_jobs=1, progress=False
    )


# --------------------------------------------------------------------------- report
def report(pairs: int, repeats: int, script: Path | None, data: Path | None) -> Iterator[str]:
    """Measure, and yield the lines of the report."""
    corpus = corpora.news(pairs)
    yield f"{corpus.description()}; {machine.usable_cores()} cores; load {machine.load()}"
    expected = printed(averages(corpus))
    with tempfile.TemporaryDirectory() as place:
        folder = Path(place)
        stand_in = install(folder / "home")[0]
        theirs = SCRIPT_SECONDS * pairs / corpora.NEWS_PAIRS
        yield f"script: {theirs:.0f} CPU s are the yardstick"
        if script is not None and data is not None:
            theirs = script_seconds(script, data, stand_in, folder, pairs)
            yield f"script: {theirs:.0f} CPU s here, extrapolated from {_SMALL} pairs whose output was equal"
        configuration = str(write_files(corpus, folder, "all.xml"))
        yield "\n| texts to averages | wall s | CPU s | times the script | goal |\n|---|---|---|---|---|"
        spent = spent_in_process(lambda: averages(corpus), repeats)
        yield _row("in process", spent, theirs)
        spent = spent_by_command([str(stand_in), *FLAGS, configuration], expected, repeats)
        yield _row("command", spent, theirs)
    speeds = pairs_a_second(min(pairs, 4000), repeats)
    rival = next(iter(speeds.values()))
    yield f"\n| on one core | pairs a second | ratio (goal {LEAST['pairs a second']:.2f}) |\n|---|---|---|"
    for label, speed in speeds.items():
        yield f"| {label} | {speed:,.0f} | {speed / rival:.2f} |"


def _row(name: str, spent: Spent, theirs: float) -> str:
    return f"| {name} | {spent.wall:.2f} | {spent.cpu:.2f} | {theirs / spent.cpu:.0f} | {LEAST[name]} |"


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the benchmark."""
    command = argparse.ArgumentParser(prog="python -m benchmarks.rouge155", description=__doc__)
    command.add_argument("--script", type=Path, help="ROUGE-1.5.5.pl, to be timed beside (needs Perl)")
    command.add_argument("--data", type=Path, help="its data folder, with the exception database")
    command.add_argument("--pairs", type=int, default=corpora.NEWS_PAIRS)
    command.add_argument("--repeats", type=int, default=5)
    given = command.parse_args(arguments)
    if (given.script is None) != (given.data is None):
        command.error("--script and --data go together")
    if given.script is not None and shutil.which("perl") is None:
        command.error("--script needs Perl")
    if any(os.environ.get(name) != value for name, value in _ONE_CORE.items()):
        os.execve(sys.executable, [sys.executable, *sys.orig_argv[1:]], {**os.environ, **_ONE_CORE})
    for line in report(given.pairs, given.repeats, given.script, given.data):
        print(line, flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main())
