"""The report of the benchmarks refuses what it does not know; README and report quote the same figures."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from benchmarks import machine, readme, report
from benchmarks.__main__ import README, RESULTS, main
from benchmarks.plot import draw_scaling
from benchmarks.results import Result, Run, Series, from_json, read_run, to_json
from benchmarks.rows import FULL, ROWS


def result_of(
    row: str, threads: str, figures: list[float], profile: list[tuple[str, float]] | None = None
) -> Result:
    ours = Series("rouge-vec", "s", [0.05 for _ in figures], 11_490)
    against = ROWS[row].against.split()[0] if ROWS[row].against else "step"
    theirs = Series(against, "s", [0.05 * figure for figure in figures], 11_490)
    return Result(
        row, threads, FULL.fill(ROWS[row].title), figures, [ours, theirs], ["x: equal"], profile or []
    )


def run_of(*results: Result, smoke: bool = False, quiet: bool = True) -> Run:
    versions = {"rouge-score-rs": "0.2.1", "rouge-score": "0.1.2"}
    facts = {"processor": "a processor", "Python": "CPython 3.12.1"}
    return Run(facts, versions, {"corpus news": "11,490 pairs"}, smoke, quiet, 7, 2, list(results))


def test_the_report_refuses_rows_that_it_does_not_know() -> None:
    known = result_of("news", "one", [4.2])
    with pytest.raises(report.UnknownRowError, match="no row 'old-row'"):
        report.render(run_of(known, replace(known, row="old-row")))
    with pytest.raises(report.UnknownRowError, match="for threads 'seven'"):
        report.render(run_of(replace(known, threads="seven")))
    with pytest.raises(report.UnknownRowError, match="measured twice"):
        report.render(run_of(known, known))


def test_results_come_in_the_order_of_the_report() -> None:
    results = [
        result_of(row, threads, [1.0]) for row in ("limit", "news") for threads in ROWS[row].threads[::-1]
    ]
    assert [(one.row, one.threads) for one in report.ordered(results)] == [
        ("news", "one"),
        ("news", "all"),
        ("limit", "one"),
    ]


def test_a_missed_target_is_said_plainly_with_the_profile() -> None:
    text = report.render(
        run_of(
            result_of("news", "one", [4.4, 4.5, 4.6]),
            result_of("news", "all", [3.0, 3.5, 3.9], [("kernels/scan.py tokenize_rows", 0.437)]),
        )
    )
    assert "| 1 | rouge-score-rs `score_batch` | at least 4x | **4.50x** | met |" in text
    assert "| 2 | rouge-score-rs `score_batch` | at least 4x | **3.50x** | **missed** |" in text
    missed = text.partition("### Missed")[2].partition("## Start-up")[0]
    assert "**rouge1+rouge2+rougeL, 11,490 news-length pairs, 2 threads**: 3.50x" in missed
    assert "(quartiles 3.25x to 3.70x), wanted at least 4x." in missed
    assert "| `kernels/scan.py tokenize_rows` | 44% |" in missed
    assert "Targets: 1 of 2 met" in text
    assert "Every target" not in text


def test_the_report_says_when_all_targets_were_met_and_what_was_not_measured() -> None:
    text = report.render(run_of(result_of("news", "one", [4.4])))
    assert "Every target that was measured was met." in text
    missing = text.partition("Not measured in this run: ")[2].splitlines()[0]
    assert missing.startswith("news (all), news-stemmer (one), ")
    assert "memory-unsplit" in missing


def test_a_smoke_run_judges_nothing() -> None:
    text = report.render(run_of(result_of("news", "one", [0.5]), smoke=True))
    assert "its figures mean nothing" in text
    assert "not judged" in text
    assert "missed**" not in text
    assert "### Missed" not in text
    assert "Targets:" not in text


def test_a_run_beside_other_work_says_so() -> None:
    assert "the figures are not to be relied on" in report.render(
        run_of(result_of("news", "one", [5.0]), quiet=False)
    )
    assert "Other work ran" in report.headline(run_of(quiet=False))
    assert "Other work ran" not in report.headline(run_of())
    assert machine.is_quiet(0.0)
    assert not machine.is_quiet(machine.usable_cores() + 1.0)


def test_the_short_table_shows_both_times_and_their_ratio() -> None:
    line = report.headline(run_of(result_of("news", "one", [4.0, 4.2, 4.4]))).splitlines()[2]
    assert line == (
        "| rouge1+rouge2+rougeL, 11,490 news-length pairs | 1 | 4.35 µs | rouge-score-rs `score_batch` "
        "| 18.3 µs | **4.20x** |"
    )


def test_three_numbers_for_start_up() -> None:
    starts = {
        "start-cold": 6.5,
        "start-cached": 0.61,
        "start-warm": 1.9,
        "import": 9.5,
        "start-cold-stemmer": 2.0,
    }
    run = run_of(*(result_of(row, "any", [seconds]) for row, seconds in starts.items()))
    note = (
        "First call beyond `import pandas` (100 pairs): 6.50 s when it has to compile, 0.61 s in a new "
        "process that finds the compiled code on disk, 1.9 ms from then on."
    )
    assert note in report.headline(run)
    table = report.render(run).partition("## Start-up")[2].partition("## Measurements")[0]
    assert len(table.strip().splitlines()) == 4 + len(starts)


def test_machine_versions_and_corpora_are_in_the_report() -> None:
    text = report.render(run_of(result_of("memory-lists", "all", [93.4, 95.0, 96.0])))
    for fact in (
        "a processor",
        "CPython 3.12.1",
        "| rouge-score-rs | 0.2.1 |",
        "| corpus news | 11,490 pairs |",
    ):
        assert fact in text
    assert "Peak memory, 1,000,000 pairs as lists, beyond inputs and result: 95 MB." in text


@pytest.mark.parametrize(
    ("value", "unit", "right"),
    [
        (4.004, "x", "4.00x"),
        (25.04, "x", "25.0x"),
        (1512.3, "x", "1,512x"),
        (0.612, "s", "0.61 s"),
        (12.34, "s", "12.3 s"),
        (9.46, "ms", "9.5 ms"),
        (149.6, "MB", "150 MB"),
    ],
)
def test_figures_have_the_digits_they_deserve(value: float, unit: str, right: str) -> None:
    assert report.shown(value, unit) == right


def test_a_run_survives_json() -> None:
    run = run_of(result_of("news", "one", [4.0, 4.1], [("a", 0.5)]))
    assert from_json(to_json(run)) == run


# Plot, README, command


def scaling_run() -> Run:
    series = [
        Series(f"{size:,} pairs", "s", [size * 5e-6, size * 6e-6], size) for size in (10, 1_000, 100_000)
    ]
    curves = [Result("scaling", threads, "scaling", [1.0, 1.0], series) for threads in ("one", "all")]
    return run_of(*curves)


def test_the_scaling_curve_is_drawn(tmp_path: Path) -> None:
    picture = tmp_path / "scaling.png"
    assert draw_scaling(scaling_run(), picture)
    assert picture.read_bytes().startswith(b"\x89PNG")
    assert picture.stat().st_size > 10_000
    assert not draw_scaling(run_of(), tmp_path / "nothing.png")
    assert not (tmp_path / "nothing.png").exists()


PAGE = "# Title\n\n<!-- benchmarks:begin -->\nold figures\n<!-- benchmarks:end -->\n\nEnd.\n"


def test_the_readme_takes_its_figures_from_the_report() -> None:
    text = report.render(run_of(result_of("news", "one", [4.2])))
    page = readme.updated(PAGE, text)
    assert page.startswith("# Title\n\n<!-- benchmarks:begin -->\n- **4.20x** as fast")
    assert page.endswith("\n<!-- benchmarks:end -->\n\nEnd.\n")
    assert "**4.20x**" in page
    assert "old figures" not in page
    readme.check(page, text)
    assert readme.updated(page, text) == page
    with pytest.raises(
        readme.QuoteError, match=r"README.md quotes\n  .*5.20x.*\nbut RESULTS.md says\n  .*4.20x"
    ):
        readme.check(page.replace("4.20x", "5.20x"), text)
    with pytest.raises(readme.QuoteError, match=r"\(nothing\)"):
        readme.check(page.replace("<!-- benchmarks:end -->", "more\n<!-- benchmarks:end -->"), text)


@pytest.mark.parametrize(
    "page", ["# No markers\n", PAGE + PAGE, PAGE.replace("begin", "x").replace("end", "begin")]
)
def test_a_readme_without_its_markers_is_refused(page: str) -> None:
    text = report.render(run_of(result_of("news", "one", [4.2])))
    with pytest.raises(readme.QuoteError, match=r"README.md needs exactly one line"):
        readme.updated(page, text)


def test_readme_and_report_agree() -> None:
    readme.check(README.read_text(encoding="utf-8"), RESULTS.read_text(encoding="utf-8"))


def test_the_report_is_what_its_data_say() -> None:
    run = read_run(RESULTS.with_suffix(".json"))
    assert RESULTS.read_text(encoding="utf-8") == report.render(run)
    assert not run.smoke
    assert report.missing_rows(run.results) == []
    assert RESULTS.with_name("scaling.png").read_bytes().startswith(b"\x89PNG")


def test_the_command_renders_again_from_data(tmp_path: Path) -> None:
    out = tmp_path / "RESULTS.md"
    run = scaling_run()
    out.with_suffix(".json").write_text(to_json(run), encoding="utf-8")
    assert main(["--render", "--out", str(out)]) == 0
    assert out.read_text(encoding="utf-8") == report.render(run)
    assert (tmp_path / "scaling.png").exists()


@pytest.mark.parametrize("arguments", [["--only", "no-such-row"], ["--repeats", "4"], ["--no-such-option"]])
def test_the_command_refuses_nonsense(arguments: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as stopped:
        main(arguments)
    assert stopped.value.code == 2
    assert "usage: python -m benchmarks" in capsys.readouterr().err


def test_help_names_the_rows(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as stopped:
        main(["--help"])
    assert stopped.value.code == 0
    assert "document-lsum-short" in capsys.readouterr().out
