"""A scene that lives: what can be done in it and what has come true.

Open ``world`` first. ``actions`` are what an agent can do, as data; ``hands`` carries them out, with ``motion`` (where a thing can be
put, doors, knobs), ``interlocking`` (jigsaw pieces) and ``feedback`` (what the world answers). ``goals`` are trees of ``predicates``
over ``measures``, ``extents`` and ``ownership``; ``counts`` reads numbers out of what somebody said.
"""
