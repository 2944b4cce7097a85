"""Whether a new version may go out: two runs of one test, compared by the rules of a policy.

Open ``deciding`` first: it is pure and gives GO, NO-GO or INCONCLUSIVE. ``policy`` reads the rules from a file, ``cases`` pairs the items
of both runs.
"""
