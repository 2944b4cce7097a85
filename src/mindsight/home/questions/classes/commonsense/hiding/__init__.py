"""Object permanence: where a ball and a toy are that were hidden in earlier pictures."""
