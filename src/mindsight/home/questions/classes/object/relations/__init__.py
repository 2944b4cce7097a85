"""Relations: where things are from each other, what carries, holds and hides what, comparison, counting, what things are for."""
