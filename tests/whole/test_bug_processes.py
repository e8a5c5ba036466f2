"""Public bug reports about processes, threads, caches and logs: each runs in a Python of its own."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

import rouge_vec
from tests.bug_cases import Case, all_cases, name, of_form

pytestmark = pytest.mark.processes

ROOT = Path(rouge_vec.__file__).resolve().parents[1]
SCORE = """
import rouge_vec as rv
texts = [f"the cat {number} sat on\\nmat {number % 7}" for number in range(100)]
scores = rv.score(predictions=texts, references=texts[::-1], rouge_types=TYPES)
print(scores.to_numpy().tobytes().hex())
"""


def python(
    code: str, folder: Path, environment: dict[str, str | None] | None = None
) -> subprocess.CompletedProcess[str]:
    """Run `code` as a script in `folder`; a variable of None is taken out of the environment."""
    script = folder / "script.py"
    script.write_text(code, encoding="utf-8")
    variables: dict[str, str | None] = {**os.environ, "PYTHONPATH": str(ROOT), **(environment or {})}
    given = {key: value for key, value in variables.items() if value is not None}
    return subprocess.run(
        [sys.executable, str(script)],
        cwd=folder,
        env=given,
        capture_output=True,
        text=True,
        timeout=240,
        check=False,
    )


def succeeds(code: str, folder: Path, environment: dict[str, str | None] | None = None) -> str:
    done = python(code, folder, environment)
    assert done.returncode == 0, done.stderr
    return done.stdout


def score_code(*rouge_types: str) -> str:
    return SCORE.replace("TYPES", repr(list(rouge_types)))


def here(*rouge_types: str) -> str:
    """What the script prints, computed in this process."""
    texts = [f"the cat {number} sat on\nmat {number % 7}" for number in range(100)]
    scores = rouge_vec.score(predictions=texts, references=texts[::-1], rouge_types=list(rouge_types))
    return scores.to_numpy().tobytes().hex()


MAIN_TYPES = ("rouge1", "rouge2", "rougeL", "rougeLsum")
EVERY_TYPE = (*MAIN_TYPES, "rougeW", "rougeS", "rougeSU4")


def check_recursion_limit(case: Case, folder: Path) -> None:
    before = sys.getrecursionlimit()
    text = " ".join(chr(97 + number % 26) for number in range(20_000))
    scores = rouge_vec.Scorer(rouge_types=["rouge1", "rougeL"]).score_pair(text, text)
    assert sys.getrecursionlimit() == before
    assert {rouge_type: score.fmeasure for rouge_type, score in scores.items()} == {
        key: value for key, value in case["expected"].items() if key.startswith("rouge")
    }


def check_pickling(case: Case, folder: Path) -> None:
    code = """
import multiprocessing, pickle
import rouge_vec as rv

def work(scorer):
    return scorer.score_pair("the cats sat", "a cat sat")

if __name__ == "__main__":
    scorer = rv.Scorer(use_stemmer=True)
    copies = [pickle.loads(pickle.dumps(scorer))]
    right = work(scorer)
    copies.append(pickle.loads(pickle.dumps(scorer)))
    assert all(work(copy) == right for copy in copies)
    with multiprocessing.get_context("spawn").Pool(1) as pool:
        assert pool.apply(work, (scorer,)) == right
"""
    succeeds(code, folder)


def check_no_network(case: Case, folder: Path) -> None:
    refusing = """
import socket
def refuse(*arguments, **options):
    raise AssertionError("a socket was opened")
socket.socket = socket.create_connection = socket.getaddrinfo = refuse
"""
    home = folder / "home"
    home.mkdir()
    code = refusing + score_code(*EVERY_TYPE) + "\nassert rv.__version__\n"
    assert succeeds(code, folder, {"HOME": str(home)}).strip() == here(*EVERY_TYPE)
    assert list(home.iterdir()) == []


def check_many_processes(case: Case, folder: Path) -> None:
    work = folder / "work"
    work.mkdir()
    script = folder / "score.py"
    script.write_text(score_code(*MAIN_TYPES), encoding="utf-8")
    environment = {**os.environ, "PYTHONPATH": str(ROOT), "PYTHONDONTWRITEBYTECODE": "1"}
    running = [
        subprocess.Popen(
            [sys.executable, str(script)], cwd=work, env=environment, stdout=subprocess.PIPE, text=True
        )
        for _ in range(8)
    ]
    printed = {process.communicate(timeout=240)[0].strip() for process in running}
    assert [process.returncode for process in running] == [0] * 8
    assert printed == {here(*MAIN_TYPES)}
    assert list(work.iterdir()) == []


def check_threads(case: Case, folder: Path) -> None:
    code = """
from concurrent.futures import ThreadPoolExecutor
import rouge_vec as rv
from rouge_vec.engine import chunks
chunks.CHUNK_COST = 100  # otherwise so few texts are left to one thread
scorer = rv.Scorer(use_stemmer=True)
texts = [f"running {number} cats\\nsat {number % 5}" for number in range(20)]

def work(call):
    return scorer.score(predictions=texts, references=texts[::-1], n_jobs=2).to_numpy().tobytes()

with ThreadPoolExecutor(4) as pool:
    results = set(pool.map(work, range(800)))
assert len(results) == 1
"""
    succeeds(code, folder)
    succeeds(code.replace("range(800)", "range(80)"), folder, {"NUMBA_THREADING_LAYER": "workqueue"})


def check_one_thread(case: Case, folder: Path) -> None:
    code = """
import threading, time
import numba
import rouge_vec as rv
texts = [f"the cat {number} sat " * 20 for number in range(4000)]
before, seen, stop = numba.get_num_threads(), set(), threading.Event()

def watch():
    while not stop.is_set():
        seen.update(thread.name for thread in threading.enumerate())
        time.sleep(0.001)

def work():
    rv.score(predictions=texts, references=texts[::-1], n_jobs=1)

watcher, worker = threading.Thread(target=watch, name="watcher"), threading.Thread(target=work, name="worker")
watcher.start(); worker.start(); worker.join(); stop.set(); watcher.join()
assert seen == {"MainThread", "watcher", "worker"}, seen
assert numba.get_num_threads() == before
"""
    succeeds(code, folder)


def check_affinity(case: Case, folder: Path) -> None:
    code = """
import os
if hasattr(os, "sched_setaffinity"):
    os.sched_setaffinity(0, {min(os.sched_getaffinity(0))})
import rouge_vec as rv
from rouge_vec.engine import chunks
chunks.CHUNK_COST = 1000
texts = ["the cat sat"] * 5000
assert rv.score(predictions=texts, references=texts, n_jobs=64)["rouge1_fmeasure"].eq(1.0).all()
"""
    succeeds(code, folder)


def check_read_only_install(case: Case, folder: Path) -> None:
    """No cache can be made there, also not by root: `__pycache__` is a file, HOME is no folder."""
    package = folder / "site" / "rouge_vec"
    shutil.copytree(ROOT / "rouge_vec", package, ignore=shutil.ignore_patterns("__pycache__"))
    for place in [package, *(path for path in package.rglob("*") if path.is_dir())]:
        (place / "__pycache__").touch()
    environment: dict[str, str | None] = {
        "PYTHONPATH": str(package.parent),
        "HOME": "/dev/null",
        "XDG_CACHE_HOME": "/dev/null",
        "NUMBA_CACHE_DIR": None,
    }
    code = score_code("rouge1") + f"\nassert rv.__file__.startswith({str(package)!r})\n"
    assert succeeds(code, folder, environment).strip() == here("rouge1")


def check_broken_cache(case: Case, folder: Path) -> None:
    cache = folder / "cache"
    environment = {**os.environ, "PYTHONPATH": str(ROOT), "NUMBA_CACHE_DIR": str(cache)}
    script = folder / "score.py"
    script.write_text(
        score_code("rouge1").replace("rouge_types", "tokenizer=str.split, rouge_types"), encoding="utf-8"
    )

    def run(_: int) -> str:
        done = subprocess.run(
            [sys.executable, str(script)],
            env=environment,
            capture_output=True,
            text=True,
            timeout=240,
            check=False,
        )
        assert done.returncode == 0, done.stderr
        return done.stdout.strip()

    with ThreadPoolExecutor(8) as pool:
        assert set(pool.map(run, range(8))) == {here("rouge1")}
    files = list(cache.rglob("*.kernel"))
    assert files
    for path in files:
        path.write_bytes(path.read_bytes()[: path.stat().st_size // 2])
    assert run(0) == here("rouge1")


def check_cold_start(case: Case, folder: Path) -> None:
    """What takes long is not loaded before it is needed: the time itself is the benchmark's business."""
    code = """
import sys
import rouge_vec
heavy = {"numba", "pyarrow", "polars", "matplotlib", "nltk", "dask", "pyspark", "torch", "snowballstemmer"}
loaded = heavy & set(sys.modules)
import pandas
print(sorted(loaded - {"pyarrow"}))
"""
    assert succeeds(code, folder).strip() == "[]"


def check_without_numba(case: Case, folder: Path) -> None:
    broken = folder / "broken"
    broken.mkdir()
    (broken / "numba.py").write_text('raise ImportError("numba needs another numpy")', encoding="utf-8")
    path = os.pathsep.join([str(broken), str(ROOT)])
    done = python(score_code(*EVERY_TYPE), folder, {"PYTHONPATH": path})
    assert done.returncode == 0, done.stderr
    assert done.stdout.strip() == here(*EVERY_TYPE)
    assert "numba needs another numpy" in done.stderr


def check_silence(case: Case, folder: Path) -> None:
    code = """
import logging
records = []
class Keep(logging.Handler):
    def emit(self, record):
        records.append(record)
logging.basicConfig(level=logging.INFO)
logging.getLogger().addHandler(Keep())
import rouge_vec as rv
scorers = [rv.Scorer() for _ in range(3)]
scorers[0].score(predictions=["a b"], references=["a c"])
assert records == []
"""
    done = python(code, folder)
    assert (done.returncode, done.stdout, done.stderr) == (0, "", "")


def check_memory(case: Case, folder: Path) -> None:
    code = """
import json, random, resource
import rouge_vec as rv
source, next_word = random.Random(1), iter(range(10**9))

def texts():
    return [" ".join(f"w{next(next_word)}" for _ in range(6)) for _ in range(50)]

def megabytes():
    return int(open("/proc/self/statm").read().split()[1]) * resource.getpagesize() / 2**20

for call in range(2000):
    if call == 200:
        before = megabytes()
    rv.score(predictions=texts(), references=texts(), rouge_types=["rouge1", "rougeL"], use_stemmer=True)
print(json.dumps(megabytes() - before))
"""
    assert json.loads(succeeds(code, folder)) <= case["expected"]["suggested_growth_mb"]


PROCESS_CHECKS: dict[str, Callable[[Case, Path], None]] = {
    "B02": check_recursion_limit,
    "B23": check_pickling,
    "B57": check_no_network,
    "B58": check_no_network,
    "B59": check_many_processes,
    "B78": check_threads,
    "B80": check_one_thread,
    "B81": check_affinity,
    "B82": check_read_only_install,
    "B83": check_broken_cache,
    "B84": check_cold_start,
    "B85": check_without_numba,
    "B87": check_silence,
    "B88": check_memory,
}


@pytest.mark.parametrize("case", of_form("process"), ids=name)
def test_process(case: Case, tmp_path: Path) -> None:
    PROCESS_CHECKS[case["report"]](case, tmp_path)


@pytest.mark.parametrize("case", [case for case in of_form("cli") if "env" in case["inputs"]], ids=name)
def test_command_in_another_locale(case: Case, tmp_path: Path) -> None:
    for side in ("predictions", "references"):
        (tmp_path / f"{side}.txt").write_text("caf\u00e9 noir\nna\u00efve \u4eca\n", encoding="utf-8")
    files = ["--predictions-file", "predictions.txt", "--references-file", "references.txt"]
    run = "import sys; from rouge_vec.frontends.cli import main; sys.exit(main(sys.argv[1:]))"
    printed = {}
    for locale in (case["inputs"]["env"]["LC_ALL"], "C.UTF-8"):
        environment = {**os.environ, "PYTHONPATH": str(ROOT), "LC_ALL": locale, "PYTHONCOERCECLOCALE": "0"}
        printed[locale] = [
            subprocess.run(
                [sys.executable, "-c", run, *arguments],
                cwd=tmp_path,
                env=environment,
                capture_output=True,
                check=True,
            ).stdout
            for arguments in (["--help"], ["score", *files])
        ]
    assert printed["C"] == printed["C.UTF-8"]


def test_every_case_has_its_test() -> None:
    forms = {case["form"] for case in all_cases()}
    assert forms == {"pair", "multi", "corpus", "dataframe", "api", "cli", "process", "property"}
    assert {case["report"] for case in of_form("process")} == set(PROCESS_CHECKS)
