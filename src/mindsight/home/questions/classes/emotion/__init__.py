"""Clause 5.8, 情绪理解: what faces show, and how that changes."""
