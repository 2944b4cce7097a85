"""Margins of questions, measured on the questions themselves: what each class says in words must hold of every question it asks.

A class's program only names the things that it used. Areas come from the masks of the pictures, places and sizes from the simulated world,
and limits where possible from the sentence that the class publishes, so a sentence that claims more than is kept fails. ``kept.py`` gathers
all margins of the questions of one wording.
"""
