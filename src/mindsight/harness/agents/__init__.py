"""TODO room agents."""
