"""A room from a seed: planned, furnished by logic and custom, and built into MuJoCo.

Open ``plans`` first: a scene as data. ``layout`` furnishes a room: ``floor_plan`` is what is free, ``furnishing`` the registry of
fixtures, ``arranging`` sets pieces by the ``recipes`` of each room, ``custom`` says what would be odd, ``standing`` from where one sees
what, ``places`` where things may lie. ``scene`` builds a plan: ``drafts`` makes things on paper first, ``rooms`` the shell with its
``window_view`` and ``room_pictures``.
"""
