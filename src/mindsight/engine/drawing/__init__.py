"""Pictures of a world, without a screen.

Open ``rendering`` first: colour, depth and who is seen where, by the classic renderer or ``filament``, in the contexts of
``graphics``. ``views`` are camera poses, ``rays`` distances, ``sight`` what a picture shows. ``snapshot`` draws a structure of blocks as
a photograph, ``clip`` makes films. ``prints`` holds what is printed and painted on things.
"""
