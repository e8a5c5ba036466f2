"""From scores to conclusions: means with intervals, paired comparisons."""

__all__ = ["aggregation", "comparison"]
