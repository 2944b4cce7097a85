"""Parse a subject's raw text into an answer that can be scored; no model is used.

Open ``predictions`` first: the parsed answer. ``reading`` produces it with ``forms`` (the JSON objects of answers), ``parts`` (their
single values) and ``units`` (conversion of their numbers).
"""
