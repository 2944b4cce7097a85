"""``mindsight vsig``: each command in a file of its name, ``commands`` their list.

What those share that test a subject: ``options`` on the command line become ``choices``, which are checked there, those of
a judge in ``judging``; ``testing`` prepares samples, runs the test and shows the results; ``dry_run`` says what that would take.
"""
