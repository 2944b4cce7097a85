"""TODO room judge."""
