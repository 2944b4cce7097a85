"""Classes about two pictures of one table: what is new, gone, moved, turned or switched in the second."""
