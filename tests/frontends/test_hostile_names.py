"""Names of columns, files and systems that a terminal would obey are escaped in every message."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from rouge_vec.errors import printable
from rouge_vec.frontends.cli import main

ESCAPE, BELL, CSI, OVERRIDE = "\x1b[31m", "\x07", "\x9b31m", "\u202e"
HOSTILE = f"{ESCAPE}red{BELL}{CSI}{OVERRIDE}"


def clean(text: str) -> bool:
    return all(one.isprintable() or one in "\n\t" for one in text)


def test_printable_text_stays_as_it_is() -> None:
    assert printable("caf\u00e9 \u4eca\u5929\n\tend") == "caf\u00e9 \u4eca\u5929\n\tend"
    assert printable(HOSTILE) == "\\x1b[31mred\\x07\\x9b31m\\u202e"
    assert printable("\ud800") == "\\ud800"


def calls(folder: Path) -> list[list[str]]:
    table = folder / "t.csv"
    table.write_text(f'"prediction","{HOSTILE}"\na,b\n', encoding="utf-8")
    lines = folder / "t.jsonl"
    lines.write_text(json.dumps({"prediction": "a", HOSTILE: "b"}) + "\n", encoding="utf-8")
    named = folder / f"{ESCAPE}.csv"
    named.write_text("prediction\na\n", encoding="utf-8")
    listed = folder / "list"
    listed.write_text(f"{ESCAPE}peer {ESCAPE}model\n", encoding="utf-8")
    return [
        ["score", str(table)],
        ["score", str(lines)],
        ["score", str(named)],
        ["score", str(folder / f"{HOSTILE}.csv")],
        ["score", str(folder / f"t.{HOSTILE}")],
        ["score", str(table), "--prediction", HOSTILE],
        ["score", str(table), "--reference", "predictio", "--keep", HOSTILE],
        ["score", str(table), "--type", HOSTILE],
        ["score", str(table), "--dialect", HOSTILE],
        ["score", str(table), "--delimiter", HOSTILE],
        ["score", str(table), "--reference", HOSTILE, "-o", str(folder / HOSTILE / "out.csv")],
        ["score", "--predictions-file", HOSTILE, "--references-file", HOSTILE],
        ["demo", "--save", str(folder / HOSTILE / "demo.csv")],
        [HOSTILE],
        ["score", f"--{HOSTILE}"],
        ["rouge155", "-z", "SPL", str(listed)],
        ["rouge155", "-a", str(folder / HOSTILE)],
        ["rouge155", "--install", str(table / HOSTILE)],
        ["rouge155", f"-{ESCAPE}", "x"],
    ]


@pytest.mark.parametrize("number", range(19))
def test_every_message_is_escaped(
    number: int, tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    try:
        status = main(calls(tmp_path)[number])
    except SystemExit as ended:
        status = ended.code
    printed = capsys.readouterr()
    assert status != 0
    assert printed.err
    assert clean(printed.err)
    assert clean(printed.out)
