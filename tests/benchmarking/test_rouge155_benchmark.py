"""The benchmark of the stand-in, on thirty pairs: its proofs hold and its report has every row."""

from __future__ import annotations

import pytest

from benchmarks import rouge155

pytestmark = pytest.mark.processes


@pytest.fixture
def report() -> str:
    return "\n".join(rouge155.report(30, 1, None, None))


def test_the_report_has_every_row(report: str) -> None:
    rows = [line.split(" | ")[0].strip("| ") for line in report.splitlines() if line.startswith("| ")]
    assert rows == [
        "texts to averages",
        "in process",
        "command",
        "on one core",
        "rouge-score-rs: rouge1 + rouge2 + rougeL, 60 words",
        "rouge_vec: rougeS, 100 words",
        "rouge_vec: rougeSU, 100 words",
        "rouge_vec: rougeW, 60 words",
    ]


def test_texts_have_exactly_so_many_words() -> None:
    corpus = rouge155.texts_of(100, 5)
    assert {len(text.split()) for text in corpus.predictions + corpus.references} == {100}


def test_other_figures_than_in_process_are_no_result() -> None:
    with pytest.raises(AssertionError, match="other figures"):
        rouge155.spent_by_command(["echo", "1.00000"], "0.99999\n", 1)
