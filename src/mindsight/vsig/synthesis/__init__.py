"""Clips with known truth: a table in a furnished room, an arm that points, and speech; drawn, filmed and annotated.

Open ``dataset`` first, then ``clip``: one clip from its order. ``things``, ``setting`` and ``layout`` say what lies where on the
``table``, ``faults`` why a layout is refused; ``aiming``, ``motion`` and ``head`` move arm and eyes, ``staging`` builds the scene,
``reading`` checks what is pointed at, ``film`` writes the file and ``truth`` the annotations. The room ``speech`` speaks.
"""
