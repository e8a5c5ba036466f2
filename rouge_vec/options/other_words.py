"""What other programs call dialects, options and their values, for hints at what was meant."""

from __future__ import annotations

OTHER_WORDS = {
    "counting": {"exclusive": "distinct", "inclusive": "summed", "true": "distinct", "false": "summed"},
    "multi_reference": {"max": "best", "maximum": "best", "mean": "macro", "avg": "average", "all": "each"},
}
"""What other programs call these values."""

OTHER_DIALECTS = {
    **dict.fromkeys(("pyrouge", "files2rouge", "perl", "rouge1.5.5", "rouge155"), "rouge-1.5.5"),
    **dict.fromkeys(("rouge",), "pltrdy"),
    **dict.fromkeys(("evaluate", "google", "huggingface", "rougescore", "rougescorers"), "rouge-score"),
}
"""Dialects by the names of programs that give their numbers, without capitals, hyphens and underscores."""

OTHER_OPTIONS = {
    **dict.fromkeys(
        ("threads", "numthreads", "nthreads", "workers", "numworkers", "nworkers", "processes"), "n_jobs"
    ),
    **dict.fromkeys(("stem", "stemmer", "stemming", "lang", "language"), "use_stemmer"),
    **dict.fromkeys(("prediction", "hypotheses", "hypothesis", "candidates", "candidate"), "predictions"),
    **dict.fromkeys(("reference", "targets", "target"), "references"),
    **dict.fromkeys(("newline", "newlinesep", "separator"), "sentence_separator"),
    **dict.fromkeys(("splitsummaries", "segmenter", "sentencizer"), "sentence_splitter"),
    **dict.fromkeys(("metrics", "maxn", "types"), "rouge_types"),
    **dict.fromkeys(("casesensitive", "lower", "lowercasing"), "lowercase"),
    "verbose": "progress",
    "exclusive": "counting",
}
"""Options by what other programs call them, without hyphens and underscores."""
