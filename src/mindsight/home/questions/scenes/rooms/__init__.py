"""Sets of scenes that show rooms, in reading order.

``floor``: furniture on an open floor; ``changes``: a table before and after; ``standing``: two pictures by
somebody who walked or turned; ``laid``: a table laid for guests with names. ``placing`` and ``shots`` are what they share.
"""

from mindsight.home.questions.scenes.rooms import changes, floor, laid, standing

__all__ = ["changes", "floor", "laid", "standing"]
