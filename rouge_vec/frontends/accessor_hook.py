"""Registers ``df.rouge`` without importing pandas: at once if it is there, else right after its import."""

from __future__ import annotations

import importlib
import importlib.util
import sys
from collections.abc import Sequence
from importlib.abc import MetaPathFinder
from importlib.machinery import ModuleSpec
from types import ModuleType

_ACCESSOR = "rouge_vec.frontends.accessor"


def register_accessor() -> None:
    """Make ``df.rouge`` available, now or as soon as anyone imports pandas.

    Notes
    -----
    Importing pandas takes longer than all that the command does before it knows what is asked for.
    """
    if "pandas" in sys.modules:
        importlib.import_module(_ACCESSOR)
    else:
        sys.meta_path.insert(0, _PandasWatcher())


class _PandasWatcher(MetaPathFinder):
    """Steps aside at the first import of pandas, and has the accessor imported once that is done."""

    def find_spec(
        self, fullname: str, path: Sequence[str] | None, target: ModuleType | None = None
    ) -> ModuleSpec | None:
        if fullname != "pandas":
            return None
        sys.meta_path.remove(self)
        spec = importlib.util.find_spec(fullname)
        if spec is None or spec.loader is None:
            return spec
        run_pandas = spec.loader.exec_module

        def run_both(module: ModuleType) -> None:
            run_pandas(module)
            importlib.import_module(_ACCESSOR)

        spec.loader.exec_module = run_both  # type: ignore[method-assign]
        return spec
