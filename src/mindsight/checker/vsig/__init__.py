"""Formulas of VSIG and EcoG-Bench, a second time: ``masks`` (what a point hits), ``terms`` of a sample, ``grounding`` (scores)."""
