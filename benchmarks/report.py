"""The report: everything that was measured, what had to be reached, and whether it was."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from benchmarks.results import Result, Run, Series
from benchmarks.rows import ROWS, Row
from benchmarks.timing import summary

HEADLINE = ("<!-- headline:begin -->", "<!-- headline:end -->")
_THREAD_LABELS = {"one": "1", "any": ""}
_MANY = 100.0


class UnknownRowError(KeyError):
    """A result belongs to no row of the report; dropping it silently would hide it."""


def ordered(results: Iterable[Result]) -> list[Result]:
    """Return results in the order of the report.

    Raises
    ------
    UnknownRowError
        If a result's row, or its number of threads, is not in the report; or a row was measured twice.
    """
    places: dict[tuple[str, str], Result] = {}
    for result in results:
        row = ROWS.get(result.row)
        if row is None or result.threads not in row.threads:
            raise UnknownRowError(
                f"the report has no row {result.row!r} for threads {result.threads!r}; "
                f"it has: {', '.join(ROWS)}."
            )
        if (result.row, result.threads) in places:
            raise UnknownRowError(f"row {result.row!r} for threads {result.threads!r} was measured twice.")
        places[result.row, result.threads] = result
    keys = [(row.name, threads) for row in ROWS.values() for threads in row.threads]
    return [places[key] for key in keys if key in places]


def missing_rows(results: Iterable[Result]) -> list[str]:
    """Name the rows of the report that were not measured."""
    measured = {(result.row, result.threads) for result in results}
    return [
        row.name if len(row.threads) == 1 else f"{row.name} ({threads})"
        for row in ROWS.values()
        for threads in row.threads
        if (row.name, threads) not in measured
    ]


def render(run: Run) -> str:
    """Return the report as Markdown.

    Raises
    ------
    UnknownRowError
        If a result belongs to no row.
    """
    results = ordered(run.results)
    parts = [
        "# Benchmarks",
        _introduction(run),
        "## In short",
        f"{HEADLINE[0]}\n{in_three_lines(run)}\n{HEADLINE[1]}",
        headline(run),
        "## What had to be reached, and what was",
        _targets_table(results, run),
        _not_measured(results),
        _missed(results, run),
        "## Start-up: three numbers, never one",
        _start_table(results),
        "## Measurements",
        _METHOD,
        *_details(results, run),
        "## Machine and versions",
        _pairs_table({**run.machine, **run.versions, **run.corpora}, ("what", "value")),
        "## How to run this",
        _HOW,
    ]
    return "\n\n".join(part for part in parts if part) + "\n"


def _introduction(run: Run) -> str:
    lines = [
        "Written by `python -m benchmarks`; not to be edited by hand. Texts go in, scores come out (for "
        "rouge_vec: a DataFrame is built; others return their own objects). Before each timing the floats of "
        "all scorers were compared with `==` on the same texts; where they differ nothing is timed."
    ]
    if run.smoke:
        lines.insert(
            0, "**Smoke run on tiny inputs: it shows that everything works, its figures mean nothing.**"
        )
    elif not run.quiet:
        lines.insert(
            0, "**Other work ran on this machine at the same time: the figures are not to be relied on.**"
        )
    return "\n\n".join(lines)


_QUOTED_RATIOS = (
    ("news", "{} as fast as rouge-score-rs on one thread (rouge1, rouge2 and rougeL of news summaries)"),
    ("news-lsum-stemmer", "{} with rougeLsum and the stemmer"),
    ("rouge-score", "{} as fast as rouge-score itself"),
    ("document", "{} on a document of 16,000 words and a revision of it"),
)
"""Rows on one thread that the README quotes, and how."""


def in_three_lines(run: Run) -> str:
    """Return how fast it is, how soon, and how that was measured: what the README quotes."""
    ratios = {
        result.row: shown(summary(result.figures).median, ROWS[result.row].unit)
        for result in run.results
        if result.threads == "one"
    }
    quoted = [words.format(f"**{ratios[row]}**") for row, words in _QUOTED_RATIOS if row in ratios]
    results = ordered(run.results)
    notes = [" ".join([*_start_note(results), *_memory_note(results)])]
    how = (
        f"Medians of {run.repeats} interleaved rounds, scores proved equal first, {run.machine['processor']}."
    )
    return "\n".join(f"- {line}" for line in (", ".join(quoted), *notes, how) if line)


def headline(run: Run) -> str:
    """Return the short table, with the start-up times and the machine below it."""
    results = ordered(run.results)
    lines = [
        "| work | threads | rouge_vec, a pair | compared with | a pair | faster by |",
        "|---|---|---|---|---|---|",
    ]
    lines += [_headline_line(result, run) for result in results if ROWS[result.row].quoted]
    notes = [*_start_note(results), *_memory_note(results), *_target_note(results, run)]
    processor = run.machine["processor"]
    rivals = ", ".join(f"{name} {run.versions[name]}" for name in ("rouge-score-rs", "rouge-score"))
    machine = f"{processor}, {run.cores} core{'s' * (run.cores > 1)}, {run.machine['Python']}"
    notes.append(
        f"Medians of {run.repeats} interleaved rounds, scores proved equal first; {machine}; {rivals}."
    )
    if not run.quiet:
        notes.append("Other work ran on the machine at the same time.")
    return "\n".join([*lines, "", *notes])


def _headline_line(result: Result, run: Run) -> str:
    row = ROWS[result.row]
    other = next(series for series in result.series if series.label == row.against.split()[0])
    times = [
        _measured(summary([value / (series.pairs or 1) for value in series.values]).median, series.unit)
        for series in (result.series[0], other)
    ]
    ratio = shown(summary(result.figures).median, row.unit)
    cells = (
        result.title,
        _threads(result.threads, run.cores),
        times[0],
        row.against,
        times[1],
        f"**{ratio}**",
    )
    return "| " + " | ".join(cells) + " |"


def _start_note(results: Sequence[Result]) -> list[str]:
    starts = {result.row: result for result in results if ROWS[result.row].place == "start-up"}
    if not starts.keys() >= {"start-cold", "start-cached", "start-warm"}:
        return []
    cold, cached, warm = (
        shown(summary(starts[name].figures).median, ROWS[name].unit)
        for name in ("start-cold", "start-cached", "start-warm")
    )
    return [
        f"First call beyond `import pandas` (100 pairs): {cold} when it has to compile, {cached} in a new "
        f"process that finds the compiled code on disk, {warm} from then on."
    ]


def _memory_note(results: Sequence[Result]) -> list[str]:
    return [
        f"{result.title[0].upper()}{result.title[1:]}, {ROWS[result.row].against}: "
        f"{shown(summary(result.figures).median, 'MB')}."
        for result in results
        if result.row == "memory-lists"
    ]


def _target_note(results: Sequence[Result], run: Run) -> list[str]:
    judged = [result for result in results if ROWS[result.row].target is not None]
    if run.smoke or not judged:
        return []
    missed = sum(not _met(result) for result in judged)
    return [f"Targets: {len(judged) - missed} of {len(judged)} met (`benchmarks/RESULTS.md` lists all)."]


def _targets_table(results: Sequence[Result], run: Run) -> str:
    """Every row that has a target, and whether it was met."""
    lines = ["| work | threads | compared with | target | measured | |", "|---|---|---|---|---|---|"]
    for result in results:
        row = ROWS[result.row]
        if row.target is None:
            continue
        verdict = "not judged" if run.smoke else "met" if _met(result) else "**missed**"
        cells = (
            result.title,
            _threads(result.threads, run.cores),
            row.against,
            _wanted(row),
            f"**{shown(summary(result.figures).median, row.unit)}**",
            verdict,
        )
        lines.append("| " + " | ".join(cells) + " |")
    return "\n".join(lines)


def _wanted(row: Row) -> str:
    """The target in words, as it was set: no digits are added to it."""
    assert row.target is not None
    unit = row.target.unit if row.target.unit == "x" else f" {row.target.unit}"
    return f"{row.target.kind} {row.target.value:,g}{unit}"


def shown(value: float, unit: str) -> str:
    """Return a figure with its unit, with as many digits as it deserves."""
    if unit == "MB" or abs(value) >= _MANY:
        digits = 0
    elif unit == "ms" or abs(value) >= 10:
        digits = 1
    else:
        digits = 2
    text = f"{value:,.{digits}f}"
    return f"{text}x" if unit == "x" else f"{text} {unit}"


def _met(result: Result) -> bool:
    target = ROWS[result.row].target
    return target is None or target.met(summary(result.figures).median)


def _threads(label: str, cores: int) -> str:
    return _THREAD_LABELS.get(label, str(cores))


def _not_measured(results: Sequence[Result]) -> str:
    missing = missing_rows(results)
    return f"Not measured in this run: {', '.join(missing)}." if missing else ""


def _missed(results: Sequence[Result], run: Run) -> str:
    """Say which targets were missed, by how much, and where the time went."""
    if run.smoke:
        return ""
    missed = [result for result in results if not _met(result)]
    if not missed:
        return "Every target that was measured was met."
    parts = ["### Missed"]
    for result in missed:
        row, figure = ROWS[result.row], summary(result.figures)
        where = f", {_threads(result.threads, run.cores)} threads" if result.threads == "all" else ""
        parts.append(
            f"**{result.title}{where}**: {shown(figure.median, row.unit)} (quartiles "
            f"{shown(figure.low_quartile, row.unit)} to {shown(figure.high_quartile, row.unit)}), "
            f"wanted {_wanted(row)}."
        )
        if result.profile:
            parts.append(_profile_table(result))
    return "\n\n".join(parts)


def _profile_table(result: Result) -> str:
    lines = ["| function of rouge_vec, one thread, under the profiler | share of time |", "|---|---|"]
    return "\n".join([*lines, *(f"| `{name}` | {share:.0%} |" for name, share in result.profile)])


def _start_table(results: Sequence[Result]) -> str:
    starts = [result for result in results if ROWS[result.row].place == "start-up"]
    if not starts:
        return "Not measured in this run."
    lines = ["| step (100 pairs) | median | quartiles | least | processes |", "|---|---|---|---|---|"]
    for result in starts:
        figure, unit = summary(result.figures), ROWS[result.row].unit
        beyond = f" ({ROWS[result.row].against})" if ROWS[result.row].against else ""
        spread = f"{shown(figure.low_quartile, unit)} to {shown(figure.high_quartile, unit)}"
        lines.append(
            f"| {result.title}{beyond} | {shown(figure.median, unit)} | {spread} "
            f"| {shown(figure.minimum, unit)} | {len(result.figures)} |"
        )
    return "\n".join(lines)


def _details(results: Sequence[Result], run: Run) -> list[str]:
    parts = []
    for result in results:
        if ROWS[result.row].place == "start-up":
            continue
        threads = {"one": ": 1 thread", "any": "", "all": f": {run.cores} threads"}[result.threads]
        parts.append(f"### {result.title}{threads}")
        if result.row == "scaling" and result.threads == "one":
            parts.append("![time for one pair over the number of pairs](scaling.png)")
        parts.append(_series_table(result))
        parts += [f"Inputs: {note}" for note in result.notes]
        if result.proof:
            parts.append("Proved before timing: " + "; ".join(result.proof) + ".")
    return parts


def _series_table(result: Result) -> str:
    """Medians with spread of each series; the first is the one with which the others are compared."""
    lines = ["| | pairs | median | quartiles | least | for one pair | time for a pair against the first |"]
    lines.append("|---|---|---|---|---|---|---|")
    first = result.series[0]
    lines += [f"| {' | '.join(_series_cells(series, first))} |" for series in result.series]
    figure, unit = summary(result.figures), ROWS[result.row].unit
    spread = f"{shown(figure.low_quartile, unit)} to {shown(figure.high_quartile, unit)}"
    lines += ["", f"Figure of this row: **{shown(figure.median, unit)}** (quartiles {spread})."]
    return "\n".join(lines)


def _series_cells(series: Series, first: Series) -> list[str]:
    each = summary(series.values)
    cells = [
        series.label,
        f"{series.pairs:,}" if series.pairs else "",
        _measured(each.median, series.unit),
        f"{_measured(each.low_quartile, series.unit)} to {_measured(each.high_quartile, series.unit)}",
        _measured(each.minimum, series.unit),
    ]
    if not series.pairs or not first.pairs:
        return [*cells, "", ""]
    per_pair = [value / series.pairs for value in series.values]
    base = [value / first.pairs for value in first.values]
    against = summary([one / other for one, other in zip(per_pair, base, strict=True)])
    spread = f"{shown(against.low_quartile, 'x')} to {shown(against.high_quartile, 'x')}"
    ratio = "" if series is first else f"{shown(against.median, 'x')} ({spread})"
    return [*cells, _measured(summary(per_pair).median, "s"), ratio]


def _measured(value: float, unit: str) -> str:
    """Return a measurement in the unit in which it is easiest to read."""
    if unit == "MB":
        return f"{value:.0f} MB"
    for scale, name in ((1.0, "s"), (1e-3, "ms"), (1e-6, "µs")):
        if value >= scale:
            return f"{value / scale:.3g} {name}" if value / scale < 1000 else f"{value / scale:,.0f} {name}"
    return f"{value * 1e9:.3g} ns"


def _pairs_table(content: dict[str, str], heads: tuple[str, str]) -> str:
    lines = [
        f"| {heads[0]} | {heads[1]} |",
        "|---|---|",
        *(f"| {name} | {value} |" for name, value in content.items()),
    ]
    return "\n".join(lines)


_METHOD = """\
Every round runs each scorer once, in alternating order, after one round that is not counted; ratios are
taken round by round and their median is shown. The collector of reference cycles is off while a clock runs,
and freeing the results is not timed. All scorers get the same lists of the same Python strings (so the
UTF-8 form that CPython keeps inside a non-ASCII string, once asked for, is there for every scorer that uses
it) and have the same number of threads, each number in a process of its own. Scorers that are slow get the
first rows of the corpus, as many as the column "pairs" says, and are compared by the time for one pair;
everything timed was proved equal on those rows. Compiled kernels were warm. The other scorers' own return
values count as scores: no DataFrame is built for them, though users of DataFrames would have to. rouge-rust
always computes all of its three types; all nine of its columns are read, since before that no score has
reached Python.

The physical limit is the time of one `pyarrow.array(texts)` for each side plus one pass that marks each
byte as letter, digit or neither. Peak memory is the high-water mark of resident memory during one call,
beyond what was in use before it and beyond the DataFrame that it returns, after a small call that has
compiled everything."""

_HOW = """\
```
pip install -e ".[test]"
python -m benchmarks                    # everything; writes this report, RESULTS.json and scaling.png
python -m benchmarks --smoke            # all rows on tiny inputs, in less than a minute; writes nothing here
python -m benchmarks --only news limit  # some rows; prints, and writes only with --out
python -m benchmarks --render           # this report again from RESULTS.json, without measuring
python -m benchmarks --update-readme    # copy the short table into the README
```"""
