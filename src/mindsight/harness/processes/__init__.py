"""TODO room processes."""
