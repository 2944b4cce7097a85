"""``mindsight album kit``: kits are made of photographs, of images of known class, of originals with masks.

Each kind has its command in a file of its name: ``enhancement``, ``classification``, ``segmentation``. ``probe`` finds out
by how much a product enlarges, which a kit for enhancement has to know.
"""
