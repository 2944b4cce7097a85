"""TODO room canaries."""
