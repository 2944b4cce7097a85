"""TODO room targets."""
