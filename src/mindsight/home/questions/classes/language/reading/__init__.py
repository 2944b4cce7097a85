"""Short texts on things: notes, labels of boxes, clocks with their owners' names."""
