"""TODO room models."""
