"""The virtual test engine: rooms, things, pictures of them and what can be done in them. It knows no document and no score."""
