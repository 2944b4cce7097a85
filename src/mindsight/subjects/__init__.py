"""Systems under test: what ``SCHEME:REST`` means, everywhere on the command line."""
