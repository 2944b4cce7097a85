"""Attributes of things: colour, form, material, size, distance from the viewer and from each other."""
