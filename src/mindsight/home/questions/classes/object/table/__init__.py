"""Classes about a table laid for guests: whose things are whose, who sits where."""
