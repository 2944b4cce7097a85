"""The product under test (4.1, 5.2, 5.3): what it is, how it is run, and how its results come back.

Open ``product_file`` first (``product.toml``), then ``functions`` (table 1: kinds and their metrics). ``execution`` runs a
product on an input; ``conventions`` says how results are exported, ``pairing`` which file belongs to which input.
``photoprism`` brings the labels of one well-known product into the table that ``album score`` reads.
"""
