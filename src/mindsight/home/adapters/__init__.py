"""Connect the household tasks to other programs.

Open ``outside`` first: models and agents, run through the harness. ``environment`` offers the engine to a process of its own through
messages; ``gymnasium`` registers ``mindsight/Suitcase-v2`` and so on; ``inspect_task`` serves ``inspect eval mindsight/home``.
"""
