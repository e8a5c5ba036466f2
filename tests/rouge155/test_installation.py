"""``rouge-vec rouge155 --install`` writes stand-ins and loses nothing that somebody else wrote."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from rouge_vec.frontends.cli import main

ORIGINAL = "#!/usr/bin/perl\nthe original\n"


def install(folder: Path, capsys: pytest.CaptureFixture[str]) -> tuple[int, str]:
    status = main(["rouge155", "--install", str(folder)])
    printed = capsys.readouterr()
    return status, printed.err


def contents(folder: Path) -> dict[str, str]:
    return {
        path.name: os.readlink(path) if path.is_symlink() else path.read_text(encoding="utf-8")
        for path in folder.iterdir()
        if path.is_symlink() or path.is_file()
    }


def test_a_script_that_is_there_is_kept_once(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    script = tmp_path / "ROUGE-1.5.5.pl"
    script.write_text(ORIGINAL, encoding="utf-8")
    assert install(tmp_path, capsys) == (0, "")
    assert install(tmp_path, capsys) == (0, "")  # its own stand-in is written anew
    assert contents(tmp_path)["ROUGE-1.5.5.pl.original"] == ORIGINAL
    script.write_text("another script\n", encoding="utf-8")
    before = contents(tmp_path)
    status, said = install(tmp_path, capsys)
    assert status == 2
    assert "would be kept as ROUGE-1.5.5.pl.original, which exists" in said
    assert contents(tmp_path) == before


def test_a_perl_that_is_there_is_not_overwritten(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PATH", "/nonexistent")
    (tmp_path / "perl").write_text("somebody's perl\n", encoding="utf-8")
    status, said = install(tmp_path, capsys)
    assert (status, contents(tmp_path)) == (2, {"perl": "somebody's perl\n"})
    assert "perl exists and is not a stand-in" in said


@pytest.mark.parametrize("name", ["ROUGE-1.5.5.pl", "perl"])
def test_a_link_is_not_followed(
    name: str, tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PATH", "/nonexistent")
    folder, outside = tmp_path / "bin", tmp_path / "outside"
    folder.mkdir()
    (folder / name).symlink_to(outside)
    status, said = install(folder, capsys)
    assert status == 2
    assert "move it away first" in said
    assert not outside.exists()
    assert contents(folder) == {name: str(outside)}


def test_stand_ins_can_be_run_by_everybody(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PATH", "/nonexistent")
    assert install(tmp_path, capsys) == (0, "")
    for name in ("ROUGE-1.5.5.pl", "perl"):
        assert (tmp_path / name).stat().st_mode & 0o777 == 0o755
    assert sorted(contents(tmp_path)) == ["ROUGE-1.5.5.pl", "perl"]
