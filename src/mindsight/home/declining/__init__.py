"""Sentences with which subjects decline, sorted by the kind of reason that they give. Nothing here is part of a score.

Open ``sorting`` first: rules that anyone can follow by hand. ``phrases.toml`` holds the phrases of each kind in both languages.
"""
