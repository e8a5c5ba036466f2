"""What must not change a bit of a score, and what must hold between scores."""

from __future__ import annotations

import random
import time
import warnings
from typing import Any

import numpy as np
import numpy.typing as npt
import pytest

import rouge_vec as rv
from rouge_vec.engine import chunks
from rouge_vec.errors import EmptyTextWarning
from tests import corpora
from tests.comparing import COUNTS, MEASURES, columns, engine_scores, unequal_cells

EVERY_TYPE = (
    "rouge1",
    "rouge2",
    "rouge3",
    "rouge9",
    "rougeL",
    "rougeLsum",
    "rougeW",
    "rougeW-2",
    "rougeS",
    "rougeS4",
    "rougeSU",
    "rougeSU4",
)


@pytest.fixture(scope="module")
def mixed_corpus() -> corpora.Pairs:
    """Short, long, empty and odd texts in one batch, shuffled."""
    parts = [
        corpora.random_pairs(150, seed=1),
        corpora.odd_pairs(50, seed=2),
        corpora.zipf_pairs(40, seed=3),
        corpora.zipf_pairs(4, seed=4, tokens=700, sentences=30),
        (["", "a b", ""], ["", "", "a b"]),
    ]
    rows = [pair for predictions, references in parts for pair in zip(predictions, references, strict=True)]
    random.Random(5).shuffle(rows)
    return [prediction for prediction, _ in rows], [reference for _, reference in rows]


def scored(corpus: tuple[Any, Any], **options: Any) -> Any:
    return engine_scores(*corpus, EVERY_TYPE, counts=True, **options)


@pytest.fixture(scope="module")
def serial(mixed_corpus: corpora.Pairs) -> Any:
    """The scores of the mixed corpus on one thread."""
    return scored(mixed_corpus, n_jobs=1)


@pytest.mark.parametrize("n_jobs", [2, 3, 7, None])
def test_number_of_threads(
    monkeypatch: pytest.MonkeyPatch, mixed_corpus: corpora.Pairs, serial: Any, n_jobs: int | None
) -> None:
    monkeypatch.setattr(chunks, "CHUNK_COST", 5_000)
    assert unequal_cells(scored(mixed_corpus, n_jobs=n_jobs), serial) == []


@pytest.mark.parametrize("n_jobs", [1, 2])
@pytest.mark.parametrize("chunk_cost", [1, 40, 700, 20_000, 1 << 40])
def test_size_of_chunks(
    monkeypatch: pytest.MonkeyPatch, mixed_corpus: corpora.Pairs, serial: Any, chunk_cost: int, n_jobs: int
) -> None:
    """From one row a chunk to all rows in one."""
    monkeypatch.setattr(chunks, "CHUNK_COST", chunk_cost)
    assert unequal_cells(scored(mixed_corpus, n_jobs=n_jobs), serial) == []


def cut(costs: npt.NDArray[np.float64], worker_count: int) -> list[chunks.Chunk]:
    """Return the chunks of rows of which the costs are known."""
    return list(chunks.cut_chunks(lambda lo, hi: costs[lo:hi], len(costs), worker_count))


def test_few_rows_are_looked_at_together() -> None:
    looked = []

    def costs(lo: int, hi: int) -> npt.NDArray[np.float64]:
        looked.append(hi - lo)
        return np.ones(hi - lo)

    assert sum(chunk.hi - chunk.lo for chunk in chunks.cut_chunks(costs, 300_000, 1)) == 300_000
    assert sum(looked) == 300_000
    assert max(looked) < 40_000


def test_a_thread_that_cannot_be_started_stops_the_others(monkeypatch: pytest.MonkeyPatch) -> None:
    done = []
    submit = chunks.ThreadPoolExecutor.submit

    def submit_once(pool: Any, *work: Any) -> Any:
        future = submit(pool, *work)
        monkeypatch.setattr(chunks.ThreadPoolExecutor, "submit", lambda *_: 1 / 0)
        return future

    def work(chunk: chunks.Chunk) -> None:
        time.sleep(0.001)
        done.append(chunk)

    monkeypatch.setattr(chunks.ThreadPoolExecutor, "submit", submit_once)
    with pytest.raises(ZeroDivisionError):
        chunks.run_chunks((chunks.Chunk(row, row + 1, 1.0) for row in range(2_000)), 3, lambda: work)
    assert len(done) < 1_000


def test_few_texts_are_left_to_one_thread() -> None:
    assert len(cut(np.full(10, 50.0), 8)) == 1
    assert len(cut(np.full(10_000, 500.0), 2)) == 5


@pytest.mark.parametrize("worker_count", [1, 2, 5])
@pytest.mark.parametrize("largest", [1e2, 1e4, 1e6, 1e8])
def test_chunks_are_all_rows_in_order_and_bounded(largest: float, worker_count: int) -> None:
    for seed, rows in enumerate((0, 1, 2, 511, 20_000, 32_767, 32_768, 32_769)):
        costs = np.exp(np.random.default_rng(seed).uniform(0, np.log(largest), rows))
        for some in (costs, np.sort(costs), np.sort(costs)[::-1]):
            lo = 0
            for chunk in cut(some, worker_count):
                assert chunk.lo == lo < chunk.hi
                assert chunk.cost == some[lo : chunk.hi].sum()
                assert chunk.cost - some[chunk.hi - 1] < chunks.CHUNK_COST
                lo = chunk.hi
            assert lo == rows


@pytest.mark.parametrize("chunk_cost", [1, 300])
def test_size_of_chunks_with_several_references(monkeypatch: pytest.MonkeyPatch, chunk_cost: int) -> None:
    predictions, _ = corpora.random_pairs(150, seed=31, sentences=3, longest=6)
    references = corpora.random_references(150, seed=32)
    whole = scored((predictions, references), n_jobs=1, multi_reference="best_recall")
    monkeypatch.setattr(chunks, "CHUNK_COST", chunk_cost)
    parts = scored((predictions, references), n_jobs=2, multi_reference="best_recall")
    assert unequal_cells(parts, whole) == []


def test_order_of_rows(mixed_corpus: corpora.Pairs, serial: Any) -> None:
    predictions, references = mixed_corpus
    order = np.random.default_rng(6).permutation(len(predictions))
    moved = scored(([predictions[row] for row in order], [references[row] for row in order]))
    expected = serial.iloc[order].reset_index(drop=True)
    assert unequal_cells(moved, expected) == []


def test_a_row_alone_or_among_others(mixed_corpus: corpora.Pairs, serial: Any) -> None:
    predictions, references = mixed_corpus
    for row in range(0, len(predictions), 7):
        alone = scored(([predictions[row]], [references[row]]))
        assert unequal_cells(alone, serial.iloc[[row]].reset_index(drop=True)) == []


def test_slices_of_the_batch(mixed_corpus: corpora.Pairs, serial: Any) -> None:
    predictions, references = mixed_corpus
    for start, stop in ((0, 1), (1, 3), (3, 67), (67, 131), (131, len(predictions))):
        part = scored((predictions[start:stop], references[start:stop]))
        assert unequal_cells(part, serial.iloc[start:stop].reset_index(drop=True)) == []


@pytest.mark.parametrize(
    "options", [{}, {"use_stemmer": True}, {"stopwords": "smart", "use_stemmer": True}], ids=str
)
@pytest.mark.parametrize("n_jobs", [1, 2])
def test_a_scorer_remembers_nothing_of_earlier_calls(
    monkeypatch: pytest.MonkeyPatch, mixed_corpus: corpora.Pairs, options: dict[str, Any], n_jobs: int
) -> None:
    monkeypatch.setattr(chunks, "CHUNK_COST", 500)
    types = ["rouge1", "rougeLsum"]
    scorer = rv.Scorer(types, **options)
    with pytest.warns(EmptyTextWarning):
        scorer.score(predictions=["...", "a b"], references=["a", "b a"], n_jobs=n_jobs)
    for predictions, references in (
        corpora.random_pairs(80, seed=5),
        mixed_corpus,
        corpora.random_pairs(80, 6),
    ):
        fresh = engine_scores(predictions, references, types, n_jobs=n_jobs, **options)
        with warnings.catch_warnings():
            warnings.simplefilter("ignore", EmptyTextWarning)
            again = scorer.score(predictions=predictions, references=references, n_jobs=n_jobs)
        assert unequal_cells(again, fresh) == []
    with warnings.catch_warnings():
        warnings.simplefilter("error", EmptyTextWarning)
        scorer.score(predictions=["cat dog"], references=["dog cat"], n_jobs=n_jobs)


@pytest.mark.parametrize("n_jobs", [1, 2])
def test_what_numpy_says_of_overflow_is_up_to_the_caller_in_every_thread(
    monkeypatch: pytest.MonkeyPatch, n_jobs: int
) -> None:
    monkeypatch.setattr(chunks, "CHUNK_COST", 100)
    predictions, references = corpora.random_pairs(80, seed=5)
    scorer = rv.Scorer("rougeW-0.01", beta=1e150)
    with pytest.warns(RuntimeWarning, match="overflow"), np.errstate(invalid="ignore"):
        loud = scorer.score(predictions=predictions, references=references, n_jobs=n_jobs)
    with np.errstate(over="ignore", invalid="ignore"):  # warnings are errors here
        silent = scorer.score(predictions=predictions, references=references, n_jobs=n_jobs)
    assert silent.equals(loud)


def test_counts_of_missing_rows_do_not_count() -> None:
    texts = {"predictions": ["a b", None, "c"], "references": [["a", "b"], ["a"], [None, "c"]]}
    scores = rv.score(**texts, rouge_types=["rouge1", "rougeW"], missing="nan", counts=True)
    counts = scores.filter(regex="matches|total")
    assert counts.iloc[1:].eq(0).all(axis=None)
    assert counts.iloc[0].gt(0).all()
    assert scores.filter(like="rouge1").dtypes.astype(str).tolist() == ["float64"] * 3 + ["int64"] * 3


def test_a_scorer_goes_on_after_an_error() -> None:
    texts = ["some words here", "more running words", "bad", "words again"]

    def tokenize(text: str) -> list[str]:
        if text == "bad":
            raise RuntimeError(text)
        return text.split()

    scorer = rv.Scorer("rouge1", tokenizer=tokenize)
    with pytest.raises(RuntimeError, match="bad"):
        scorer.score(predictions=texts, references=texts[::-1])
    frame = scorer.score(predictions=["more words", "b"], references=["more running words", "b"])
    assert frame["rouge1_recall"].tolist() == [2 / 3, 1.0]


@pytest.mark.parametrize("dialect", ["rouge-score", "rouge-1.5.5"])
def test_swapped_sides_swap_precision_and_recall(mixed_corpus: corpora.Pairs, dialect: str) -> None:
    """Summary-level types walk the reference's sentences, so only one-sequence types are symmetric."""
    types = ["rouge1", "rouge2", "rouge3", "rougeL", "rougeS", "rougeS4", "rougeSU", "rougeSU4"]
    predictions, references = mixed_corpus
    one = engine_scores(predictions, references, types, dialect=dialect, counts=True)
    other = engine_scores(references, predictions, types, dialect=dialect, counts=True)
    for name in types:
        assert columns(one, name, MEASURES) == columns(other, name, ["recall", "precision", "fmeasure"])
        assert columns(one, name, COUNTS) == columns(
            other, name, ["matches", "reference_total", "prediction_total"]
        )


def test_every_measure_lies_between_zero_and_one(serial: Any) -> None:
    """F of equal precision and recall may differ from them in the last bit, as it does in rouge-score."""
    for name in EVERY_TYPE:
        for precision, recall, fmeasure in columns(serial, name):
            assert 0.0 <= min(precision, recall) <= max(precision, recall) <= 1.0
            assert (
                round(min(precision, recall), 12) <= round(fmeasure, 12) <= round(max(precision, recall), 12)
            )


def test_no_more_matches_than_units(serial: Any) -> None:
    for name in EVERY_TYPE:
        least = serial[[f"{name}_prediction_total", f"{name}_reference_total"]].min(axis=1)
        assert (serial[f"{name}_matches"] <= least).all()


def test_a_subsequence_matches_no_more_than_the_words(serial: Any) -> None:
    assert (serial["rougeL_matches"] <= serial["rouge1_matches"]).all()
    assert (serial["rougeLsum_matches"] <= serial["rouge1_matches"]).all()
    assert (serial["rouge2_matches"] <= serial["rouge1_matches"]).all()


def test_identical_texts_score_one(aclsum_corpus: corpora.Pairs) -> None:
    leads, _ = aclsum_corpus
    types = ["rouge1", "rouge2", "rougeL", "rougeLsum", "rougeS", "rougeSU4"]
    for dialect in ("rouge-score", "rouge-1.5.5"):
        assert (rv.score(predictions=leads, references=leads, rouge_types=types, dialect=dialect) == 1.0).all(
            axis=None
        )
    weighted = rv.score(
        predictions=leads, references=leads, rouge_types=["rougeW", "rougeW-2"], weight_normalization="paper"
    )
    assert (weighted.round(12) == 1.0).all(axis=None)


@pytest.mark.parametrize("dialect", ["rouge-score", "rouge-1.5.5"])
def test_weight_one_is_the_subsequence_where_nothing_is_clipped(dialect: str) -> None:
    """Between single sentences an LCS never claims a word twice."""
    predictions, references = corpora.random_pairs(300, seed=8, sentences=1, longest=30)
    scores = engine_scores(predictions, references, ["rougeW-1", "rougeLsum"], dialect=dialect, counts=True)
    for names in (MEASURES, COUNTS):
        assert columns(scores, "rougeW-1", names) == columns(scores, "rougeLsum", names)


def test_weight_one_loses_only_runs_that_end_in_a_clipped_word(mixed_corpus: corpora.Pairs) -> None:
    """The script forgets a run whose last word was clipped, so its W with weight 1 may fall below L."""
    scores = engine_scores(*mixed_corpus, ["rougeW-1", "rougeLsum"], counts=True)
    assert (scores["rougeW-1_matches"] <= scores["rougeLsum_matches"]).all()
    totals = ("prediction_total", "reference_total")
    assert columns(scores, "rougeW-1", totals) == columns(scores, "rougeLsum", totals)
    clipped = rv.Scorer(["rougeW-1", "rougeLsum"]).score_pair("a b", "b\na b")
    assert clipped["rougeW-1"].recall < clipped["rougeLsum"].recall


def test_one_sentence_makes_summary_level_and_sentence_level_equal() -> None:
    predictions, references = corpora.random_pairs(300, seed=9, sentences=1, longest=30)
    scores = engine_scores(predictions, references, ["rougeL", "rougeLsum"])
    assert columns(scores, "rougeL") == columns(scores, "rougeLsum")


@pytest.mark.parametrize("gap", ["", "0", "4"])
def test_what_unigrams_add_to_skip_bigrams(mixed_corpus: corpora.Pairs, gap: str) -> None:
    """SU counts the words of both texts without their last ones on top of what S counts."""
    predictions, references = ([drop_last_word(text) for text in side] for side in mixed_corpus)
    words = engine_scores(predictions, references, ["rouge1"], counts=True)
    both = engine_scores(*mixed_corpus, [f"rougeS{gap}", f"rougeSU{gap}"], counts=True)
    for count in COUNTS:
        difference = both[f"rougeSU{gap}_{count}"] - both[f"rougeS{gap}_{count}"]
        assert difference.tolist() == words[f"rouge1_{count}"].tolist()


def drop_last_word(text: str) -> str:
    from tests.naive import alphanumeric

    return " ".join(alphanumeric(text)[:-1])


def test_a_wide_gap_is_no_limit(mixed_corpus: corpora.Pairs) -> None:
    scores = engine_scores(*mixed_corpus, ["rougeS", "rougeS5000", "rougeSU", "rougeSU5000"])
    assert columns(scores, "rougeS") == columns(scores, "rougeS5000")
    assert columns(scores, "rougeSU") == columns(scores, "rougeSU5000")


def test_gap_zero_is_adjacent_words(mixed_corpus: corpora.Pairs) -> None:
    scores = engine_scores(*mixed_corpus, ["rougeS0", "rouge2"], counts=True)
    assert columns(scores, "rougeS0") == columns(scores, "rouge2")


@pytest.mark.parametrize("dialect", ["rouge-score", "rouge-1.5.5"])
def test_ends_of_alpha_are_recall_and_precision(mixed_corpus: corpora.Pairs, dialect: str) -> None:
    for alpha, measure in ((0.0, "recall"), (1.0, "precision")):
        scores = engine_scores(*mixed_corpus, EVERY_TYPE, dialect=dialect, alpha=alpha)
        for name in EVERY_TYPE:
            matched = scores[f"{name}_precision"] > 0
            ends = scores[matched].round(12)
            assert ends[f"{name}_fmeasure"].tolist() == ends[f"{name}_{measure}"].tolist()


def test_best_of_several_references_is_the_best_single_one() -> None:
    predictions, _ = corpora.random_pairs(250, seed=21, sentences=3, longest=6)
    references = corpora.random_references(250, seed=22)
    flat = [(row, text) for row, texts in enumerate(references) for text in texts]
    for choice, measure in (("best", "fmeasure"), ("best_recall", "recall")):
        best = engine_scores(predictions, references, EVERY_TYPE, multi_reference=choice)
        single = engine_scores([predictions[row] for row, _ in flat], [text for _, text in flat], EVERY_TYPE)
        grouped = single.groupby([row for row, _ in flat]).max()
        for name in EVERY_TYPE:
            assert best[f"{name}_{measure}"].tolist() == grouped[f"{name}_{measure}"].tolist()


def test_summed_counts_of_several_references() -> None:
    predictions, _ = corpora.random_pairs(250, seed=23, sentences=3, longest=6)
    references = corpora.random_references(250, seed=24)
    flat = [(row, text) for row, texts in enumerate(references) for text in texts]
    whole = engine_scores(predictions, references, EVERY_TYPE, multi_reference="average", counts=True)
    single = engine_scores(
        [predictions[row] for row, _ in flat], [text for _, text in flat], EVERY_TYPE, counts=True
    )
    sums = single.groupby([row for row, _ in flat]).sum()
    for name in (name for name in EVERY_TYPE if not name.startswith("rougeW")):
        for count in COUNTS:
            assert whole[f"{name}_{count}"].tolist() == sums[f"{name}_{count}"].tolist()


def test_a_type_scores_the_same_in_any_company(mixed_corpus: corpora.Pairs, serial: Any) -> None:
    for name in EVERY_TYPE:
        alone = engine_scores(*mixed_corpus, [name], counts=True)
        assert unequal_cells(alone, serial[list(alone.columns)]) == []
