"""From counts to precision, recall and F, one for each row, and to the DataFrame that the caller gets."""

__all__ = ["frame", "measures", "rounding", "schema", "scoring", "script_averages", "several_references"]
