"""What carries or holds what: things on trays, stands, boards and books, and in boxes, crates, basins and baskets."""
