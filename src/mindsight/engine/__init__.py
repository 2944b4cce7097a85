"""The test engine: rooms, things, pictures of them and actions in them. It is independent of documents and scores.

In reading order: ``kinds`` (the registry of things), ``catalogue`` (things) and ``fixtures`` (furniture, appliances), ``scenes`` (a room
planned, furnished and built), ``physics`` (the simulated world: actions, goals), ``drawing`` (pictures of it), ``devices`` (control
panels as state machines), ``figures`` (a person's arm, a pet), ``geometry`` (the shapes all are built of). ``seeds`` keeps random
choices independent of each other; ``memory`` frees memory between scenes.
"""
