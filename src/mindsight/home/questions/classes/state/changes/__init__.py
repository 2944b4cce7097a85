"""Classes about two pictures of one table: what is new, gone, moved, turned or switched in the second."""

from mindsight.home.questions.classes.state.changes import added, gone, happened, moved, moved_to, switched, turned

__all__ = ["added", "gone", "happened", "moved", "moved_to", "switched", "turned"]
