"""What a run leaves behind, and how anybody can check it."""
