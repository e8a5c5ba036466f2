"""From tokens and pairs of rows to integer counts: the only caller of the counting kernels."""

__all__ = ["powers", "rows", "scratch", "short_pairs"]
