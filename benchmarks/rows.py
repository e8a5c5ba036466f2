"""What is measured and what must be reached: data only, read by the runner and by the report."""

from __future__ import annotations

from dataclasses import asdict, dataclass
from typing import Any, Literal

Place = Literal["worker", "start-up", "memory"]


@dataclass(frozen=True)
class Target:
    """The figure that must be reached."""

    kind: Literal["at least", "at most"]
    value: float
    unit: str

    def met(self, figure: float) -> bool:
        """Return whether `figure` is as it should be."""
        return figure >= self.value if self.kind == "at least" else figure <= self.value


@dataclass(frozen=True)
class Row:
    """One line of the report for each number of threads.

    Attributes
    ----------
    name : str
        As given to ``--only``.
    title : str
        The work in words; sizes are filled in.
    against : str
        What it is compared with.
    unit : str
        Unit of the figure: "x", "s", "ms" or "MB".
    target : Target or None
        None where the row is only information.
    threads : tuple of str
        "one", "all", or "any" where the number of threads is no matter.
    place : {"worker", "start-up", "memory"}
        Which kind of process measures it.
    quoted : bool
        Whether it is in the short table that the README quotes.
    """

    name: str
    title: str
    against: str
    unit: str
    target: Target | None
    threads: tuple[str, ...] = ("one",)
    place: Place = "worker"
    quoted: bool = False


@dataclass(frozen=True)
class Sizes:
    """How much is scored; the smoke run only shows that everything works."""

    pairs: int
    many_pairs: int
    prefix: int
    single_pairs: int
    reference_rows: int
    document_tokens: int
    lsum_tokens: int
    short_lsum_tokens: int
    scaling: tuple[int, ...]
    memory_rows: int
    unsplit_tokens: int
    cold_starts: int
    memory_runs: int

    def fill(self, title: str) -> str:
        """Return a title with its sizes filled in."""
        values: dict[str, Any] = asdict(self) | {"most": self.scaling[-1], "base": scaling_base(self.scaling)}
        return title.format(**values)


def scaling_base(sizes: tuple[int, ...]) -> int:
    """Return the number of pairs with which the largest is compared: two decades below."""
    return max(size for size in sizes if size * 100 <= sizes[-1])


FULL = Sizes(
    pairs=11_490,
    many_pairs=100_000,
    prefix=100,
    single_pairs=1_000,
    reference_rows=3_000,
    document_tokens=16_000,
    lsum_tokens=16_000,
    short_lsum_tokens=4_000,
    scaling=(10, 100, 1_000, 10_000, 100_000, 1_000_000),
    memory_rows=1_000_000,
    unsplit_tokens=30_000,
    cold_starts=5,
    memory_runs=3,
)
SMOKE = Sizes(
    pairs=300,
    many_pairs=900,
    prefix=10,
    single_pairs=20,
    reference_rows=40,
    document_tokens=600,
    lsum_tokens=600,
    short_lsum_tokens=200,
    scaling=(10, 100, 1_000),
    memory_rows=2_000,
    unsplit_tokens=1_000,
    cold_starts=1,
    memory_runs=1,
)


def _at_least(value: float) -> Target:
    return Target("at least", value, "x")


def _at_most(value: float, unit: str = "x") -> Target:
    return Target("at most", value, unit)


_RS = "rouge-score-rs `score_batch`"
_BOTH = ("one", "all")

_LIST = (
    Row(
        "news",
        "rouge1+rouge2+rougeL, {pairs:,} news-length pairs",
        _RS,
        "x",
        _at_least(4),
        _BOTH,
        quoted=True,
    ),
    Row(
        "news-stemmer",
        "rouge1+rouge2+rougeL with the stemmer, {pairs:,} news-length pairs",
        _RS,
        "x",
        _at_least(10),
        _BOTH,
        quoted=True,
    ),
    Row(
        "news-lsum",
        "rouge1+rouge2+rougeL+rougeLsum, {pairs:,} news-length pairs",
        _RS,
        "x",
        _at_least(6),
        _BOTH,
        quoted=True,
    ),
    Row(
        "news-lsum-stemmer",
        "rouge1+rouge2+rougeL+rougeLsum with the stemmer, {pairs:,} news-length pairs",
        _RS,
        "x",
        _at_least(6),
        _BOTH,
        quoted=True,
    ),
    Row(
        "aclsum",
        "rouge1+rouge2+rougeL+rougeLsum with the stemmer, human-written summaries",
        _RS,
        "x",
        None,
        _BOTH,
    ),
    Row(
        "document",
        "rougeL, one {document_tokens:,}-token document and a revision of it",
        _RS,
        "x",
        _at_least(40),
        quoted=True,
    ),
    Row(
        "document-other",
        "rougeL, two {document_tokens:,}-token documents with a third in common",
        _RS,
        "x",
        None,
        quoted=True,
    ),
    Row(
        "document-lsum-short",
        "rougeLsum, one pair of {short_lsum_tokens:,} tokens in 20-token sentences",
        _RS,
        "x",
        _at_least(25),
    ),
    Row(
        "document-lsum",
        "rougeLsum, one pair of {lsum_tokens:,} tokens in 20-token sentences",
        _RS,
        "x",
        _at_least(25),
        quoted=True,
    ),
    Row(
        "rouge-score",
        "rouge1+rouge2+rougeL+rougeLsum with the stemmer, {pairs:,} news-length pairs",
        "rouge-score `score`",
        "x",
        _at_least(1500),
        _BOTH,
        quoted=True,
    ),
    Row(
        "score-pair",
        "`Scorer.score_pair`, four types, one news-length pair: time as a multiple",
        "rouge-score-rs `score`",
        "x",
        _at_most(2),
    ),
    Row(
        "compat-score",
        "`compat.rouge_score`'s `score`, four types, one news-length pair: time as a multiple",
        "rouge-score-rs `score`",
        "x",
        _at_most(3),
    ),
    Row(
        "compat-score-rouge-score",
        "`compat.rouge_score`'s `score`, four types, one news-length pair",
        "rouge-score `score`",
        "x",
        _at_least(20),
    ),
    Row(
        "references",
        "rouge1+rouge2+rougeL, {reference_rows:,} rows with 4 references",
        "rouge-score-rs `score_multi`",
        "x",
        _at_least(4),
        quoted=True,
    ),
    Row(
        "two-cores",
        "two cores against one, rouge1+rouge2+rougeL+rougeLsum, {pairs:,} news-length pairs",
        "itself",
        "x",
        _at_least(1.8),
        ("any",),
    ),
    Row(
        "two-cores-many",
        "two cores against one, the same types, {many_pairs:,} news-length pairs",
        "itself",
        "x",
        _at_least(1.8),
        ("any",),
    ),
    Row(
        "scaling",
        "time per pair at {most:,} pairs, as a multiple of that at {base:,}",
        "itself",
        "x",
        _at_most(1.1),
        _BOTH,
    ),
    Row(
        "list-pandas", "list input, as a multiple of pandas string input", "itself", "x", _at_most(1.3), _BOTH
    ),
    Row("list-arrow", "list input, as a multiple of Arrow string input", "itself", "x", _at_most(1.3), _BOTH),
    Row(
        "limit",
        "rouge1+rouge2+rougeL, as a multiple of the physical limit",
        "`pyarrow.array` of both lists + a pass that classifies each byte",
        "x",
        _at_most(3),
    ),
    Row(
        "start-cold",
        "cold first call in a new environment (compiles), default types",
        "beyond `import pandas`",
        "s",
        _at_most(8, "s"),
        ("any",),
        "start-up",
    ),
    Row(
        "start-cached",
        "first call in a new process, compiled code on disk",
        "beyond `import pandas`",
        "s",
        _at_most(0.8, "s"),
        ("any",),
        "start-up",
    ),
    Row(
        "start-cold-stemmer",
        "after it, the first call with the stemmer (compiles the stemmer)",
        "",
        "s",
        None,
        ("any",),
        "start-up",
    ),
    Row("start-warm", "the same call once more", "", "ms", None, ("any",), "start-up"),
    Row(
        "import",
        "`import rouge_vec`",
        "beyond `import pandas`",
        "ms",
        _at_most(30, "ms"),
        ("any",),
        "start-up",
    ),
    Row(
        "memory-lists",
        "peak memory, {memory_rows:,} pairs as lists",
        "beyond inputs and result",
        "MB",
        _at_most(150, "MB"),
        ("all",),
        "memory",
    ),
    Row(
        "memory-columns",
        "peak memory, {memory_rows:,} pairs as pandas string columns",
        "beyond inputs and result",
        "MB",
        _at_most(150, "MB"),
        ("all",),
        "memory",
    ),
    Row(
        "memory-unsplit",
        "peak memory, two unsplit texts of {unsplit_tokens:,} tokens",
        "beyond inputs and result",
        "MB",
        _at_most(150, "MB"),
        ("all",),
        "memory",
    ),
)

ROWS: dict[str, Row] = {row.name: row for row in _LIST}
"""Every row by name, in the order of the report."""
