"""Machine code on disk: used by later processes, never when it is stale, damaged or another kernel's."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

pytestmark = pytest.mark.processes

ROOT = Path(__file__).resolve().parents[2]

PROGRAM = """
import json, sys, warnings
said = []
warnings.showwarning = lambda message, *rest, **named: said.append(str(message))
{before}
import rouge_vec as rv
scores = rv.score(predictions=["cat7 sat", "a\\nb c"], references=["cat8 sat", "b\\nc a"])
from rouge_vec.kernels import jit
kernels = [
    one
    for name, module in list(sys.modules.items())
    if name.startswith("rouge_vec.kernels.")
    for one in vars(module).values()
    if hasattr(one, "_cache_misses")
]
print(json.dumps({{
    "scores": scores["rouge1_fmeasure"].tolist(),
    "compiled": sum(sum(one._cache_misses.values()) for one in kernels),
    "loaded": sum(sum(one._cache_hits.values()) for one in kernels),
    "machine code": jit.COMPILED,
    "said": said,
}}))
"""
RIGHT = [0.5, 1.0]


def run(tree: Path, cache: Path | None, before: str = "", **how) -> dict:
    import json

    environment = {name: value for name, value in os.environ.items() if not name.startswith("NUMBA")}
    environment |= {"PYTHONPATH": str(tree), "PYTHONDONTWRITEBYTECODE": "1"}
    if cache is not None:
        environment["NUMBA_CACHE_DIR"] = str(cache)
    environment |= how.pop("environment", {})
    done = subprocess.run(
        [*how.pop("prefix", []), sys.executable, "-c", PROGRAM.format(before=before)],
        env=environment,
        capture_output=True,
        text=True,
        check=False,
        cwd="/",
        **how,
    )
    assert done.returncode == 0, done.stderr
    return json.loads(done.stdout)


@pytest.fixture(scope="module")
def tree(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A copy of the package that may be edited."""
    folder = tmp_path_factory.mktemp("tree")
    shutil.copytree(ROOT / "rouge_vec", folder / "rouge_vec", ignore=shutil.ignore_patterns("__pycache__"))
    return folder


@pytest.fixture(scope="module")
def warm_cache(tree: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    cache = tmp_path_factory.mktemp("cache")
    first = run(tree, cache)
    assert first["compiled"] > 5
    assert first["loaded"] == 0
    return cache


def copied(cache: Path, tmp_path: Path) -> Path:
    return Path(shutil.copytree(cache, tmp_path / "cache"))


def files(cache: Path) -> list[Path]:
    return sorted(cache.rglob("*.kernel"))


def test_a_later_process_compiles_nothing(tree: Path, warm_cache: Path) -> None:
    second = run(tree, warm_cache)
    assert (second["compiled"], second["scores"], second["said"]) == (0, RIGHT, [])
    assert second["loaded"] == len(files(warm_cache))


@pytest.mark.parametrize("file", ["blocks.py", "intrinsics.py", "jit.py", "overlap.py"])
def test_an_edit_of_any_file_of_a_kernel_is_noticed(
    file: str, tree: Path, warm_cache: Path, tmp_path: Path
) -> None:
    cache, path = copied(warm_cache, tmp_path), tree / "rouge_vec" / "kernels" / file
    source, times = path.read_bytes(), path.stat()
    try:
        path.write_bytes(source + b"# edited\n")
        os.utime(path, ns=(times.st_atime_ns, times.st_mtime_ns))
        edited = run(tree, cache)
    finally:
        path.write_bytes(source)
    assert edited["scores"] == RIGHT
    assert edited["compiled"] > 0
    assert (edited["loaded"] == 0) == (file != "overlap.py")


def damage(how: str, paths: list[Path]) -> None:
    contents = [path.read_bytes() for path in paths]
    for place, (path, content) in enumerate(zip(paths, contents, strict=True)):
        if how == "a bit":
            middle = len(content) // 2
            path.write_bytes(content[:middle] + bytes([content[middle] ^ 1]) + content[middle + 1 :])
        elif how == "swapped":
            path.write_bytes(contents[place - 1])
        elif how == "cut":
            path.write_bytes(content[: len(content) // 2])
        else:
            path.write_bytes(b"")


@pytest.mark.parametrize("how", ["a bit", "swapped", "cut", "emptied"])
def test_damaged_files_are_made_anew(how: str, tree: Path, warm_cache: Path, tmp_path: Path) -> None:
    cache = copied(warm_cache, tmp_path)
    damage(how, files(cache))
    mended = run(tree, cache)
    assert (mended["loaded"], mended["scores"], mended["said"]) == (0, RIGHT, [])
    assert run(tree, cache)["compiled"] == 0


def test_a_cache_that_may_only_be_read_is_used(tree: Path, warm_cache: Path, tmp_path: Path) -> None:
    cache = copied(warm_cache, tmp_path)
    for path in (cache, *cache.rglob("*")):
        path.chmod(0o555 if path.is_dir() else 0o444)
    # The superuser may write everywhere, unless told not to.
    prefix = ["setpriv", "--bounding-set", "-dac_override"] if os.getuid() == 0 else []
    try:
        found = run(tree, cache, prefix=prefix)
    finally:
        for path in (cache, *cache.rglob("*")):
            path.chmod(0o755)
    assert (found["compiled"], found["scores"], found["said"]) == (0, RIGHT, [])


def test_without_any_folder_that_can_be_written(tree: Path, tmp_path: Path) -> None:
    blocked = tmp_path / "file"
    blocked.write_text("")
    before = "from rouge_vec.kernels import disk_cache; disk_cache._write = lambda *_: False"
    found = run(tree, blocked, before)
    assert (found["scores"], found["said"]) == (RIGHT, [])
    assert found["compiled"] > 5


BROKEN = {
    "a name that has moved": "import numba.np.arrayobj; del numba.np.arrayobj.populate_array",
    "another way to build code": "import numba.core.cgutils as c; c.alloca_once_value = lambda builder: None",
    "another way to declare arrays": (
        "import numba.core.base as b\ndef make_array(self): raise AttributeError('no such')\n"
        "b.BaseContext.make_array = make_array"
    ),
}


@pytest.mark.parametrize("what", BROKEN)
def test_another_numba_means_plain_python_and_one_warning(what: str, tree: Path, tmp_path: Path) -> None:
    found = run(tree, tmp_path, BROKEN[what])
    assert found["scores"] == RIGHT
    assert not found["machine code"]
    assert [said for said in found["said"] if "plain Python: equal scores" in said] == found["said"][:1]
    assert len(found["said"]) == 1


def test_another_way_of_numba_to_save_means_one_warning(tree: Path, tmp_path: Path) -> None:
    found = run(tree, tmp_path, "import numba.core.compiler as c; del c.CompileResult._reduce")
    assert (found["scores"], found["machine code"], len(found["said"])) == (RIGHT, True, 1)
    assert "kernels are compiled anew in every process" in found["said"][0]


def test_another_way_of_numba_to_load_means_one_warning(tree: Path, warm_cache: Path, tmp_path: Path) -> None:
    cache = copied(warm_cache, tmp_path)
    found = run(tree, cache, "import numba.core.compiler as c; del c.CompileResult._rebuild")
    assert (found["scores"], found["loaded"], len(found["said"])) == (RIGHT, 0, 1)
    assert "kernels are compiled anew in every process" in found["said"][0]
