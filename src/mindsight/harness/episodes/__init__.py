"""TODO room episodes."""
