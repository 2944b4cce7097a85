"""Pictures of a world, without a screen.

Open ``rendering`` first: colour, depth and the geometry at each pixel, by the classic renderer (``canvas``) or ``filament``, in the
contexts of ``graphics``; ``changes`` tells which part of the next picture must be drawn, in ``boxes`` of what an eye and a lamp see.
``views`` are camera poses, ``rays`` distances, ``sight`` what a picture shows. ``snapshot`` draws a structure of blocks as
a photograph, ``clip`` writes films. ``shade`` is soft shade on a table. ``prints`` holds the pictures printed and painted on things.
"""
