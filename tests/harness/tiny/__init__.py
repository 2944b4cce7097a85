"""A real server with a tiny model of random weights; runs in a separate environment, which the test makes."""
