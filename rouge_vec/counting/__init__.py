"""From tokens and pairs of rows to integer counts: the only caller of the counting kernels."""

__all__ = ["counter", "distinct_and_summed", "powers", "scratch"]
