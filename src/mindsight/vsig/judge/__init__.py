"""A language model that marks descriptions by a fixed rubric; its marks stand beside the score by slots, never in its place.

Open ``judge`` first: who judges. ``matters`` is what is put to it, ``rubric`` what it is told (``quoting``: how foreign text is fenced
in, ``signs``: texts that may speak to it), ``replies`` reads its marks, ``asking`` does both and ``record`` keeps them. ``measures``
makes numbers of marks; ``human`` and ``agreement`` compare them with people's. ``check`` tests a judge with ``attacks``; ``estimate``
says what judging costs.
"""
