"""Cause and effect along a row of dominoes: which falls first and last, how many, and what if one were taken away."""
