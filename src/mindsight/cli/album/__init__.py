"""``mindsight album``: each command in a file of its name, ``commands`` their list; the room ``kit`` makes kits.

``run`` and ``score`` share ``testing``, which runs a test and shows what came of it. Before that, ``declared`` says what is
tested, ``conventions`` how its results are given, ``options`` how both stand on the command line; ``dry_run`` tests nothing.
"""
