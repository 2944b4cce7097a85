"""Test data for a product (4.2, 5.3): from a folder of pictures to a kit that never changes.

Open ``kit`` first: the files of a kit and its hashes. ``photographs`` finds and numbers originals, ``pictures`` decodes them
(``sixteen_bit`` those of 16 bits, ``memory`` keeps decoding fast), ``tables`` reads CSV and XLSX (with ``columns``, ``workbooks`` and
``scanning``). ``operator_sheet`` writes instructions for a person who operates a product by hand; ``demonstration`` makes data for a
first try.
"""
