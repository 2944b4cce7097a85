"""A language model that marks descriptions by a fixed rubric; its marks are reported beside the score by slots and never replace it.

Open ``judge`` first: which model judges, and how. ``matters`` are the answers to be marked, ``rubric`` the messages
(``quoting``: how foreign text is quoted, ``signs``: texts that may address the judge), ``replies`` reads the marks, ``asking``
does both and ``record`` keeps them. ``measures`` turns marks into measures; ``human`` and ``agreement`` compare them with
people's. ``check`` tests a judge with ``attacks``; ``estimate`` states the cost of judging.
"""
