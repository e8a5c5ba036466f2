"""From text columns to token ids: tokenizers, stemmers, sentence rules, stop words."""
