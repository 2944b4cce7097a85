"""TODO room album."""
