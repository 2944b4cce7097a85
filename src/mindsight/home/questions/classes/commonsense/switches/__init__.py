"""Cause and effect: which switch turns which lamp, and what happens next."""
