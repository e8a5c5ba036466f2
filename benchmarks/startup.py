"""A process that times its own first steps: ``python -m benchmarks.startup``."""

from __future__ import annotations

import json
import time

_SENTENCE = "the of to and rain river running quickly stations government measured exactly once more"


def _texts(shift: int, rows: int = 100, tokens: int = 60) -> list[str]:
    """Return texts of four lines, made without any library."""
    known = _SENTENCE.split()
    words = [known[(place * place + shift * (place + 3)) % len(known)] for place in range(rows + tokens)]
    lines = tokens // 4
    return [
        "\n".join(" ".join(words[row + start : row + start + lines]) for start in range(0, tokens, lines))
        for row in range(rows)
    ]


def main() -> None:
    """Print the seconds of each step as one line of JSON."""
    predictions, references = _texts(1), _texts(2)
    start = time.perf_counter()
    import pandas  # noqa: F401

    pandas_done = time.perf_counter()
    import rouge_vec

    imported = time.perf_counter()
    rouge_vec.score(predictions=predictions, references=references)
    first = time.perf_counter()
    rouge_vec.score(predictions=predictions, references=references)
    second = time.perf_counter()
    rouge_vec.score(predictions=predictions, references=references, use_stemmer=True)
    stemmed = time.perf_counter()
    steps = {
        "pandas": pandas_done - start,
        "import": imported - pandas_done,
        "first": first - pandas_done,
        "second": second - first,
        "stemmer": stemmed - second,
    }
    print(json.dumps(steps))


if __name__ == "__main__":
    main()
