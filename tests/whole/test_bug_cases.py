"""Public bug reports about ROUGE scorers, each an input with its right value: one test per form of report."""

from __future__ import annotations

import contextlib
import json
import math
import tracemalloc
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pandas as pd
import pytest

import rouge_vec as rv
from rouge_vec.errors import EmptyTextWarning, RougeVecError
from rouge_vec.frontends.cli import main
from rouge_vec.kernels import union_lcs
from tests import bug_cases, corpora, naive
from tests.bug_cases import Case, name, of_form
from tests.comparing import columns

TOKENIZERS = {
    "rouge-score": None,
    "unicode-words": "unicode-v1",
    "words": "words",
    "whitespace (user function)": str.split,
}


def engine_options(options: Case) -> dict[str, Any]:
    """The options of a case under the names that the library gives them."""
    made: dict[str, Any] = {}
    if options.get("stemmer"):
        made["use_stemmer"] = True
    tokenizer = TOKENIZERS[options.get("tokenizer", "rouge-score")]
    if tokenizer is not None:
        made["tokenizer"] = tokenizer
    made.update({key: options[key] for key in ("beta", "sentence_separator") if key in options})
    return made


def warned(*texts: str, tokenizer: object = None) -> contextlib.AbstractContextManager[Any]:
    """Texts that are not blank and yet have no tokens must be said, once."""
    silent = tokenizer is None and any(text.strip() and not naive.alphanumeric(text) for text in texts)
    return pytest.warns(EmptyTextWarning, match="token") if silent else contextlib.nullcontext()


def triples(scores: pd.DataFrame, types: list[str]) -> dict[str, tuple[float, ...]]:
    return {rouge_type: columns(scores, rouge_type)[0] for rouge_type in types}


@pytest.mark.parametrize("case", of_form("pair"), ids=name)
def test_pair(case: Case) -> None:
    prediction, reference = bug_cases.texts(case["inputs"])
    types, options = case["options"]["types"], engine_options(case["options"])
    if "one_of" in case["expected"]:
        with pytest.raises(ValueError, match="Hint"):
            rv.score(predictions=[prediction], references=[reference], rouge_types=types, **options)
        return
    with warned(prediction, reference, tokenizer=options.get("tokenizer")):
        scores = rv.score(predictions=[prediction], references=[reference], rouge_types=types, **options)
    right = {
        rouge_type: tuple(value["prf"])
        for rouge_type, value in case["expected"].items()
        if rouge_type in types
    }
    assert triples(scores, types) == right
    assert {str(dtype) for dtype in scores.dtypes} == {"float64"}
    if "perl_m" in case["expected"].get("rouge1", case["expected"]):
        check_perl_stemmer(prediction, reference, case["expected"].get("rouge1", case["expected"])["perl_m"])


def check_perl_stemmer(prediction: str, reference: str, right: float) -> None:
    scores = rv.score(
        predictions=[prediction],
        references=[reference],
        rouge_types=["rouge1"],
        dialect="rouge-1.5.5",
        use_stemmer=True,
    )
    assert scores["rouge1_fmeasure"].tolist() == [right]


def test_long_texts_need_little_memory() -> None:
    case = next(case for case in bug_cases.all_cases() if case["id"] == "B03")
    prediction, reference = bug_cases.texts(case["inputs"])
    types = case["options"]["types"]
    rv.warmup(rouge_types=types)
    tracemalloc.start()
    rv.score(predictions=[prediction], references=[reference], rouge_types=types)
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    assert peak < case["options"]["max_extra_mb"] * 2**20


@pytest.mark.parametrize("case", of_form("multi"), ids=name)
def test_several_references(case: Case) -> None:
    types, references = case["options"]["types"], case["inputs"]["refs"]
    several = references if isinstance(references, str) else list(references)
    expected = case["expected"]["one_of"][0] if "one_of" in case["expected"] else case["expected"]
    right = {rouge_type: tuple(value["prf"]) for rouge_type, value in expected.items()}
    scores = rv.score(predictions=[case["inputs"]["hyp"]], references=[several], rouge_types=types)
    assert triples(scores, types) == right
    pair = rv.Scorer(rouge_types=types).score_pair(case["inputs"]["hyp"], several)
    assert {rouge_type: tuple(score) for rouge_type, score in pair.items()} == right


def corpus_scores(case: Case) -> pd.DataFrame:
    inputs, options = case["inputs"], case.get("options", {})
    types = options.get("types", ["rouge1"])
    if "shards" in inputs:
        parts = [
            rv.score(predictions=shard["hyps"], references=shard["refs"], rouge_types=types)
            for shard in inputs["shards"]
        ]
        return pd.concat(parts, ignore_index=True)
    missing = {"missing": "nan"} if options.get("missing") == "propagate" else {}
    with warned(*(text for text in (*inputs["hyps"], *inputs["refs"]) if isinstance(text, str))):
        return rv.score(predictions=inputs["hyps"], references=inputs["refs"], rouge_types=types, **missing)


@pytest.mark.parametrize(
    "case", [case for case in of_form("corpus") if "raises" not in case["expected"]], ids=name
)
def test_corpus(case: Case) -> None:
    scores = corpus_scores(case)
    expected = case["expected"]["one_of"][0] if "one_of" in case["expected"] else case["expected"]
    if "per_row_f" in expected:
        assert [str(value) for value in scores["rouge1_fmeasure"]] == [
            str(value) for value in expected["per_row_f"]
        ]
    if "n" in expected:
        assert len(scores) == expected["n"]
    if "n_missing" in expected:
        assert scores["rouge1_fmeasure"].count() == expected["n_scored"]
        assert scores["rouge1_fmeasure"].isna().sum() == expected["n_missing"]
    measures = {"p": "precision", "r": "recall", "f": "fmeasure"}
    means = {rouge_type: value for rouge_type, value in expected.items() if rouge_type.startswith("rouge")}
    for rouge_type, right in means.items():
        assert {key: scores[f"{rouge_type}_{measures[key]}"].mean() for key in right} == right


WORDS_OF_THE_MESSAGE = {
    "B29": ("row 1", "no reference"),
    "B30": ("3", "2"),
    "B31": ("2", "1"),
    "B31.gen": ("2", "1"),
}


@pytest.mark.parametrize(
    "case", [case for case in of_form("corpus") if "raises" in case["expected"]], ids=name
)
def test_corpus_that_cannot_be_scored(case: Case) -> None:
    predictions, references = case["inputs"]["hyps"], case["inputs"]["refs"]
    if case["inputs"].get("as") == "generators":
        predictions, references = (text for text in predictions), (text for text in references)
    with pytest.raises(RougeVecError, match="Hint") as error:
        rv.score(predictions=predictions, references=references)
    for word in WORDS_OF_THE_MESSAGE[case["id"]]:
        assert word in str(error.value)


def test_a_missing_reference_is_named_by_row_when_nothing_is_asked() -> None:
    case = next(case for case in bug_cases.all_cases() if case["id"] == "B13")
    with pytest.raises(RougeVecError, match="1") as error:
        rv.score(predictions=case["inputs"]["hyps"], references=case["inputs"]["refs"])
    assert "reference" in str(error.value)


@pytest.mark.parametrize("container", [tuple, list, "object array"])
def test_ragged_references_in_any_container(container: Any) -> None:
    case = next(case for case in bug_cases.all_cases() if case["id"] == "B28.ragged")
    references = case["inputs"]["refs"]
    if container == "object array":
        array = np.empty(len(references), dtype=object)
        for row, several in enumerate(references):
            array[row] = several
        references = array
    else:
        references = container(container(several) for several in references)
    scores = rv.score(predictions=case["inputs"]["hyps"], references=references, rouge_types=["rouge1"])
    assert scores["rouge1_fmeasure"].tolist() == case["expected"]["per_row_f"]


def frame_of(inputs: Case) -> pd.DataFrame:
    frame = pd.DataFrame(
        {"hyp": inputs["hyp"], "ref": inputs["ref"]},
        index=inputs["index"],
        dtype=None if inputs["hyp"] else object,
    )
    dtype = inputs.get("dtype")
    if dtype == "large_string[pyarrow]":
        import pyarrow

        return frame.astype(pd.ArrowDtype(pyarrow.large_string()))
    return frame.astype(dtype) if dtype else frame


@pytest.mark.parametrize(
    "case", [case for case in of_form("dataframe") if "index" in case["inputs"]], ids=name
)
def test_dataframe(case: Case) -> None:
    frame, expected = frame_of(case["inputs"]), case["expected"]
    if "default" in expected:
        with pytest.raises(RougeVecError, match="1") as error:
            rv.score(predictions=frame["hyp"], references=frame["ref"], rouge_types="rouge1")
        assert "prediction" in str(error.value)
        scores = rv.score(
            predictions=frame["hyp"], references=frame["ref"], rouge_types="rouge1", missing="nan"
        )
        assert [str(value) for value in scores["rouge1_fmeasure"]] == ["1.0", "nan"]
        return
    predictions, references = frame["hyp"], frame["ref"]
    if "as" in case["inputs"]:
        predictions, references = (np.array(frame[side], dtype=object) for side in ("hyp", "ref"))
        predictions.flags.writeable = references.flags.writeable = False
    scores = rv.score(predictions=predictions, references=references, rouge_types=["rouge1", "rouge2"])
    assert scores["rouge1_fmeasure"].tolist() == expected.get("rouge1_f", [])
    if "rouge2_f" in expected:
        assert scores["rouge2_fmeasure"].tolist() == expected["rouge2_f"]
    assert len(scores) == expected.get("rows", len(frame))
    assert scores.index.tolist() == expected.get("index", case["inputs"]["index"])
    assert {str(dtype) for dtype in scores.dtypes} == {"float64"}


def test_series_with_different_indexes_are_never_paired_silently() -> None:
    case = next(case for case in bug_cases.all_cases() if case["id"] == "B18")
    sides = {side: pd.Series(given["values"], index=given["index"]) for side, given in case["inputs"].items()}
    with pytest.raises(RougeVecError, match="index"):
        rv.score(predictions=sides["hyps"], references=sides["refs"])


MISSING = {"None": None, "nan": math.nan, "pandas.NA": pd.NA}
TOKENIZER_RESULTS: dict[str, Callable[[str], Any]] = {
    "list": str.split,
    "tuple": lambda text: tuple(text.split()),
    "ndarray": lambda text: np.array(text.split()),
    "generator": lambda text: (word for word in text.split()),
    "ints": lambda text: [ord(word) for word in text.split()],
    "list_of_lists": lambda text: [[word] for word in text.split()],
    "none": lambda text: None,
}


def check_missing(case: Case) -> None:
    for value in case["inputs"]["values"]:
        for other in case["inputs"]["other"]:
            sides = {"hyp": ["a", MISSING[value]], "ref": ["a", other]}
            if case["inputs"]["side"] == "ref":
                sides = {"hyp": sides["ref"], "ref": sides["hyp"]}
            check_one_missing(
                sides["hyp"], sides["ref"], {"hyp": "prediction", "ref": "reference"}[case["inputs"]["side"]]
            )


def check_one_missing(predictions: list[Any], references: list[Any], side: str) -> None:
    with pytest.raises(RougeVecError, match="Hint") as error:
        rv.score(predictions=predictions, references=references, rouge_types="rouge1")
    assert side in str(error.value)
    assert "1" in str(error.value)
    scores = rv.score(predictions=predictions, references=references, rouge_types="rouge1", missing="nan")
    assert scores.iloc[0].tolist() == [1.0, 1.0, 1.0]
    assert scores.iloc[1].isna().all()


def check_tokenizer(case: Case) -> None:
    tokenizer = TOKENIZER_RESULTS[case["inputs"]["tokenizer_returns"]]
    prediction, reference = case["inputs"]["hyp"], case["inputs"]["ref"]
    if "raises" in case["expected"]:
        with pytest.raises(TypeError, match="tokenizer"):
            rv.score(predictions=[prediction], references=[reference], tokenizer=tokenizer)
        return
    scores = rv.Scorer(tokenizer=tokenizer).score_pair(prediction, reference)
    assert {rouge_type: score.fmeasure for rouge_type, score in scores.items()} == case["expected"]


def check_type_names(case: Case) -> None:
    given = case["inputs"]["types"]
    if "accepts_as" in case["expected"]:
        assert list(rv.Scorer(rouge_types=given).score_pair("a", "a")) == case["expected"]["accepts_as"]
        return
    with pytest.raises(RougeVecError, match="Hint") as error:
        rv.Scorer(rouge_types=given)
    assert all(known in str(error.value) for known in ("rouge1", "rougeL", "rougeLsum"))


def check_only_what_is_asked(case: Case) -> None:
    """The kernel of rougeLsum runs only if rougeLsum is asked for."""
    both = ["rouge1", "rougeLsum"]
    calls = []
    count = union_lcs.count_union_lcs
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(
            union_lcs, "count_union_lcs", lambda *given: (calls.append(len(given)), count(*given))[1]
        )
        for types, called in ((both[:1], 0), (both, 1)):
            scores = rv.score(
                predictions=["a\nb", "c"], references=["b\na", "d"], rouge_types=types, n_jobs=1
            )
            assert {column.rsplit("_", 1)[0] for column in scores.columns} == set(types)
            assert len(calls) == called
    assert case["expected"]["result_keys_first"] == both[:1]


def check_json(case: Case) -> None:
    pair = rv.Scorer().score_pair("a b", "a c")
    text = json.dumps({rouge_type: score._asdict() for rouge_type, score in pair.items()})
    assert set(json.loads(text)["rouge1"]) == set(case["expected"]["has"])
    scores = rv.score(predictions=["a b"], references=["a c"])
    rows = json.loads(json.dumps(scores.to_dict("records")))
    means = json.loads(json.dumps(scores.mean().to_dict()))
    assert rows == [means]
    assert {column.rsplit("_", 1)[1] for column in rows[0]} == set(case["expected"]["has"])


def check_pretokenized(case: Case) -> None:
    assert case["expected"] == {"raises": "TypeError"}
    with pytest.raises(TypeError, match="token"):
        rv.score(predictions=["a b"], references=["a b"], tokenizer="pretokenized")


API_CHECKS: dict[str, Callable[[Case], None]] = {
    "B04": check_only_what_is_asked,
    "B12": check_missing,
    "B42": check_pretokenized,
    "B46": check_json,
    "B70": check_tokenizer,
    "B72": check_type_names,
}


@pytest.mark.parametrize("case", of_form("api"), ids=name)
def test_api(case: Case) -> None:
    API_CHECKS[case["report"]](case)


@pytest.mark.parametrize(
    "rouge_type", ["rouge1", "rouge2", "rougeL", "rougeLsum", "rougeW", "rougeS4", "rougeSU"]
)
def test_property(rouge_type: str) -> None:
    (case,) = of_form("property")
    assert "F==0 iff P==0 or R==0" in case["expected"]["property"]
    for vocabulary in ("ab", "abc", "abcdef"):
        predictions, references = corpora.random_pairs(200, seed=36, vocabulary=vocabulary)
        with contextlib.suppress(EmptyTextWarning):
            scores = rv.score(predictions=predictions, references=references, rouge_types=[rouge_type])
        for precision, recall, fmeasure in columns(scores, rouge_type):
            low, high = min(precision, recall), max(precision, recall)
            assert 0.0 <= low <= high <= 1.0
            assert round(low, 12) <= round(fmeasure, 12) <= round(high, 12)
            assert (fmeasure == 0.0) == (precision == 0.0 or recall == 0.0)


def run_command(*arguments: str) -> int:
    try:
        return main(list(arguments)) or 0
    except SystemExit as stop:
        return int(stop.code or 0)


@pytest.mark.parametrize("case", [case for case in of_form("cli") if "csv" in case["inputs"]], ids=name)
def test_command_on_a_table(case: Case, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    table, out = tmp_path / "texts.csv", tmp_path / "scores.csv"
    table.write_text(case["inputs"]["csv"], encoding="utf-8")
    status = run_command(
        "score", str(table), "--prediction", "hyp", "--reference", "ref", "--type", "rouge1", "-o", str(out)
    )
    assert status == 0
    assert capsys.readouterr().out
    scores = pd.read_csv(out)
    assert len(scores) == case["expected"]["rows"]
    assert scores["rouge1_fmeasure"].tolist() == case["expected"]["rouge1_f"]


def line_files(inputs: Case, folder: Path) -> tuple[Path, Path]:
    predictions, references = folder / "predictions.txt", folder / "references.txt"
    data = (
        bytes.fromhex(inputs["hyp_bytes_hex"]) if "hyp_bytes_hex" in inputs else inputs["hyp_text"].encode()
    )
    predictions.write_bytes(data)
    references.write_text(inputs["ref_text"], encoding="utf-8", newline="")
    return predictions, references


@pytest.mark.parametrize("case", [case for case in of_form("cli") if "ref_text" in case["inputs"]], ids=name)
def test_command_on_line_files(case: Case, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    predictions, references = line_files(case["inputs"], tmp_path)
    out = tmp_path / "scores.csv"
    files = ["--predictions-file", str(predictions), "--references-file", str(references)]
    status = run_command("score", *files, "--type", "rouge1", "-o", str(out))
    if "exit" in case["expected"]:
        assert status != 0
        said = capsys.readouterr().err
        facts = {"file name": predictions.name, "line 1": "line 1", "encoding": "encoding"}
        for word in case["expected"]["message_has"]:
            assert facts.get(word, word) in said
        return
    assert status == 0
    assert pd.read_csv(out)["rouge1_fmeasure"].tolist() == case["expected"]["rouge1_f"]
