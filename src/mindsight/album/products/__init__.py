"""TODO room products."""
