"""Where a ball lands that rolls down a ramp: as things are, without the blocks, and with the ramp turned.

A file for each class; they share a set of scenes. The roll is simulated with the ramp as it is and tilted by two degrees to either side,
so that only what is clear is asked.
"""
