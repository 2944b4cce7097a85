"""What a picture's bytes say beside its pixels, read the same way for kits, outputs, reviews, ratings and imported questions.

``orientation`` is how it is stored turned, ``png`` what decoders pass over in PNG files, ``colours`` the colour space of its values, for
which ``boxes`` reads AVIF and HEIC.
"""
