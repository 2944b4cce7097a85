"""TODO room oracle."""
