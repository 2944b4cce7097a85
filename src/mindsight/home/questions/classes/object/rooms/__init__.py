"""Classes about furniture on an open floor.

``frame`` (left and right of somebody seated) and ``facing`` (which way a seat faces) come first; then ``in_front`` (what a seat has
straight ahead), ``near`` (what is nearest) and ``gap`` (what fits between).
"""
