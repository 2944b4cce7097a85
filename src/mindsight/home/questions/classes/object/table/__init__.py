"""Classes about a table laid for guests with name cards.

``owner`` (whose mug it is), ``belongs`` (the colour of somebody's mug), ``theirs`` (point at somebody's thing), ``place_neighbour`` (who
sits beside or opposite); ``guests`` is what they share.
"""
