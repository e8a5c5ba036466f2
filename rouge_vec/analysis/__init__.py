"""From scores to conclusions: means with intervals."""

__all__ = ["aggregation"]
