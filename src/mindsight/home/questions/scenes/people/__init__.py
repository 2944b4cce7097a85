"""People in a room, as pictures that follow in time: what they do, in which order, how often, where to, with whom; what a face shows.

In reading order: ``cast`` (people and what they do, by a timetable), ``filming`` (pictures at stated times, with facts), ``reading`` (what
those show), then the sets of scenes: of whole people, up to three of them (``groups``); ``faces`` of one face, ``beside`` of two,
``mishaps`` and ``presents`` of one behind a table (``portraits`` is what faces beside each other and behind a table share).
"""
