"""TODO room scoring."""
