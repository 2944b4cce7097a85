"""Sets of scenes with something to read: sheets and notes on a table, labelled boxes, clocks.

``words`` are what is printed, in both languages; ``pages`` lay it out; ``contents`` decide what is on each sheet of a set; ``shooting``
puts sheets on a table and says which of their print a picture shows. ``desk``, ``notes``, ``boxes`` and ``clocks`` are the sets.
"""

from mindsight.home.questions.scenes.papers import boxes, clocks, desk, notes

__all__ = ["boxes", "clocks", "desk", "notes"]
