"""``mindsight home``: each command in a file of its name, ``commands`` their list.

What those share that test a subject: ``choices`` holds their options, what was chosen, and whether it can be used;
``testing`` prepares tasks and runs them; ``dry_run`` says what that would take.
"""
