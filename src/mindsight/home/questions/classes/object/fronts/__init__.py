"""Classes about what opens: how a door, drawer or lid moves."""

from mindsight.home.questions.classes.object.fronts import hinge

__all__ = ["hinge"]
