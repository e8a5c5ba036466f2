"""Stand-ins for the programs that wrappers of ROUGE-1.5.5 call: the script, and Perl where there is none."""

from __future__ import annotations

import shlex
import shutil
import stat
import sys
from pathlib import Path

_MARK = "stand-in written by rouge_vec"

_SCRIPT = """\
#!/bin/sh
# ROUGE-1.5.5.pl, {mark}: takes the script's flags and prints its figures.
exec {python} -P -c {program} "$@"
"""

_PROGRAM = (
    "import sys; sys.path.append({folder!r}); "
    "from rouge_vec.rouge155.command import main; sys.exit(main(sys.argv[1:]))"
)
"""Finds the package where it is now, whatever the caller's working folder holds."""

_INTERPRETER = """\
#!/bin/sh
# perl, {mark}: runs nothing but ROUGE-1.5.5.pl, for wrappers that call it as "perl ROUGE-1.5.5.pl".
case "$1" in
  *ROUGE-1.5.5.pl) shift; exec {script} "$@" ;;
  -v|--version) echo "{mark}; it runs nothing but ROUGE-1.5.5.pl" ;;
  *) echo "perl is not installed; this {mark} runs nothing but ROUGE-1.5.5.pl" >&2; exit 127 ;;
esac
"""


def install(folder: Path) -> list[Path]:
    """Write an executable ``ROUGE-1.5.5.pl`` into a folder, and a ``perl`` where the machine has none.

    Parameters
    ----------
    folder : Path
        Made if it does not exist. A script of that name that is there is kept as ``ROUGE-1.5.5.pl.original``.

    Returns
    -------
    list of Path
        The files written.

    Raises
    ------
    OSError
        If a file cannot be written.
    """
    # pyrouge refuses a home without a folder "data"; word lists put there replace the packaged ones.
    (folder / "data").mkdir(parents=True, exist_ok=True)
    script = folder.resolve() / "ROUGE-1.5.5.pl"
    if script.exists() and not _is_ours(script):
        script.rename(script.with_name(f"{script.name}.original"))
    program = _PROGRAM.format(folder=str(Path(__file__).resolve().parents[2]))
    _write(
        script,
        _SCRIPT.format(mark=_MARK, python=shlex.quote(sys.executable), program=shlex.quote(program)),
    )
    written = [script]
    interpreter = script.with_name("perl")
    found = shutil.which("perl")
    if found is None or _is_ours(Path(found)):
        _write(interpreter, _INTERPRETER.format(mark=_MARK, script=shlex.quote(str(script))))
        written.append(interpreter)
    return written


def _is_ours(path: Path) -> bool:
    return _MARK.encode() in path.read_bytes()[:200]


def _write(path: Path, content: str) -> None:
    path.write_text(content, encoding="utf-8")
    path.chmod(path.stat().st_mode | stat.S_IXUSR | stat.S_IXGRP | stat.S_IXOTH)
