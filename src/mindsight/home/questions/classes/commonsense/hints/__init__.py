"""Hidden information: who was here, what the weather and the time of day are, what was eaten, inferred from what was left behind.

``signs`` holds what classes about signs of a theme share.
"""
