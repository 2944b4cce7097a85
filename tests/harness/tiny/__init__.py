"""A real server with a tiny model of random weights; runs in an environment of its own, which the test makes."""
