"""Little experiments on a table, of which physics or a rule decides the outcome.

``bench`` is the table, on which things are put in place for each picture. ``towers`` and ``supports`` are structures of blocks, ``gates``
are gaps for balls; ``hiding`` and ``switches`` are told in several pictures, one after the other.
"""
