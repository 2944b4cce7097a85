"""Runs in which a subject is left alone in drawn rooms: draw and prove rooms, run, record, report.

``drawing`` and ``proving`` prepare rooms; ``episode`` is one room with a subject in it, ``baselines`` the built-in subjects; ``following``
turns what happened into the protocol, ``running`` into an item of the record; ``suite`` is the test as the pipeline runs it,
``deciding`` is what a seal fixes; ``repeating`` runs a recorded room again, ``inspect_rooms`` is the suite for Inspect.
"""
