"""TODO room media."""
