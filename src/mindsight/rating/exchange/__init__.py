"""Ratings of other programs: ``table`` reads and writes the table ``item, rater, value[, time]``, ``label_studio`` reads exported tasks.

``paper`` reads and writes the table that is typed from paper forms. ``appending`` adds what was read to a ``ratings.jsonl``.
"""
