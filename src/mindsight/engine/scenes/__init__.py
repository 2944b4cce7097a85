"""Rooms from seeds: planned, furnished by physical logic and social custom, and built as MuJoCo models.

Open ``plans`` first: a scene as data. ``layout`` furnishes a room: ``floor_plan`` computes free floor, ``furnishing`` is the registry of
fixtures, ``arranging`` places pieces by the ``recipes`` of each room, ``custom`` finds what would be odd, ``standing`` chooses viewpoints,
``places`` finds room for things, ``meals`` lays tables. ``scene`` builds a plan: ``drafts`` records how things are
made, ``rooms`` builds the shell with ``window_view`` and ``room_pictures``.
"""
