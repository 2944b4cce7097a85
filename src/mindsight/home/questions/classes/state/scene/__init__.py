"""Classes about the state of a scene.

``lacking`` and ``without``: what a place at a table lacks, who still lacks something; ``misplaced`` and ``tidy``: what on a tray for one
sort of things does not belong there (``sorted_trays`` is what they share); ``laid_out`` and ``for_how_many``: what a group of chairs is
laid out for and for how many (``seating``).
"""
