"""Living figures that are visible and collide with nothing.

``arm`` with ``arm_bones`` is a person's pointing right arm; ``pet`` with ``pet_walk`` a cat or a small dog and what it does over time;
``people`` are whole bodies with faces.
"""
