"""``mindsight vsig``: each command in a file of its name, listed in ``commands``.

Shared by the commands that test a subject: ``options`` of the command line become ``choices``, which are checked there, those of a judge in
``judging``; ``testing`` prepares samples, runs the test and prints results; ``dry_run`` estimates what that would take.
"""
