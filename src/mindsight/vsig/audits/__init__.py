"""Why the scores of a run are as they are; nothing here moves one.

Open ``diagnoses`` first: curves, confusions and lists for the report. ``misses`` tells what a point hit instead of its target.
``conventions`` tries whether the numbers would fit the truth better if they were read in another way, and ``convention_blocks`` shows it.
"""
