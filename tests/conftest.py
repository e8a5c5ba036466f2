"""What every test file shares. Set before any import of rouge_vec: where compiled kernels are kept."""

from __future__ import annotations

import hashlib
import os
import tempfile
from pathlib import Path

import pytest

pytest.register_assert_rewrite("tests.comparing")

ROOT = Path(__file__).resolve().parents[1]


def kernel_cache_folder() -> Path:
    """A temporary folder named after the kernels' source: no edit is answered by stale machine code."""
    digest = hashlib.sha256()
    for path in sorted((ROOT / "rouge_vec" / "kernels").glob("*.py")):
        digest.update(path.relative_to(ROOT).as_posix().encode())
        digest.update(path.read_bytes())
    return Path(tempfile.gettempdir()) / f"rouge_vec-kernels-{digest.hexdigest()[:16]}"


os.environ.setdefault("NUMBA_CACHE_DIR", str(kernel_cache_folder()))


@pytest.fixture(scope="session")
def aclsum_corpus() -> tuple[list[str], list[str]]:
    """750 predictions (lead sentences) and their human-written summaries."""
    from tests import corpora

    return corpora.aclsum_pairs()


@pytest.fixture(scope="session")
def tiny_vocabulary_corpus() -> tuple[list[str], list[str]]:
    """400 pairs over three words in several sentences."""
    from tests import corpora

    return corpora.random_pairs(400, seed=20040725)
