"""From a subject's raw words to an answer that can be scored; no model takes part.

Open ``predictions`` first: the answer as scores understand it. ``reading`` gets there, by ``forms`` (the objects in which answers come),
``parts`` (their single values) and ``units`` (their numbers in our coordinates).
"""
