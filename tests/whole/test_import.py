"""What importing the package costs and offers; each question is asked of a fresh Python."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

import rouge_vec as rv

pytestmark = pytest.mark.processes

ROOT = Path(__file__).resolve().parents[2]


def fresh_python(code: str, *options: str) -> str:
    environment = {**os.environ, "PYTHONPATH": str(ROOT)}
    done = subprocess.run(
        [sys.executable, *options, "-c", code], env=environment, capture_output=True, text=True, check=False
    )
    assert (done.returncode, done.stderr) == (0, "")
    return done.stdout.strip()


def test_import_loads_only_the_standard_library() -> None:
    code = """
import sys
before = set(sys.modules)
import rouge_vec
loaded = {name.partition(".")[0] for name in set(sys.modules) - before}
print(sorted(loaded - set(sys.stdlib_module_names)))
"""
    assert fresh_python(code) == "['rouge_vec']"


def test_scoring_lists_loads_no_optional_library() -> None:
    code = """
import sys
import pandas
before = set(sys.modules)
import rouge_vec
rouge_vec.score(predictions=["a b"], references=["a c"], rouge_types="rouge1", progress=False)
optional = {"polars", "matplotlib", "snowballstemmer", "defusedxml", "nltk", "dask", "pyspark", "tqdm"}
print(sorted(optional & {name.partition(".")[0] for name in set(sys.modules) - before}))
"""
    assert fresh_python(code) == "[]"


def test_a_notebook_without_widgets_is_no_cause_for_a_warning() -> None:
    code = """
import sys, types
sys.modules["ipykernel"] = types.ModuleType("ipykernel")
sys.modules["ipywidgets"] = None
import rouge_vec
print(len(rouge_vec.score(predictions=["a b"], references=["a c"], rouge_types="rouge1")))
"""
    assert fresh_python(code, "-W", "error") == "1"


@pytest.mark.parametrize(
    "imports",
    [
        "import pandas; import rouge_vec",
        "import rouge_vec; import pandas",
        "import rouge_vec; from pandas import DataFrame; import pandas",
        "import rouge_vec; rouge_vec.Scorer(); import pandas",
        "import rouge_vec, sys; del sys.modules['rouge_vec']; import rouge_vec; import pandas",
    ],
)
def test_accessor_is_there_whatever_is_imported_first(imports: str) -> None:
    code = (
        f"{imports}\nprint(pandas.DataFrame.rouge.__name__, len(pandas.DataFrame._accessors & {{'rouge'}}))"
    )
    assert fresh_python(code, "-W", "error") == "RougeAccessor 1"


def test_nothing_stays_behind_once_pandas_is_imported() -> None:
    code = """
import sys
before = list(sys.meta_path)
import rouge_vec, pandas
print([finder for finder in sys.meta_path if type(finder).__module__.startswith("rouge_vec")])
"""
    assert fresh_python(code) == "[]"


def test_every_public_name_is_there() -> None:
    assert set(rv.__all__) <= set(dir(rv))
    for name in rv.__all__:
        assert getattr(rv, name) is not None


def test_unknown_name() -> None:
    with pytest.raises(AttributeError, match="has no attribute 'scorings'"):
        _ = rv.scorings


@pytest.mark.parametrize(
    "imports",
    [
        "from importlib.util import find_spec; find_spec('pandas'); find_spec('pandas'); import pandas",
        "import polars; import pandas",
        "import sys; [sys.modules.pop(n) for n in list(sys.modules) if n.startswith('rouge_vec')]\n"
        "import rouge_vec; from importlib.util import find_spec; find_spec('pandas'); import pandas",
        "import pandas, sys; rouge_vec.Scorer\n"
        "[sys.modules.pop(n) for n in list(sys.modules) if n.startswith('rouge_vec')]; import rouge_vec",
    ],
    ids=["looked up", "polars", "dropped before pandas", "dropped after pandas"],
)
def test_accessor_is_there_whatever_happens_to_imports(imports: str) -> None:
    code = f"""
import rouge_vec
{imports}
frame = pandas.DataFrame({{"prediction": ["a b"], "reference": ["a c"]}})
print(frame.rouge.score(rouge_types="rouge1")["rouge1_fmeasure"].tolist())
"""
    assert fresh_python(code, "-W", "error") == "[0.5]"
