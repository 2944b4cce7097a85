"""Recognition: what a thing is, and where in the picture."""
