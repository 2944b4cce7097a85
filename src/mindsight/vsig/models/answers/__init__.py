"""TODO room answers."""
