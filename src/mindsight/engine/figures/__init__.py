"""Living figures that are visible and collide with nothing.

``arm`` is a person's pointing right arm: its bones are in ``arm_bones``, its ``sleeve`` and, as convex pieces for its shade,
``arm_pieces`` beside it. ``pet`` with ``pet_walk`` is a cat or a small dog and what it does over time. ``people`` are whole bodies with
faces, ``plays`` what they do with each other and with things.
"""
