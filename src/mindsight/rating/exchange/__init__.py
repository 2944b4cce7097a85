"""Ratings of other programs: ``table`` reads and writes the table ``item, rater, value[, time]``, ``label_studio`` reads exported tasks.

``appending`` adds what was read to a ``ratings.jsonl``.
"""
