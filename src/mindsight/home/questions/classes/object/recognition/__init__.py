"""Recognition: what a thing is, and where in the picture.

``marked`` and ``robust`` ask what is in a red frame, ``point`` and ``box`` where a thing is, ``label``, ``labelled`` and ``label_colour``
about tins that differ only in their labels (``printed_tins`` is what they share).
"""
