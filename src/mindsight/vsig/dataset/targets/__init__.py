"""Points and masks of what is pointed at, out of annotations that may contradict themselves.

Open ``objects`` first: from annotated entries to targets. ``mask_reading`` reads masks as annotators hand them in (``png_parts``: whether
all pixels are there), ``masks`` holds them as samples do, ``agreement`` tells whether points, boxes and masks of an object agree.
"""
