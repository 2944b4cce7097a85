"""TODO room devices."""
