"""TODO room language."""
