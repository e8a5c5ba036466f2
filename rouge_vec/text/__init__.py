"""From texts to tokens: tokenizers, stemmers, stop words, sentence rules, length limits."""

__all__ = [
    "basic_elements",
    "irregular_forms",
    "length_limits",
    "named_tokenizers",
    "python_tokenizer",
    "sentences",
    "stemmers",
    "stopwords",
    "token_keys",
    "tokenizers",
    "tokens",
    "vocabulary",
]
