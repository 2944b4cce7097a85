"""A test over a pool of imported questions: the machinery of the generated ones, without wordings asked of four scenes.

In reading order: ``data_file`` (the questions of a run, and what pool they are from), ``generated`` (generated questions beside them),
``pictures`` (where theirs lie), ``suite`` (a
test for the ``pipeline``), ``totals`` (numbers from a record), ``measures`` and ``report``; ``rebuilding`` makes the manifest once more for
``verify``, ``comparison`` sets runs side by side.
"""
