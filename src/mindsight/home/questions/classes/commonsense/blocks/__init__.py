"""Gravity and support: which tower of blocks falls and whither, what falls without a block, and what would be otherwise.

``stability`` and ``falls_if`` come first; the others ask more about the same scenes.
"""
