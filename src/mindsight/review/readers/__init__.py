"""Make a catalogue from what lies on the disk, whichever suite it is for.

Open ``opening`` first: it recognises a data set by its files. ``listing`` finds files without following links; ``pictures`` reads folders
of photographs, ``kits`` album kits, ``clips`` folders with annotations, ``household`` the tasks and questions of a household run,
``pools`` questions that somebody brought along.
"""
