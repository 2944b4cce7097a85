"""Shapes that everything is built of, in metres; pure functions of their arguments.

Open ``shapes`` first (primitives and free-form meshes), then ``frames`` (rotations), ``triangles`` and ``meshes``. ``blobs`` are soft
forms, ``forms`` outlines and padded cloth, ``building`` toy blocks, ``jigsaw`` the cut of a picture. ``bodies`` adds shapes to a
MuJoCo specification, ``register`` is what is known of them: places, moving parts, devices, print.
"""
