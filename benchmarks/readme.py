"""The README quotes the report's short table word for word; nobody types figures."""

from __future__ import annotations

from benchmarks.report import HEADLINE

MARKERS = ("<!-- benchmarks:begin -->", "<!-- benchmarks:end -->")


class QuoteError(ValueError):
    """A text lacks the markers around its figures, or quotes other figures than the report has."""


def between(text: str, markers: tuple[str, str], name: str) -> str:
    """Return what stands between two markers, without the blank lines around it.

    Raises
    ------
    QuoteError
        If the text has not exactly one pair of markers, in order.
    """
    begin, end = markers
    if text.count(begin) != 1 or text.count(end) != 1 or text.index(begin) > text.index(end):
        raise QuoteError(f"{name} needs exactly one line {begin} and, after it, one line {end}.")
    return text.partition(begin)[2].partition(end)[0].strip()


def updated(readme: str, report: str) -> str:
    """Return the README with the report's short table between its markers.

    Raises
    ------
    QuoteError
        If either text lacks its markers.
    """
    between(readme, MARKERS, "README.md")
    table = between(report, HEADLINE, "RESULTS.md")
    before, _, rest = readme.partition(MARKERS[0])
    after = rest.partition(MARKERS[1])[2]
    return f"{before}{MARKERS[0]}\n{table}\n{MARKERS[1]}{after}"


def check(readme: str, report: str) -> None:
    """Make sure that the README quotes the report.

    Raises
    ------
    QuoteError
        If it does not; the first line that differs is shown.
    """
    quoted = between(readme, MARKERS, "README.md").splitlines()
    right = between(report, HEADLINE, "RESULTS.md").splitlines()
    for number in range(max(len(quoted), len(right))):
        lines = [text[number] if number < len(text) else "(nothing)" for text in (quoted, right)]
        if lines[0] != lines[1]:
            raise QuoteError(
                f"README.md quotes\n  {lines[0]}\nbut RESULTS.md says\n  {lines[1]}\n"
                "Hint: python -m benchmarks --update-readme"
            )
