"""Diagnoses of a run's scores; nothing here changes a score.

Open ``diagnoses`` first: curves, confusions and lists for the report. ``misses`` states what a point hit instead of its target.
``conventions`` tests whether the answers would fit the truth better under another coordinate or time convention, and
``convention_blocks`` reports it.
"""
