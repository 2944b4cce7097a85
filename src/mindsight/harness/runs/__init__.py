"""A model over many items, and what it may use: requests at once, tokens, money.

Open ``run`` first (run the items; ask the model once before), then ``plans`` and ``settings`` (what a run needs to know).
``task`` is a run as an Inspect task, ``accounts`` what it has used and whether it may go on, ``estimates`` what it will take.
``inspect_task`` serves ``inspect eval mindsight/<suite>`` the other way round, with what a suite brings for it in ``suites``.
"""
