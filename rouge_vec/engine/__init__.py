"""Chunks of equal work, the threads of a call, and the loops that take columns or pairs through them."""

__all__ = ["chunks", "column_loop", "count_result", "empty_texts", "pairs", "workers"]
