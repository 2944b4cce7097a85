"""TODO room preparation."""
