"""The stand-in over the whole golden corpus: every figure of every option set, parsed from its output."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any

import pytest

from rouge_vec.rouge155.command import main
from tests.corpora import golden
from tests.perl_files import all_documents, configuration, list_line, write_corpus

PERL: Any = golden("perl.json")
AVERAGE = re.compile(
    r"(\S+) (\S+) Average_([RPF]): (\S+) \((\S+)%-conf\.int\. (\S+) - (\S+)\)|"
    r"(\S+) (\S+) M_count: (\d+) P_count: (\d+) H_count: (\d+)"
)
EVALUATION = re.compile(r"(\S+) (\S+) Eval (\S+)\.\1 R:(\S+) P:(\S+) F:(\S+)")


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    made = tmp_path_factory.mktemp("golden")
    write_corpus(made)
    return made


@pytest.fixture
def run(folder: Path, monkeypatch: pytest.MonkeyPatch, capfdbinary: pytest.CaptureFixture[bytes]) -> Any:
    """Run the stand-in in the folder of the corpus; return its parsed output."""
    monkeypatch.chdir(folder)

    def call(*arguments: str) -> tuple[dict[str, Any], dict[str, Any], list[str]]:
        assert main(list(arguments)) == 0
        out, err = capfdbinary.readouterr()
        return *parsed(out.decode().splitlines()), err.decode().splitlines()

    return call


def parsed(lines: Iterable[str]) -> tuple[dict[str, Any], dict[str, Any]]:
    """Averages by metric, and figures by evaluation and metric, in the form of the golden file."""
    averages: dict[str, Any] = {}
    evaluations: dict[str, Any] = {}
    for line in lines:
        if found := AVERAGE.fullmatch(line):
            _, metric, measure, mean, percent, low, high, _, counted, *counts = found.groups()
            if counted:
                names = ("model_count", "peer_count", "hit_count")
                averages[counted] = dict(zip(names, counts, strict=True))
                continue
            entry = averages.setdefault(metric, {})
            entry[measure.lower()] = {"mean": mean, "ci_low": low, "ci_high": high}
            entry["ci_percent"] = percent
        elif found := EVALUATION.fullmatch(line):
            _, metric, name, *figures = found.groups()
            evaluations.setdefault(name, {})[metric] = dict(zip("rpf", figures, strict=True))
    return averages, evaluations


def as_strings(value: Any) -> Any:
    return (
        {key: as_strings(part) for key, part in value.items()} if isinstance(value, Mapping) else str(value)
    )


@pytest.mark.parametrize("name", list(PERL["runs"]))
def test_every_figure_of_every_option_set(name: str, run: Any) -> None:
    ref = PERL["runs"][name]
    averages, evaluations, said = run(*ref["options"], "-d", "-a", "all.xml")
    assert averages == as_strings(ref["average"])
    assert evaluations == as_strings(ref["per_document"])
    expected = [line.replace("open/sys/", "./sys/") for line in ref.get("stderr", []) if "Use of" not in line]
    assert sorted(set(said)) == sorted(set(expected))


@pytest.mark.parametrize("name", list(PERL["extra"]["list_mode"]["runs"]))
def test_lists_of_files_number_their_evaluations(name: str, run: Any, folder: Path) -> None:
    ref = PERL["extra"]["list_mode"]
    by_name = {document["id"]: document for document in all_documents()}
    (folder / "golden.lst").write_text("".join(list_line(by_name[name]) for name in ref["documents"]))
    averages, _, _ = run(*ref["runs"][name]["options"], "-z", "SPL", "golden.lst")
    assert averages == as_strings(ref["runs"][name]["average"])


@pytest.mark.parametrize("name", ["fA", "fB"])
def test_one_reference_left_out_at_a_time(name: str, run: Any, folder: Path) -> None:
    ref = PERL["extra"]["jackknife"]["runs"][name]
    parts = []
    for document in all_documents():
        for left_out in range(1, len(document["references"]) + 1):
            if f"{document['id']}-{left_out}" not in ref["per_evaluation"]:
                continue
            text = configuration([document], {"sys": "sys"})
            text = text.replace(f'EVAL ID="{document["id"]}"', f'EVAL ID="{document["id"]}-{left_out}"')
            text = re.sub(rf'<M ID="{left_out}">.*?</M>\n', "", text)
            parts.append(text[text.index("<EVAL") : text.index("</ROUGE-EVAL>")])
    (folder / "jackknife.xml").write_text(f"<ROUGE-EVAL>{''.join(parts)}</ROUGE-EVAL>")
    averages, evaluations, _ = run(*ref["options"], "-d", "-a", "jackknife.xml")
    assert averages == as_strings(ref["average"])
    assert evaluations == as_strings(ref["per_evaluation"])


@pytest.mark.parametrize("form", ["SEE", "ISI"])
@pytest.mark.parametrize("name", ["base", "l10", "b75"])
def test_tagged_formats_give_the_figures_of_plain_lines(form: str, name: str, run: Any, folder: Path) -> None:
    ref = PERL["extra"]["formats"]
    assert ref[f"{form}/{name}"]["documents_that_differ_from_SPL"] == []
    documents = [document for document in all_documents() if document["id"] in ref["documents"]]
    text = configuration(documents, {"sys": form.lower()}, form=form, references=form.lower())
    (folder / "tagged.xml").write_text(text)
    _, evaluations, _ = run(*PERL["runs"][name]["options"], "-d", "-a", "tagged.xml")
    figures = PERL["runs"][name]["per_document"]
    assert evaluations == as_strings({document["id"]: figures[document["id"]] for document in documents})


@pytest.mark.parametrize("name", list(PERL["solo"]))
def test_references_without_words_score_zero_where_the_script_dies(name: str, run: Any, folder: Path) -> None:
    by_name = {document["id"]: document for document in golden("corpus.json")["docs"]}  # type: ignore[attr-defined]
    for document_name, ref in PERL["solo"][name]["documents"].items():
        document = by_name[document_name]
        (folder / "sys" / f"{document_name}.txt").write_bytes(document["system"].encode())
        for at, text in enumerate(document["references"], start=1):
            (folder / "ref" / f"{document_name}.{at}.txt").write_bytes(text.encode())
        (folder / "solo.xml").write_text(configuration([document], {"sys": "sys"}))
        _, evaluations, said = run(*PERL["solo"][name]["options"], "-d", "-a", "solo.xml")
        expected = ref["scores"]
        if ref["exit_status"]:
            expected = ref["rerun_without_w"]["scores"]
            weighted = [metric for metric in evaluations[document_name] if metric.startswith("ROUGE-W")]
            zeros = {metric: evaluations[document_name].pop(metric) for metric in weighted}
            if len(document["references"]) == 1:
                # Recall and F; under -t the count of the reference and the matches.
                assert [float(figures[key]) for figures in zeros.values() for key in "rf"] == [0.0, 0.0]
            assert any("no tokens" in line for line in said)
        assert evaluations == {document_name: as_strings(expected)}
