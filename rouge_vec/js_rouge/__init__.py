"""The wing of js-rouge: its Penn Treebank tokens and its sentence finder, rule for rule."""

__all__ = ["segmenter", "treebank"]
