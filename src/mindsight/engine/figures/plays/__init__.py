"""Plays: what people do with each other or with a thing, as motions with one timetable.

In reading order: ``reaching`` (palms that go to a place), ``staging`` (what plays are made of), ``pairs`` (two people), ``trios``
(three), ``deeds`` (one person and a thing), ``carried`` (the thing in a simulated world). Things move with hands; nobody feels them.
"""
