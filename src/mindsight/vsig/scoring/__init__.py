"""Scoring: pure functions of samples, answers and a profile, without files, network or clock.

Open ``terms`` first: every measure follows from them. The document's three tasks are ``intent``, ``spatial`` and ``temporal``, the
successor's rule is ``ecog``. ``measures`` pools the terms of all items; ``slimming`` removes from items what it does not need.
"""
