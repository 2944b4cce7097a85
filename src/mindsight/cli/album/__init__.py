"""``mindsight album``: each command in a file of its name, listed in ``commands``; the folder ``kit`` makes kits.

``run`` and ``score`` share ``testing``, which runs a test and shows its results. ``declared`` determines what is tested, ``conventions``
how results are exported, ``options`` the command-line options of both; ``dry_run`` tests nothing.
"""
