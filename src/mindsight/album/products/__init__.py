"""The product under test (4.1, 5.2, 5.3): what it is, how it is run, and how its results are collected.

Open ``product_file`` first (``product.toml``), then ``functions`` (table 1: kinds and their metrics). ``execution`` runs a
product on an input; ``conventions`` describes how results are exported, ``pairing`` reads a table of which
file belongs to which input (files named by number are matched in ``mindsight.subjects.folder_product``).
``photoprism`` converts the labels of one well-known product to the table that ``album score`` reads.
"""
