"""The wing of ROUGE-1.5.5: the stand-in for the script, its flags, files, scores and printed output."""

__all__ = ["command"]
