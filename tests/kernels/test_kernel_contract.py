"""What every kernel keeps: one set of types, all arguments explained, sources that the cache on disk looks at."""

from __future__ import annotations

import ast
import json
import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

from rouge_vec.kernels.disk_cache import SHARED_SOURCES

ROOT = Path(__file__).resolve().parents[2]
FILES = sorted((ROOT / "rouge_vec" / "kernels").glob("*.py"))
DECORATORS = ("kernel", "allocating_kernel", "locked_kernel")
TYPE = re.compile(
    r"(ndarray of (bool|u?int(8|16|32|64)|float64), shape \(.+\)|PythonList|u?int(8|64)?|float(64)?|bool)( or int)?"
)


def kernels() -> list[tuple[str, ast.FunctionDef]]:
    return [
        (path.stem, node)
        for path in FILES
        for node in ast.parse(path.read_text(encoding="utf-8")).body
        if isinstance(node, ast.FunctionDef)
        and any(isinstance(one, ast.Name) and one.id in DECORATORS for one in node.decorator_list)
    ]


def explained(docstring: str) -> dict[str, str]:
    """Arguments of a docstring and their types."""
    section = docstring.partition("Parameters\n")[2].partition("\n\n")[0]
    lines = (line.partition(" : ") for line in section.splitlines() if not line.startswith(" "))
    return {name: kind for names, _, kind in lines for name in names.split(", ") if kind}


@pytest.mark.parametrize(("module", "node"), kernels(), ids=lambda part: getattr(part, "name", part))
def test_every_argument_is_explained_with_its_type_and_shape(module: str, node: ast.FunctionDef) -> None:
    types = explained(ast.get_docstring(node) or "")
    assert set(types) == {argument.arg for argument in node.args.args}
    assert {name: kind for name, kind in types.items() if not TYPE.fullmatch(kind)} == {}


PROGRAM = """
import itertools, json, sys, warnings
warnings.simplefilter("ignore")
import numpy as np
import pandas as pd
import rouge_vec as rv
texts = ["the cat sat. gonna\\non the mat", "", "a " * 700 + "b\\nc d", "caf\\u00e9 \\u4e2d\\u6587 running dogs"]
others = [text[::-1] for text in texts]
types = ["rouge1", "rouge2", "rouge3", "rougeL", "rougeLsum", "rougeW", "rougeS", "rougeSU4"]
settings = [
    {}, {"use_stemmer": True}, {"stopwords": "smart", "max_words": 5}, {"max_bytes": 9, "lowercase": False},
    {"tokenizer": "words", "counting": "distinct"}, {"counting": "summed"}, {"sentence_separator": "."},
    *({"dialect": name} for name in ("rouge-1.5.5", "pltrdy", "py-rouge", "rouge-metric", "kurenai", "js-rouge")),
]
for options in settings:
    scorer = rv.Scorer(types, **options)
    for column in (list, np.array, pd.Series, lambda cells: pd.Series(cells, dtype="string[pyarrow]")):
        scorer.score(predictions=column(texts), references=column(others), n_jobs=2)
    scorer.score(predictions=texts, references=[[text, text] for text in others])
    for pair in zip(texts, others):
        scorer.score_pair(*pair)
for cells in ([[1, 2, 3]], [np.array([1, 2], np.uint64)], [["a", "b"]]):
    rv.score(predictions=cells, references=cells, rouge_types=types, tokenizer="pretokenized")
print(json.dumps({
    f"{name}.{one.py_func.__name__}": [str(types) for types in one.signatures]
    for name, module in list(sys.modules.items()) if name.startswith("rouge_vec.kernels.")
    for one in vars(module).values()
    if hasattr(one, "signatures") and one.py_func.__module__ == name
    and "no_cpython_wrapper" not in one.targetoptions
}))
"""


@pytest.mark.processes
def test_every_kernel_is_compiled_for_one_set_of_types() -> None:
    environment = os.environ | {"PYTHONPATH": str(ROOT)}
    environment.pop("NUMBA_DISABLE_JIT", None)
    done = subprocess.run(
        [sys.executable, "-c", PROGRAM], env=environment, capture_output=True, text=True, check=False, cwd="/"
    )
    assert done.returncode == 0, done.stderr
    signatures = json.loads(done.stdout)
    assert len(signatures) > 15
    assert {
        name: types for name, types in signatures.items() if len(types) != 1 and "resampling" not in name
    } == {}


def test_the_cache_looks_at_all_that_kernels_share() -> None:
    imported = {
        node.module.rpartition(".")[2] + ".py"
        for path in FILES
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8")))
        if isinstance(node, ast.ImportFrom) and (node.module or "").startswith("rouge_vec.kernels.")
    }
    assert imported == set(SHARED_SOURCES)
