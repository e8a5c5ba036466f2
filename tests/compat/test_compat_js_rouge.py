"""rouge_vec.compat.js_rouge returns the numbers of js-rouge 3.2.3 and fails where it throws."""

from __future__ import annotations

import math
import re
from collections.abc import Callable, Mapping, Sequence
from typing import Any

import pytest

from rouge_vec.compat import js_rouge
from rouge_vec.errors import RougeVecError
from tests import corpora, js_figures

BETAS = (0, 0.5, 1, 2, math.inf)
METRICS: Mapping[str, Callable[..., float]] = {
    **{
        f"n{size}": lambda *texts, size=size, **options: js_rouge.n(*texts, n=size, **options)
        for size in (1, 2, 3, 4)
    },
    "l": js_rouge.l,
    **{
        f"s{name}": lambda *texts, skip=skip, **options: js_rouge.s(*texts, max_skip=skip, **options)
        for name, skip in (("Infinity", math.inf), ("1", 1), ("2", 2), ("5", 5))
    },
}
ERRORS = {"RangeError": ValueError, "TypeError": TypeError}


def boom(_: str) -> list[str]:
    raise TypeError("boom")


FUNCTIONS: dict[str, Callable[..., Any]] = {
    "(r, s) => R.n(s, r, {beta: Infinity})": lambda r, s: js_rouge.n(s, r, beta=math.inf),
    "(t, k) => R.skipBigram(t, k)": lambda tokens, skip: js_rouge.skip_bigram(tokens, skip),
    "(t, k) => t": lambda tokens, _: tokens,
    "(t, n) => 5": lambda *_: 5,
    "(t, n) => R.nGram(t, n)": lambda tokens, n: js_rouge.n_gram(tokens, n),
    "(t, n) => []": lambda *_: [],
    "(t, n) => t.map((x) => x + n)": lambda tokens, n: [f"{token}{n}" for token in tokens],
    "(x) => Math.max(...x)": max,
    "(x) => x.length": len,
    "(x, y) => -Infinity": lambda *_: -math.inf,
    "(x, y) => 7": lambda *_: 7,
    "(x, y) => NaN": lambda *_: math.nan,
    "(x, y) => R.lcs(x, y)": lambda x, y: js_rouge.lcs(x, y),
    "(x, y) => R.n(x, y, {beta: Infinity})": lambda x, y: js_rouge.n(x, y, beta=math.inf),
    "(x, y) => R.n(y, x, {beta: Infinity})": lambda x, y: js_rouge.n(y, x, beta=math.inf),
    "(x, y) => ['0']": lambda *_: ["0"],
    "(x, y) => ['zzz']": lambda *_: ["zzz"],
    "(x, y) => [-1]": lambda *_: [-1],
    "(x, y) => [0, 0]": lambda *_: [0, 0],
    "(x, y) => [0, 1]": lambda *_: [0, 1],
    "(x, y) => [0.5]": lambda *_: [0.5],
    "(x, y) => [0]": lambda *_: [0],
    "(x, y) => [1, 0]": lambda *_: [1, 0],
    "(x, y) => [1]": lambda *_: [1],
    "(x, y) => [99]": lambda *_: [99],
    "(x, y) => [NaN]": lambda *_: [math.nan],
    "(x, y) => []": lambda *_: [],
    "(x, y) => null": lambda *_: None,
    "(x, y) => x.length": lambda x, _: len(x),
    "R.l": js_rouge.l,
    "R.lcs": js_rouge.lcs,
    "R.n": js_rouge.n,
    "R.nGram": js_rouge.n_gram,
    "R.s": js_rouge.s,
    "x => 'ab'": lambda _: "ab",
    "x => 3": lambda _: 3,
    "x => 7": lambda _: 7,
    "x => []": lambda _: [],
    "x => x === 'new york city' ? ['new york', 'city'] : ['new', 'york city']": lambda text: (
        ["new york", "city"] if text == "new york city" else ["new", "york city"]
    ),
    "x => x.split(' ')": lambda text: text.split(" "),
    "x => x.toUpperCase().split(/\\W+/).filter(Boolean)": lambda text: re.findall(r"\w+", text.upper()),
    "x => { throw new TypeError('boom'); }": boom,
}

POSITIONAL = {"n": 2, "l": 2, "s": 2, "nGram": 2, "sentenceSegment": 1}
"""Arguments before the object of options."""

CALLBACKS = ("tokenizer", "nGram", "segmenter")


def python_cannot_say(call: Mapping[str, Any]) -> bool:
    """A callback of ``null`` is the default here; an argument left out is Python's own TypeError."""
    options = call["args"][-1] if call["args"] else None
    is_null_callback = isinstance(options, dict) and any(options.get(name, 0) is None for name in CALLBACKS)
    return is_null_callback or (call["call"] == "fMeasure" and len(call["args"]) < 2)


def outcome(call: Mapping[str, Any]) -> Any:
    """What the same call returns or raises here."""
    name = call["call"]
    arguments = js_figures.value(call["args"], FUNCTIONS)
    keywords: dict[str, Any] = {}
    if len(arguments) > POSITIONAL.get(name, len(arguments)):
        options = arguments.pop()
        if isinstance(options, dict):
            keywords = {
                js_figures.python_name(key): value
                for key, value in options.items()
                if value is not js_figures.UNDEFINED and key != "unknown"
            }
        elif options is None and name in ("nGram", "sentenceSegment"):
            arguments.append(None)
    while arguments and arguments[-1] is js_figures.UNDEFINED:
        arguments.pop()
    arguments = [None if argument is js_figures.UNDEFINED else argument for argument in arguments]
    try:
        return getattr(js_rouge, js_figures.python_name(name))(*arguments, **keywords)
    except (ValueError, TypeError) as error:
        return error


def agrees(call: Mapping[str, Any]) -> bool:
    right = js_figures.value(call["result"], FUNCTIONS)
    ours = outcome(call)
    if isinstance(right, dict):
        return isinstance(ours, ERRORS[right["error"]])
    return bool(ours == right or (ours != ours and right != right))


def test_every_recorded_call() -> None:
    calls = js_figures.printed()["calls"]
    unsayable = [call for call in calls if python_cannot_say(call)]
    assert (len(calls), len(unsayable)) == (637, 7)
    wrong = [
        (call["call"], repr(call["args"])[:100], call["result"], repr(outcome(call))[:100])
        for call in calls
        if not python_cannot_say(call) and not agrees(call)
    ]
    assert wrong == []


def check_grid(candidate: str, reference: str, grids: Mapping[str, Mapping[str, Any]]) -> list[Any]:
    """Differences from one stored grid of scores."""
    wrong = []
    for metric, cases in grids.items():
        for case, scores in cases.items():
            for place, beta in enumerate(BETAS):
                right = scores[place] if isinstance(scores, list) else scores["error"]
                try:
                    ours: Any = METRICS[metric](candidate, reference, beta=beta, case_sensitive=case == "cs")
                except ValueError:
                    ours = "RangeError"
                if ours != right:
                    wrong.append((metric, case, beta, candidate[:40], ours, right))
    return wrong


def pairs() -> list[tuple[str, str, str, str]]:
    """Document, name of the reference, prediction, reference."""
    return [
        (document["id"], f"ref{number}", document["system"], reference)
        for document in corpora.golden("corpus.json")["docs"]
        for number, reference in enumerate(document["references"], 1)
    ]


@pytest.mark.slow
def test_documents_at_every_beta_with_and_without_case() -> None:
    printed = js_figures.printed()["documents"]
    wrong = []
    for name, key, prediction, reference in pairs():
        wrong += check_grid(prediction, reference, printed[name][key])
    assert wrong == []


def test_single_pairs() -> None:
    entries = js_figures.printed()["single_pairs"]
    assert len(entries) == 52
    wrong = []
    for entry in entries:
        wrong += check_grid(entry["cand"], entry["ref"], entry["scores"])
    assert wrong == []


def test_texts_on_one_line() -> None:
    printed = js_figures.printed()["space_joined"]
    names = {"n1": "n1", "n2": "n2", "l": "l", "s": "sInfinity"}
    wrong, compared = [], 0
    for name, key, prediction, reference in pairs():
        joined = prediction.replace("\n", " "), reference.replace("\n", " ")
        for metric, right in printed.get(name, {}).get(key, {}).items():
            if isinstance(right, dict):
                with pytest.raises(ValueError, match="empty"):
                    METRICS[names[metric]](*joined)
            elif METRICS[names[metric]](*joined) != right:
                wrong.append((name, key, metric, right))
            compared += 1
    assert compared > 600
    assert wrong == []


def test_jackknife() -> None:
    documents = {document["id"]: document for document in corpora.golden("corpus.json")["docs"]}

    def turned(metric: str, **options: Any) -> Callable[[str, str], float]:
        return lambda reference, system: METRICS[metric](system, reference, **options)

    makers: dict[str, tuple[Callable[[str, str], float], Callable[[list[float]], float]]] = {
        "cands_are_refs_n1": (js_rouge.n, js_rouge.arithmetic_mean),
        "adapter_n1": (turned("n1"), js_rouge.arithmetic_mean),
        "adapter_n2": (turned("n2"), js_rouge.arithmetic_mean),
        "adapter_recall_n1": (turned("n1", beta=math.inf), js_rouge.arithmetic_mean),
        "adapter_l": (turned("l"), js_rouge.arithmetic_mean),
        "adapter_s": (turned("sInfinity"), js_rouge.arithmetic_mean),
        "adapter_n1_max": (turned("n1"), max),
        "adapter_n1_min": (turned("n1"), min),
    }
    wrong, compared = [], 0
    for entry in js_figures.printed()["jackknife"]:
        document = documents[entry["doc"]]
        for name, right in entry.items():
            if name == "doc":
                continue
            compared += 1
            function, statistic = makers[name]
            try:
                ours: Any = js_rouge.jack_knife(
                    document["references"], document["system"], function, statistic
                )
            except ValueError:
                ours = "RangeError"
            if ours != (right["error"] if isinstance(right, dict) else right):
                wrong.append((entry["doc"], name, ours, right))
    assert compared > 400
    assert wrong == []


def test_errors_come_before_any_callback_is_called() -> None:
    called: list[Any] = []

    def remember(*arguments: Any) -> list[Any]:
        called.append(arguments)
        return []

    refused: Sequence[Callable[[], Any]] = [
        lambda: js_rouge.n("a", "a", n=0, tokenizer=remember),
        lambda: js_rouge.n("a", "a", beta=-1, tokenizer=remember, n_gram=remember),
        lambda: js_rouge.n(" ", "a", tokenizer=remember),
        lambda: js_rouge.n("a", None, tokenizer=remember),  # type: ignore[arg-type]
        lambda: js_rouge.n("a", "a", tokenizer=remember, n_gram=5),  # type: ignore[arg-type]
        lambda: js_rouge.l("a", "a", segmenter=remember, lcs=remember, lcs_indices=remember),
        lambda: js_rouge.l("a", "a", segmenter=remember, beta=math.nan),
        lambda: js_rouge.l("w " * 1001, "W. " * 1001, lcs=remember),
        lambda: js_rouge.s("a", "a", max_skip=-1, skip_bigram=remember),
        lambda: js_rouge.s("a", 5, tokenizer=remember),  # type: ignore[arg-type]
        lambda: js_rouge.jack_knife(["a"], "a", remember),
    ]
    for call in refused:
        with pytest.raises(RougeVecError, match="Hint: "):
            call()
    assert called == []


def test_the_blank_candidate_is_named_first() -> None:
    with pytest.raises(ValueError, match="Candidate cannot be an empty string"):
        js_rouge.n(" \x85\ufeff", "")
    with pytest.raises(ValueError, match="Reference cannot be an empty string"):
        js_rouge.s("a", "\u3000")


def test_callbacks_see_the_tokens_of_sentences() -> None:
    seen: list[Any] = []

    def common(candidate: list[str], reference: list[str]) -> list[str]:
        seen.append((candidate, reference))
        return js_rouge.lcs(candidate, reference)

    score = js_rouge.l("A b. C d.", "C D. A b.", case_sensitive=False, lcs=common)
    assert score == js_rouge.l("A b. C d.", "C D. A b.", case_sensitive=False) == 1.0
    assert seen[0] == (["a", "b", "."], ["c", "d", "."])
    assert len(seen) == 4


def test_a_custom_tokenizer_sees_the_whole_text_except_in_l() -> None:
    for function, whole in ((js_rouge.n, True), (js_rouge.s, True), (js_rouge.l, False)):
        seen: list[str] = []

        def split(text: str, seen: list[str] = seen) -> list[str]:
            seen.append(text)
            return text.split()

        function("One two. Three.", "One two.", tokenizer=split)
        assert seen == (["One two. Three.", "One two."] if whole else ["One two.", "Three.", "One two."])


def test_tokens_with_blanks_are_not_run_together() -> None:
    tokens = {"left": ["new york", "city"], "right": ["new", "york city"]}
    assert js_rouge.n("left", "right", n=2, tokenizer=tokens.__getitem__) == 0.0
    assert js_rouge.s("left", "right", tokenizer=tokens.__getitem__) == 0.0


def test_work_limits_stand_where_they_stand_in_js_rouge() -> None:
    tokens = {"long": ["w"] * 249_998, "one": ["r"]}
    assert js_rouge.n("long", "one", tokenizer=tokens.__getitem__) == 0.0
    tokens["long"].append("w")
    with pytest.raises(ValueError, match="materialization limit"):
        js_rouge.n("long", "one", tokenizer=tokens.__getitem__)
    assert len(js_rouge.n_gram(["w"] * 142_860, 4)) == 142_857
    with pytest.raises(ValueError, match="materialization limit"):
        js_rouge.n_gram(["w"] * 142_861, 4)
    assert len(js_rouge.skip_bigram(["w"] * 816)) == 816 * 815 // 2
    with pytest.raises(ValueError, match="materialization limit"):
        js_rouge.skip_bigram(["w"] * 817)


def test_padding_of_ngrams() -> None:
    assert js_rouge.n_gram(["a"], 2, start=True, end=True) == ["<S> a", "a <S>"]
    assert js_rouge.n_gram(["a", "b"], 3, end=True, val="#") == ["a b #", "b # #"]
