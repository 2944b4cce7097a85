"""Commands of ``mindsight rate``: ratings by people, each command in a file of its name.

``commands`` lists them in the order of ``--help``; ``opening`` opens a campaign for those that need its database.
"""
