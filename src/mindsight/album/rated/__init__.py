"""6.3.1 and 6.4.1: what raters are shown of one item, as pictures.

Open ``showing`` first; ``enhancement`` and ``segmentation`` make the pictures of their kind.
"""
