"""Clause 5.7, 行为意图: what people do and what they are about to do.

``action`` asks what one person does, ``gesture`` what a hand means for the viewer, ``goal`` where somebody is going, and ``between`` what
two people do with each other.
"""
