"""Short texts on things: notes, labels of boxes, clocks with their owners' names.

A note is named by who signed it, a box by its colour or label, a clock by its owner. What is turned away cannot be read.
"""
