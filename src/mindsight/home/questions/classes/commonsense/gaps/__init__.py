"""What fits through what: balls and the gaps between posts."""
