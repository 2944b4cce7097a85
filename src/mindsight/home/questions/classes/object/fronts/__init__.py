"""Classes about what opens: how a door, drawer or lid moves."""
