"""Speed and memory of rouge_vec beside other scorers, measured only where the scores were proved equal."""
