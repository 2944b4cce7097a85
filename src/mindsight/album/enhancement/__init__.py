"""TODO room enhancement."""
