"""TODO room reporting."""
