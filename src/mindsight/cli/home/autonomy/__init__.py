"""Autonomous tasks on the command line: ``home run --mode autonomous``, and ``home score`` of a laboratory's own protocol."""
