"""What is printed and painted on things, drawn from arguments alone.

Open ``pixels`` first, then ``brush`` and ``palette``. ``textures`` are woods, cloths and labels, ``paintings`` hang in frames, ``motifs``
with ``motif_scenes`` are cut into jigsaws, ``patterns`` are laid on what is cut from an outline. ``fonts``, ``lettering`` and ``icons``
are for signs and control panels.
"""
