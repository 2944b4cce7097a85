"""Points and masks of targets, from annotations that may contradict themselves.

Open ``objects`` first: annotated entries become targets. ``mask_reading`` reads annotators' masks (``png_parts``: whether all pixels are
present), ``masks`` encodes them for samples, ``agreement`` checks whether points, boxes and masks of an object agree.
"""
