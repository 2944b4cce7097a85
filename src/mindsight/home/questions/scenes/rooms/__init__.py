"""Sets of scenes that show rooms, in reading order.

``floor``: furniture on an open floor; ``fronts``: furniture that opens; ``laid``: a table laid for guests with names; ``changes``: a table
before and after; ``standing``: two pictures by somebody who walked or turned; ``structures``: blocks from two
sides, ``projections``: their outlines; ``sizes``: rooms of different size. ``placing`` and ``shots`` are what they share.
"""

from mindsight.home.questions.scenes.rooms import changes, floor, fronts, laid, projections, sizes, standing, structures

__all__ = ["changes", "floor", "fronts", "laid", "projections", "sizes", "standing", "structures"]
