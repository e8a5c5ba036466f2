"""Who may import whom: the floors of the design as a table. Each check is tried on code that breaks it."""

from __future__ import annotations

import ast
import sys
from collections.abc import Collection, Iterator
from pathlib import Path

import pytest

PACKAGE = Path(__file__).resolve().parents[1] / "rouge_vec"

FLOORS: tuple[tuple[str, ...], ...] = (
    ("_version", "data"),
    ("errors", "once"),
    ("dialects", "identity", "rouge_types"),
    ("options",),
    ("calls", "notices"),
    ("batch",),
    ("kernels.jit",),
    ("kernels.blocks", "kernels.intrinsics"),
    ("kernels.*",),
    ("chunks", "exact"),
    ("text.*",),
    ("scratch",),
    ("counting",),
    ("exclusive",),
    ("measures", "bootstrap"),
    ("references",),
    ("results",),
    ("aggregate", "significance"),
    ("engine",),
    ("schema",),
    ("frame",),
    ("api",),
    ("pairwise", "oracle", "explain", "diagnose"),
    ("frontends.*", "compat.*"),
    ("__init__", "__main__"),
)
"""From the ground up: a module imports only from lower floors. Modules of one package that share a floor may
import each other, without going in circles; kernels may not, because a kernel file must be self-contained."""

LIBRARIES: dict[str, tuple[str, ...]] = {
    "numpy": ("*",),
    "numba": ("kernels.jit", "kernels.blocks", "kernels.intrinsics", "kernels.strings"),
    "llvmlite": ("kernels.blocks", "kernels.intrinsics"),
    "pandas": ("aggregate", "significance", "frame", "api", "pairwise", "oracle", "frontends.*", "compat.*"),
    "tqdm": ("api",),
    "pyarrow": ("text.columns", "text.token_columns", "frontends.files"),
    "polars": (),
    "matplotlib": ("frontends.plot",),
    "snowballstemmer": ("text.*",),
    "Stemmer": ("text.*",),
    "nltk": ("text.sentences", "compat.*"),
    "punkt": ("text.sentences",),
    "dask": ("frontends.dask",),
    "pyspark": ("frontends.spark",),
    "torch": ("compat.torchmetrics",),
    "datasets": ("compat.evaluate_metric.*",),
    "evaluate": ("compat.evaluate_metric.*",),
}
"""Where each library that is not Python's own may be imported."""

ALWAYS_THERE = ("numpy", "pandas", "numba", "llvmlite")
"""Libraries that may be loaded together with a module; the others only when they are used."""

LOADED_BY_ITS_LIBRARY = "compat.evaluate_metric.*"
"""Code that only the library itself loads, which is therefore there."""


def covers(pattern: str, module: str) -> bool:
    """Whether `kernels.*` or a full name stands for a module; a name of its own goes before the pattern."""
    if pattern == "*" or pattern == module:
        return True
    return pattern.endswith(".*") and (module + ".").startswith(pattern[:-1])


def place(module: str) -> tuple[int, str] | None:
    """Floor and entry of a module, or None if the table does not know it."""
    entries = [
        (floor, entry) for floor, names in enumerate(FLOORS) for entry in names if covers(entry, module)
    ]
    return min(entries, key=lambda found: found[1].endswith("*"), default=None)


def module_name(path: Path) -> str:
    """`text/columns.py` is `text.columns`, `text/__init__.py` is `text`, the package itself `__init__`."""
    parts = path.relative_to(PACKAGE).with_suffix("").parts
    return ".".join(parts[:-1] if parts[-1] == "__init__" and len(parts) > 1 else parts)


def sources() -> dict[str, str]:
    return {module_name(path): path.read_text(encoding="utf-8") for path in sorted(PACKAGE.rglob("*.py"))}


def imports(source: str) -> Iterator[tuple[str, bool]]:
    """Dotted names that are imported, and whether that happens as the module is loaded."""
    tree = ast.parse(source)
    later = {
        inner
        for function in ast.walk(tree)
        if isinstance(function, (ast.FunctionDef, ast.AsyncFunctionDef, ast.Lambda))
        for inner in ast.walk(function)
    }
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            yield from ((alias.name, node not in later) for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            start = "." * node.level + (node.module or "")
            yield from ((f"{start}.{alias.name}", node not in later) for alias in node.names)


def imported_module(name: str, modules: Collection[str]) -> str:
    """The module of rouge_vec behind `rouge_vec.text.columns.encode`; the package itself is `__init__`."""
    parts = name.split(".")[1:]
    while parts and ".".join(parts) not in modules:
        parts.pop()
    return ".".join(parts) or "__init__"


def broken_floors(module: str, source: str, modules: Collection[str]) -> list[str]:
    """Imports of a module that do not go down."""
    here = place(module)
    if here is None:
        return [f"{module} has no floor: add it to FLOORS"]
    broken = []
    for name, _ in imports(source):
        if name.startswith("."):
            broken.append(f"{module} imports {name}: write the full name")
        if name.partition(".")[0] != "rouge_vec":
            continue
        other = imported_module(name, modules)
        there = place(other)
        shares_package = there == here and here[1].endswith(".*") and here[1] != "kernels.*"
        if there is None or not (there[0] < here[0] or shares_package):
            broken.append(f"{module} imports {other}, which is not below it")
        if here[1] == "kernels.*" and other not in ("kernels.jit", "kernels.blocks", "kernels.intrinsics"):
            broken.append(f"{module} imports {other}: a kernel file is self-contained")
    return broken


def broken_libraries(module: str, source: str) -> list[str]:
    """Imports of libraries where they do not belong."""
    broken = []
    for name, while_loading in imports(source):
        library = name.partition(".")[0]
        if library in sys.stdlib_module_names or library in ("rouge_vec", ""):
            continue
        if not any(covers(pattern, module) for pattern in LIBRARIES.get(library, ())):
            broken.append(
                f"{module} imports {library}, which belongs to {LIBRARIES.get(library, 'no module')}"
            )
        elif while_loading and library not in ALWAYS_THERE and not covers(LOADED_BY_ITS_LIBRARY, module):
            broken.append(f"{module} imports {library} while it is loaded, not when it is used")
    return broken


def prints(module: str, source: str) -> list[str]:
    """Calls of print outside the front-ends."""
    if covers("frontends.*", module):
        return []
    return [
        f"{module} prints in line {node.lineno}"
        for node in ast.walk(ast.parse(source))
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "print"
    ]


def circles(all_sources: dict[str, str]) -> list[str]:
    """Modules that import each other, directly or through others."""
    graph = {
        module: {
            imported_module(name, all_sources)
            for name, _ in imports(source)
            if name.partition(".")[0] == "rouge_vec"
        }
        for module, source in all_sources.items()
    }
    while True:
        free = {module for module, needed in graph.items() if not needed & graph.keys()}
        if not free:
            return sorted(graph)
        graph = {module: needed for module, needed in graph.items() if module not in free}


@pytest.fixture(scope="module")
def package() -> dict[str, str]:
    return sources()


def test_imports_go_down(package: dict[str, str]) -> None:
    assert [
        line for module, source in package.items() for line in broken_floors(module, source, package)
    ] == []


def test_no_imports_in_circles(package: dict[str, str]) -> None:
    assert circles(package) == []


def test_libraries_stay_where_they_belong(package: dict[str, str]) -> None:
    assert [line for module, source in package.items() for line in broken_libraries(module, source)] == []


def test_only_front_ends_print(package: dict[str, str]) -> None:
    assert [line for module, source in package.items() for line in prints(module, source)] == []


def most_lines(module: str) -> int:
    """Kernels that share a helper must share a file, so theirs may be longer."""
    return 700 if module.startswith("kernels.") else 500


def test_files_stay_short(package: dict[str, str]) -> None:
    lengths = {module: source.count("\n") for module, source in package.items()}
    assert {module: lines for module, lines in lengths.items() if lines > most_lines(module)} == {}


BAD_FLOORS = [
    ("counting", "from rouge_vec.api import score"),
    ("counting", "from rouge_vec import api"),
    ("counting", "import rouge_vec.api"),
    ("api", "import rouge_vec as rv"),
    ("text.columns", "def f():\n    from rouge_vec.engine import Worker"),
    ("options", "from rouge_vec.batch import TextBatch"),
    ("batch", "if True:\n    from rouge_vec.chunks import usable_cores"),
    ("compat.pltrdy", "from rouge_vec.frontends import files"),
    ("chunks", "from rouge_vec.exact import power"),
    ("kernels.lcs", "from rouge_vec.kernels.ngrams import count_ngrams"),
    ("kernels.lcs", "from rouge_vec.batch import TextBatch"),
    ("engine", "from .counting import PairCounter"),
    ("newcomer", ""),
]


@pytest.mark.parametrize(("module", "source"), BAD_FLOORS)
def test_the_check_of_floors_sees(module: str, source: str, package: dict[str, str]) -> None:
    assert broken_floors(module, source, {**package, "compat.pltrdy": "", "exact": ""}) != []


GOOD_FLOORS = [
    ("api", "from rouge_vec import schema\nfrom rouge_vec.engine import Worker"),
    ("kernels.lcs", "from rouge_vec.kernels.jit import kernel"),
    ("text.tokenizers", "from rouge_vec.text.columns import encode"),
    ("frontends.cli", "from rouge_vec.frontends import files"),
    ("__init__", "from rouge_vec.frontends.accessor_hook import register_accessor"),
]


@pytest.mark.parametrize(("module", "source"), GOOD_FLOORS)
def test_the_check_of_floors_lets_through(module: str, source: str, package: dict[str, str]) -> None:
    assert broken_floors(module, source, package) == []


BAD_LIBRARIES = [
    ("counting", "import pandas as pd"),
    ("counting", "from numba import njit"),
    ("kernels.lcs", "import numba"),
    ("api", "from tqdm.auto import tqdm"),
    ("frontends.files", "import pyarrow"),
    ("engine", "def f():\n    import pyarrow"),
    ("frontends.cli", "def f():\n    import requests"),
]


@pytest.mark.parametrize(("module", "source"), BAD_LIBRARIES)
def test_the_check_of_libraries_sees(module: str, source: str) -> None:
    assert len(broken_libraries(module, source)) == 1


def test_the_check_of_libraries_lets_through() -> None:
    assert (
        broken_libraries("api", "import sys\nimport pandas\ndef f():\n    from tqdm.auto import tqdm") == []
    )
    assert broken_libraries("frontends.files", "def f():\n    from pyarrow import parquet") == []


def test_the_check_of_circles_sees() -> None:
    text = {
        "text.a": "from rouge_vec.text.b import x",
        "text.b": "from rouge_vec.text.c import x",
        "text.c": "def f():\n    import rouge_vec.text.a",
        "text.d": "from rouge_vec.text.a import x",
        "errors": "",
    }
    assert circles(text) == ["text.a", "text.b", "text.c", "text.d"]
    assert circles({**text, "text.c": "from rouge_vec.errors import x"}) == []


def test_the_check_of_prints_sees() -> None:
    assert prints("api", "def f():\n    print('x')") == ["api prints in line 2"]
    assert prints("frontends.cli", "print('x')") == []
