"""TODO room classification."""
