"""The machine and the versions, as far as they bear on speed."""

from __future__ import annotations

import os
import platform
from importlib.metadata import version
from pathlib import Path

from benchmarks.contenders import CONTENDERS

_LIBRARIES = ("numpy", "numba", "llvmlite", "pandas", "pyarrow")
QUIET_LOAD = 0.5
"""Load average per core above which a run says that the machine was not quiet."""


def usable_cores() -> int:
    """Return how many cores this process may use."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


def describe() -> dict[str, str]:
    """Return processor, cores, memory and system."""
    return {
        "processor": _processor(),
        "usable cores": str(usable_cores()),
        "memory": _memory(),
        "system": f"{platform.system()} {platform.machine()}",
        "Python": f"{platform.python_implementation()} {platform.python_version()}",
    }


def versions() -> dict[str, str]:
    """Return the versions of the libraries below rouge_vec and of all contenders."""
    libraries = {name: version(name) for name in _LIBRARIES}
    return libraries | {
        name: _own_version() if name == "rouge-vec" else one.version for name, one in CONTENDERS.items()
    }


def load() -> float | None:
    """Return how many processes wanted a core in the last minute, or None where the system does not say."""
    return os.getloadavg()[0] if hasattr(os, "getloadavg") else None


def is_quiet(before: float | None) -> bool:
    """Return whether the machine had nothing else to do when the run began."""
    return before is None or before <= QUIET_LOAD * usable_cores()


def load_note(before: float | None, after: float | None) -> str:
    """Say how busy the machine was, for the report."""
    if before is None or after is None:
        return "not known on this system"
    return f"{before:.2f} before the run, {after:.2f} at its end"


def _own_version() -> str:
    """Version of the checkout, which need not be installed."""
    import rouge_vec

    return rouge_vec.__version__


def _processor() -> str:
    try:
        fields = dict(_fields(Path("/proc/cpuinfo").read_text(encoding="utf-8")))
    except OSError:
        fields = {}
    name = fields.get("model name") or platform.processor() or "unknown"
    numbers = [f"{key} {fields[key]}" for key in ("cpu family", "model", "stepping") if key in fields]
    vectors = [flag for flag in ("avx2", "avx512bw") if flag in fields.get("flags", "").split()]
    details = ", ".join([*numbers, *vectors])
    return f"{name} ({details})" if details else name


def _fields(text: str) -> list[tuple[str, str]]:
    """Key and value of each line of the first processor."""
    lines = (line.split(":", 1) for line in text.partition("\n\n")[0].splitlines() if ":" in line)
    return [(key.strip(), value.strip()) for key, value in lines]


def _memory() -> str:
    if hasattr(os, "sysconf") and "SC_PHYS_PAGES" in os.sysconf_names:
        return f"{os.sysconf('SC_PHYS_PAGES') * os.sysconf('SC_PAGE_SIZE') / 2**30:.0f} GiB"
    return "unknown"
