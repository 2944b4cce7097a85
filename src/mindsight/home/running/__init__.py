"""From what somebody chose to a run: ``checking`` refuses what cannot be used, ``knowing`` asks a subject before anything is drawn for it.

A file for each kind of run: ``tasks`` (instructions are given: T), ``asking`` (questions) with ``pools`` (questions that somebody brings
along), ``alone`` (left alone in rooms: S), ``conditions`` (the same tasks made harder), ``ablating`` (does a class measure what it says).
``sealed`` makes of a seal the plan that it fixes, and ``carrying`` runs what they have prepared.
"""
