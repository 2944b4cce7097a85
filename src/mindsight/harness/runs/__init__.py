"""TODO room runs."""
