"""Stand-ins for the programs that wrappers of ROUGE-1.5.5 call: the script, and Perl where there is none."""

from __future__ import annotations

import shlex
import shutil
import sys
import tempfile
from pathlib import Path

_MARK = "stand-in written by rouge_vec"
_EXECUTABLE = 0o755

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
        Made if it does not exist. A script of that name that is there is kept as ``ROUGE-1.5.5.pl.original``, unless
        there is one of that name, too.

    Returns
    -------
    list of Path
        The files written.

    Raises
    ------
    FileExistsError
        If something that is not a stand-in would be overwritten, or a link followed; nothing is written then.
    OSError
        If a file cannot be written.
    """
    script = folder.resolve() / "ROUGE-1.5.5.pl"
    original = script.with_name(f"{script.name}.original")
    interpreter = script.with_name("perl")
    found = shutil.which("perl")
    needs_interpreter = found is None or _is_ours(Path(found))
    keeps_script = _is_taken(script)
    if keeps_script and (script.is_symlink() or not script.is_file()):
        raise FileExistsError(f"{script} is a link or no file; move it away first")
    if keeps_script and _is_taken(original):
        raise FileExistsError(
            f"{script} would be kept as {original.name}, which exists; move one of them away first"
        )
    if needs_interpreter and _is_taken(interpreter):
        raise FileExistsError(f"{interpreter} exists and is not a stand-in; move it away first")
    # pyrouge refuses a home without a folder "data"; word lists put there replace the packaged ones.
    (folder / "data").mkdir(parents=True, exist_ok=True)
    if keeps_script:
        script.rename(original)
    program = _PROGRAM.format(folder=str(Path(__file__).resolve().parents[2]))
    _write(
        script,
        _SCRIPT.format(mark=_MARK, python=shlex.quote(sys.executable), program=shlex.quote(program)),
    )
    written = [script]
    if needs_interpreter:
        _write(interpreter, _INTERPRETER.format(mark=_MARK, script=shlex.quote(str(script))))
        written.append(interpreter)
    return written


def _is_taken(path: Path) -> bool:
    """Tell whether there is anything of that name that is not a stand-in of ours; a link is never ours."""
    return path.is_symlink() or (path.exists() and not _is_ours(path))


def _is_ours(path: Path) -> bool:
    return path.is_file() and _MARK.encode() in path.read_bytes()[:200]


def _write(path: Path, content: str) -> None:
    """Write an executable file that takes its name only when it is whole, in place of a link as well."""
    with tempfile.NamedTemporaryFile(
        "w", dir=path.parent, prefix=f".{path.name}-", delete=False, encoding="utf-8"
    ) as file:
        file.write(content)
    unfinished = Path(file.name)
    try:
        unfinished.chmod(_EXECUTABLE)
        unfinished.replace(path)
    except OSError:
        unfinished.unlink(missing_ok=True)
        raise
