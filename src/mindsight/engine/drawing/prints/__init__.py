"""The pictures printed and painted on things; pure functions of their arguments.

Open ``pixels`` first, then ``brush`` and ``palette``. ``textures`` are woods, cloths and labels, ``paintings`` hang in frames, ``motifs``
with ``motif_scenes`` are cut into jigsaws, ``patterns`` decorate what is cut from an outline. ``fonts``, ``lettering`` and ``icons``
are for signs and control panels.
"""
