"""What carries or holds what: things on trays, stands, boards and books, and in boxes, crates, basins and baskets.

``support`` and ``container`` ask for what is underneath or around a thing, ``supported`` and ``containment`` for what is on or in
something.
"""
