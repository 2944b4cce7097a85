"""TODO room scenes."""
