"""``mindsight home``: each command in a file of its name, listed in ``commands``.

Shared by the commands that test a subject: ``choices`` defines and checks their options; ``testing`` prepares tasks and runs them;
``dry_run`` estimates what that would take.
"""
