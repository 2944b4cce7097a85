"""TODO room vsig."""
