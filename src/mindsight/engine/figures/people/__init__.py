"""People: bodies of every age, dressed, with faces that show what they feel, in motion. They are seen and not felt.

In reading order: ``looks`` (what somebody looks like, drawn from a seed), ``mixing`` (the shapes of bodies, kept in a
file), ``anatomy`` (the body all share), ``layers`` (pieces of its surfaces with clean edges), ``dress`` (skin, clothes,
hair and face as layers), ``pose`` (limbs by direction), ``faces`` (expressions by action units), ``body`` (a person in a
pose), ``motions`` (poses over time), ``bearing`` (how a feeling shows in posture and gait), ``actions`` (what people do),
``presence`` (a person in a simulated world).
"""
