"""What a test asks of a product (4.2, 5.3): pictures on their way from a folder into a kit that never changes.

Open ``kit`` first: the files of a kit and its hashes. ``photographs`` finds and numbers originals, ``pictures`` decodes them
(``sixteen_bit`` where they have 16 bits, ``memory`` so that it stays quick), ``tables`` reads CSV and XLSX. ``operator_sheet``
goes with a kit to the person who operates a product by hand; ``demonstration`` makes data for a first try.
"""
