"""Classes about furniture on an open floor: directions from a seat, which way it faces, what is near, what fits between."""

from mindsight.home.questions.classes.object.rooms import facing, frame, gap, in_front, near

__all__ = ["facing", "frame", "gap", "in_front", "near"]
