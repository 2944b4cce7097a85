"""Attributes of things: colour, form, material, size, distance from the viewer and from each other.

``colour``, ``distance`` and ``nearer`` are about things on a table, ``shape`` and ``block_colour`` about toy blocks (``toy_blocks`` is what
they share), ``material`` and ``size`` about wares that come in several materials and sizes.
"""
