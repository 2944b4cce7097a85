"""Run a model over many items within limits of concurrency, tokens and money.

Open ``run`` first (run the items; probe the model before), then ``plans`` and ``settings`` (the parameters of a run). ``task`` is a run as
an Inspect task, ``accounts`` its usage and whether it may continue, ``estimates`` what it will take. ``inspect_task`` serves ``inspect eval
mindsight/<suite>``, started from Inspect, with each suite's part in ``suites``.
"""
