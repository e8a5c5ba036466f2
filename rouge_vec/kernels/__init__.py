"""Numba kernels: arrays in, integer counts out; nothing here knows of text columns, options or DataFrames."""
