"""Classes about whoever looks: which way they turned, and where they stood."""

from mindsight.home.questions.classes.state.self import stood, turn

__all__ = ["stood", "turn"]
