"""TODO room home."""
