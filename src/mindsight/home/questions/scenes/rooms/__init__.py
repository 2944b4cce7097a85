"""Sets of scenes that show rooms: furniture on an open floor (``floor``)."""

from mindsight.home.questions.scenes.rooms import floor

__all__ = ["floor"]
