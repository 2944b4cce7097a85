"""TODO room prints."""
