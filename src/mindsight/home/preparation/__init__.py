"""Prepare the household tasks of a run (6.4.1 c).

Open ``instances`` first: one task as data. ``drawing`` draws valid and irrelevant tasks, ``proving`` shows that each can be solved and
is not solved at first, ``seeing`` that all that decides it can be seen; ``data_file`` reads the list that a run holds. ``wordings``
rewords instructions; ``gallery`` makes pictures of a task for people.
"""
