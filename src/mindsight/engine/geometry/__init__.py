"""TODO room geometry."""
