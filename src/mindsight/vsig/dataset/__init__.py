"""TODO room dataset."""
