"""Stands in for rouge-score 0.1.2: the same modules, classes, argument order, errors and floats.

>>> from rouge_vec.compat.rouge_score import rouge_scorer
>>> scorer = rouge_scorer.RougeScorer(["rouge1"], use_stemmer=True)
>>> scorer.score("the cats sat", "the cat sat down")
{'rouge1': Score(precision=0.75, recall=1.0, fmeasure=0.8571428571428571)}
"""

from rouge_vec.compat.rouge_score import rouge_scorer, scoring, tokenize, tokenizers

__all__ = ["rouge_scorer", "scoring", "tokenize", "tokenizers"]
