"""Classes about toy blocks on each other: the same structure from the other side (``view``), the next block in a tower (``on_block``)."""
