"""What commands of several suites share.

Open ``settings`` (what the user chose for the whole program) and ``console`` (how anything is said) first, then ``runs``
(what every command does that makes a run folder). ``options`` are those that mean the same everywhere; ``money`` and
``engine`` check what a run needs. ``terminal`` shows blocks of a record, in the tables of ``layout``. ``interrupts`` and
``guard`` end a command in one sentence.
"""
