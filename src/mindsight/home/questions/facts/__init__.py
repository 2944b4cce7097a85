"""What is in a scene: as it is (``truth``, from the simulated world) and as a picture shows it (``sight``, from its pixels and depths).

Both give the same ``facts``, so one program answers a question for the truth and, without knowing it, for the oracle. ``relations`` are
what programs compute from facts; ``telling`` puts facts into words.
"""
