"""Classes about furniture on an open floor: directions from a seat, which way it faces, what is near, what fits between."""
