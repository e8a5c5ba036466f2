"""Thin faces over the scorer: the command, the pandas accessor, files and plots."""
