"""People in a room, as pictures that follow in time: what they do, in which order, how often, where to, with whom; what a face shows.

In reading order: ``cast`` (people and what they do, by a timetable), ``filming`` (pictures at stated times, with facts), ``joints`` (where
the pictures show a body's joints), ``recognised`` and ``likest`` (the actions, and the play, that explain best how those move), then the
sets of scenes: of whole people; ``faces`` of one face, ``beside`` of two, ``mishaps`` of one behind a table (``features`` reads faces,
``portraits`` is what the last two share).
"""
