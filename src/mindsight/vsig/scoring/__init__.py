"""From an answer to its score: pure functions of samples, answers and a profile, without files, network or clock.

Open ``terms`` first: what every measure follows from. The document's three tasks are ``intent``, ``spatial`` and ``temporal``, the
successor's rule is ``ecog``. ``measures`` pools the terms of all items; ``slimming`` leaves out of items what it does not need.
"""
