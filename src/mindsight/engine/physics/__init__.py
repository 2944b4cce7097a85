"""The simulated world: what an agent can do in it and which goals hold.

Open ``world`` first. ``actions`` are what an agent can do, as data; ``hands`` carries them out, with ``motion`` (where a thing can be
placed, doors, knobs), ``interlocking`` (jigsaw pieces) and ``feedback`` (the world's answers). ``goals`` are trees of ``predicates``
over ``measures``, ``extents`` and ``ownership``; ``counts`` reads numbers from an answer.
"""
