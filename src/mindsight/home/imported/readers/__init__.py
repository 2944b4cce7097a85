"""Rows of data sets, one at a time, whatever their form; a row that cannot be read says why.

Open ``opening`` first: it recognises a data set by its files. ``lines`` reads JSON Lines, JSON lists and CSV, ``parquet`` the folders
of the Hugging Face Hub, ``coco`` annotations of objects, ``croissant`` data sets that describe themselves; ``archives`` unpacks
zip and tar into a folder of its own. ``row`` is what all of them give.
"""
