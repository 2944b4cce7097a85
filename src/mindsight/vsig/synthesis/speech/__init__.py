"""TODO room speech."""
