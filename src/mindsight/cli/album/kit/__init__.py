"""``mindsight album kit``: make kits from photographs, images of known class, or originals with masks.

Each kind has its command in a file of its name: ``enhancement``, ``classification``, ``segmentation``. ``probe`` measures the factor by
which a product enlarges, which an enhancement kit needs.
"""
