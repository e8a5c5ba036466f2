"""``rouge-vec demo``: scores the sample that ships with the package and says what the numbers show."""

from __future__ import annotations

import sys
import textwrap
import time
import warnings
from importlib import resources
from pathlib import Path

import pandas as pd

from rouge_vec.api.functions import score, warmup
from rouge_vec.errors import DataFileError, EmptyTextWarning, LostLettersWarning
from rouge_vec.frontends import files, tables
from rouge_vec.options.rouge_types import DEFAULT_ROUGE_TYPES
from rouge_vec.scores import schema

_COLUMNS = ("id", "topic", "system", "prediction", "reference")
_ALL = "all"

_INTRODUCTION = """\
{rows} invented summaries: five systems sum up the same {documents} news items, against one reference each.

    sample = pd.read_csv("{file}", dtype=str, keep_default_na=False)
    scores = rv.score(predictions=sample["prediction"], references=sample["reference"])

Mean F of each system:
"""

_EXPLANATION = """
Precision, recall and F over all rows:

{means}

What the numbers show:
- "keywords" has the highest precision of ROUGE-1, {keywords_precision:.2f}, and yet finds few words of the
  reference: recall {keywords_recall:.2f}. Report F, or precision and recall together.
- "degenerate" repeats itself. A repeated word counts only as often as the reference has it.
- rougeL takes a text as one sequence, rougeLsum goes sentence by sentence (one a line). Papers call both
  of them ROUGE-L: say which one you report.
- {empty} predictions are empty: they score 0 and stay in the means.
- One warning:
{warning}
  They are in Japanese, Chinese and Russian, or end so. Their scores say something about the tokenizer and
  little about the summary.

Quote the signature with the scores: it names every choice that changes a number.

What to try next:
  rouge-vec demo --save demo.csv           keep the sample as a file, then
  rouge-vec score demo.csv --keep id --keep system -o scores.csv
  rouge-vec score FILE --prediction COL --reference COL
  rouge-vec score --help                   formats, stemming, dialects, several references"""
_WIDTH = 104


def read_sample() -> pd.DataFrame:
    """Return the sample that ships with the package; all its columns are text."""
    with resources.as_file(_sample_file()) as path:
        return pd.DataFrame(files.read_columns(path, _COLUMNS), dtype=object)


def save_sample(path: str) -> None:
    """Write the sample as a CSV file.

    Raises
    ------
    DataFileError
        If the name does not end with ``.csv``, there is a file already, or it cannot be written.
    """
    if Path(path).suffix.lower() != ".csv":
        raise DataFileError(
            f"{path}: the sample is saved as CSV, and the name ends otherwise.",
            "give a name that ends with .csv, for example demo.csv.",
        )
    try:
        with Path(path).open("xb") as handle:
            handle.write(_sample_file().read_bytes())
    except FileExistsError as error:
        raise DataFileError(
            f"{path} exists already.", "give another name, or delete the file first."
        ) from error
    except OSError as error:
        raise DataFileError(f"{path}: {error.strerror}.", "check the path.") from error


def run(save: str | None = None) -> int:
    """Score the sample and explain, or only save it.

    Raises
    ------
    DataFileError
        If it cannot be saved.
    """
    if save is not None:
        save_sample(save)
        print(f"Saved the sample. Score it: rouge-vec score {save}")
        return 0
    sample = read_sample()
    scores, warning = _score(sample)
    systems = sample["system"]
    documents = sample["id"].nunique()
    print(_INTRODUCTION.format(rows=len(sample), documents=documents, file="demo.csv"))
    print(_means_by_system(scores, systems))
    keywords = scores[systems == "keywords"].mean()
    print(
        _EXPLANATION.format(
            means=tables.format_means(scores, DEFAULT_ROUGE_TYPES, "table"),
            keywords_precision=keywords[schema.column("rouge1", "precision")],
            keywords_recall=keywords[schema.column("rouge1", "recall")],
            empty=int((sample["prediction"] == "").sum()),
            warning=textwrap.fill(warning, _WIDTH, initial_indent="  ", subsequent_indent="  "),
        )
    )
    return 0


def _sample_file() -> resources.abc.Traversable:
    return resources.files("rouge_vec.data") / "demo_summaries.csv"


def _score(sample: pd.DataFrame) -> tuple[pd.DataFrame, str]:
    """Return scores and the text of the warning; tell on standard error how long it took."""
    print("Loading machine code (the first run on a computer makes it) ...", file=sys.stderr, flush=True)
    ready = warmup()
    start = time.perf_counter()
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always", EmptyTextWarning)
        warnings.simplefilter("always", LostLettersWarning)
        scores = score(predictions=sample["prediction"], references=sample["reference"])
    took = time.perf_counter() - start
    print(f"Ready after {ready:.1f} s; scored in {1000 * took:.0f} ms.\n", file=sys.stderr, flush=True)
    return scores, " ".join(str(warning.message) for warning in caught)


def _means_by_system(scores: pd.DataFrame, systems: pd.Series) -> str:
    names = [schema.column(rouge_type, "fmeasure") for rouge_type in DEFAULT_ROUGE_TYPES]
    means = scores[names].groupby(systems).mean().sort_values(names[0], ascending=False)
    means.loc[_ALL] = scores[names].mean()
    sizes = {**systems.value_counts(), _ALL: len(systems)}
    lines = [["system", "rows", *DEFAULT_ROUGE_TYPES]]
    lines += [
        [str(system), str(sizes[system]), *(f"{value:.5f}" for value in row)]
        for system, row in zip(means.index, means.to_numpy(), strict=True)
    ]
    return tables.align(lines)
