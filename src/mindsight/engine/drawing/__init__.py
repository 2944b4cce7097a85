"""TODO room drawing."""
