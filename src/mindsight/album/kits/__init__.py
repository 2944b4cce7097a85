"""TODO room kits."""
