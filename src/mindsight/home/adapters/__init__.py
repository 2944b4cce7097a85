"""The household tasks in the terms of other programs.

Open ``outside`` first: models and agents that are run through the harness. ``environment`` is the engine as a process of its own that
speaks in messages; ``gymnasium`` registers ``mindsight/Suitcase-v1`` and so on; ``inspect_task`` serves ``inspect eval mindsight/home``.
"""
