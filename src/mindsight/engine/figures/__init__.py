"""Living figures that are seen and never felt.

``arm`` with ``arm_bones`` is a person's right arm that points; ``pet`` with ``pet_walk`` a cat or a small dog and how it spends its time.
"""
