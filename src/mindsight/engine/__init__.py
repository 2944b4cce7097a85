"""The virtual test engine: rooms, things, pictures of them and what can be done in them. It knows no document and no score.

In reading order: ``kinds`` (the registry of things), ``catalogue`` (things) and ``fixtures`` (furniture, appliances), ``scenes`` (a room
planned, furnished and built), ``physics`` (a world that lives: actions, goals), ``drawing`` (pictures of it), ``devices`` (control
panels as state machines), ``figures`` (a person's arm, a pet), ``geometry`` (shapes beneath all of them). ``seeds`` keeps random
choices independent of each other; ``memory`` gives memory back between scenes.
"""
