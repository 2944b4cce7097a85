"""Classes about what hides what.

``hides`` and ``hidden_point`` are about things on a table (``covering`` is what they share), ``uppermost`` and ``sheet_order`` about
sheets of paper that lie on each other.
"""
