"""家庭环境通用人工智能测试规范 视觉心智能力: tests of agents in home environments. Importing this package loads nothing.

In reading order: ``classes`` (the eight task classes of annex A), ``tasks`` (what is asked, a room for each class), ``preparation``
(tasks drawn, proved and written down), ``oracle`` (how a task is solved by looking), ``episodes`` (a subject on a task), ``scoring``
(outcomes, f, T: clauses 4.2 and 6.4.1), ``reporting``. ``adapters`` connect models and other frameworks, ``sealing`` keeps tasks
secret until a test is over, ``studies`` ask what T is worth. ``suite`` wires them into a test of the ``pipeline``; ``plan`` is what a
user may choose, ``totals`` leads from a record to its numbers, ``estimate`` says beforehand what a run will take,
``results_file`` reads a table of results that somebody hands in.
"""
