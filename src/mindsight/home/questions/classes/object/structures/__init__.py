"""Classes about toy blocks on each other.

The same structure from the other side (``view``) and its outline (``outline_from``); the next block in a tower (``on_block``), the one
between two (``between_blocks``).
"""
