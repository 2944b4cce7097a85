"""Reads descriptions and commands, and says how far they describe what was meant; no model takes part.

Open ``reading`` first: what a description says. A text becomes ``tokens`` by the table of ``words``, ``grammar`` makes a reading of them
and ``commands`` the steps of a command. ``targets`` compares a reading with a target by ``things`` and ``places``; ``reasons`` says why
it does not fit.
"""
