"""Run the test files that ship with rouge-score, against rouge-score or against its replacement here.

``python -m tests.google_tests original|replacement FOLDER`` writes one JSON object. Their data files do not
ship, so texts of our own take their place, made so that the figures which the tests expect of single pairs
come out. The figures of four tests belong to a whole corpus of news; there, the values that would be compared
with them are recorded instead, for both packages, on the same texts.
"""

from __future__ import annotations

import importlib.util
import json
import sys
import types
import unittest
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from tests import corpora

FILES = ("rouge_scorer_test", "scoring_test", "tokenize_test", "tokenizers_test")
CORPUS_TESTS = (
    "testRougeLsumLarge",
    "testConfidenceIntervalsAgainstRouge155",
    "testConfidenceIntervalsAgainstRouge155WithStemming",
    "testConfidenceIntervalsAgainstRouge155WithStemmingMultiLine",
)


def write_data(folder: Path) -> None:
    """Write every file that the tests open."""
    pairs = [
        overlapping_pair([4, 4, 3], 27, 16),
        overlapping_pair([5, 4, 3, 3, 2], 42, 26, stems=["plan"]),
    ]
    write_lines(folder / "target.txt", [target for target, _ in pairs])
    write_lines(folder / "prediction.txt", [prediction for _, prediction in pairs])
    predictions, references = corpora.zipf_pairs(40, seed=5, tokens=25, sentences=1, vocabulary=400)
    write_lines(folder / "target_large.txt", references)
    write_lines(folder / "prediction_large.txt", predictions)
    multi = folder / "pyrouge_files"
    multi.mkdir()
    predictions, references = corpora.zipf_pairs(250, seed=6, tokens=24, sentences=3, vocabulary=400)
    references[0], predictions[0] = (text.replace(" ", "\n", 1) for text in overlapping_pair([38], 104, 57))
    for number, (prediction, reference) in enumerate(zip(predictions, references, strict=True)):
        (multi / f"target_multi.{number}.txt").write_text(reference, encoding="utf-8")
        (multi / f"prediction_multi.{number}.txt").write_text(prediction, encoding="utf-8")


def write_lines(path: Path, lines: Sequence[str]) -> None:
    path.write_text("".join(f"{line}\n" for line in lines), encoding="utf-8")


def overlapping_pair(
    runs: Sequence[int], target_tokens: int, prediction_tokens: int, stems: Sequence[str] = ()
) -> tuple[str, str]:
    """Texts that share runs of words, in order and apart, and words that are equal once stemmed."""
    shared = [[f"s{number}x{place}" for place in range(size)] for number, size in enumerate(runs)]
    endings = ("ning", "ned")
    texts = []
    for side, size in enumerate((target_tokens, prediction_tokens)):
        blocks = [*shared, *([stem + endings[side]] for stem in stems)]
        words: list[str] = []
        for number, block in enumerate(blocks):
            words += [*block, f"own{side}x{number}"]
        words += [f"more{side}x{number}" for number in range(size - len(words))]
        texts.append(" ".join(words[:size]))
    return texts[0], texts[1]


def load_tests(folder: Path, *, replaced: bool) -> list[types.ModuleType]:
    """Load the test files, with paths to our data."""
    import rouge_score

    home = Path(str(rouge_score.__file__)).parent
    if replaced:
        for name in [name for name in sys.modules if name.partition(".")[0] == "rouge_score"]:
            del sys.modules[name]
        from rouge_vec import compat

        compat.install()
    util = load(home / "test_util.py")
    for name in (
        "TARGETS_FILE",
        "PREDICTIONS_FILE",
        "LARGE_TARGETS_FILE",
        "LARGE_PREDICTIONS_FILE",
        "PYROUGE_DIR",
    ):
        setattr(util, name, str(folder / Path(getattr(util, name)).name))
    return [load(home / f"{name}.py") for name in FILES]


def load(path: Path) -> types.ModuleType:
    name = f"rouge_score.{path.stem}"
    spec = importlib.util.spec_from_file_location(name, path)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules[name] = module
    setattr(sys.modules["rouge_score"], path.stem, module)
    spec.loader.exec_module(module)
    return module


def each_test(suite: unittest.TestSuite) -> list[unittest.TestCase]:
    found: list[unittest.TestCase] = []
    for item in suite:
        found += each_test(item) if isinstance(item, unittest.TestSuite) else [item]
    return found


def run(folder: Path, *, replaced: bool) -> dict[str, Any]:
    """Run all tests; those of a whole corpus record what they would compare."""
    modules = load_tests(folder, replaced=replaced)
    loader = unittest.defaultTestLoader
    tests = [test for module in modules for test in each_test(loader.loadTestsFromModule(module))]
    recorded: dict[str, list[str]] = {}
    for test in tests:
        name = test.id().rpartition(".")[2]
        if name in CORPUS_TESTS:
            values = recorded[name] = []
            test.assertAlmostEqual = (  # type: ignore[method-assign]
                lambda expected, actual, *_, values=values, **__: values.append(repr(float(actual)))
            )
    result = unittest.TestResult()
    unittest.TestSuite(tests).run(result)
    return {
        "scorer": sys.modules["rouge_score.rouge_scorer"].RougeScorer.__module__,
        "ran": sorted(test.id().partition(".")[2] for test in tests),
        "not_passed": [
            f"{test}\n{trace}" for test, trace in (*result.failures, *result.errors, *result.skipped)
        ],
        "recorded": recorded,
    }


if __name__ == "__main__":
    sys.stdout.write(json.dumps(run(Path(sys.argv[2]), replaced=sys.argv[1] == "replacement")))
