"""TODO room questions."""
