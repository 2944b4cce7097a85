"""Shapes beneath everything, in metres; pure functions of their arguments.

Open ``shapes`` first (primitives and free-form meshes), then ``frames`` (rotations), ``triangles`` and ``meshes``. ``blobs`` are soft
forms, ``forms`` outlines and padded cloth, ``building`` toy blocks, ``jigsaw`` the cut of a picture. ``bodies`` puts shapes into a
MuJoCo specification.
"""
