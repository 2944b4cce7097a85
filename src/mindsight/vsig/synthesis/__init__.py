"""Synthetic clips with known truth: a table in a furnished room, an arm that points, and speech.

Open ``dataset`` first, then ``clip``: one clip from its order. ``things``, ``setting`` and ``layout`` place objects on the ``table``,
``faults`` checks a layout; ``aiming``, ``motion`` and ``head`` move arm and camera, ``staging`` builds the scene, ``reading`` checks
what is pointed at, ``painting`` makes the pictures, ``film`` writes the file and ``truth`` the annotations. The folder ``speech`` makes
the sound.
"""
