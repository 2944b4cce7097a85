"""TODO room studies."""
