"""What a browser is answered, one file a part.

``door`` (links), ``session`` (the rater's steps), ``answers``, ``files`` (pictures and styles) and ``manager``; ``guests`` says who asks,
``failures`` what is answered where something is wrong.
"""
