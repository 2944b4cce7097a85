"""Whether a model writes places otherwise than it was asked to.

``marks`` says what three known places in a picture show before a run, ``audit`` what the answers of a run do; ``habit_notes`` and
``audit_blocks`` say so in reports.
"""
