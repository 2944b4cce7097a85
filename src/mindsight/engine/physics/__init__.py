"""TODO room physics."""
