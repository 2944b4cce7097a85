"""Which of two pictures a text fits."""
