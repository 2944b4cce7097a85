"""Classes about the state of a scene: what a place at a table lacks."""

from mindsight.home.questions.classes.state.scene import lacking

__all__ = ["lacking"]
