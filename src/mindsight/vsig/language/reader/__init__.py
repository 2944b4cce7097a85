"""Read descriptions and commands, and score how well they describe what was meant; no model is used.

Open ``topics`` first: it reads a description whose clauses are about one thing; ``spaces`` does so for a free place. ``phrasing`` takes
from a text what says nothing of the thing. The text becomes ``tokens`` by the table of ``words`` and, for others, the dictionary in
``lexicon``; places in rows are found before, by ``counting``. ``grammar`` parses the tokens into a ``reading``, ``belonging`` says where
things stand and what they are parts of, ``commands`` finds the steps of a command. The folder ``comparing`` compares a reading with a
target.
"""
