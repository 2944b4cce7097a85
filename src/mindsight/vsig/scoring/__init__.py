"""Scoring: pure functions of samples, answers and a profile, without files, network or clock.

Open ``terms`` first: every measure follows from them. The document's three tasks are ``intent``, ``spatial`` and ``temporal``, the
successor's rule is ``ecog``. ``shares`` holds what is right of how much, item by item, in columns, and ``measures`` pools it; ``slimming``
removes from items what judgements and ablations do not need.
"""
