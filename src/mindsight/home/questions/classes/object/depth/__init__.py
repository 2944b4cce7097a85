"""Classes about depth: what is how far from the viewer.

``depth_order`` sorts things on a table, ``room_order`` furniture, ``away`` asks for a distance in a room.
"""
