"""Carry out the work of a run: items side by side, drafts with their files, and what to do when items fail in a row.

Open ``parallel`` first: one function over many items, in this process, in others, or on a cluster. ``drafting`` makes drafts of items with
it, wherever the work is done; ``failures`` is the one rule for what cannot be tested. ``making`` says where a run lies and who does its
work, ``listening`` who hears how it goes on. No suite is known here.
"""
