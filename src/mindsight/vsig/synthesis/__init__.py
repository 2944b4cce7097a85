"""Clips with known truth: a table in a furnished room, an arm that points, and speech; drawn, filmed and annotated."""
