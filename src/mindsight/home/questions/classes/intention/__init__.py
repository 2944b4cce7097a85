"""Clause 5.7, 行为意图: what people do and what they are about to do.

``action`` asks what one person does, ``deed`` what with a thing, ``gesture`` what a hand means for the viewer, ``goal`` where somebody is
going, ``between`` what two people do with each other, and ``role`` which of the two does what.
"""
