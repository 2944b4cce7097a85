"""Code shared by commands of several suites.

Open ``settings`` (global options) and ``console`` (printing) first, then ``runs`` (the steps of every command that makes a run folder).
``options`` are those with the same meaning everywhere; ``money`` and ``engine`` check what a run needs. ``terminal`` prints blocks of a
record, in the tables of ``layout``. ``interrupts`` and ``guard`` end a command in one sentence.
"""
