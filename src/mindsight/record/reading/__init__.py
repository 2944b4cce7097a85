"""Readers that the program shares with the checker: standard library only, and packed with it into the one file of each run.

``strict`` says what JSON is in a record, ``streaming`` reads the items of a file and the entries of a list one at a time, ``spill`` keeps
columns of numbers and words in temporary files, so that a million rows fit into 50 MB (docs/scale/many-items). Nothing is judged here.
"""
