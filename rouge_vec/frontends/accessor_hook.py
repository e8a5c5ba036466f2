"""Registers ``df.rouge`` without importing pandas: at once if it is there, else right after its import."""

from __future__ import annotations

import importlib
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
    # One of an earlier import of this package, whose modules were dropped since.
    sys.meta_path[:] = [finder for finder in sys.meta_path if not hasattr(finder, "brings_accessor_of_rouge")]
    if "pandas" in sys.modules:
        importlib.import_module(_ACCESSOR)
    else:
        sys.meta_path.insert(0, _PandasWatcher())


class _PandasWatcher(MetaPathFinder):
    """Has the accessor imported once pandas is; who only looks pandas up gets the usual answer."""

    brings_accessor_of_rouge = True

    def find_spec(
        self, fullname: str, path: Sequence[str] | None, target: ModuleType | None = None
    ) -> ModuleSpec | None:
        if fullname != "pandas":
            return None
        spec = self._spec_of_others(fullname, path, target)
        if spec is None or spec.loader is None:
            return spec
        run_pandas = spec.loader.exec_module

        def run_both(module: ModuleType) -> None:
            run_pandas(module)
            if self in sys.meta_path:
                sys.meta_path.remove(self)
                importlib.import_module(_ACCESSOR)

        spec.loader.exec_module = run_both  # type: ignore[method-assign]
        return spec

    def _spec_of_others(
        self, fullname: str, path: Sequence[str] | None, target: ModuleType | None
    ) -> ModuleSpec | None:
        for finder in sys.meta_path:
            find_spec = getattr(finder, "find_spec", None)
            if finder is not self and find_spec is not None:
                spec: ModuleSpec | None = find_spec(fullname, path, target)
                if spec is not None:
                    return spec
        return None
