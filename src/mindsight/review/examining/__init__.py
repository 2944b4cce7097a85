"""Find out the facts of one file, reading it to its end; whatever is wrong with it becomes a fact too.

Open ``files`` first: it hashes a file and hands it on by its kind. ``pictures`` decodes stills, ``clips`` moving ones, ``texts`` searches
words for what points to persons; ``traces`` reads metadata, ``looks`` makes the small picture and the hashes that duplicates are found by.
"""
