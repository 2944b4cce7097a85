"""TODO room figures."""
