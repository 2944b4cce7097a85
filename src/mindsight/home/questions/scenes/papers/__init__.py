"""Sets of scenes with something to read: sheets on a table, notes, labelled boxes, clocks.

``words`` are what is printed, in both languages; ``pages`` lay it out; ``contents`` decide what is on each sheet of a set; ``shooting``
puts sheets on a table and says which of their print a picture shows. ``desk`` and its neighbours are the sets.
"""

from mindsight.home.questions.scenes.papers import desk

__all__ = ["desk"]
