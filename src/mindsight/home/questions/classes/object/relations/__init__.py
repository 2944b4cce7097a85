"""Relations: where things are from each other, comparison, counting, what things are for.

``left_right`` and ``function`` are about things on a table, ``above_below``, ``between``, ``neighbour`` and ``count`` about the boards of a
bookcase (``shelf_rows`` is what they share), ``comparison`` about toy blocks.
"""
