"""TODO room reader."""
