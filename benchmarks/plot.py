"""The scaling curve as a picture."""

from __future__ import annotations

import statistics
from pathlib import Path

from benchmarks.results import Result, Run

_COLORS = {"one": "#1f5fa8", "all": "#c2571a"}


def draw_scaling(run: Run, path: Path) -> bool:
    """Draw microseconds a pair over the number of pairs; return whether there was anything to draw."""
    curves = [result for result in run.results if result.row == "scaling"]
    if not curves:
        return False
    from matplotlib.figure import Figure

    figure = Figure(figsize=(7.2, 4.2), layout="constrained")
    axes = figure.subplots()
    lowest, ends = float("inf"), []
    for curve in curves:
        pairs, low, median, high = _points(curve)
        color = _COLORS[curve.threads]
        label = "1 thread" if curve.threads == "one" else f"{run.cores} threads"
        axes.plot(pairs, median, color=color, marker="o", label=label)
        axes.fill_between(pairs, low, high, color=color, alpha=0.2, linewidth=0)
        axes.annotate(
            f"{median[-1]:.1f}",
            (pairs[-1], median[-1]),
            xytext=(6, 0),
            textcoords="offset points",
            va="center",
            color=color,
        )
        lowest = min(lowest, *low)
        ends.append(median[-1])
    axes.set(
        xscale="log",
        yscale="log",
        xlabel="pairs in one call",
        ylabel="microseconds a pair",
        title="rouge1, rouge2 and rougeL of news-length pairs: time for one pair",
    )
    axes.title.set_fontsize(10.5)
    axes.yaxis.set_major_formatter(lambda value, _: f"{value:g}")
    axes.yaxis.set_minor_formatter(lambda value, _: f"{value:g}" if str(f"{value:g}")[0] in "25" else "")
    axes.margins(x=0.08)
    axes.grid(which="major", alpha=0.35)
    axes.legend(frameon=False)
    axes.spines[["top", "right"]].set_visible(False)
    # No creation date and no library version inside, so that equal figures give an equal file.
    figure.savefig(path, dpi=130, metadata={"Software": None})
    return True


def _points(curve: Result) -> tuple[list[int], list[float], list[float], list[float]]:
    """Pairs a call, and minimum, median and maximum of the microseconds a pair."""
    pairs, low, median, high = [], [], [], []
    for series in curve.series:
        each = [1e6 * value / (series.pairs or 1) for value in series.values]
        pairs.append(int(series.label.split()[0].replace(",", "")))
        low.append(min(each))
        median.append(statistics.median(each))
        high.append(max(each))
    return pairs, low, median, high
