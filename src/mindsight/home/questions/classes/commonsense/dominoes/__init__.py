"""Cause and effect along a row of dominoes: which falls first and last, how many, and what if one were taken away.

A file for each class; they share a set of scenes, in which the row is pushed at one end. What falls is simulated, as the row stands and
once without each domino.
"""
