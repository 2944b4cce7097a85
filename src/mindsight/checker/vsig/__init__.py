"""Formulas of VSIG and EcoG-Bench, a second time: what, where and when is meant.

``masks`` unpacks pixels, ``places`` says what a point hits, ``terms`` makes terms from answer and sample; ``grounding`` pools them
into scores and ``metrics.json``. ``judging`` has a judge's marks with κ and α, ``controls`` the scores with something taken away.
"""
