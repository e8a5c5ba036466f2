"""Who may import whom: the floors of the design as a table. Each check is tried on code that breaks it."""

from __future__ import annotations

import ast
import sys
from collections.abc import Collection, Iterator
from pathlib import Path

import pytest

PACKAGE = Path(__file__).resolve().parents[2] / "rouge_vec"

MAY_IMPORT: dict[str, tuple[str, ...]] = {
    "_version": (),
    "data": (),
    "errors": (),
    "batch": (),
    "kernels": ("_version",),
    "options": ("_version", "errors"),
    "columns": ("errors", "batch", "kernels", "options"),
    "js_rouge": (),
    "text": ("errors", "batch", "kernels", "options", "columns", "js_rouge", "data"),
    "counting": ("errors", "batch", "kernels", "options"),
    "engine": ("errors", "batch", "options", "columns", "text", "counting"),
    "scores": ("errors", "batch", "kernels", "options", "columns", "counting", "engine"),
    "api": ("errors", "options", "columns", "text", "counting", "engine", "scores"),
    "analysis": ("_version", "errors", "batch", "options", "columns", "text", "scores", "api"),
    "rouge155": ("errors", "batch", "options", "columns", "text", "engine", "scores"),
    "compat": (
        "errors",
        "batch",
        "options",
        "columns",
        "js_rouge",
        "text",
        "engine",
        "scores",
        "api",
    ),
    "frontends": ("_version", "errors", "options", "text", "scores", "api", "analysis", "rouge155"),
    "__init__": ("_version", "errors", "api", "analysis", "compat", "frontends"),
    "__main__": ("frontends",),
}
"""The rooms from the ground up, each with the rooms below it that it may import. Modules of one room may import each
other, without going in circles; kernels may not, because a kernel file must be self-contained."""

SHARED_KERNELS = ("kernels.disk_cache", "kernels.jit", "kernels.blocks", "kernels.intrinsics", "kernels.salt")
"""What kernel files may import, in this order; the cache of machine code looks at each of them."""

LIBRARIES: dict[str, tuple[str, ...]] = {
    "numpy": ("*",),
    "numba": (*SHARED_KERNELS, "kernels.python_strings"),
    "llvmlite": ("kernels.disk_cache", "kernels.blocks", "kernels.intrinsics"),
    "pandas": ("scores.frame", "api.*", "analysis.*", "frontends.*", "compat.*"),
    "tqdm": ("api.progress",),
    "pyarrow": ("columns.text_columns", "columns.token_cells", "frontends.files", "frontends.written_files"),
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

STAND_INS = ("compat",)
"""Rooms whose modules are named after those of other packages."""

LOADED_BY_ITS_LIBRARY = "compat.evaluate_metric.*"
"""Code that only the library itself loads, which is therefore there."""


def covers(pattern: str, module: str) -> bool:
    """Whether `kernels.*` or a full name stands for a module."""
    if pattern == "*" or pattern == module:
        return True
    return pattern.endswith(".*") and (module + ".").startswith(pattern[:-1])


def room(module: str) -> str:
    """Room of a module: `text.columns` is in `text`; the package's own modules are their own."""
    return module.partition(".")[0]


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


def fronts(all_sources: dict[str, str]) -> dict[str, tuple[str, ...]]:
    """The modules of each room that others may import, as its `__all__` names them; rooms without one are open."""
    found = {}
    for module, source in all_sources.items():
        for node in ast.parse(source).body if module in MAY_IMPORT else ():
            if isinstance(node, ast.Assign) and ast.unparse(node.targets[0]) == "__all__":
                found[module] = tuple(ast.literal_eval(node.value))
    return found


def broken_floors(module: str, source: str, all_sources: dict[str, str]) -> list[str]:
    """Imports of a module that its room may not make."""
    here = room(module)
    if here not in MAY_IMPORT:
        return [f"{module} has no room: add it to MAY_IMPORT"]
    broken = []
    front = fronts({name: text for name, text in all_sources.items() if name != "__init__"})
    for name, _ in imports(source):
        if name.startswith("."):
            broken.append(f"{module} imports {name}: write the full name")
        if name.partition(".")[0] != "rouge_vec":
            continue
        other = imported_module(name, all_sources)
        if here == room(other) == "kernels" and other not in SHARED_KERNELS:
            broken.append(f"{module} imports {other}: a kernel file is self-contained")
        if room(other) == here:
            continue
        if room(other) not in MAY_IMPORT[here]:
            broken.append(f"{module} imports {other}, which is not for {here}")
        inner = other.partition(".")[2].partition(".")[0]
        if inner and inner not in front.get(room(other), (inner,)):
            broken.append(f"{module} imports {other}, which is no front of {room(other)}")
    return broken


def upward_rows(table: dict[str, tuple[str, ...]]) -> list[str]:
    """Rooms that may import one that is not above them in the table."""
    order = list(table)
    return [
        f"{name} may import {other}, which is not below it"
        for place, name in enumerate(order)
        for other in table[name]
        if other not in order[:place] and (name, other) != ("__init__", "__main__")
    ]


def rooms_without_a_job(all_sources: dict[str, str]) -> list[str]:
    """Folders whose `__init__` does not say what they are for."""
    return [
        module
        for module, source in all_sources.items()
        if module in MAY_IMPORT
        and any(name.startswith(f"{module}.") for name in all_sources)
        and not ast.get_docstring(ast.parse(source))
    ]


def twin_names(all_sources: dict[str, str], but: Collection[str] = ()) -> list[str]:
    """Names that more than one module has."""
    last = [module.rpartition(".")[2] for module in all_sources if room(module) not in but]
    return sorted({name for name in last if last.count(name) > 1})


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
    if room(module) in ("frontends", "rouge155"):
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


def test_rooms_import_only_what_their_row_names(package: dict[str, str]) -> None:
    assert [
        line for module, source in package.items() for line in broken_floors(module, source, package)
    ] == []


def test_rows_name_only_rooms_below() -> None:
    assert upward_rows(MAY_IMPORT) == []


def test_every_room_says_its_job(package: dict[str, str]) -> None:
    assert rooms_without_a_job(package) == []


def test_no_two_modules_share_a_name(package: dict[str, str]) -> None:
    assert twin_names(package, but=STAND_INS) == []


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
    ("counting.counter", "from rouge_vec.api.scorer import score"),
    ("counting.counter", "from rouge_vec import api"),
    ("counting.counter", "import rouge_vec.api.scorer"),
    ("api.scorer", "import rouge_vec as rv"),
    ("columns.text_columns", "def f():\n    from rouge_vec.engine.workers import Worker"),
    ("options.rouge_options", "from rouge_vec.batch import TextBatch"),
    ("batch", "if True:\n    from rouge_vec.engine.chunks import usable_cores"),
    ("compat.pltrdy", "from rouge_vec.frontends import files"),
    ("engine.chunks", "from rouge_vec.scores.rounding import round_as_printed"),
    ("engine.workers", "from rouge_vec.counting.computed_once import computed_once"),
    ("kernels.lcs", "from rouge_vec.kernels.ngrams import count_ngrams"),
    ("kernels.lcs", "from rouge_vec.batch import TextBatch"),
    ("engine.workers", "from .chunks import Chunk"),
    ("newcomer", ""),
]


@pytest.mark.parametrize(("module", "source"), BAD_FLOORS)
def test_the_check_of_rooms_sees(module: str, source: str, package: dict[str, str]) -> None:
    assert broken_floors(module, source, package) != []


GOOD_FLOORS = [
    ("api.scorer", "from rouge_vec.scores import schema\nfrom rouge_vec.engine.workers import Worker"),
    ("kernels.lcs", "from rouge_vec.kernels.jit import kernel"),
    ("text.tokenizers", "from rouge_vec.columns.string_lists import encode"),
    ("frontends.cli", "from rouge_vec.frontends import files"),
    ("__init__", "from rouge_vec.frontends.accessor_hook import register_accessor"),
]


@pytest.mark.parametrize(("module", "source"), GOOD_FLOORS)
def test_the_check_of_rooms_lets_through(module: str, source: str, package: dict[str, str]) -> None:
    assert broken_floors(module, source, package) == []


def test_the_checks_of_the_table_see() -> None:
    assert len(upward_rows({"low": ("high",), "high": ("low",)})) == 1
    assert rooms_without_a_job({"text": "", "text.a": ""}) == ["text"]
    assert twin_names({"text.limits": "", "kernels.limits": "", "compat.limits": ""}) == ["limits"]
    assert twin_names({"text.limits": "", "compat.limits": ""}, but=("compat",)) == []


BAD_LIBRARIES = [
    ("counting.counter", "import pandas as pd"),
    ("counting.counter", "from numba import njit"),
    ("kernels.lcs", "import numba"),
    ("api.scorer", "from tqdm.auto import tqdm"),
    ("frontends.files", "import pyarrow"),
    ("engine.workers", "def f():\n    import pyarrow"),
    ("frontends.cli", "def f():\n    import requests"),
]


@pytest.mark.parametrize(("module", "source"), BAD_LIBRARIES)
def test_the_check_of_libraries_sees(module: str, source: str) -> None:
    assert len(broken_libraries(module, source)) == 1


def test_the_check_of_libraries_lets_through() -> None:
    assert (
        broken_libraries(
            "api.progress", "import sys\nimport pandas\ndef f():\n    from tqdm.auto import tqdm"
        )
        == []
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
    assert prints("api.scorer", "def f():\n    print('x')") == ["api.scorer prints in line 2"]
    assert prints("frontends.cli", "print('x')") == []
