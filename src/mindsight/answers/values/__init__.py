"""Single values of an answer, each with the table of its accepted forms.

A reader returns the value, what it repaired (``repairs``) and what could not be used (``problem``). What is written is what is read, or
nothing: never another number, never one of two options. Open ``basics`` first, then any of the others. ``numerals``, ``units``,
``quantities`` and ``surroundings`` find what ``numbers`` reads, ``tags`` and ``shapes`` the numbers of places for ``points`` and ``boxes``.
"""
