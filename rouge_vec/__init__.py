"""rouge_vec: exact ROUGE scores for text columns, fast."""
