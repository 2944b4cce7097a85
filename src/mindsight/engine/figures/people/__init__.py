"""People: bodies of every age, dressed, with faces that show what they feel.

In reading order: ``looks`` (what somebody looks like, drawn from a seed), ``anatomy`` (the body all share), ``layers`` (pieces of its surfaces
with clean edges), ``dress`` (skin, clothes, hair and face as layers), ``body`` (the layers in a pose).
"""
