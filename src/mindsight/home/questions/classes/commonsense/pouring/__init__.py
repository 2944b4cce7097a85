"""Granular matter in place of liquids: beans poured from glass to glass, simulated grain by grain, and amounts compared."""
